import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecommenderState } from '../counters/recommender-state.ts';
import { readSequences } from './history-sequences.ts';

/** The sequences by item id. */
function namedSequences(state: RecommenderState): string[][] {
  const { items, positions, firsts } = readSequences(state);
  const starts = [...new Set(firsts)];
  return starts.map((first) => {
    const own = [...positions].filter((_, at) => firsts[at] === first);
    return [first, ...own].map((at) => state.getId(items[at]!));
  });
}

test('readSequences() leaves out what is beyond the caps of a visitor or an address', () => {
  const state = new RecommenderState();
  let at = 0;
  const view = (user: string, id: string, marks: { suspectedBot?: boolean; capped?: boolean } = {}): void => {
    const { suspectedBot = false, capped = false } = marks;
    const items = [{ index: state.item(id), isBeyondAddressCap: capped }];
    state.apply({ type: 'view', user, items, at: ++at, suspectedBot });
  };
  for (let round = 0; round < 10; round++) for (const id of ['a', 'b']) view('one', id);
  view('two', 'a');
  view('two', 'b', { capped: true });
  view('two', 'c', { suspectedBot: true });
  view('two', 'd');
  assert.deepEqual(namedSequences(state), [
    ['a', 'b', 'a', 'b'],
    ['a', 'd'],
  ]);
});
