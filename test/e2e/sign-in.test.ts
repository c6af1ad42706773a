import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { limits } from '../../src/ports/limits.ts';
import { refusal } from '../support/http.ts';
import { until } from '../support/until.ts';
import { LocalService } from '../support/local-service.ts';
import { adminPassword } from '../support/service.ts';

/** Wrong passwords block only the address that sent them. */
let service: LocalService;

before(async () => {
  service = await LocalService.start({ VITRINE_TRUST_PROXY: 'on' });
});
after(() => service[Symbol.asyncDispose]());

const header = { 'x-vitrine-console': '1' };
const signIn = (address: string, password = adminPassword, running = service) =>
  running.ask('POST', '/admin/session', {
    body: { password },
    headers: { ...header, 'x-forwarded-for': address },
  });

async function block(address: string, running = service): Promise<void> {
  for (let i = 0; i < limits.signInFailuresMax; i++)
    assert.equal(refusal(await signIn(address, 'wrong password', running)), '401 sign_in_failed');
}

test('ten wrong passwords block their address; other addresses can sign in, and sessions stay valid', async () => {
  const session = (await signIn('192.0.2.1')).headers.get('set-cookie')?.split(';')[0] ?? '';
  await block('192.0.2.1');
  const refused = await signIn('192.0.2.1');
  assert.equal(refusal(refused), '429 rate_limited');
  const wait = Number(refused.headers.get('retry-after'));
  assert.ok(wait > limits.signInBlockSeconds - 60 && wait <= limits.signInBlockSeconds, String(wait));
  assert.equal((await signIn('192.0.2.2')).status, 201);
  const resumed = await service.ask('GET', '/admin/session', {
    headers: { ...header, cookie: session, 'x-forwarded-for': '192.0.2.1' },
  });
  assert.equal(resumed.status, 200);
});

test('IPv6 addresses of a /64 network are blocked together', async () => {
  await block('2001:db8:1:2::1');
  assert.equal(refusal(await signIn('2001:db8:1:2:ffff::9')), '429 rate_limited');
  assert.equal((await signIn('2001:db8:1:3::1')).status, 201);
});

test('a wrong current password counts as a failed sign-in', async () => {
  const address = '192.0.2.7';
  const cookie = (await signIn(address)).headers.get('set-cookie')?.split(';')[0] ?? '';
  const change = (current: string) =>
    service.ask('PUT', '/admin/password', {
      body: { current, next: 'another password' },
      headers: { ...header, cookie, 'x-forwarded-for': address },
    });
  for (let i = 0; i < limits.signInFailuresMax; i++)
    assert.equal(refusal(await change('wrong password')), '401 sign_in_failed');
  assert.equal(refusal(await change(adminPassword)), '429 rate_limited');
  assert.equal(refusal(await signIn(address)), '429 rate_limited');
});

test('without a trusted proxy, the log says once that all sign-ins come from one address', async () => {
  await using direct = await LocalService.start();
  await block('192.0.2.9', direct);
  assert.equal(refusal(await signIn('192.0.2.10', adminPassword, direct)), '429 rate_limited');
  const said = (): number => direct.output.split('set VITRINE_TRUST_PROXY').length - 1;
  await until('The warning was not logged', () => said() > 0);
  await direct.stop();
  assert.equal(said(), 1, direct.output);
  assert.ok(!service.output.includes('set VITRINE_TRUST_PROXY'), service.output);
});
