import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VitrineError } from '../../src/ports/errors.ts';
import { limits } from '../../src/ports/limits.ts';
import {
  firstOwnerId,
  type ConsoleSession,
  type Invitation,
  type User,
} from '../../src/ports/access/team.ts';
import { Shop, withCode, type OpenEngine } from './shop.ts';

export const aUser = (id: string, more: Partial<User> = {}): User => ({
  id,
  email: `${id}@shop.example`,
  name: id,
  role: 'editor',
  projects: null,
  passwordHash: `hash-${id}`,
  createdAt: 1,
  lastSignInAt: null,
  ...more,
});

const anInvitation = (id: string, more: Partial<Invitation> = {}): Invitation => ({
  id,
  tokenHash: `token-${id}`,
  user: null,
  email: `${id}@shop.example`,
  name: '',
  role: 'viewer',
  projects: ['shop'],
  createdAt: 1,
  expiresAt: 2,
  ...more,
});

/** The contract of `ports/access/team.ts`. */
export function testTeam(name: string, open: OpenEngine): void {
  test(`${name} TeamStore keeps users, invitations and sessions`, async () => {
    await using shop = await Shop.open(open);
    const { store } = shop.engine;
    const session = (tokenHash: string, user: string | null): ConsoleSession => ({
      tokenHash,
      user,
      createdAt: shop.now,
      expiresAt: shop.now + 1_000,
    });
    assert.equal(
      await store.changeTeam(() => ({
        users: [aUser(firstOwnerId, { role: 'owner', email: null }), aUser('ada'), aUser('bob')],
        invitations: [anInvitation('i1'), anInvitation('i2')],
      })),
      true,
    );
    assert.equal(await store.changeTeam(() => null), false);
    await store.changeTeam(({ users }) => ({
      users: [{ ...users.get('ada')!, role: 'viewer', projects: ['shop'] }],
      removedUsers: ['bob'],
      removedInvitations: ['i1'],
    }));
    for (const one of [
      session('s1', 'ada'),
      session('s2', 'ada'),
      session('s3', null),
      session('s4', firstOwnerId),
    ])
      assert.equal(await store.putSession(one), true);
    assert.equal(await store.putSession(session('s5', 'ada'), (user) => user?.role === 'editor'), false);
    await store.deleteSession('s2');
    const all = () => {
      const now = shop.engine.store;
      const { users, invitations } = now.team();
      return {
        users: [...users.values()].sort((a, b) => (a.id < b.id ? -1 : 1)),
        invitations: [...invitations.values()],
        sessions: ['s1', 's2', 's3', 's4', 's5'].map((hash) => now.session(hash)?.user),
        own: now.listSessions('ada').map(({ tokenHash }) => tokenHash),
      };
    };
    const live = all();
    assert.deepEqual(live, {
      users: [
        aUser('ada', { role: 'viewer', projects: ['shop'], lastSignInAt: shop.now }),
        aUser(firstOwnerId, { role: 'owner', email: null, lastSignInAt: shop.now }),
      ],
      invitations: [anInvitation('i2')],
      sessions: ['ada', undefined, null, firstOwnerId, undefined],
      own: ['s1'],
    });
    await shop.reopen();
    assert.deepEqual(all(), live);
  });

  test(`${name} TeamStore.changeTeam() decides one change after the other, each on the newest state`, async () => {
    await using shop = await Shop.open(open);
    const { store } = shop.engine;
    const owners = ['a', 'b', 'c'];
    await store.changeTeam(() => ({ users: owners.map((id) => aUser(id, { role: 'owner' })) }));
    // Each demotes itself if another owner remains: the last one may not.
    const settled = await Promise.allSettled(
      owners.map((id) =>
        store.changeTeam(({ users }) => {
          const others = [...users.values()].filter((user) => user.role === 'owner' && user.id !== id);
          if (others.length === 0) throw new VitrineError('last_owner', 'last');
          return { users: [{ ...users.get(id)!, role: 'viewer' }] };
        }),
      ),
    );
    assert.equal(settled.filter(({ status }) => status === 'fulfilled').length, 2);
    const rejected = settled.find((one) => one.status === 'rejected');
    assert.ok(withCode('last_owner')(rejected?.reason));
    const left = [...shop.engine.store.team().users.values()].filter(({ role }) => role === 'owner');
    assert.equal(left.length, 1);
  });

  test(`${name} TeamStore ends sessions of users whose change says so, of removed users, and above the limit`, async () => {
    await using shop = await Shop.open(open);
    const { store } = shop.engine;
    const first = aUser(firstOwnerId, { role: 'owner' });
    await store.changeTeam(() => ({ users: [first, aUser('ada'), aUser('bob')] }));
    const put = (tokenHash: string, user: string): Promise<boolean> =>
      store.putSession({ tokenHash, user, createdAt: shop.now, expiresAt: shop.now + 10 });
    for (const id of [firstOwnerId, 'ada', 'bob']) await put(`of ${id}`, id);
    const open4 = (): string[] =>
      [firstOwnerId, 'ada', 'bob'].filter((id) => shop.engine.store.session(`of ${id}`) !== null);
    assert.deepEqual(open4(), [firstOwnerId, 'ada', 'bob']);
    await store.changeTeam(() => ({ endedSessionsOf: ['ada'] }));
    assert.deepEqual(open4(), [firstOwnerId, 'bob']);
    await store.changeTeam(() => ({ removedUsers: ['bob'] }));
    assert.deepEqual(open4(), [firstOwnerId]);
    // A new password of the first owner ends the sessions of this owner, however it is changed.
    await store.changeTeam(() => ({ users: [{ ...first, passwordHash: 'other' }] }));
    assert.deepEqual(open4(), []);
    for (let i = 0; i <= limits.sessionsPerUserMax; i++) {
      shop.now++;
      await store.putSession({
        tokenHash: `n${i}`,
        user: 'ada',
        createdAt: shop.now,
        expiresAt: shop.now + 1_000,
      });
    }
    const counts = () => [
      shop.engine.store.listSessions('ada').length,
      shop.engine.store.session('n0'),
      shop.engine.store.session('n1')?.user,
    ];
    assert.deepEqual(counts(), [limits.sessionsPerUserMax, null, 'ada']);
    await shop.reopen();
    assert.deepEqual(counts(), [limits.sessionsPerUserMax, null, 'ada']);
    assert.deepEqual(open4(), []);
    assert.equal(shop.engine.store.team().users.get(firstOwnerId)?.passwordHash, 'other');
  });

  test(`${name} TeamStore removes expired sessions`, async () => {
    await using shop = await Shop.open(open);
    const { store } = shop.engine;
    const put = (tokenHash: string): Promise<boolean> =>
      store.putSession({ tokenHash, user: null, createdAt: shop.now, expiresAt: shop.now + 10 });
    await put('short');
    shop.now += 11;
    await put('next');
    assert.equal(store.session('short'), null);
    assert.notEqual(store.session('next'), null);
  });
}
