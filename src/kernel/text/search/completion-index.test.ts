import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { CompletionIndex } from './completion-index.ts';
import { pow } from '../../../math/power.ts';

const options = { peopleMin: 3, halfLifeDays: 14, queriesMax: 1_000 };
const queries = ['oak', 'oak chair', 'crème brûlée', 'red oak chair', 'oak oak', 'chair'];

test('CompletionIndex.findCompletions() agrees with a list of people and days', () => {
  const step = fc.oneof(
    {
      weight: 12,
      arbitrary: fc.record({
        person: fc.integer({ min: 0, max: 5 }),
        query: fc.constantFrom(...queries),
        day: fc.option(fc.integer({ min: 0, max: 60 })),
      }),
    },
    fc.integer({ min: 0, max: 40 }),
  );
  const typed = fc.constantFrom('o', 'oak', 'oak ', 'Oak c', 'CREME', 'ch', 'é', 'x', '', ' red');
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), typed, (steps, text) => {
      const index = new CompletionIndex(options);
      const last = new Map<string, number>();
      for (const one of steps) {
        if (typeof one === 'number') {
          index.dropBefore(one);
          for (const [name, day] of last) if (day < one) last.delete(name);
          continue;
        }
        const name = `${one.person}:${one.query}`;
        const before = last.get(name) ?? null;
        if (index.has(one.query)) index.moveCount(one.query, before, one.day);
        else if (one.day !== null) index.set(one.query, [[one.day, 1]]);
        if (one.day === null) last.delete(name);
        else last.set(name, one.day);
      }
      const fold = (value: string): string =>
        value
          .toLowerCase()
          .normalize('NFD')
          .replaceAll(/[\u0300-\u036f]/g, '')
          .trimStart();
      const expected = queries
        .map((query) => {
          const days = [...last].filter(([name]) => name.slice(2) === query).map(([, day]) => day);
          return {
            query,
            people: days.length,
            score: days.reduce((sum, day) => sum + pow(2, (day - 60) / 14), 0),
          };
        })
        .filter(({ people }) => people >= options.peopleMin)
        .filter(({ query }) => fold(text) !== '' && ` ${fold(query)}`.includes(` ${fold(text)}`))
        .sort((a, b) => b.score - a.score);
      const found = index.findCompletions(text, 60, 10);
      const scores = new Map(expected.map(({ query, score }) => [query, score]));
      assert.deepEqual(found.toSorted(), expected.map(({ query }) => query).toSorted());
      found.forEach((query, i) => {
        const [score, next] = [scores.get(query)!, scores.get(found[i + 1] ?? '') ?? 0];
        assert.ok(score > next - 1e-9, `${query} ranks before ${found[i + 1]}`);
      });
    }),
    { seed: 20261121, numRuns: 1_000 },
  );
});

test('CompletionIndex keeps the queries of the most people within its limit', () => {
  const index = new CompletionIndex({ ...options, queriesMax: 40 });
  for (let i = 0; i < 200; i++) index.set(`query ${i}`, [[1, i % 50 === 0 ? 9 : 1]]);
  assert.ok(index.size <= 50);
  assert.deepEqual(index.findCompletions('query', 1, 9).length, 4);
  assert.ok(!index.has('query 1'));
});
