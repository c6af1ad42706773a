import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { Rule } from '../../ports/rules.ts';
import { parseFilter } from '../search/query/filter-grammar.ts';
import { conditionsOf } from './filter-conditions.ts';
import { compileRules, compiledRules } from './compiled-rules.ts';

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z]+/g) ?? [];
/** In `xx`, "a" is a stop word. */
const queryAnalyzer = {
  analyze: (text: string, language?: string) => ({
    text,
    language,
    words: wordsOf(text).filter((word) => language !== 'xx' || word !== 'a'),
    spans: [],
    isCode: false,
  }),
};

test('CompiledRules.matching() returns the same rules as a test of each', () => {
  const words = fc.array(fc.constantFrom('a', 'b', 'C'), { maxLength: 4 });
  const when = fc.record({
    query: words.map((own) => own.join(' ')),
    match: fc.constantFrom('is' as const, 'contains' as const, 'starts' as const),
  });
  const holds = (rule: Rule, query: readonly string[]): boolean => {
    const own = wordsOf(rule.when!.query!);
    const text = ` ${query.join(' ')} `;
    if (rule.when!.match === 'is') return text === ` ${own.join(' ')} `;
    if (own.length === 0) return false;
    return rule.when!.match === 'starts'
      ? text.startsWith(` ${own.join(' ')} `)
      : text.includes(` ${own.join(' ')} `);
  };
  fc.assert(
    fc.property(fc.array(when, { maxLength: 12 }), words, (conditions, typed) => {
      const rules = conditions.map((own, i): Rule => ({ id: `r${i}`, when: own, hide: ['x'] }));
      const query = wordsOf(typed.join(' '));
      const found = compileRules(rules, queryAnalyzer).matching(query);
      assert.deepEqual(
        found.map(({ id }) => id).toSorted(),
        rules
          .filter((rule) => holds(rule, query))
          .map(({ id }) => id)
          .toSorted(),
      );
    }),
    { seed: 20261121, numRuns: 2_000 },
  );
});

test('compiledRules() compiles once, until the rules or the text analysis change', () => {
  const stored = { version: 1, changedAt: 0, rules: [{ id: 'a', hide: ['x'] }] };
  const book = compiledRules(stored, queryAnalyzer);
  assert.equal(compiledRules(stored, queryAnalyzer), book);
  assert.notEqual(compiledRules({ ...stored }, queryAnalyzer), book);
  assert.notEqual(compiledRules(stored, { ...queryAnalyzer }), book);
});

test('CompiledRules.matching() analyzes conditions in the language of the query', () => {
  const hide = ['x'];
  const book = compileRules(
    [
      { id: 'is', when: { query: 'a b' }, hide },
      { id: 'contains', when: { query: 'b c', match: 'contains' }, hide },
    ],
    queryAnalyzer,
  );
  const matching = (text: string, language?: string): string[] =>
    book.matching(queryAnalyzer.analyze(text, language).words, language).map(({ id }) => id);
  assert.deepEqual(matching('a b'), ['is']);
  assert.deepEqual(matching('b'), []);
  assert.deepEqual(matching('a b', 'xx'), ['is']);
  assert.deepEqual(matching('b', 'xx'), ['is']);
  assert.deepEqual(matching('b a c', 'xx'), ['contains']);
});

test('conditionsOf() recognizes a condition in any notation', () => {
  const of = (text: string) => conditionsOf(parseFilter(text, 0));
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
