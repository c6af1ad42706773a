import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { memberTexts, type MemberText } from './json-members.ts';

const texts = (read: readonly (MemberText | null)[]): (string | null)[] =>
  read.map((text) => text?.value ?? null);

test('memberTexts() reads top-level strings, and numbers on request', () => {
  const json = Buffer.from('{"a":{"name":"inner"},"name":"caf\\u00e9 \\"x\\"","description":5,"size":-4.50}');
  assert.deepEqual(texts(memberTexts(['name', 'description', 'size'])(json)), ['café "x"', null, null]);
  const withNumbers = memberTexts(['a', 'name', 'description', 'size'], (name) => name !== 'description');
  assert.deepEqual(texts(withNumbers(json)), [null, 'café "x"', null, '-4.50']);
});

test('memberTexts() reads what JSON.parse returns, whatever is around it', () => {
  const text = fc.string({
    unit: fc.oneof(fc.constantFrom('"', '\\', 'é', '登', '\u{1f600}'), fc.string()),
    // Beyond the bytes that are read one by one.
    maxLength: 200,
  });
  const names = ['name', 'é"\\', ''];
  const value = fc.dictionary(
    fc.oneof(fc.constantFrom(...names), fc.string()),
    fc.oneof(text, fc.jsonValue()),
  );
  fc.assert(
    fc.property(value, fc.constantFrom(0, 1, 4), (item, space) => {
      const written = JSON.stringify(item, null, space);
      const stored = JSON.parse(written) as Record<string, unknown>;
      const expected = names.map((name) => {
        const found = Object.hasOwn(stored, name) ? stored[name] : undefined;
        return typeof found === 'string' ? found : null;
      });
      assert.deepEqual(texts(memberTexts(names)(Buffer.from(` ${written}`))), expected);
    }),
    { seed: 20261125, numRuns: 500 },
  );
});
