import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { Rule } from '../../ports/rules.ts';
import { parseFilter } from '../search/query/filter-grammar.ts';
import { conditionsOf } from './filter-conditions.ts';
import { compileRules, compiledRules } from './compiled-rules.ts';

const reader = { words: (text: string): string[] => text.toLowerCase().match(/[a-z]+/g) ?? [] };

test('RuleBook.ofWords() gives the rules that a look at each would', () => {
  const words = fc.array(fc.constantFrom('a', 'b', 'C'), { maxLength: 4 });
  const when = fc.record({
    query: words.map((own) => own.join(' ')),
    match: fc.constantFrom('is' as const, 'contains' as const, 'starts' as const),
  });
  const holds = (rule: Rule, query: readonly string[]): boolean => {
    const own = reader.words(rule.when!.query!);
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
      const query = reader.words(typed.join(' '));
      const found = compileRules(rules, reader).ofWords(query);
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

test('ruleBook() reads rules once, until they or the reader change', () => {
  const stored = { version: 1, changedAt: 0, rules: [{ id: 'a', hide: ['x'] }] };
  const book = compiledRules(stored, reader);
  assert.equal(compiledRules(stored, reader), book);
  assert.notEqual(compiledRules({ ...stored }, reader), book);
  assert.notEqual(compiledRules(stored, { ...reader }), book);
});

test('conditionsOf() takes one condition for the same however it is written', () => {
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
