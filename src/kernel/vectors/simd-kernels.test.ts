import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { compiledKernels } from '../../../tools/simd-kernels.ts';

test('simd-kernels.wasm is compiled from simd-kernels.wat', async () => {
  const stored = readFileSync(new URL('./simd-kernels.wasm', import.meta.url));
  assert.ok(stored.equals(await compiledKernels()), 'run `npm run simd-kernels`');
});
