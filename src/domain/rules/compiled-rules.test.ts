import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { Warning } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import type { Rule, RuleCondition } from '../../ports/search/rules.ts';
import { parseFilter } from '../query/filter-grammar.ts';
import { listConditions } from './filter-conditions.ts';
import { compileRules, compileRulesOnce, type CompiledRules } from './compiled-rules.ts';
import { matchNoVisitor, type RuleRequest } from './condition-index.ts';
import { emptyContext, readContext } from './request-context.ts';
import { listRuleConditions } from './rule-parts.ts';
import { representative } from '../../../test/support/matrix.ts';

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z]+/g) ?? [];
/** In `xx`, "a" is a stop word. */
const queryAnalyzer = {
  carrierPhrases: () => [],
  presence: () => [],
  findTranslatedWords: () => [],
  analyze: (text: string, language?: string) => ({
    text,
    language,
    words: wordsOf(text).filter((word) => language !== 'xx' || word !== 'a'),
    spans: [],
    isCode: false,
  }),
};

const matchingIds = (compiled: CompiledRules, request: Partial<RuleRequest>, now = 0): string[] =>
  compiled
    .findMatchingRules({ words: [], context: emptyContext, visitor: matchNoVisitor, ...request }, now)
    .map(({ id }) => id);

test('CompiledRules.matching() returns the same rules as a test of each', () => {
  const words = fc.array(fc.constantFrom('a', 'b', 'C'), { maxLength: 4 });
  const clauses = ['brand:nike', 'price < 5', 'EXISTS size'] as const;
  const filters = fc.subarray([...clauses], { minLength: 1 }).map((some) => some.join(' AND '));
  const values = fc.oneof(fc.constantFrom('x', 'Y'), fc.subarray(['x', 'y', 'z'], { minLength: 1 }));
  const condition = fc.record(
    {
      query: words.map((own) => own.join(' ')),
      match: fc.constantFrom('is' as const, 'contains' as const, 'starts' as const),
      filters,
      context: fc.dictionary(fc.constantFrom('page', 'country'), values, { maxKeys: 2 }),
    },
    { requiredKeys: [] },
  );
  const rule = fc.record(
    {
      when: fc.oneof(condition, fc.array(condition, { minLength: 1, maxLength: 3 })),
      enabled: fc.boolean(),
      from: fc.constantFrom('1970-01-01T00:00:00.010Z', '1970-01-01T00:00:00.020Z'),
      until: fc.constantFrom('1970-01-01T00:00:00.030Z', '1970-01-01T00:00:00.040Z'),
    },
    { requiredKeys: [] },
  );
  const request = fc.record({
    typed: fc.option(words),
    clauses: fc.subarray([...clauses, 'size:4']),
    context: fc.dictionary(fc.constantFrom('page', 'country'), values, { maxKeys: 2 }),
    now: fc.integer({ min: 5, max: 45 }),
  });
  type Request = typeof request extends fc.Arbitrary<infer T> ? T : never;

  const queryHolds = ({ query: wanted, match = 'is' }: RuleCondition, typed: string[] | null): boolean => {
    if (wanted === undefined) return true;
    if (typed === null) return false;
    const own = wordsOf(wanted);
    const text = ` ${wordsOf(typed.join(' ')).join(' ')} `;
    if (match === 'is') return text === ` ${own.join(' ')} `;
    if (own.length === 0) return false;
    return match === 'starts' ? text.startsWith(` ${own.join(' ')} `) : text.includes(` ${own.join(' ')} `);
  };
  const lower = (value: string | readonly string[]): string[] =>
    [value].flat().map((one) => one.toLowerCase());
  const holds = (each: RuleCondition, asked: Request): boolean =>
    queryHolds(each, asked.typed) &&
    (each.filters ?? '')
      .split(' AND ')
      .every((clause) => clause === '' || asked.clauses.includes(clause as never)) &&
    Object.entries(each.context ?? {}).every(([name, wanted]) =>
      lower(asked.context[name] ?? []).some((value) => lower(wanted).includes(value)),
    );
  const isDue = ({ enabled = true, from, until }: Rule, now: number): boolean =>
    enabled &&
    now >= (from === undefined ? -Infinity : Date.parse(from)) &&
    now < (until === undefined ? Infinity : Date.parse(until));

  fc.assert(
    fc.property(fc.array(rule, { maxLength: 8 }), request, (drafts, asked) => {
      const rules = drafts.map((own, i): Rule => ({ ...own, id: `r${i}`, hide: ['x'] }));
      const filter = asked.clauses.length === 0 ? undefined : parseFilter(asked.clauses.join(' AND '), 0);
      const found = matchingIds(
        compileRules(rules, queryAnalyzer),
        {
          words: asked.typed === null ? null : wordsOf(asked.typed.join(' ')),
          filter,
          context: readContext(asked.context, []),
        },
        asked.now,
      );
      const expected = rules.filter(
        (own) => isDue(own, asked.now) && listRuleConditions(own).some((each) => holds(each, asked)),
      );
      assert.deepEqual(
        found,
        expected.map(({ id }) => id),
      );
    }),
    { seed: 20261121, numRuns: representative(2_000, 5_000) },
  );
});

test('compileRulesOnce() compiles once, until the rules or the text analysis change', () => {
  const stored = { version: 1, changedAt: 0, rules: [{ id: 'a', hide: ['x'] }] };
  const compiled = compileRulesOnce(stored, queryAnalyzer);
  assert.equal(compileRulesOnce(stored, queryAnalyzer), compiled);
  assert.notEqual(compileRulesOnce({ ...stored }, queryAnalyzer), compiled);
  assert.notEqual(compileRulesOnce(stored, { ...queryAnalyzer }), compiled);
});

test('CompiledRules.matching() analyzes conditions in the language of the query', () => {
  const hide = ['x'];
  const compiled = compileRules(
    [
      { id: 'is', when: { query: 'a b' }, hide },
      { id: 'contains', when: { query: 'b c', match: 'contains' }, hide },
    ],
    queryAnalyzer,
  );
  const matching = (text: string, language?: string): string[] =>
    matchingIds(compiled, { words: queryAnalyzer.analyze(text, language).words, language });
  assert.deepEqual(matching('a b'), ['is']);
  assert.deepEqual(matching('b'), []);
  assert.deepEqual(matching('a b', 'xx'), ['is']);
  assert.deepEqual(matching('b', 'xx'), ['is']);
  assert.deepEqual(matching('b a c', 'xx'), ['contains']);
});

test('listConditions() recognizes a condition in any notation', () => {
  const of = (text: string) => listConditions(parseFilter(text, 0));
  const same = [
    ['brand:Nike AND price < 5', 'price<5 AND (brand="nike" AND brand:NIKE)'],
    ['(a:1 OR b:2) AND c:3', 'c:3 AND (b:2 OR (a:1 OR a:1))'],
    ['NOT (a:1 AND b:2)', 'NOT (b:2 AND a:1)'],
  ] as const;
  for (const [one, other] of same) assert.deepEqual(of(one), of(other), other);
  assert.ok(of('brand:Nike').isSubsetOf(of('price < 5 AND brand:Nike')));
  assert.ok(!of('brand:Nike').isSubsetOf(of('brand:Nike OR price < 5')));
  assert.ok(!of('price < 5').isSubsetOf(of('price <= 5')));
});

test('readContext() reads members with values, ignores others and warns of what is no object', () => {
  const read = (sent: unknown): unknown[] => {
    const warnings: Warning[] = [];
    return [Object.fromEntries(readContext(sent, warnings)), warnings.map(({ code, path }) => [code, path])];
  };
  const sent = {
    page: 'Home',
    segments: ['VIP', 7, null],
    yes: true,
    of: { a: 1 },
    long: 'x'.repeat(300),
    none: [],
  };
  const expected = { page: ['home'], segments: ['vip', '7'], yes: ['true'] };
  assert.deepEqual(read(sent), [expected, []]);
  assert.deepEqual(read(JSON.stringify(sent)), [expected, []]);
  for (const nothing of [undefined, null, '']) assert.deepEqual(read(nothing), [{}, []]);
  for (const wrong of ['home', '{"page"', '[1]', 5, ['home']])
    assert.deepEqual(read(wrong), [{}, [['context_ignored', 'context']]]);
  const many = Object.fromEntries(
    Array.from({ length: limits.contextMembersMax + 1 }, (_, i) => [`m${i}`, i]),
  );
  const [members, warnings] = read(many) as [object, unknown[]];
  assert.deepEqual([Object.keys(members).length, warnings.length], [limits.contextMembersMax, 1]);
});
