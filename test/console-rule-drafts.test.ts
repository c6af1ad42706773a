import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ruleEffectOn, withEdit, type QueryEdit } from '../console/src/views/rules/query-rules.ts';
import { draftOf, ruleOf, type RuleDraft } from '../console/src/views/rules/rule-draft.ts';
import { sentenceOf } from '../console/src/views/rules/rule-sentence.ts';
import { isFinished } from '../console/src/views/rules/rule-status.ts';
import { anyVisitor, type VisitorDraft } from '../console/src/views/rules/visitor-draft.ts';
import { joinTexts, splitTexts } from '../console/src/app/text-list.ts';
import type { Rule, RuleCondition } from '../sdk/src/contract.ts';

const seed = 7;
const text = fc.oneof(
  fc.constantFrom('shoes', 'a, b', '"quoted"', ' outer ', 'back\\slash', 'stock:0'),
  fc.string({ minLength: 1 }),
);
const filter = fc.constantFrom('brand:Nike', 'stock > 0 AND NOT color:red', ' id:"a, b" ');
const optional = { requiredKeys: [] as [] };
const days = fc.integer({ min: 1, max: 90 });
const items = fc.oneof(filter, fc.record({ filter, days, newMember: text }, { requiredKeys: ['filter'] }));
const visitor = fc.record(
  {
    viewed: items,
    bought: items,
    spent: fc.record({ min: fc.nat(), max: fc.nat(), days, newMember: text }, optional),
    is: fc.constantFrom('new', 'returning'),
    newMember: text,
  },
  optional,
);
const condition = fc.record(
  {
    visitor,
    query: text,
    match: fc.constantFrom('is', 'contains', 'starts'),
    filters: filter,
    context: fc.dictionary(text, fc.oneof(text, fc.array(text, { minLength: 1, maxLength: 3 })), {
      maxKeys: 3,
    }),
    newMember: text,
  },
  optional,
);
const boosts = fc.oneof(
  filter,
  fc.array(
    fc.record({ filter, by: fc.integer({ min: 1, max: 7 }), newMember: text }, { requiredKeys: ['filter'] }),
    { minLength: 1, maxLength: 3 },
  ),
);
const position = fc.integer({ min: 1, max: 1000 });
const rule = fc.record(
  {
    id: text,
    name: text,
    enabled: fc.boolean(),
    when: fc.oneof(condition, fc.array(condition, { minLength: 1, maxLength: 3 })),
    from: fc.constantFrom('2026-12-01', '2026-12', '2026-12-01T18:00:00Z'),
    until: fc.constantFrom('2026-12-24', '2027-01'),
    pin: fc.array(fc.oneof(fc.record({ id: text, position }), fc.record({ filter, position })), {
      maxLength: 3,
    }),
    hide: fc.oneof(filter, fc.array(text, { maxLength: 3 })),
    filter,
    facets: fc.uniqueArray(text, { minLength: 1, maxLength: 3 }),
    boost: boosts,
    bury: boosts,
    words: fc.record(
      {
        replace: fc.array(fc.record({ from: text, to: text }), { maxLength: 3 }),
        remove: fc.array(text, { maxLength: 3 }),
      },
      optional,
    ),
    redirect: fc.record({ url: fc.constant('https://shop.example/sale') }),
    userData: fc.jsonValue().filter((value) => value !== null),
    newMember: fc.jsonValue(),
  },
  { requiredKeys: ['id'] },
);

/** As the service returns it. */
const received = <T>(arbitrary: fc.Arbitrary<unknown>): fc.Arbitrary<T> =>
  arbitrary.map((value) => JSON.parse(JSON.stringify(value)) as T);
const rules = received<Rule>(rule);
const conditions = received<RuleCondition[]>(fc.array(condition, { minLength: 2, maxLength: 3 }));

test('a rule is the same after a round trip through the editor, with members that the editor does not know', () => {
  fc.assert(
    fc.property(rules, (one) => {
      const draft = draftOf(one, 0);
      assert.deepEqual(ruleOf(draft), one);
      assert.ok(sentenceOf(draft, (id) => id).condition !== '');
    }),
    { seed },
  );
});

const edits: readonly [member: keyof Rule, change: Partial<RuleDraft>][] = [
  ['id', { id: 'edited' }],
  ['name', { name: 'Edited' }],
  ['from', { from: '2020-01-01' }],
  ['until', { until: '2099-01-01' }],
  ['pin', { pins: [{ original: null, kind: 'slot', id: '', filter: 'new:true', position: '5' }] }],
  ['hide', { hideBy: 'filter', hiddenFilter: 'recalled:true' }],
  ['filter', { filter: 'edited:true' }],
  ['boost', { boosts: [{ original: null, filter: 'edited:true', by: '3' }] }],
  ['bury', { buries: [{ original: null, filter: 'edited:true', by: '1' }] }],
  ['words', { replacements: [{ from: 'edited', to: 'b' }] }],
  ['redirect', { redirect: 'https://shop.example/edited' }],
  ['userData', { userData: '{"edited": 1}' }],
];

test('an edit of one member changes no other, and an edit taken back changes nothing', () => {
  fc.assert(
    fc.property(rules, fc.constantFrom(...edits), (one, [member, change]) => {
      const before = draftOf(one, 0);
      const after = ruleOf({ ...before, ...change });
      assert.deepEqual({ ...after, [member]: one[member] }, { ...one, [member]: one[member] });
      assert.notDeepEqual(after[member], one[member]);
      const changed = Object.keys(change) as (keyof RuleDraft)[];
      const back = Object.fromEntries(changed.map((name) => [name, before[name]]));
      assert.deepEqual(ruleOf({ ...before, ...change, ...back }), one);
    }),
    { seed },
  );
});

test('an edit of one condition changes no other condition and no other member of it', () => {
  fc.assert(
    fc.property(conditions, fc.nat(), (list, at) => {
      const before = draftOf({ id: 'a', when: list, hide: ['x'] }, 0);
      const index = at % list.length;
      const changed = before.conditions.map((one, i) =>
        i === index ? { ...one, filters: 'edited:true' } : one,
      );
      const expected = list.map((one, i) => (i === index ? { ...one, filters: 'edited:true' } : one));
      assert.deepEqual(ruleOf({ ...before, conditions: changed }), { id: 'a', when: expected, hide: ['x'] });
    }),
    { seed },
  );
});

test('an edit of the visitors of a condition changes nothing else', () => {
  const when = {
    query: 'shoes',
    visitor: { viewed: { filter: 'a:1', days: 3, x: 1 }, spent: { min: 5, x: 2 }, is: 'new', x: 3 },
  } as RuleCondition;
  const before = draftOf({ id: 'a', when, hide: ['x'] }, 0);
  const [one] = before.conditions;
  const edited = (change: Partial<VisitorDraft>): unknown => {
    const conditions = [{ ...one!, visitor: { ...one!.visitor, ...change } }];
    return (ruleOf({ ...before, conditions }).when as RuleCondition).visitor;
  };
  const { visitor: own } = when;
  assert.deepEqual(edited({ is: 'any' }), { viewed: own?.viewed, spent: own?.spent, x: 3 });
  assert.deepEqual(edited({ bought: { filter: ' b:2 ', days: '' } }), { ...own, bought: 'b:2' });
  assert.deepEqual(edited({ bought: { filter: 'b:2', days: '7' } }), {
    ...own,
    bought: { filter: 'b:2', days: 7 },
  });
  assert.deepEqual(edited({ viewed: { filter: 'a:2', days: '' } }), {
    ...own,
    viewed: { filter: 'a:2', x: 1 },
  });
  assert.deepEqual(edited({ spent: { min: '', max: '9.5', days: '30' } }), {
    ...own,
    spent: { max: 9.5, days: 30, x: 2 },
  });
  const all = draftOf({ id: 'a', when: { visitor: { is: 'new' } }, hide: ['x'] }, 0);
  const conditions = [{ ...all.conditions[0]!, visitor: anyVisitor }];
  assert.deepEqual(ruleOf({ ...all, conditions }), { id: 'a', hide: ['x'] });
});

test('a rule with a visitor that is not filled in is not finished', () => {
  const finished = (visitors: Partial<VisitorDraft>): boolean => {
    const draft = draftOf({ id: 'a', hide: ['x'] }, 0);
    const conditions = [{ ...draft.conditions[0]!, visitor: { ...anyVisitor, ...visitors } }];
    return isFinished({ ...draft, conditions });
  };
  assert.ok(finished({ is: 'new', bought: { filter: 'a:1', days: '' } }));
  assert.ok(!finished({ bought: { filter: ' ', days: '3' } }));
  assert.ok(!finished({ viewed: { filter: '', days: '' } }));
  assert.ok(!finished({ spent: { min: '', max: '', days: '3' } }));
  assert.ok(finished({ spent: { min: '', max: '0', days: '' } }));
});

test('texts in a line keep commas, quotes and outer spaces', () => {
  fc.assert(
    fc.property(fc.array(text.filter((one) => one.trim() !== '')), (texts) => {
      assert.deepEqual(splitTexts(joinTexts(texts)), texts);
    }),
    { seed },
  );
  assert.deepEqual(splitTexts(' a ,, b c,"d, e" , "open'), ['a', 'b c', 'd, e', '"open']);
});

test('a rule reads as a sentence', () => {
  const named = (one: Rule): string => {
    const { condition, actions } = sentenceOf(draftOf(one, 0), (id) => (id === 'boot-7' ? 'Boot 7' : id));
    return `${condition} — ${actions}`;
  };
  const winter: Rule = {
    id: 'winter',
    when: [{ query: 'shoes', match: 'contains', context: { page: 'home' } }, { query: 'boots' }],
    pin: [
      { id: 'boot-7', position: 1 },
      { filter: 'brand:Nike', position: 3 },
    ],
    boost: [{ filter: 'season:winter', by: 2 }],
    words: { replace: [{ from: 'trainers', to: 'sneakers' }], remove: ['cheap'] },
  };
  assert.equal(
    named(winter),
    'When a search contains “shoes” on page home, or when someone searches for “boots” — show Boot 7 first, put the best item where brand is Nike on position 3, boost items where season is winter by 2, search for “sneakers” instead of “trainers” and ignore “cheap”',
  );
  assert.equal(
    named({
      id: 'a',
      when: { context: { segment: ['vip', 'staff'] } },
      hide: ['a', 'b', 'c', 'd'],
      bury: 'id:"boot-7"',
    }),
    'With segment vip or staff — hide a, b, c and 1 more and bury Boot 7',
  );
  const forVisitors = (when: NonNullable<Rule['when']>): string =>
    named({ id: 'a', when, hide: ['a'] }).replace(' — hide a', '');
  assert.equal(forVisitors({ visitor: { is: 'new' } }), 'For a new visitor');
  assert.equal(
    forVisitors({
      query: 'shoes',
      visitor: { bought: { filter: 'brand:Nike', days: 30 }, spent: { min: 100, max: 500 } },
    }),
    'When someone who bought items where brand is Nike in the last 30 days and spent 100 to 500 searches for “shoes”',
  );
  assert.equal(
    forVisitors({
      query: 'shoes',
      match: 'contains',
      visitor: { is: 'returning', viewed: 'id:"boot-7"', spent: { max: 0, days: 1 } },
      context: { page: 'home' },
    }),
    'When a search by a returning visitor who viewed Boot 7 and spent at most 0 in the last day contains “shoes” on page home',
  );
  assert.equal(
    forVisitors([{ query: '', visitor: { is: 'new' } }, { visitor: { spent: { min: 9.5 } } }]),
    'When a new visitor browses without a query, or for someone who spent at least 9.5',
  );
  assert.equal(
    named({ id: 'a', redirect: { url: 'https://a.example' } }),
    'Always — send shoppers to https://a.example',
  );
});

test('edits of cards extend the rule of the query, and remove it with its last action', () => {
  const other: Rule = { id: 'other', when: { query: 'shoes', match: 'contains' }, hide: ['z'] };
  const edit = (kind: 'unpin' | 'hide' | 'boost' | 'bury', item = 'a'): QueryEdit => ({
    query: 'Red  shoes',
    item,
    kind,
  });
  const pin = (item: string, position: number): QueryEdit => ({
    query: 'red shoes',
    item,
    kind: 'pin',
    position,
  });
  const pinned = [pin('a', 2), pin('b', 2)].reduce(withEdit, [other]);
  const id = 'search: red shoes';
  assert.deepEqual(pinned, [
    {
      id,
      when: { query: 'red shoes' },
      pin: [
        { id: 'a', position: 3 },
        { id: 'b', position: 2 },
      ],
    },
    other,
  ]);
  assert.ok(pinned.every((one) => isFinished(draftOf(one, 0))));
  const hidden = [edit('hide'), edit('boost', 'b'), edit('boost', 'b')].reduce(withEdit, pinned);
  assert.deepEqual(hidden[0], {
    id,
    when: { query: 'red shoes' },
    pin: [{ id: 'b', position: 2 }],
    hide: ['a'],
    boost: [{ filter: 'id:"b"', by: 2 }],
  });
  assert.deepEqual(ruleEffectOn(hidden, 'red shoes', 'b'), { position: 2, steps: 2 });
  const undone = [edit('bury', 'b'), edit('bury', 'b'), edit('unpin', 'b'), pin('a', 1), edit('unpin')];
  assert.deepEqual(undone.reduce(withEdit, hidden), [other]);
});
