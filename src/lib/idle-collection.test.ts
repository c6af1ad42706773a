import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { collectWhenIdle, collectWhenQuiet } from './idle-collection.ts';

test('collectWhenIdle() releases and collects once after each burst of work', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    let collections = 0;
    let releases = 0;
    const release = (): void => {
      assert.equal(releases++, collections, 'before the collection');
    };
    const worked = collectWhenIdle({ collect: () => void collections++, release });
    for (let burst = 1; burst <= 3; burst++) {
      for (let i = 0; i < 10; i++) {
        worked();
        mock.timers.tick(1_900);
        assert.equal(collections, burst - 1, 'not between two pieces of work');
      }
      mock.timers.tick(600_000);
      assert.equal(collections, burst);
      assert.equal(releases, burst);
    }
    const reported: number[] = [];
    const onCollected = (): void => void reported.push(collections);
    collectWhenIdle({ collect: () => void collections++, afterMs: 10_000, onCollected })();
    mock.timers.tick(9_999);
    assert.deepEqual(reported, []);
    mock.timers.tick(1);
    assert.deepEqual(reported, [4]);
  } finally {
    mock.timers.reset();
  }
});

test('collectWhenQuiet() collects a heap that has grown, and only while the event loop is quiet', () => {
  const megabyte = 1024 * 1024;
  mock.timers.enable({ apis: ['setInterval'] });
  try {
    let heap = 100 * megabyte;
    let external = 0;
    let dropped = 0;
    let used = 0.9;
    let collections = 0;
    let reported = 0;
    const collect = (): void => {
      collections++;
      heap = 40 * megabyte;
      external = 10 * megabyte;
    };
    collectWhenQuiet({
      collect,
      heapBytes: () => heap,
      externalBytes: () => external,
      droppedBytes: () => dropped,
      utilization: () => used,
      onCollected: () => reported++,
    });
    mock.timers.tick(60_000);
    assert.equal(collections, 0, 'busy');
    used = 0.001;
    mock.timers.tick(60_000);
    assert.equal(collections, 1, 'quiet: once');
    heap = 60 * megabyte;
    mock.timers.tick(60_000);
    assert.equal(collections, 1, 'quiet, but little to gain');
    heap = 200 * megabyte;
    mock.timers.tick(60_000);
    assert.equal(collections, 2, 'quiet and grown');
    external = 100 * megabyte;
    mock.timers.tick(60_000);
    assert.equal(collections, 3, 'quiet, and its array buffers have grown');
    dropped = 100 * megabyte;
    mock.timers.tick(60_000);
    assert.equal(collections, 4, 'shared memory was dropped');
    mock.timers.tick(60_000);
    assert.equal(collections, 4, 'once');
    used = 0.9;
    mock.timers.tick(2_000);
    used = 0.001;
    heap = 1_000 * megabyte;
    mock.timers.tick(40_000);
    assert.equal(collections, 4, 'a large heap waits');
    mock.timers.tick(2_000);
    assert.equal(collections, 5, 'for 42 s');
    assert.equal(reported, 5);
  } finally {
    mock.timers.reset();
  }
});
