import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { AuditLine } from '../../src/ports/operation/audit.ts';
import { buildConsole } from '../support/built-console.ts';
import { launchChromium } from '../support/chromium.ts';
import { assertAccessible } from '../support/page-rules.ts';
import {
  clientId,
  clientSecret,
  RedirectFollower,
  TestIdentityProvider,
} from '../support/identity-provider.ts';
import { LocalServer } from '../support/local-server.ts';
import { LocalService } from '../support/local-service.ts';
import { adminPassword } from '../support/service.ts';
import { addMember } from '../support/team.ts';
import { untilEqual } from '../support/until.ts';

let provider: TestIdentityProvider;
let service: LocalService;
/** Where users reach the service, as the port of the service is not known before it starts. */
let publicServer: LocalServer;
let callback = '';

const environment = (more: Record<string, string> = {}) => ({
  VITRINE_PUBLIC_URL: publicServer.url,
  VITRINE_OIDC_ISSUER: provider.issuer,
  VITRINE_OIDC_CLIENT_ID: clientId,
  VITRINE_OIDC_CLIENT_SECRET: clientSecret,
  VITRINE_OIDC_NAME: 'Shop accounts',
  VITRINE_OIDC_DOMAINS: 'shop.example, Other.example',
  ...more,
});

before(async () => {
  publicServer = await LocalServer.start((request, response) => {
    response.writeHead(302, { location: service.url + request.url }).end();
  });
  callback = `${publicServer.url}/admin/oidc/callback`;
  provider = await TestIdentityProvider.open();
  provider.serve(callback);
  service = await LocalService.start(environment());
});
after(async () => {
  await service?.[Symbol.asyncDispose]();
  await provider?.[Symbol.asyncDispose]();
  await publicServer?.[Symbol.asyncDispose]();
});

/** The browser's way from the sign-in page to the console; `change` may alter the address it comes back to. */
async function signIn(
  account: string,
  change: (url: URL, browser: RedirectFollower) => void = () => undefined,
  browser = new RedirectFollower(),
) {
  provider.signsIn = account;
  const isBack = (url: URL): boolean => url.href.startsWith(callback);
  const returned = new URL(await browser.follow(`${service.url}/admin/oidc/start`, isBack));
  change(returned, browser);
  const local = service.url + returned.pathname + returned.search;
  const end = new URL(await browser.follow(local, ({ pathname }) => pathname === '/console/'));
  const headers = { 'x-vitrine-console': '1', cookie: browser.cookieHeader(service.url) };
  const { status, body } = await service.ask<{ user: Record<string, unknown> | null }>(
    'GET',
    '/admin/session',
    {
      headers,
    },
  );
  return {
    outcome: end.searchParams.get('sign-in') ?? 'signed in',
    user: status === 200 ? body.user : null,
    local,
    headers,
  };
}

const owner = () => service.signIn();
async function withInvitation(email: string, role: string, projects: string[] | null = null): Promise<void> {
  const { status } = await service.ask('POST', '/admin/invitations', {
    headers: await owner(),
    body: { email, role, projects, name: 'Invited' },
  });
  assert.equal(status, 201);
}

test('the sign-in page names the provider', async () => {
  const { body } = await service.ask('GET', '/admin/sign-in');
  assert.deepEqual(body, { needsEmail: false, provider: 'Shop accounts' });
});

test('a user is found by the verified email address, and signs in without a password', async () => {
  const member = await addMember(service, await owner(), { name: 'Ada Lovelace', role: 'editor' });
  provider.accounts.set('ada', { email: 'Ada.Lovelace@Shop.Example', email_verified: true, name: 'Ada' });
  const { outcome, user, headers } = await signIn('ada');
  assert.equal(outcome, 'signed in');
  assert.deepEqual([user?.['id'], user?.['name'], user?.['role']], [member.id, 'Ada Lovelace', 'editor']);
  assert.match(headers.cookie, /^vitrine_session=[\w-]+$/, 'the cookie of the sign-in is gone');
});

test('an invitation is accepted by signing in', async () => {
  await service.ask('POST', '/admin/projects', { headers: await owner(), body: { id: 'shop' } });
  await withInvitation('grace@shop.example', 'viewer', ['shop']);
  provider.accounts.set('grace', { email: 'grace@shop.example', email_verified: true, name: 'Grace Hopper' });
  const { user } = await signIn('grace');
  assert.deepEqual(
    [user?.['name'], user?.['role'], user?.['projects'], user?.['hasPassword']],
    ['Grace Hopper', 'viewer', ['shop'], false],
  );
  const { body } = await service.ask('GET', '/admin/invitations', { headers: await owner() });
  assert.deepEqual(body['invitations'], []);
  assert.equal((await signIn('grace')).user?.['id'], user?.['id'], 'the second time the same user');
  const password = await service.ask('POST', '/admin/session', {
    headers: { 'x-vitrine-console': '1' },
    body: { email: 'grace@shop.example', password: '' },
  });
  assert.ok(password.status >= 400);
});

test('an unverified address, an unknown one and another domain are refused', async () => {
  await withInvitation('mallory@shop.example', 'owner');
  for (const [account, claims] of [
    ['unverified', { email: 'mallory@shop.example', email_verified: false }],
    ['unsaid', { email: 'mallory@shop.example' }],
    ['unknown', { email: 'unknown@shop.example', email_verified: true }],
    ['foreign', { email: 'mallory@elsewhere.example', email_verified: true }],
    ['tricky', { email: 'mallory@shop.example@elsewhere.example', email_verified: true }],
    ['nameless', {}],
  ] as const) {
    provider.accounts.set(account, claims);
    const { outcome, user } = await signIn(account);
    assert.deepEqual([account, outcome, user], [account, 'identity_refused', null]);
  }
});

test('a wrong state, a wrong nonce, another verifier and a used code are refused', async () => {
  const edited = (member: string) => (_url: URL, browser: RedirectFollower) => {
    const cookies = browser.cookies(service.url);
    const pending = JSON.parse(
      Buffer.from(cookies.get('vitrine_sign_in') ?? '', 'base64url').toString(),
    ) as object;
    const changed = { ...pending, [member]: 'x'.repeat(43) };
    cookies.set('vitrine_sign_in', Buffer.from(JSON.stringify(changed)).toString('base64url'));
  };
  for (const [what, change] of [
    ['state in the address', (url: URL) => url.searchParams.set('state', 'other')],
    ['state in the cookie', edited('state')],
    ['nonce', edited('nonce')],
    ['verifier', edited('verifier')],
    ['no cookie', (_url: URL, browser: RedirectFollower) => browser.cookies(service.url).clear()],
    ['code', (url: URL) => url.searchParams.set('code', 'other')],
    ['issuer', (url: URL) => url.searchParams.set('iss', 'http://127.0.0.1:9')],
    [
      'refusal',
      (url: URL) => (url.searchParams.delete('code'), url.searchParams.set('error', 'access_denied')),
    ],
  ] as const) {
    const { outcome, user } = await signIn('ada', change);
    assert.deepEqual([what, outcome, user], [what, 'sign_in_failed', null]);
  }
  const { local, outcome } = await signIn('ada');
  assert.equal(outcome, 'signed in');
  const again = await fetch(local, { redirect: 'manual' });
  assert.equal(again.headers.get('location'), '/console/?sign-in=sign_in_failed');
});

test('an expired ID token is refused', async () => {
  // The service allows no difference of clocks.
  provider.idTokenSeconds = -60;
  assert.equal((await signIn('ada')).outcome, 'sign_in_failed');
  provider.idTokenSeconds = 600;
  assert.equal((await signIn('ada')).outcome, 'signed in');
});

test('the audit log has confirmed sign-ins and refusals of confirmed ones, but no forged addresses', async () => {
  const { body } = await service.ask<{ lines: AuditLine[] }>(
    'GET',
    '/api/audit-log?operation=completeProviderSignIn&limit=1000',
    { headers: await owner() },
  );
  const counts = new Map<string, number>();
  for (const { outcome, actor } of body.lines)
    counts.set(`${outcome} ${actor.kind}`, (counts.get(`${outcome} ${actor.kind}`) ?? 0) + 1);
  assert.deepEqual(
    [...counts].sort(([a], [b]) => (a < b ? -1 : 1)),
    [
      ['done user', 5],
      ['identity_refused unknown', 6],
    ],
  );
  for (const secret of [clientSecret, 'id_token', 'code='])
    assert.ok(!service.output.includes(secret), service.output.slice(0, 2_000));
});

test('with a default role an unknown address of an allowed domain gets a user; a claim names the role at each sign-in', async () => {
  await service.stop();
  await service.restart(
    environment({ VITRINE_OIDC_DEFAULT_ROLE: 'viewer', VITRINE_OIDC_ROLE_CLAIM: 'groups' }),
  );
  provider.accounts.set('new', { email: 'new@other.example', email_verified: true, name: 'New' });
  assert.deepEqual((await signIn('new')).user?.['role'], 'viewer');
  const groups = (...names: string[]) =>
    provider.accounts.set('new', {
      email: 'new@other.example',
      email_verified: true,
      groups: ['staff', ...names],
    });
  groups('viewer', 'editor');
  const first = await signIn('new');
  assert.equal(first.user?.['role'], 'editor');
  groups('owner');
  assert.equal((await signIn('new')).user?.['role'], 'owner');
  const { status } = await service.ask('GET', '/admin/session', { headers: first.headers });
  assert.equal(status, 401, 'a new role ends the sessions');
  // The only owner with a password goes; the other one is the last.
  const { headers } = await signIn('new');
  assert.equal((await service.ask('DELETE', '/admin/users/owner', { headers })).status, 200);
  groups('viewer');
  assert.equal((await signIn('new')).user?.['role'], 'owner', 'the last owner stays one');
});

test('a claim that names no role any more takes the role away, also of an owner and of an invitation', async () => {
  const groups = (account: string, ...names: string[]) =>
    provider.accounts.set(account, {
      email: `${account}@other.example`,
      email_verified: true,
      ...(names.length === 0 ? {} : { groups: names }),
    });
  const restart = async (defaultRole: string): Promise<void> => {
    await service.stop();
    await service.restart(
      environment({ VITRINE_OIDC_ROLE_CLAIM: 'groups', VITRINE_OIDC_DEFAULT_ROLE: defaultRole }),
    );
  };
  await restart('none');
  provider.hasEmailInIdToken = true;
  groups('first', 'owner');
  groups('second', 'owner');
  assert.equal((await signIn('first')).user?.['role'], 'owner', 'the claim is in the user info');
  const second = await signIn('second');
  assert.equal(second.user?.['role'], 'owner');
  for (const names of [[], ['staff'], ['Owner']]) {
    groups('second', ...names);
    assert.equal((await signIn('second')).outcome, 'identity_refused', names.join());
  }
  assert.equal((await service.ask('GET', '/admin/session', { headers: second.headers })).status, 401);
  const { headers } = await signIn('first');
  const { body } = await service.ask<{ users: { email: string; role: string }[] }>('GET', '/admin/users', {
    headers,
  });
  assert.equal(body.users.find(({ email }) => email === 'second@other.example')?.role, 'viewer');
  const invited = { email: 'third@other.example', role: 'owner', name: 'Third' };
  assert.equal((await service.ask('POST', '/admin/invitations', { headers, body: invited })).status, 201);
  groups('third', 'staff');
  assert.equal((await signIn('third')).outcome, 'identity_refused');
  groups('third', 'editor');
  assert.equal((await signIn('third')).user?.['role'], 'editor');
  await restart('viewer');
  groups('third');
  assert.equal((await signIn('third')).user?.['role'], 'viewer', 'the default role');
  groups('first');
  // `new` is an owner, too.
  assert.equal((await signIn('first')).user?.['role'], 'viewer');
  groups('new');
  assert.equal((await signIn('new')).user?.['role'], 'owner', 'the last owner stays one');
});

test('the sign-in page leads to the provider and back, and says why a sign-in failed', async () => {
  buildConsole();
  const browser = await launchChromium();
  try {
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    const page = await context.newPage();
    provider.accounts.set('lost', { email: 'lost@elsewhere.example', email_verified: true });
    provider.signsIn = 'lost';
    await page.goto(`${service.url}/console/`);
    await page.getByRole('link', { name: 'Sign in with Shop accounts' }).click();
    await page.getByText('You signed in, but have no access here').waitFor();
    await assertAccessible(page, 'sign-in page with a provider');
    await context.clearCookies();
    provider.signsIn = 'grace';
    await page.getByRole('link', { name: 'Sign in with Shop accounts' }).click();
    await page.getByRole('heading', { name: 'Projects', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Grace Hopper' }).click();
    await page.getByText('Signed in as Grace Hopper').waitFor();
    await untilEqual(() => page.getByRole('heading', { name: 'Change password' }).count(), 0);
    // The session ends during an edit: another tab resumes it.
    await page.getByLabel('Name', { exact: true }).fill('Grace M. Hopper');
    await context.clearCookies({ name: 'vitrine_session' });
    await page.getByRole('button', { name: 'Save profile' }).click();
    const opened = context.waitForEvent('page');
    await page.getByRole('link', { name: 'Sign in with Shop accounts in a new tab' }).click();
    await (await opened).getByRole('heading', { name: 'Projects', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Grace M. Hopper' }).waitFor();
  } finally {
    await browser.close();
  }
});

test('a provider that cannot be reached is said on the sign-in page, and is asked again later', async () => {
  await using other = await LocalService.start(environment({ VITRINE_OIDC_ISSUER: 'http://127.0.0.1:9' }));
  for (let i = 0; i < 2; i++) {
    const { status, headers } = await fetch(`${other.url}/admin/oidc/start`, { redirect: 'manual' });
    assert.deepEqual([status, headers.get('location')], [302, '/console/?sign-in=provider_unavailable']);
  }
  assert.ok((await other.signIn(adminPassword))['cookie']!.length > 20, 'the password works');
});

test('without a provider there is nothing to redirect to', async () => {
  await using plain = await LocalService.start();
  assert.equal((await plain.ask('GET', '/admin/oidc/start')).status, 404);
  assert.equal((await plain.ask('GET', '/admin/sign-in')).body['provider'], null);
});
