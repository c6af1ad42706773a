import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { listArrayElements, listObjectFields } from './json-text.ts';

const indented = fc.record({
  value: fc.dictionary(fc.string(), fc.jsonValue()),
  space: fc.constantFrom(0, 1, 4),
});

test('listObjectFields() returns each field with its position', () => {
  fc.assert(
    fc.property(indented, ({ value, space }) => {
      const text = `\n ${JSON.stringify(value, null, space)} `;
      const fields = listObjectFields(text, text.indexOf('{'));
      assert.deepEqual(
        fields.map((field) => [field.key, JSON.parse(text.slice(field.start, field.end))]),
        Object.entries(JSON.parse(text) as object),
      );
    }),
    { seed: 1 },
  );
});

test('listArrayElements() returns each element with its position', () => {
  const list = fc.record({ value: fc.array(fc.jsonValue()), space: fc.constantFrom(0, 1, 4) });
  fc.assert(
    fc.property(list, ({ value, space }) => {
      const text = `\n ${JSON.stringify(value, null, space)} `;
      const elements = listArrayElements(text, text.indexOf('['));
      assert.deepEqual(
        elements.map(({ start, end }) => JSON.parse(text.slice(start, end)) as unknown),
        JSON.parse(text),
      );
    }),
    { seed: 1 },
  );
});
