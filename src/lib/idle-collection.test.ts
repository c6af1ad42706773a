import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { collectWhenIdle } from './idle-collection.ts';

test('collectWhenIdle() collects once after each burst of work', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    let collections = 0;
    const worked = collectWhenIdle(() => void collections++);
    for (let burst = 1; burst <= 3; burst++) {
      for (let i = 0; i < 10; i++) {
        worked();
        mock.timers.tick(1_900);
        assert.equal(collections, burst - 1, 'not between two pieces of work');
      }
      mock.timers.tick(600_000);
      assert.equal(collections, burst);
    }
  } finally {
    mock.timers.reset();
  }
});
