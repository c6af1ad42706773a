import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Rule } from '../../ports/search/rules.ts';
import type { TextQuery } from '../../ports/search/text.ts';
import type { VisitorSegments } from '../../ports/recommendations/visitor-segments.ts';
import { emptyQuery } from '../query/empty-query.ts';
import { parseFilter } from '../query/filter-grammar.ts';
import { applyRules, listRules, withRules, type RuleScope } from './active-rules.ts';
import type { RuleVisitor } from './visitor-test.ts';
import { compileRules } from './compiled-rules.ts';
import { matchNoVisitor } from './condition-index.ts';
import { emptyContext } from './request-context.ts';

/** Words without their plural s; "the" is a stop word. */
const queryAnalyzer = {
  carrierPhrases: () => [],
  presence: () => [],
  findTranslatedWords: () => [],
  analyze: (text: string, language?: string) => {
    const found = [...text.toLowerCase().matchAll(/[a-z]+/g)].filter(([word]) => word !== 'the');
    return {
      text,
      language,
      words: found.map(([word]) => word.replace(/s$/, '')),
      spans: found.map(({ 0: word, index }) => ({ start: index, end: index + word.length })),
      isCode: false,
    };
  },
};
const noVisitorNamed = { user: null, session: null };
const ports = { text: { queryAnalyzer } as never };

function ruled(
  rules: readonly Rule[],
  text: string,
  more: Partial<TextQuery> = {},
  scope: RuleScope = 'all',
) {
  const options = { now: 0, context: emptyContext, visitor: noVisitorNamed, scope };
  return applyRules(
    compileRules(rules, queryAnalyzer),
    ports,
    { ...emptyQuery, text, ...more },
    options,
    matchNoVisitor,
  );
}

test('applyRules() rewrites a query once, the longest phrase first, earlier rules first', () => {
  const words = (own: Rule['words'], id = 'w'): Rule => ({ id, words: own! });
  const cases: [readonly Rule[], string, string | null][] = [
    [[words({ remove: ['cheap'] })], 'cheap Red  shoes', 'Red shoes'],
    [[words({ replace: [{ from: 'tees', to: 't-shirt' }] })], 'The tee, red', 'The t-shirt, red'],
    [
      [words({ replace: [{ from: 'a', to: 'b' }] }), words({ replace: [{ from: 'b', to: 'a' }] }, 'v')],
      'a b',
      'b a',
    ],
    [[words({ remove: ['red'], replace: [{ from: 'red wine', to: 'claret' }] })], 'red wine red', 'claret'],
    [
      [words({ replace: [{ from: 'x', to: '1st' }] }), words({ replace: [{ from: 'x', to: '2nd' }] }, 'v')],
      'x',
      '1st',
    ],
    [[words({ remove: ['shoes'] })], 'shoe', ''],
    [[words({ remove: ['boot'] })], 'shoe', null],
    [[{ ...words({ remove: ['shoe'] }), when: { query: 'red shoe' } }], 'shoe', null],
  ];
  for (const [rules, text, expected] of cases) {
    const { query, rewritten, report } = ruled(rules, text);
    assert.equal(rewritten, expected, text);
    assert.equal(query.text, expected ?? text);
    assert.equal(query.analyzed?.text, query.text);
    assert.equal(report.acting.length > 0, expected !== null);
  }
});

test('applyRules() reports the rules that act, with a sort those that still do', () => {
  const rules: Rule[] = [
    { id: 'boost', boost: [{ filter: 'a:1', by: 3 }], bury: 'a:2' },
    { id: 'filter', filter: 'a:3', userData: ['x'] },
    { id: 'go', redirect: { url: 'https://a.example' }, userData: null as never },
    { id: 'later', redirect: { url: 'https://b.example' }, userData: { banner: 1 } },
    {
      id: 'pin',
      pin: [
        { id: 'i', position: 2 },
        { filter: 'a:4', position: 1 },
      ],
    },
    { id: 'hide', hide: ['h'] },
    { id: 'order', facets: ['size', 'brand'] },
    { id: 'unused', facets: ['color'] },
    { id: 'off', enabled: false, hide: ['o'] },
  ];
  const { query, report } = ruled(rules, 'shoe');
  assert.deepEqual(report, {
    acting: ['boost', 'filter', 'go', 'later', 'pin', 'hide', 'order', 'unused'],
    facets: ['size', 'brand'],
    redirect: { url: 'https://a.example' },
    userData: [['x'], { banner: 1 }],
  });
  const filterOf = (text: string) => parseFilter(text, 0);
  assert.deepEqual(query.rules, {
    hidden: [
      { rule: 'filter', items: { ids: [], filter: { kind: 'not', clause: filterOf('a:3') } } },
      { rule: 'hide', items: { ids: ['h'] } },
    ],
    boosts: [
      { rule: 'boost', filter: filterOf('a:1'), by: 3 },
      { rule: 'boost', filter: filterOf('a:2'), by: -1 },
    ],
    pins: [
      { rule: 'pin', id: 'i', position: 2 },
      { rule: 'pin', filter: filterOf('a:4'), position: 1 },
    ],
  });
  const sorted = ruled(rules, 'shoe', { sort: [{ field: 'price', order: 'asc' }] });
  assert.deepEqual(sorted.report.acting, ['filter', 'go', 'later', 'hide', 'order', 'unused']);
  const hiding = ruled(rules, 'shoe', {}, 'hide');
  assert.deepEqual(hiding.report, { acting: ['hide'], facets: [], redirect: null, userData: [] });
  assert.deepEqual(
    hiding.query.rules?.hidden.map(({ rule }) => rule),
    ['hide'],
  );
  assert.equal(ruled(rules, 'shoe', {}, 'none').query.rules, undefined);
});

test('applyRules() keeps items hidden that the key cannot see', () => {
  const hidden = [{ rule: '', items: { ids: ['private'] } }];
  const restricted = { rules: { hidden, boosts: [], pins: [] } };
  const { query, report } = ruled([{ id: 'r', hide: ['h'] }], '', restricted, 'none');
  assert.deepEqual([query.rules?.hidden, report.acting], [hidden, []]);
});

test('listRules() ignores conditions on queries, words, facets and redirects', async () => {
  const rules: Rule[] = [
    { id: 'query', when: { query: '' }, hide: ['q'] },
    { id: 'either', when: [{ query: 'x' }, { filters: 'a:1' }], boost: 'b:1' },
    { id: 'go', redirect: { url: 'https://a.example' }, words: { remove: ['x'] }, facets: ['f'] },
    { id: 'banner', userData: 1 },
  ];
  const project = {
    text: { queryAnalyzer } as never,
    rules: { current: () => ({ version: 1, changedAt: 0, rules }) } as never,
    visitorSegments: {} as never,
  };
  const options = { now: 0, context: emptyContext, visitor: noVisitorNamed, scope: 'all' } as const;
  const acting = await listRules(project, parseFilter('a:1', 0), options);
  assert.deepEqual(acting.report, {
    acting: ['either', 'banner'],
    facets: [],
    redirect: null,
    userData: [1],
  });
  assert.equal(acting.rules.boosts.length, 1);
  assert.deepEqual((await listRules(project, null, options)).report.acting, ['banner']);
});

test('withRules() asks for the segments of a visitor only where a condition on visitors decides', async () => {
  const hide = ['x'];
  const visitor = { bought: 'a:1' };
  const rules: Rule[] = [
    { id: 'shoe', when: { query: 'shoe', visitor }, hide },
    { id: 'either', when: [{ query: 'boot' }, { query: 'boot', visitor: { is: 'new' } }], hide },
    { id: 'same', when: { query: 'shoe', visitor: { bought: '(a:1)' } }, hide },
    { id: 'later', when: { query: 'shoe', visitor: { is: 'new' } }, from: '2999-01', hide },
  ];
  let asked: unknown[] = [];
  const visitorSegments: VisitorSegments = {
    memberships: (who, segments, now) => {
      asked.push([who, segments.length, now]);
      return Promise.resolve(segments.map(() => true));
    },
  };
  const actingFor = async (
    own: readonly Rule[],
    text: string,
    who: RuleVisitor,
    scope: RuleScope = 'all',
  ): Promise<unknown[]> => {
    asked = [];
    const project = { ...ports, visitorSegments, rules: { current: () => stored } as never };
    const stored = { version: 1, changedAt: 0, rules: own };
    const options = { now: 5, context: emptyContext, visitor: who, scope };
    const { report } = await withRules(project, { ...emptyQuery, text }, options);
    return [report.acting, asked];
  };
  const user = { user: 'u', session: null };
  assert.deepEqual(await actingFor(rules, 'shoe', user), [['shoe', 'same'], [[user, 1, 5]]]);
  assert.deepEqual(await actingFor(rules, 'boot', user), [['either'], []]);
  assert.deepEqual(await actingFor(rules, 'sock', user), [[], []]);
  assert.deepEqual(await actingFor(rules, 'shoe', noVisitorNamed), [[], []]);
  assert.deepEqual(await actingFor(rules, 'shoe', user, 'none'), [[], []]);
  assert.deepEqual(await actingFor(rules, 'shoe', { segment: visitor }), [['shoe', 'same'], []]);
  assert.deepEqual(await actingFor([{ id: 'all', hide }], 'shoe', user), [['all'], []]);
});
