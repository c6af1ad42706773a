import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { LocalService } from '../support/local-service.ts';

interface State {
  readonly state: string;
  readonly ranking: string;
  readonly events: number;
  readonly last: { readonly chosen: string; readonly at: string; readonly events: number } | null;
}

const path = '/api/projects/learning/recommender';

/** Polls until training is done. */
async function trained(service: LocalService, key: string): Promise<State> {
  for (;;) {
    const { body } = await service.ask<State>('GET', path, { key });
    if (body.state !== 'learning') return body;
    await pause(50);
  }
}

test('recommender: reports the ranking of the lists, trains on request, and keeps the result after a restart', async () => {
  await using service = await LocalService.start();
  const key = await service.project('learning', ['settings', 'events', 'recommend']);
  const data = Array.from({ length: 900 }, (_, at) => ({
    type: 'view',
    user: `u${Math.floor(at / 3)}`,
    item: `i${(at * 7) % 31}`,
    at: 1_700_000_000_000 + at * 1_000,
  }));
  await service.ask('POST', '/api/events', { key, body: { project: 'learning', data } });
  const before = await service.ask<State>('GET', path, { key });
  assert.deepEqual(
    [before.status, before.body.state, before.body.ranking, before.body.last],
    [200, 'waiting', 'fixed', null],
  );
  const begun = await service.ask<State>('POST', `${path}/learn`, { key, body: {} });
  assert.deepEqual([begun.status, begun.body.state], [202, 'learning']);
  const after = await trained(service, key);
  assert.equal(after.last?.events, 900);
  assert.equal(after.last.chosen, after.ranking);
  await service.crash();
  await service.restart();
  assert.deepEqual(await trained(service, key), after);
});
