import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { asJson, vitrine } from '../support/command-line.ts';
import { LocalService } from '../support/local-service.ts';
import { adminPassword } from '../support/service.ts';

const consoleHeader = { 'x-vitrine-console': '1' };
const chosen = 'chosen in the console';

let service: LocalService;

// All tests share one folder. Each uses the current password or resets it.
before(async () => {
  service = await LocalService.start();
});
after(() => service?.[Symbol.asyncDispose]());

async function signInStatus(password: string): Promise<number> {
  return (await service.ask('POST', '/admin/session', { headers: consoleHeader, body: { password } })).status;
}

test('VITRINE_ADMIN_PASSWORD sets only the initial password; later starts keep the one set in the console', async () => {
  const headers = await service.signIn();
  const body = { current: adminPassword, next: chosen };
  assert.equal((await service.ask('PUT', '/admin/password', { headers, body })).status, 200);
  for (const inEnvironment of [adminPassword, '']) {
    await service.stop();
    await service.restart({ VITRINE_ADMIN_PASSWORD: inEnvironment });
    assert.equal(await signInStatus(chosen), 201);
    assert.equal(await signInStatus(adminPassword), 401);
    assert.ok(!service.output.includes('Password', service.output.lastIndexOf('Vitrine is running')));
  }
});

test('vitrine password reset prints a new password once and ends every session', async () => {
  const session = await service.signIn(chosen);
  const data = ['--data', service.dataDir];
  const refused = await asJson<{ error: string }>(['password', 'reset', ...data], 1);
  assert.match(refused.error, /another process has it: stop that one/);
  assert.equal(await signInStatus(chosen), 201);
  await service.stop();
  const { password } = await asJson<{ password: string }>(['password', 'reset', ...data]);
  await service.restart();
  assert.equal(await signInStatus(chosen), 401);
  assert.equal(await signInStatus(password), 201);
  assert.equal((await service.ask('GET', '/admin/session', { headers: session })).body['code'], 'signed_out');
  assert.ok(!service.output.includes(password), 'the password is printed once');
  await service.stop();
  const ran = await vitrine(['password', 'reset', ...data]);
  assert.match(ran.stdout, /^New password +\S{16}\n/);
  assert.doesNotMatch(ran.stdout, new RegExp(password));
});

test('vitrine password reset reads the new password from stdin', async () => {
  await service.stop();
  const command = ['password', 'reset', '--password-stdin', '--data', service.dataDir];
  const short = await vitrine(command, { input: 'seven77\n' });
  assert.deepEqual([short.status, short.stdout], [1, '']);
  assert.match(short.stderr, /^password must have 8 to /);
  const none = await vitrine(command, { input: '' });
  assert.deepEqual([none.status, none.stdout], [1, '']);
  // Spaces belong to the password, the newline does not.
  const ran = await vitrine(command, { input: ' with blanks \r\nanother line\n' });
  assert.deepEqual([ran.status, ran.stderr], [0, '']);
  assert.ok(!ran.stdout.includes('with blanks'), ran.stdout);
  await service.restart();
  assert.equal(await signInStatus(' with blanks '), 201);
  assert.equal(await signInStatus('with blanks'), 401);
});

test('vitrine password reset rejects a folder without a service, and one without a password', async () => {
  await service.stop();
  const nowhere = join(service.dataDir, 'nowhere');
  const missing = await asJson<{ error: string }>(['password', 'reset', '--data', nowhere], 1);
  assert.match(missing.error, /^Cannot reset the password of .*nowhere: /);
  assert.equal(existsSync(nowhere), false, 'no folder is created');
  const empty = join(service.dataDir, 'empty');
  await asJson(['projects', 'create', 'shop', '--data', empty]);
  const unset = await asJson<{ error: string }>(['password', 'reset', '--data', empty], 1);
  assert.match(unset.error, /the first start sets it/);
});
