import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { readRawFields, writeRawFields } from './item-fields.ts';

const name = fc.constantFrom('a', 'b', 'é', 'a"b', 'a\\b', '\u2028', '', 'long name of a field');
const written = fc
  .tuple(name, fc.jsonValue({ maxDepth: 2 }), fc.constantFrom('', '', '', '', ' ', '\n\t'))
  .map(([key, value, blank]) => {
    const escaped = key === 'a' && blank !== '' ? '"\\u0061"' : JSON.stringify(key);
    return { blank, text: `${blank}${escaped}${blank}:${blank}${JSON.stringify(value)}${blank}` };
  });

/** A copy that does not know its text. */
const copy = (text: string): Map<string, string> => new Map(readRawFields(text));

test('writeRawFields() of the fields of a text is the same as of any map with them, before and after changes', () => {
  fc.assert(
    fc.property(fc.array(written, { maxLength: 6 }), name, (fields, changed) => {
      const text = `{${fields.map((field) => field.text).join(',')}}`;
      const expected = copy(text);
      const raw = readRawFields(text);
      assert.equal(writeRawFields(raw), writeRawFields(expected));
      for (const each of [raw, expected]) each.set(changed, '1');
      assert.equal(writeRawFields(raw), writeRawFields(expected));
      for (const each of [raw, expected]) each.delete('b');
      assert.equal(writeRawFields(raw), writeRawFields(expected));
    }),
    { seed: 20261201, numRuns: 500 },
  );
});

test('readRawFields() keeps a text without blanks, repeated names and escapes in names', () => {
  const compact = '{"a":{"b": 1},"c":"x"}';
  assert.equal(writeRawFields(readRawFields(compact)), compact);
  assert.equal(writeRawFields(readRawFields('{"a": 1}')), '{"a":1}');
  assert.equal(writeRawFields(readRawFields('{"a":1,"a":2}')), '{"a":2}');
  assert.equal(writeRawFields(readRawFields('{"\\u0061":1}')), '{"a":1}');
  assert.equal(writeRawFields(readRawFields('{}')), '{}');
});
