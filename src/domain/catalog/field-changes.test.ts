import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { InputError } from '../../ports/errors.ts';
import type { JsonObject } from '../../ports/catalog/json.ts';
import { resolveFieldChanges, type NewNames } from './field-changes.ts';
import { writeRawFields, readRawFields } from './item-fields.ts';

interface Outcome {
  /** The text of the item after the change. */
  readonly text: string;
  readonly errors: readonly string[];
  readonly unmet: string | null;
}

function changed(item: string, change: string, newNames: NewNames = 'paths'): Outcome {
  const errors: InputError[] = [];
  const sent = JSON.parse(change) as JsonObject;
  const options = { path: 'data', newNames };
  const changes = resolveFieldChanges(readRawFields(item), sent, readRawFields(change), options, errors);
  const fields = readRawFields(item);
  for (const [name, text] of changes.raw) {
    assert.deepEqual(changes.fields[name], JSON.parse(text));
    if (text === 'null') fields.delete(name);
    else fields.set(name, text);
  }
  return {
    text: writeRawFields(fields),
    errors: errors.map(({ path, code }) => `${path} ${code}`),
    unmet: changes.unmet,
  };
}

const operation = (name: string, value: unknown): string =>
  JSON.stringify({ a: { _operation: name, value } });

for (const [item, change, expected] of [
  ['{"specs":{"weight":1.0,"size":"M"}}', '{"specs.weight":5}', '{"specs":{"weight":5,"size":"M"}}'],
  ['{"specs":{"n": 1.0 ,"w":1}}', '{"specs.w":null}', '{"specs":{"n":1.0}}'],
  ['{"a":1}', '{"specs.inner.weight":5e0}', '{"a":1,"specs":{"inner":{"weight":5e0}}}'],
  ['{"a":1}', '{"specs.inner.weight":null}', '{"a":1}'],
  ['{"specs":{"a":1}}', '{"specs":{"b":2}}', '{"specs":{"b":2}}'],
  ['{"specs":{"a":1}}', '{"specs":{"b":2},"specs.c":3}', '{"specs":{"b":2,"c":3}}'],
  ['{"specs":{"a":1}}', '{"specs.c":3,"specs":{"b":2}}', '{"specs":{"b":2}}'],
  ['{"specs":{"a":1}}', '{"specs":null,"specs.c":3}', '{"specs":{"c":3}}'],
  ['{"specs":null}', '{"specs.c":3}', '{"specs":{"c":3}}'],
  ['{"specs":{"a":null}}', '{"specs.a.b":3}', '{"specs":{"a":{"b":3}}}'],
  // Names with dots: the field that exists, and else the longest key that does.
  ['{"specs.weight":1}', '{"specs.weight":5}', '{"specs.weight":5}'],
  [
    '{"specs.weight":1,"specs":{"weight":2}}',
    '{"specs.weight":5}',
    '{"specs.weight":5,"specs":{"weight":2}}',
  ],
  ['{"a.b":{"c":1}}', '{"a.b.c":2}', '{"a.b":{"c":2}}'],
  ['{"a":{"b.c":1}}', '{"a.b.c":2}', '{"a":{"b.c":2}}'],
  ['{"a":1}', '{"b..c":2}', '{"a":1,"b..c":2}'],
  ['{"a":{"__proto__":{"x":1}}}', '{"a.__proto__.x":2}', '{"a":{"__proto__":{"x":2}}}'],
] as const)
  test(`resolveFieldChanges() makes ${expected} of ${item} and ${change}`, () => {
    assert.deepEqual(changed(item, change), { text: expected, errors: [], unmet: null });
  });

test('resolveFieldChanges() of a file creates a field with the name of its column, and changes an object on its path', () => {
  assert.equal(changed('{"a":1}', '{"b.c":2}', 'columns').text, '{"a":1,"b.c":2}');
  assert.equal(changed('{"b":1}', '{"b.c":2}', 'columns').text, '{"b":1,"b.c":2}');
  assert.equal(changed('{"b":{"c":1}}', '{"b.c":2}', 'columns').text, '{"b":{"c":2}}');
});

for (const [name, value, before, after] of [
  ['Increment', 2, '{"a":1}', '{"a":3}'],
  ['Increment', 0.2, '{"a":0.1}', '{"a":0.3}'],
  ['Increment', 1e-7, '{"a":2e-8}', '{"a":1.2e-7}'],
  ['Increment', 2, '{}', '{"a":2}'],
  ['Increment', 2, '{"a":null}', '{"a":2}'],
  ['Decrement', 0.1, '{"a":0.3}', '{"a":0.2}'],
  ['Decrement', 2, '{}', '{"a":-2}'],
  ['Add', 'x', '{}', '{"a":["x"]}'],
  ['Add', 'x', '{"a":["x", 1.0]}', '{"a":["x",1.0,"x"]}'],
  ['AddUnique', 'x', '{"a":["x"]}', '{"a":["x"]}'],
  ['AddUnique', 1, '{"a":["1"]}', '{"a":["1",1]}'],
  ['Remove', 1, '{"a":[1.0,"1",{"b": 1},1]}', '{"a":["1",{"b": 1}]}'],
  ['Remove', 'x', '{}', '{}'],
  ['IncrementFrom', 3, '{"a":3}', '{"a":4}'],
  ['IncrementFrom', 0, '{}', '{"a":1}'],
  ['IncrementSet', 9, '{"a":3}', '{"a":9}'],
  ['IncrementSet', 1, '{}', '{"a":1}'],
] as const)
  test(`resolveFieldChanges() with ${name} ${value} makes ${after} of ${before}`, () => {
    assert.deepEqual(changed(before, operation(name, value)), { text: after, errors: [], unmet: null });
  });

test('resolveFieldChanges() applies an operation to a path', () => {
  const change = '{"stock.berlin":{"_operation":"Decrement","value":1}}';
  assert.equal(changed('{"stock":{"berlin":3,"oslo":1}}', change).text, '{"stock":{"berlin":2,"oslo":1}}');
  assert.equal(changed('{}', change).text, '{"stock":{"berlin":-1}}');
});

test('resolveFieldChanges() reports a condition of an operation that is not met', () => {
  assert.match(changed('{"a":3}', operation('IncrementFrom', 2)).unmet ?? '', /^data\.a is not 2$/);
  assert.match(changed('{"a":3}', operation('IncrementSet', 3)).unmet ?? '', /^data\.a is not less than 3$/);
  assert.notEqual(changed('{}', operation('IncrementSet', 0)).unmet, null);
});

const large = Number.MAX_SAFE_INTEGER;

for (const [item, change, error] of [
  ['{"a":"1"}', operation('Increment', 1), 'data.a type'],
  ['{"a":1}', operation('Increment', '1'), 'data.a.value type'],
  ['{"a":1}', operation('Add', 1), 'data.a type'],
  ['{"a":[]}', operation('Add', true), 'data.a.value type'],
  ['{"a":1}', operation('IncrementFrom', 1.5), 'data.a.value out_of_range'],
  ['{"a":1}', operation('Increment', large + 1), 'data.a.value out_of_range'],
  [`{"a":${large}}`, operation('Increment', 1), 'data.a out_of_range'],
  ['{"a":9007199254740993}', operation('Decrement', 1), 'data.a out_of_range'],
  ['{"a":1}', operation('increment', 1), 'data.a._operation format'],
  ['{"a":1}', '{"a":{"_operation":"Increment"}}', 'data.a.value required'],
  ['{"a":1}', '{"a":{"_operation":"Increment","value":1,"by":2}}', 'data.a format'],
  ['{"a":1}', '{"b":{"c":{"_operation":"Increment","value":1}}}', 'data.b format'],
  ['{"a":1}', '{"b":[{"_operation":"Increment","value":1}]}', 'data.b format'],
  ['{"a":[{"b":1}]}', '{"a.b":2}', 'data.a.b format'],
  ['{"a":1}', '{"a.b":2}', 'data.a.b format'],
  ['{"imgs":{"url":"x"}}', '{"imgs.url":"y"}', 'data.imgs.url format'],
] as const)
  test(`resolveFieldChanges() refuses ${change} of ${item}`, () => {
    assert.deepEqual(changed(item, change).errors, [error]);
    assert.equal(changed(item, change).text, item);
  });

test('resolveFieldChanges() adds up decimals exactly', () => {
  const cents = fc.integer({ min: -1e9, max: 1e9 });
  fc.assert(
    fc.property(cents, cents, (a, b) => {
      const { text } = changed(`{"a":${a / 100}}`, operation('Increment', b / 100));
      assert.equal((JSON.parse(text) as { a: number }).a, (a + b) / 100);
    }),
    { seed: 20261126 },
  );
});

test('resolveFieldChanges() allows 32 levels with those of the path, not 33', () => {
  const path = (levels: number): string => Array.from({ length: levels }, (_, at) => `l${at}`).join('.');
  // The item itself is a level, and the value is none.
  assert.deepEqual(changed('{}', `{"${path(32)}":1}`).errors, []);
  assert.deepEqual(
    changed('{}', `{"${path(33)}":1}`).errors.map((error) => error.split(' ')[1]),
    ['too_deep'],
  );
});

test('resolveFieldChanges() takes paths of 256 characters, not 257', () => {
  const path = (length: number): string => 'a.b'.padEnd(length, 'c');
  assert.deepEqual(changed('{}', `{"${path(256)}":1}`).errors, []);
  const { errors } = changed('{}', `{"${path(257)}":1}`);
  assert.deepEqual(errors, [`data.${path(257).slice(0, 100)} invalid_name`]);
});

test('resolveFieldChanges() makes of several changes what each of them makes in turn', () => {
  const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'a.b', 'a.c', 'a.b.c', 'b.a', 'b.a.c', 'c.c'));
  const value = fc.constantFrom(null, 1, { b: { c: 2 } }, { _operation: 'AddUnique', value: 'x' });
  const item = fc.constantFrom('{}', '{"a":{"b": {"c":1.0}},"b":null}', '{"b":{"a":["x"]},"a.b":{}}');
  fc.assert(
    fc.property(item, fc.record({ names, values: fc.array(value, { minLength: 8 }) }), (before, sent) => {
      const changes = sent.names.map((name, at) => [name, sent.values[at]!] as const);
      const inTurn = changes.map(([name, value]) => JSON.stringify({ [name]: value }));
      const expected = inTurn.reduce((text, change) => changed(text, change).text, before);
      const together = changed(before, JSON.stringify(Object.fromEntries(changes)));
      if (together.errors.length === 0) assert.deepEqual(JSON.parse(together.text), JSON.parse(expected));
    }),
    { seed: 20261127 },
  );
});
