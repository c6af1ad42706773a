import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { StringInterner } from './string-interner.ts';

/** Few strings, so that they repeat; with code units of each length, pairs of surrogates and unpaired ones. */
const unit = fc.constantFrom(
  'a',
  'b',
  '\0',
  '\x7f',
  '\x80',
  'é',
  '\u07ff',
  '\u0800',
  '漢',
  '\ud83d',
  '\ude00',
  '\uffff',
);
const text = fc.array(unit, { maxLength: 4 }).map((units) => units.join(''));

test('StringInterner numbers strings as a Map does, also after loading', () => {
  const step = fc.record({ kind: fc.constantFrom('add', 'add', 'add', 'find', 'load'), text });
  fc.assert(
    fc.property(fc.integer(), fc.array(step, { maxLength: 300 }), (seed, steps) => {
      let strings = new StringInterner(seed);
      const expected = new Map<string, number>();
      for (const { kind, text } of steps) {
        if (kind === 'load') {
          const loaded = new StringInterner(seed + 1);
          loaded.load(strings.save());
          strings = loaded;
        } else if (kind === 'add') {
          if (!expected.has(text)) expected.set(text, expected.size);
          assert.equal(strings.add(text), expected.get(text));
        }
        assert.equal(strings.find(text), expected.get(text) ?? -1);
      }
      assert.equal(strings.size, expected.size);
      assert.deepEqual(
        Array.from({ length: strings.size }, (_, number) => strings.at(number)),
        [...expected.keys()],
      );
    }),
    { seed: 20261125 },
  );
});

test('StringInterner finds each of 50,000 similar strings, and none else', () => {
  const strings = new StringInterner(7);
  for (let i = 0; i < 50_000; i++) assert.equal(strings.add(`sku-${i}`), i);
  for (let i = 0; i < 50_000; i++) assert.equal(strings.find(`sku-${i}`), i);
  for (let i = 50_000; i < 60_000; i++) assert.equal(strings.find(`sku-${i}`), -1);
  assert.equal(strings.find('sku-'), -1);
});

test('StringInterner with ids of twenty letters take less than 50 bytes each', () => {
  const strings = new StringInterner(7);
  for (let i = 0; i < 100_000; i++) strings.add(`product-${String(i).padStart(12, '0')}`);
  assert.ok(strings.byteLength < 50 * 100_000, `${strings.byteLength} bytes`);
});
