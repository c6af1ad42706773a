import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  defineChoice,
  Fault,
  defineFlag,
  defineList,
  allowNull,
  defineNumber,
  joinLines,
  allowValue,
  defineText,
  defineTime,
  type Field,
} from './fields.ts';
import { defineDictionary, defineObject, makeOptional, addDefaults } from './object-fields.ts';

/** `path code` of each error; the value if there are none. */
function outcome(field: Field<unknown>, value: unknown): unknown {
  const read = field.read(value, 'at');
  return read instanceof Fault ? read.errors.map(({ path, code }) => `${path} ${code}`) : read;
}

test('defineText() accepts lengths within its limits, and numbers only if declared', () => {
  const name = defineText({ lengthMax: 3 });
  assert.equal(outcome(name, 'abc'), 'abc');
  assert.deepEqual(outcome(name, 'abcd'), ['at too_long']);
  assert.deepEqual(outcome(name, ''), ['at too_short']);
  assert.deepEqual(outcome(name, 'a\0'), ['at invalid_text']);
  assert.deepEqual(outcome(name, 12), ['at type']);
  assert.equal(outcome(defineText({ lengthMax: 3, numbers: true }), 12), '12');
  assert.deepEqual(outcome(defineText({ lengthMax: 3, notBlank: true }), '  '), ['at too_short']);
  assert.equal(outcome(defineText({ lengthMin: 0, lengthMax: 3 }), ''), '');
});

test('defineText() of names is one line without control characters and marks of direction', () => {
  const name = defineText({ lengthMax: 20, isName: true });
  for (const fine of ['Sale – 20 %', 'Été 👟', 'חולצה', 'می\u200cخواهم'])
    assert.equal(outcome(name, fine), fine);
  for (const wrong of [
    '\n',
    '\r',
    '\t',
    '\x1b',
    '\x7f',
    '\x85',
    '\u2028',
    '\u061c',
    '\u200f',
    '\u202e',
    '\u2066',
  ])
    assert.deepEqual(outcome(name, `a${wrong}b`), ['at invalid_text'], JSON.stringify(wrong));
  assert.equal(joinLines(' Winter\r\nsale\u202e '), 'Winter sale');
});

test('defineText() of paths is neither "." nor ".."', () => {
  const id = defineText({ lengthMax: 20, inPath: true });
  for (const wrong of ['.', '..']) assert.deepEqual(outcome(id, wrong), ['at format']);
  for (const fine of ['...', '.a', 'a.']) assert.equal(outcome(id, fine), fine);
});

test('defineNumber() accepts its range, whole numbers if declared, and decimal strings if declared', () => {
  const share = defineNumber({ above: 0, max: 1, texts: true });
  assert.equal(outcome(share, '.5'), 0.5);
  assert.equal(outcome(share, 1), 1);
  assert.deepEqual(outcome(share, 0), ['at out_of_range']);
  assert.deepEqual(outcome(share, '0x1'), ['at type']);
  const position = defineNumber({ whole: true, min: 1 });
  assert.equal(outcome(position, 7), 7);
  assert.deepEqual(outcome(position, 1.5), ['at type']);
  assert.deepEqual(outcome(position, '7'), ['at type']);
  assert.deepEqual(outcome(defineNumber({}), Infinity), ['at out_of_range']);
});

test('defineTime() accepts milliseconds and ISO 8601, in UTC without a zone', () => {
  assert.equal(outcome(defineTime(), 5), 5);
  assert.equal(outcome(defineTime(), '2026-03-01T12:00:00'), Date.UTC(2026, 2, 1, 12));
  assert.equal(outcome(defineTime(), '2026-03-01T12:00:00+01:00'), Date.UTC(2026, 2, 1, 11));
  for (const other of ['March 1, 2026', '', null])
    assert.deepEqual(outcome(defineTime(), other), ['at format']);
});

test('defineList() checks its size, its elements and repetitions', () => {
  const kinds = defineList(defineChoice(['a', 'b']), {
    countMin: 1,
    countMax: 2,
    noun: 'kinds',
    distinct: true,
  });
  assert.deepEqual(outcome(kinds, ['a', 'b']), ['a', 'b']);
  assert.deepEqual(outcome(kinds, []), ['at too_few']);
  assert.deepEqual(outcome(kinds, ['a', 'b', 'a']), ['at too_many']);
  assert.deepEqual(outcome(kinds, ['a', 'a']), ['at duplicate']);
  assert.deepEqual(outcome(kinds, ['c', 'd']), ['at[0] not_allowed', 'at[1] not_allowed']);
  assert.deepEqual(outcome(kinds, 'a'), ['at type']);
  assert.deepEqual(outcome(defineList(defineFlag(), { countMax: 1, noun: 'flags', single: true }), true), [
    true,
  ]);
});

test('defineObject() reports missing, invalid and unknown members with their paths', () => {
  const inner = defineObject({ n: defineNumber({ min: 0 }) });
  const outer = defineObject({ id: defineText({ lengthMax: 9 }), inner: makeOptional(inner) });
  assert.deepEqual(outcome(outer, { id: 'a', inner: { n: 1 } }), { id: 'a', inner: { n: 1 } });
  assert.deepEqual(outcome(outer, { inner: { n: -1, m: 2 }, others: 1 }), [
    'at.id required',
    'at.inner.n out_of_range',
    'at.inner.m unknown',
    'at.others unknown',
  ]);
  assert.deepEqual(outcome(outer, { id: 'a', inner: null }), ['at.inner type']);
  const lenient = defineObject(
    { id: makeOptional(defineFlag()) },
    { nullIsAbsent: true, ignoresOthers: true },
  );
  assert.deepEqual(outcome(lenient, { id: null, x: 1 }), {});
});

test('addDefaults() completes absent members', () => {
  const cap = defineObject({ max: defineNumber({ min: 1 }), window: makeOptional(defineNumber({ min: 2 })) });
  const complete = addDefaults(cap, { window: 100 });
  assert.deepEqual(outcome(complete, { max: 1 }), { max: 1, window: 100 });
  assert.deepEqual(outcome(complete, { max: 1, window: 2 }), { max: 1, window: 2 });
  assert.deepEqual(outcome(complete, { window: 1 }), ['at.max required', 'at.window out_of_range']);
});

test('defineDictionary() checks names and values', () => {
  const weights = defineDictionary(defineText({ lengthMax: 3 }), allowNull(defineNumber({ max: 1 })), {
    countMax: 2,
    noun: 'types',
    description: '',
  });
  assert.deepEqual(outcome(weights, { a: 1, b: null }), { a: 1, b: null });
  assert.deepEqual(outcome(weights, { long1: 2 }), ['at.long1 too_long', 'at.long1 out_of_range']);
  assert.deepEqual(outcome(weights, { a: 1, b: 1, c: 1 }), ['at too_many']);
});

test('allowValue() allows one more value', () => {
  const weight = allowValue(defineNumber({ max: 1 }), 'auto');
  assert.deepEqual([outcome(weight, 'auto'), outcome(weight, 0.5)], ['auto', 0.5]);
  const read = weight.read(2, 'weight');
  assert.match(read instanceof Fault ? read.errors[0]!.detail : '', /at most 1, not 2, or "auto"$/);
});
