import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Configuration } from '../../ports/configuration/configuration.ts';
import type { Rule } from '../../ports/search/rules.ts';
import { hasState, sortRules, readPart, withChanges } from './configuration-parts.ts';
import { recordBase, findConflicts, listDraftParts, withDraft } from './draft-changes.ts';

const rule = (id: string, hide = 'x'): Rule => ({ id, hide: [hide] });
const empty: Configuration = { settings: {}, rules: [], collections: new Map(), placements: new Map() };
const withRules = (...ids: string[]): Configuration => ({ ...empty, rules: ids.map((id) => rule(id)) });
const idsOf = ({ rules }: Configuration): string => rules.map(({ id }) => id).join('');

test('withDraft() replaces rules at their places, adds new ones at the end, and orders those that it names', () => {
  const live = withRules('a', 'b', 'c', 'd');
  const draft = { id: 'x', rules: { put: [rule('b', 'y'), rule('e')], remove: ['a'] } };
  const after = withDraft(live, draft);
  assert.equal(idsOf(after), 'bcde');
  assert.deepEqual(after.rules[0], rule('b', 'y'));
  assert.equal(
    idsOf(withDraft(live, { id: 'x', rules: { ...draft.rules, order: ['e', 'd', 'b'] } })),
    'ecdb',
  );
  assert.equal(after.settings, live.settings);
  assert.equal(after.collections, live.collections);
});

test('withDraft() merges settings as an immediate change does: null resets one', () => {
  const live: Configuration = {
    ...empty,
    settings: { search: { groupBy: 'series', ranking: { typo: 0.5 } }, items: { priceOptional: true } },
  };
  const after = withDraft(live, {
    id: 'x',
    settings: { search: { groupBy: null, ranking: { prefix: 0.1 } } },
  });
  assert.deepEqual(after.settings, {
    search: { ranking: { typo: 0.5, prefix: 0.1 } },
    items: { priceOptional: true },
  });
});

test('sortRules() keeps the places of rules that the order does not name', () => {
  const { rules } = withRules('a', 'b', 'c', 'd');
  const ordered = (...order: string[]): string => idsOf({ ...empty, rules: sortRules(rules, order) });
  assert.equal(ordered('c', 'a'), 'cbad');
  assert.equal(ordered('gone', 'd', 'a'), 'dbca');
  assert.equal(ordered(), 'abcd');
});

test('withChanges() restores a removed rule after its former predecessor', () => {
  const restored = (live: Configuration, follows: string | null): string =>
    idsOf(withChanges(live, [{ kind: 'rules', id: 'r', before: null, after: rule('r') as never, follows }]));
  assert.equal(restored(withRules('a', 'b'), 'a'), 'arb');
  assert.equal(restored(withRules('a', 'b'), null), 'rab');
  assert.equal(restored(withRules('a', 'b'), 'gone'), 'abr');
});

test('withChanges() and readPart() agree about every kind of part', () => {
  const changes = [
    { kind: 'settings', id: 'search.groupBy', before: null, after: 'series' },
    { kind: 'rules', id: 'r', before: null, after: { id: 'r', hide: ['x'] } },
    { kind: 'collections', id: 'c', before: null, after: { id: 'c', items: ['x'] } },
    { kind: 'placements', id: 'p', before: null, after: { id: 'p', list: 'user' } },
  ] as const;
  const after = withChanges(empty, changes as never);
  for (const change of changes) {
    assert.deepEqual(readPart(empty, change), null);
    assert.deepEqual(readPart(after, change), change.after);
  }
  const back = withChanges(
    after,
    changes.map((change) => ({ ...change, before: change.after, after: null })) as never,
  );
  for (const change of changes) assert.equal(hasState(back, change, null), true, change.id);
});

test('an order of rules is the same where other rules were added or removed', () => {
  const order = { kind: 'ruleOrder', id: 'all' } as const;
  assert.equal(hasState(withRules('a', 'x', 'b'), order, ['a', 'gone', 'b']), true);
  assert.equal(hasState(withRules('b', 'a'), order, ['a', 'b']), false);
});

test('findConflicts() names the parts that changed since and are not as the draft has them', () => {
  const live: Configuration = { ...withRules('a', 'b'), settings: { search: { groupBy: 'x' } } };
  const draft = {
    id: 'd',
    rules: { put: [rule('a', 'mine')], remove: ['b'] },
    settings: { search: { groupBy: 'y' } },
  };
  assert.deepEqual(
    listDraftParts(draft).map(({ kind, id }) => `${kind} ${id}`),
    ['settings search.groupBy', 'rules a', 'rules b'],
  );
  const stored = { draft, author: 'me', base: recordBase(live, draft, []) };
  assert.deepEqual(findConflicts(live, stored), []);
  const theirs: Configuration = { ...live, rules: [rule('a', 'theirs')] };
  // That b is gone is what the draft wants.
  assert.deepEqual(
    findConflicts(theirs, stored).map(({ id }) => id),
    ['a'],
  );
  const kept = recordBase(theirs, draft, stored.base);
  assert.deepEqual(kept, stored.base);
});
