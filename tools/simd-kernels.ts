// Compiles src/kernel/vectors/simd-kernels.wat to simd-kernels.wasm.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import wabt from 'wabt';

const fileOf = (ending: string): string =>
  fileURLToPath(new URL(`../src/kernel/vectors/simd-kernels.${ending}`, import.meta.url));

/** `threads`: for the shared memory. V8 validates the module when it loads it: wabt's types allow no features there. */
const features = { simd: true, threads: true, multi_memory: true };

/** The module that the WebAssembly text compiles to. */
export async function compiledKernels(): Promise<Uint8Array> {
  const toolkit = await wabt();
  const module = toolkit.parseWat('simd-kernels.wat', readFileSync(fileOf('wat'), 'utf8'), features);
  try {
    module.resolveNames();
    return module.toBinary({}).buffer;
  } finally {
    module.destroy();
  }
}

if (import.meta.main) writeFileSync(fileOf('wasm'), await compiledKernels());
