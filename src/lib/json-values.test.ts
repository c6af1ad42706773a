import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { withoutPaths } from './json-values.ts';

/** Removes the paths from a copy of all values. */
function removePaths(value: unknown, paths: readonly string[], path = ''): unknown {
  if (Array.isArray(value)) return value.map((element) => removePaths(element, paths, path));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, member]) => ({
    at: path === '' ? name : `${path}.${name}`,
    name,
    member: member as unknown,
  }));
  const kept = entries.filter(({ at }) => !paths.includes(at));
  return Object.fromEntries(kept.map(({ at, name, member }) => [name, removePaths(member, paths, at)]));
}

const name = fc.constantFrom('a', 'b', 'a.b', 'ab', '');
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(1, null, 'x'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(name, tie('value'), { maxKeys: 4 }),
  ),
}));
const path = fc
  .array(fc.constantFrom('a', 'b', 'ab'), { minLength: 1, maxLength: 4 })
  .map((names) => names.join('.'));

test('withoutPaths() removes the same as from a copy, and does not change the value', () => {
  fc.assert(
    fc.property(value, fc.array(path, { maxLength: 3 }), (whole, paths) => {
      const before = JSON.stringify(whole);
      assert.equal(JSON.stringify(withoutPaths(whole, paths)), JSON.stringify(removePaths(whole, paths)));
      assert.equal(JSON.stringify(whole), before);
    }),
    { seed: 20261201, numRuns: 1_000 },
  );
});
