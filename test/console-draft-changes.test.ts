import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  draftIdOf,
  namesOfParts,
  withCollection,
  withoutPart,
  withRules,
  withSettings,
} from '../console/src/app/draft-changes.ts';
import type { Draft, Rule } from '../sdk/src/contract.ts';

const draft: Draft = { id: 'd', name: 'D' };
const rule = (id: string, hide = 'x'): Rule => ({ id, hide: [hide] });

test('withRules() adds only the rules that differ from the saved ones', () => {
  const saved = [rule('a'), rule('b'), rule('c')];
  assert.deepEqual(withRules(draft, saved, [rule('a'), rule('b', 'y'), rule('n')]).rules, {
    put: [rule('b', 'y'), rule('n')],
    remove: ['c'],
  });
  assert.deepEqual(withRules(draft, saved, [rule('b'), rule('a'), rule('c')]).rules, {
    put: [],
    remove: [],
    order: ['b', 'a', 'c'],
  });
});

test('withRules() keeps what the draft changes already, and replaces the same rules', () => {
  const before: Draft = {
    ...draft,
    rules: { put: [rule('a', 'old'), rule('z')], remove: ['b'], order: ['z'] },
  };
  assert.deepEqual(withRules(before, [rule('a'), rule('b')], [rule('a', 'new'), rule('b', 'new')]).rules, {
    put: [rule('z'), rule('a', 'new'), rule('b', 'new')],
    remove: [],
    order: ['z'],
  });
});

test('withSettings() merges members of objects, and replaces lists', () => {
  const first = withSettings(draft, { search: { ranking: { typo: 0.5 }, synonyms: [], groupBy: null } });
  const second = withSettings(first, {
    search: { ranking: { prefix: 0.1 }, synonyms: [{ kind: 'equivalent', words: ['a', 'b'] }] },
    front: { enabled: false },
  });
  assert.deepEqual(second.settings, {
    search: {
      ranking: { typo: 0.5, prefix: 0.1 },
      synonyms: [{ kind: 'equivalent', words: ['a', 'b'] }],
      groupBy: null,
    },
    front: { enabled: false },
  });
});

test('withoutPart() removes one change of each kind', () => {
  let all = withRules(draft, [rule('a'), rule('b')], [rule('b', 'y')]);
  all = withSettings(all, { search: { groupBy: 'series', synonyms: [] } });
  all = withCollection(all, { id: 'c', items: ['x'] });
  assert.deepEqual(withoutPart(all, { kind: 'rules', id: 'a' }).rules?.remove, []);
  assert.deepEqual(withoutPart(all, { kind: 'rules', id: 'b' }).rules?.put, []);
  assert.deepEqual(withoutPart(all, { kind: 'settings', id: 'search.groupBy' }).settings, {
    search: { synonyms: [] },
  });
  assert.deepEqual(withoutPart(all, { kind: 'collections', id: 'c' }).collections?.put, []);
  const ordered: Draft = { ...all, rules: { ...all.rules, order: ['b'] } };
  assert.deepEqual(withoutPart(ordered, { kind: 'ruleOrder', id: 'all' }).rules, all.rules);
});

test('draftIdOf() is a part of a URL that no other draft has', () => {
  assert.equal(draftIdOf('Winter sale!', []), 'winter-sale');
  assert.equal(draftIdOf('Winter sale', ['winter-sale', 'winter-sale-2']), 'winter-sale-3');
  assert.equal(draftIdOf('冬', []), 'draft');
  assert.ok(draftIdOf('x'.repeat(200), []).length <= 64);
});

test('namesOfParts() names the first parts', () => {
  const parts = ['a', 'b', 'c', 'd'].map((id) => ({ kind: 'rules', id }) as const);
  assert.equal(namesOfParts(parts, 2), 'Rule a, Rule b and 2 more');
  assert.equal(namesOfParts([{ kind: 'settings', id: 'search.synonyms' }]), 'Synonyms');
});
