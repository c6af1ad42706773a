// Compiles the kernels in WebAssembly text, `.wat`, to `.wasm`.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import wabt from 'wabt';

/** The kernels' files without their endings. */
export const kernelFiles: readonly string[] = [
  '../src/kernel/vectors/simd-kernels',
  '../src/encoders/multilingual/matrix-kernel',
  '../src/kernel/recommend/candidates/tree-kernels',
  '../src/kernel/recommend/learning/embedding-kernels',
].map((path) => fileURLToPath(new URL(path, import.meta.url)));

/** `threads`: for the shared memory. V8 validates the module when it loads it: wabt's types allow no features there. */
const features = { simd: true, threads: true, multi_memory: true, bulk_memory: true };

/** The module that the WebAssembly text of kernels compiles to. */
export async function compiledKernels(file: string): Promise<Uint8Array> {
  const toolkit = await wabt();
  const module = toolkit.parseWat(`${file}.wat`, readFileSync(`${file}.wat`, 'utf8'), features);
  try {
    module.resolveNames();
    return module.toBinary({}).buffer;
  } finally {
    module.destroy();
  }
}

if (import.meta.main)
  for (const file of kernelFiles) writeFileSync(`${file}.wasm`, await compiledKernels(file));
