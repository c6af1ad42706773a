import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Passwords } from '../../src/domain/team/passwords.ts';
import { TeamAdministration } from '../../src/domain/team/team-administration.ts';
import { randomIds } from '../../src/lib/random-id.ts';
import { limits } from '../../src/ports/limits.ts';
import { embeddedShop } from './embedded-shop.ts';
import { withCode, type Shop } from './shop.ts';
import { aUser } from './team.ts';

const administrationOf = (shop: Shop): TeamAdministration =>
  new TeamAdministration({
    store: shop.engine.store,
    clock: { now: () => shop.now },
    ids: randomIds,
    passwords: new Passwords(),
  });
const viewer = (email: string) => ({ email, name: '', role: 'viewer', projects: null }) as const;
const password = 'a good password';

test('a link works for invitationDaysMax days', async () => {
  await using shop = await embeddedShop();
  const administration = administrationOf(shop);
  const start = shop.now;
  const { secret } = await administration.invite(viewer('one@shop.example'));
  const last = await administration.invite(viewer('two@shop.example'));
  shop.now = start + limits.invitationDaysMax * 86_400_000 - 1;
  assert.equal((await administration.accept(secret, { name: 'One', password }, '192.0.2.1')).name, 'One');
  assert.equal(administration.findInvitations().length, 1);
  shop.now++;
  assert.throws(() => administration.readInvitation(last.secret), withCode('invitation_invalid'));
  await assert.rejects(
    administration.accept(last.secret, { name: null, password }, '192.0.2.1'),
    withCode('invitation_invalid'),
  );
  assert.deepEqual(administration.findInvitations(), []);
  // The next link removes those that have expired.
  await administration.invite(viewer('three@shop.example'));
  assert.equal(shop.engine.store.team().invitations.size, 1);
});

test('there are at most usersMax users, with those that are invited', async () => {
  await using shop = await embeddedShop();
  const administration = administrationOf(shop);
  const { store } = shop.engine;
  const users = Array.from({ length: limits.usersMax - 1 }, (_, at) => aUser(`u${at}`, { role: 'owner' }));
  await store.changeTeam(() => ({ users }));
  const { secret } = await administration.invite(viewer('last@shop.example'));
  await assert.rejects(administration.invite(viewer('more@shop.example')), withCode('too_many_users'));
  await administration.accept(secret, { name: 'Last', password }, '192.0.2.1');
  assert.equal(store.team().users.size, limits.usersMax);
  await assert.rejects(administration.invite(viewer('more@shop.example')), withCode('too_many_users'));
  await administration.removeUser('u0');
  await administration.invite(viewer('more@shop.example'));
});

test('there are at most invitationsMax links that work', async () => {
  await using shop = await embeddedShop();
  const administration = administrationOf(shop);
  const { store } = shop.engine;
  const users = ['a', 'b'].map((id) => aUser(id, { role: 'owner' }));
  const invitations = Array.from({ length: limits.invitationsMax - 1 }, (_, at) => ({
    ...viewer(`${at}@shop.example`),
    id: `i${at}`,
    tokenHash: `t${at}`,
    user: `u${at}`,
    createdAt: shop.now,
    expiresAt: shop.now + 1,
  }));
  await store.changeTeam(() => ({ users, invitations }));
  await administration.createPasswordLink('a');
  await assert.rejects(administration.createPasswordLink('b'), withCode('too_many_users'));
  // It replaces the earlier one.
  await administration.createPasswordLink('a');
  shop.now += 2;
  await administration.createPasswordLink('b');
  assert.equal(store.team().invitations.size, 2);
});
