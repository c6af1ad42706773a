import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import { createRandom } from '../lib/seeded-random.ts';
import { exp, expm1 } from './exponential.ts';
import { log, log1p, log2 } from './logarithm.ts';
import { pow } from './power.ts';
import { asin, cos, sin } from './trigonometry.ts';

const numbers = [0, 1, 5e-324, 1e-310, 2 ** -1022, 2 ** -30, 0.5, 0.3, 2, 56, 708.5, 709.79, 745.2, Infinity];
const special = [...numbers, ...numbers.map((x) => -x), Number.NaN];

/** Each function with that of `Math`, numbers from `min` to `max` to compute with, and the hash of the bits of all results. */
const functions = [
  { name: 'exp', own: exp, v8: Math.exp, min: -750, max: 715, bits: '949dfb8b2aea010b' },
  { name: 'expm1', own: expm1, v8: Math.expm1, min: -50, max: 60, bits: 'b11f0b35b7cc7ae7' },
  { name: 'log', own: log, v8: Math.log, min: 0, max: 3, bits: '7f4e1dcafadf94d8' },
  { name: 'log1p', own: log1p, v8: Math.log1p, min: -1, max: 2, bits: '8072e506406179fa' },
  { name: 'log2', own: log2, v8: Math.log2, min: 0, max: 3, bits: 'f25d2acfebd9a80b' },
  { name: 'sin', own: sin, v8: Math.sin, min: -500, max: 500, bits: 'bab83530af89e3af' },
  { name: 'cos', own: cos, v8: Math.cos, min: -500, max: 500, bits: '0b686aedd9bf63bb' },
  { name: 'asin', own: asin, v8: Math.asin, min: -1, max: 1, bits: '71d19d5164d1567c' },
] as const;

for (const { name, own, v8, min, max, bits } of functions)
  test(`${name}() has the same bits on every processor, one unit from Math.${name}() at most`, () => {
    const random = createRandom(1);
    const drawn = Array.from({ length: 20_000 }, () => min + (max - min) * random());
    const results = Float64Array.from([...special, ...drawn], own);
    for (const [i, x] of [...special, ...drawn].entries())
      assert.ok(unitsApart(results[i]!, v8(x)) <= 1, `${name}(${x}) is ${results[i]}, not ${v8(x)}`);
    assert.equal(hashBits(results), bits);
  });

test('pow() has the same bits on every processor, and is exact where the power is', () => {
  for (const [base, whole] of [
    [2, 1_000],
    [0.5, 1_000],
    [1.5, 30],
    [3, 33],
    [7, 18],
    [10, 22],
  ] as const)
    for (let exponent = 0, power = 1; exponent <= whole; exponent++, power *= base)
      assert.equal(pow(base, exponent), power, `${base} ** ${exponent}`);
  const random = createRandom(2);
  const pairs = Array.from(
    { length: 20_000 },
    (_, i) => [random() * [0.01, 1, 100][i % 3]!, (random() - 0.5) * 40] as const,
  );
  const results = Float64Array.from(pairs, ([base, exponent]) => pow(base, exponent));
  for (const [i, [base, exponent]] of pairs.entries())
    assert.ok(unitsApart(results[i]!, base ** exponent) <= 1, `${base} ** ${exponent}`);
  for (const base of numbers)
    for (const exponent of special)
      assert.ok(unitsApart(pow(base, exponent), base ** exponent) <= 1, `${base} ** ${exponent}`);
  assert.equal(hashBits(results), '67de8b10af996ead');
});

test('sin() refuses angles that it cannot reduce', () => {
  assert.throws(() => sin(1e6), RangeError);
});

/** How many numbers are between two; 0 for NaN twice. */
function unitsApart(a: number, b: number): number {
  if (Object.is(a, b)) return 0;
  const [one, other] = new BigInt64Array(Float64Array.of(a, b).buffer);
  return Number(one! > other! ? one! - other! : other! - one!);
}

/** Of the shortest texts of the numbers, as NaN has many bits. */
function hashBits(results: Float64Array): string {
  const text = Array.from(results, (result) => (Object.is(result, -0) ? '-0' : String(result))).join();
  return hash('sha256', text).slice(0, 16);
}
