import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { compiledKernels, kernelFiles } from '../../../tools/simd-kernels.ts';

test('the kernels in WebAssembly are compiled from their text', async () => {
  for (const file of kernelFiles)
    assert.ok(readFileSync(`${file}.wasm`).equals(await compiledKernels(file)), 'run `npm run simd-kernels`');
});
