import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VitrineError } from '../../src/ports/errors.ts';
import { EmbeddedEngine } from '../../src/engine/projects/engine.ts';
import type { SharedLogs } from '../../src/ports/cluster/shared-log.ts';
import { hookedLogs, MemoryLogs } from '../support/memory-logs.ts';
import { Shop, withCode, type OpenEngine } from './shop.ts';

/** Polls of a process while it recovers from a failed write of its own. */

const opening =
  (shared: SharedLogs): OpenEngine =>
  ({ folder, clock, ids, image }) =>
    EmbeddedEngine.open({ dataDir: folder, clock, ids, image, shared, onError: () => undefined });

test('EmbeddedEngine.catchUp() waits for writes acknowledged elsewhere, also where a failed write caused an earlier read', async () => {
  const logs = new MemoryLogs();
  const answered = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  let isFaulty = false;
  const faulty = hookedLogs(logs, {
    append: () => {
      if (isFaulty) throw new VitrineError('storage_failed', 'No node answers');
      return undefined;
    },
    // The read after a failure returns late, with the state at the time of the request.
    answer: (_, countMax) => {
      if (!isFaulty || countMax === 1) return undefined;
      asked.resolve();
      return answered.promise;
    },
  });
  await using one = await Shop.open(opening(logs));
  await using other = await Shop.anotherProcess(one, opening(faulty), 'a');
  await one.put({ id: 'i', name: 'lamp', price: 3 });
  await other.engine.catchUp('shop');
  isFaulty = true;
  await assert.rejects(other.put({ id: 'own', name: 'chair' }), withCode('storage_failed'));
  const second = assert.rejects(other.put({ id: 'own', name: 'chair' }), withCode('storage_failed'));
  await asked.promise;
  await one.put({ id: 'i', name: 'lamp', price: 11 });
  const fresh = other.engine.catchUp('shop');
  // The poll finds the entry now, and waits for the reset in progress.
  for (let turns = 0; turns < 20; turns++) await new Promise((resolve) => setImmediate(resolve));
  answered.resolve();
  await fresh;
  const found = await other.search('lamp');
  assert.match(Buffer.from(found.hits[0]!.item.json).toString(), /"price":11/);
  await second;
});
