import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConsoleAccess } from '../../src/domain/projects/console-access.ts';
import { findUserOfIdentity } from '../../src/domain/team/provider-sign-in.ts';
import { VitrineError } from '../../src/ports/errors.ts';
import { limits } from '../../src/ports/limits.ts';
import { embeddedShop } from './embedded-shop.ts';

const codeOf = (signingIn: Promise<unknown>): Promise<string> =>
  signingIn.then(
    () => 'signed in',
    (error: unknown) => {
      assert.ok(error instanceof VitrineError, String(error));
      return error.code;
    },
  );

test('ConsoleAccess.signIn() accepts a password set by another process, also from a blocked address', async () => {
  await using shop = await embeddedShop();
  const { store } = shop.engine;
  const clock = { now: () => shop.now };
  const running = new ConsoleAccess(store, clock);
  await running.setFirstPassword('the first password');
  for (let i = 0; i < limits.signInFailuresMax; i++)
    assert.equal(
      await codeOf(running.signIn({ email: null, password: 'wrong password' }, '192.0.2.1')),
      'sign_in_failed',
    );
  assert.equal(
    await codeOf(running.signIn({ email: null, password: 'the first password' }, '192.0.2.1')),
    'rate_limited',
  );
  // As `vitrine password reset` does next to the processes of a cluster.
  await new ConsoleAccess(store, clock).setPassword('the second password');
  assert.equal(
    await codeOf(running.signIn({ email: null, password: 'the second password' }, '192.0.2.1')),
    'signed in',
  );
});

test('no user and no identity of the provider can sign in before the first password is set', async () => {
  await using shop = await embeddedShop();
  const { store } = shop.engine;
  const clock = { now: () => shop.now };
  const access = new ConsoleAccess(store, clock);
  const identity = { email: 'ada@shop.example', isVerified: true, name: 'Ada', role: null };
  const byProvider = (): Promise<unknown> =>
    findUserOfIdentity(
      identity,
      { domains: [], defaultRole: 'viewer', roleClaim: null },
      { store, clock, ids: { next: () => 'ada' } },
    );
  assert.equal(await codeOf(access.signIn({ email: null, password: '' }, '192.0.2.1')), 'sign_in_failed');
  assert.equal(await codeOf(byProvider()), 'identity_refused');
  assert.equal(await access.setFirstPassword('the first password'), true);
  assert.equal(await codeOf(byProvider()), 'signed in');
});

test('ConsoleAccess does not use the wall clock for blocks', async () => {
  await using shop = await embeddedShop();
  let ms = 0;
  const access = new ConsoleAccess(shop.engine.store, { now: () => shop.now }, { stopwatch: () => ms });
  await access.setFirstPassword('the first password');
  for (let i = 0; i < limits.signInFailuresMax; i++)
    await codeOf(access.signIn({ email: null, password: 'wrong password' }, '192.0.2.1'));
  shop.now -= 24 * 60 * 60_000;
  assert.equal(
    await codeOf(access.signIn({ email: null, password: 'the first password' }, '192.0.2.1')),
    'rate_limited',
  );
  ms += limits.signInBlockSeconds * 1000;
  assert.equal(
    await codeOf(access.signIn({ email: null, password: 'the first password' }, '192.0.2.1')),
    'signed in',
  );
});
