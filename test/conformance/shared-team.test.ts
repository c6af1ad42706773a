import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConsoleAccess } from '../../src/domain/projects/console-access.ts';
import { Passwords } from '../../src/domain/team/passwords.ts';
import { TeamAdministration } from '../../src/domain/team/team-administration.ts';
import { randomIds } from '../../src/lib/random-id.ts';
import { firstOwnerId } from '../../src/ports/access/team.ts';
import { MemoryLogs } from '../support/memory-logs.ts';
import { openEmbedded } from './embedded-shop.ts';
import { Shop, withCode } from './shop.ts';
import { aUser } from './team.ts';

/** Users of processes that share a log in memory. */
async function processes(count: number): Promise<Shop[]> {
  const open = openEmbedded({ shared: new MemoryLogs() });
  const first = await Shop.open(open);
  const others: Shop[] = [];
  for (let i = 1; i < count; i++)
    others.push(await Shop.anotherProcess(first, open, String.fromCharCode(96 + i)));
  return [first, ...others];
}

async function close(shops: readonly Shop[]): Promise<void> {
  for (const shop of shops) await shop[Symbol.asyncDispose]();
}

test('EmbeddedEngines on one log: one of several concurrently started processes sets the first password', async () => {
  const shops = await processes(3);
  try {
    const access = shops.map(({ engine, now }) => new ConsoleAccess(engine.store, { now: () => now }));
    const created = await Promise.all(access.map((one, at) => one.setFirstPassword(`password ${at}`)));
    assert.equal(created.filter((isFirst) => isFirst).length, 1);
    for (const [at, { engine }] of shops.entries()) {
      await engine.catchUp();
      const { user } = await access[at]!.signIn(
        { email: null, password: `password ${created.indexOf(true)}` },
        '192.0.2.1',
      );
      assert.equal(user.id, firstOwnerId);
    }
  } finally {
    await close(shops);
  }
});

test('EmbeddedEngines on one log: two owners who demote each other at the same time leave one owner', async () => {
  const shops = await processes(2);
  try {
    const [one, other] = shops as [Shop, Shop];
    await one.engine.store.changeTeam(() => ({
      users: [aUser('ada', { role: 'owner' }), aUser('bob', { role: 'owner' })],
    }));
    await other.engine.catchUp();
    const administration = ({ engine: { store }, now }: Shop) =>
      new TeamAdministration({
        store,
        clock: { now: () => now },
        ids: randomIds,
        passwords: new Passwords(),
      });
    const viewer = { role: 'viewer', projects: null } as const;
    const settled = await Promise.allSettled([
      administration(one).changeGrant('bob', viewer),
      administration(other).changeGrant('ada', viewer),
    ]);
    assert.deepEqual(settled.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    const refused = settled.find((result) => result.status === 'rejected');
    assert.ok(withCode('last_owner')(refused?.reason));
    for (const { engine } of shops) {
      await engine.catchUp();
      const roles = [...engine.store.team().users.values()].map(({ role }) => role);
      assert.deepEqual(roles.sort(), ['owner', 'viewer']);
    }
  } finally {
    await close(shops);
  }
});

test('EmbeddedEngines on one log: a session of one process is known by the other, and ends there with a new password', async () => {
  const shops = await processes(2);
  try {
    const [one, other] = shops as [Shop, Shop];
    const access = shops.map(({ engine, now }) => new ConsoleAccess(engine.store, { now: () => now }));
    await access[0]!.setFirstPassword('the first password');
    const { token } = await access[0]!.signIn({ email: null, password: 'the first password' }, '192.0.2.1');
    await other.engine.catchUp();
    assert.equal(access[1]!.identify(token).consoleUser?.role, 'owner');
    await access[1]!.setPassword('the second password');
    await one.engine.catchUp();
    assert.throws(() => access[0]!.identify(token), withCode('signed_out'));
  } finally {
    await close(shops);
  }
});
