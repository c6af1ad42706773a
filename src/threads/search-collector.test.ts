import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReportedSearch } from '../domain/feedback/search-tracker.ts';
import { SearchCollector, searchNumbers, type NumberedSearch } from './search-collector.ts';

const search = (searchId: string): ReportedSearch => ({ searchId }) as ReportedSearch;

function sourceOf(searches: NumberedSearch[]) {
  return { takeSearches: (into: NumberedSearch[]) => into.push(...searches.splice(0)) };
}

test('SearchCollector receives the searches of several threads in the order of their numbers, also across 2^31', () => {
  const received: string[] = [];
  const collector = new SearchCollector(({ searchId }) => received.push(searchId));
  const next = searchNumbers(collector.memory);
  const [first, second]: [NumberedSearch[], NumberedSearch[]] = [[], []];
  collector.add(sourceOf(first));
  collector.add(sourceOf(second));
  new Int32Array(collector.memory)[0] = 2 ** 31 - 2;
  second.push({ number: next(), search: search('a') });
  first.push({ number: next(), search: search('b') });
  second.push({ number: next(), search: search('c') });
  first.push({ number: next(), search: search('d') });
  collector.receive();
  assert.deepEqual(received, ['a', 'b', 'c', 'd']);
});

test('SearchCollector keeps a search that was written while it read the others', () => {
  const received: string[] = [];
  const collector = new SearchCollector(({ searchId }) => received.push(searchId));
  const next = searchNumbers(collector.memory);
  const first: NumberedSearch[] = [];
  let isConcurrent = true;
  collector.add(sourceOf(first));
  collector.add({
    takeSearches: (into) => {
      if (!isConcurrent) return;
      isConcurrent = false;
      // After the first thread was read, it answers a search, and this one the next of the same visitor.
      first.push({ number: next(), search: search('earlier') });
      into.push({ number: next(), search: search('later') });
    },
  });
  collector.receive();
  assert.deepEqual(received, []);
  collector.receive();
  assert.deepEqual(received, ['earlier', 'later']);
});
