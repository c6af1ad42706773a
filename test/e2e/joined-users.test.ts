import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ids, type Recommended } from '../support/http.ts';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';

const project = 'joined';

test('a merged user is erased by any of their ids, and stays erased after a restart', async () => {
  await using service = await LocalService.start();
  const key = await service.project(project);
  const ask = <T>(method: string, path: string, body?: unknown) =>
    service.ask<T>(method, path, { key, ...(body === undefined ? {} : { body }) });
  const seenBy = async (user: string): Promise<string[]> =>
    ids((await ask<Recommended>('POST', '/reco/recently-viewed', { index: project, user })).body);
  await ask('POST', '/api/items', { project, data: ['a', 'b', 'c', 'd'].map((id) => item(id)) });
  const view = (who: Record<string, string>, id: string) => ({ type: 'view', item: id, ...who });
  const merge = (body: Record<string, string>) => ask('POST', '/api/users/merge', { project, ...body });

  // Cases: a merged id, a circular merge, and a session that stays with its first user.
  const data = [
    view({ user: 'old' }, 'a'),
    view({ user: 'new' }, 'b'),
    view({ user: 'round' }, 'a'),
    view({ user: 'about' }, 'b'),
    view({ user: 'first', session: 's' }, 'c'),
    view({ user: 'second' }, 'd'),
    view({ user: 'other' }, 'd'),
  ];
  await ask('POST', '/api/events', { project, data });
  await merge({ from: 'old', into: 'new' });
  await merge({ from: 'round', into: 'about' });
  await merge({ from: 'about', into: 'round' });
  assert.deepEqual(
    (await merge({ session: 's', into: 'first' })).body,
    { merged: true },
    'already linked to this user',
  );
  assert.deepEqual((await merge({ session: 's', into: 'second' })).body, { merged: false });
  assert.deepEqual(new Set(await seenBy('new')), new Set(['a', 'b']));

  const erase = async (user: string): Promise<unknown> =>
    (await ask('DELETE', `/api/users/${user}?project=${project}`)).body;
  assert.deepEqual(await erase('old'), { erased: 'old', events: 2 });
  assert.deepEqual(await erase('round'), { erased: 'round', events: 2 });
  assert.deepEqual(await erase('second'), { erased: 'second', events: 1 });

  const all = ['old', 'new', 'round', 'about', 'first', 'second', 'other'];
  const lists = async () => Promise.all(all.map(seenBy));
  const before = await lists();
  assert.deepEqual(before, [[], [], [], [], ['c'], [], ['d']]);
  await service.crash();
  await service.restart();
  assert.deepEqual(await lists(), before);
});
