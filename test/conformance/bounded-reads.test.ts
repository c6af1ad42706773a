import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BoundedRead } from '../../src/ports/engine.ts';
import { EmbeddedEngine } from '../../src/engine/projects/engine.ts';
import type { SharedLogs } from '../../src/ports/cluster/shared-log.ts';
import { MemoryLogs, ReachedLogs } from '../support/memory-logs.ts';
import { Shop, withCode, type OpenEngine } from './shop.ts';

/** Reads with bounded staleness of a process whose connection to the logs can be cut. */

const opening =
  (shared: SharedLogs): OpenEngine =>
  ({ folder, clock, ids, image }) =>
    EmbeddedEngine.open({ dataDir: folder, clock, ids, image, shared, onError: () => undefined });

const minute = 60_000;
const within = (stalenessMs: number, ...positions: (readonly [string, number])[]): BoundedRead => ({
  stalenessMs,
  after: new Map(positions),
});

async function twoProcesses(): Promise<{ one: Shop; other: Shop; logs: ReachedLogs } & AsyncDisposable> {
  const memory = new MemoryLogs();
  const logs = new ReachedLogs(memory);
  await using stack = new AsyncDisposableStack();
  const one = stack.use(await Shop.open(opening(memory)));
  await one.put({ id: 'i', name: 'lamp', price: 3 });
  const other = stack.use(await Shop.anotherProcess(one, opening(logs), 'a'));
  const parts = stack.move();
  return { one, other, logs, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}

const priceAt = async (shop: Shop): Promise<number> => {
  const [hit] = (await shop.search('lamp')).hits;
  return (JSON.parse(Buffer.from(hit!.item.json).toString()) as { price: number }).price;
};

test('a read with bounded staleness needs no log while the state is current enough', async () => {
  await using processes = await twoProcesses();
  const { other, logs } = processes;
  await other.engine.project('shop');
  await other.engine.catchUp();
  logs.away = true;
  assert.notEqual(await other.engine.catchUp('shop', within(minute)), null);
  await other.engine.project('shop', null, within(minute));
  assert.equal(await priceAt(other), 3);
  await assert.rejects(other.engine.project('shop'), withCode('storage_failed'));
  await sleep(20);
  await assert.rejects(other.engine.project('shop', null, within(10)), withCode('storage_failed'));
  await assert.rejects(other.engine.catchUp('shop', within(10)), withCode('storage_failed'));
});

test('a read with the token of a write of another process contains that write', async () => {
  await using processes = await twoProcesses();
  const { one, other, logs } = processes;
  for (let price = 4; price < 30; price++) {
    await one.put({ id: 'i', name: 'lamp', price });
    const { logId, next } = (await one.engine.project('shop')).position!;
    await other.engine.project('shop', null, within(minute, [logId, next]));
    assert.equal(await priceAt(other), price);
    // Reached now: no log is needed.
    logs.away = true;
    await other.engine.project('shop', null, within(minute, [logId, next], ['another', 99]));
    await assert.rejects(
      other.engine.project('shop', null, within(minute, [logId, next + 1])),
      withCode('storage_failed'),
    );
    logs.away = false;
  }
});

test('projects and keys are read with the token of a write of another process, too', async () => {
  await using processes = await twoProcesses();
  const { one, other } = processes;
  await one.engine.store.createProject({
    id: 'second',
    name: 'second',
    currency: 'EUR',
    demo: false,
    createdAt: one.now,
  });
  const { logId, next } = one.engine.store.position!;
  await other.engine.catchUp(undefined, within(minute, [logId, next]));
  assert.equal(other.engine.store.project('second')?.name, 'second');
});
