import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { limits } from '../../src/ports/limits.ts';
import { refusal } from '../support/http.ts';
import { LocalService } from '../support/local-service.ts';
import { adminPassword } from '../support/service.ts';
import { addMember, sessionOf, signInAs, type TeamMember } from '../support/team.ts';

interface User {
  readonly id: string;
  readonly email: string | null;
  readonly name: string;
  readonly role: string;
  readonly projects: readonly string[] | null;
  readonly hasPassword: boolean;
  readonly lastSignInAt: number | null;
}
interface NewLink {
  readonly link: string;
  readonly invitation: { readonly id: string; readonly expiresAt: number };
}

const consoleHeader = { 'x-vitrine-console': '1' };
let service: LocalService;
let owner: Record<string, string>;
before(async () => {
  service = await LocalService.start({ VITRINE_LOG_LEVEL: 'debug' });
  owner = await service.signIn();
  await service.ask('POST', '/admin/projects', { headers: owner, body: { id: 'shop' } });
});
after(() => service[Symbol.asyncDispose]());

const ask = <T = Record<string, unknown>>(method: string, path: string, body?: object, headers = owner) =>
  service.ask<T>(method, path, { headers, ...(body === undefined ? {} : { body }) });
const users = async (): Promise<readonly User[]> =>
  (await ask<{ users: User[] }>('GET', '/admin/users')).body.users;
const secretOf = ({ link }: NewLink): string => link.split('#')[1]!;
const invite = (body: object) => ask<NewLink>('POST', '/admin/invitations', body);
const accept = (secret: string, body: object = {}) =>
  ask('POST', '/admin/invitations/accept', { secret, password: 'a good password', ...body }, consoleHeader);
const isOpen = async ({ headers }: Pick<TeamMember, 'headers'>): Promise<boolean> =>
  (await ask('GET', '/admin/session', undefined, headers)).status === 200;

test('the sign-in page asks for the password only, until there is a user with an email address', async () => {
  const options = async () => (await ask('GET', '/admin/sign-in', undefined, {})).body['needsEmail'];
  assert.equal(await options(), false);
  assert.equal((await signInAs(service, { email: null, password: adminPassword })).status, 201);
  const [first] = await users();
  assert.deepEqual(
    { ...first, createdAt: 0, lastSignInAt: 0 },
    {
      id: 'owner',
      email: null,
      name: '',
      role: 'owner',
      projects: null,
      hasPassword: true,
      createdAt: 0,
      lastSignInAt: 0,
    },
  );
  await addMember(service, owner, { name: 'First Guest', role: 'viewer' });
  assert.equal(await options(), true);
  assert.equal((await signInAs(service, { email: null, password: adminPassword })).status, 201);
});

test('an invitation creates a user with its role and projects, once', async () => {
  const invited = await invite({
    email: 'Grace@Shop.Example',
    name: 'Grace',
    role: 'editor',
    projects: ['shop'],
  });
  assert.equal(invited.status, 201);
  assert.match(invited.body.link, /^\/console\/invitation#[\w-]{43}$/);
  const days = (invited.body.invitation.expiresAt - Date.now()) / 86_400_000;
  assert.ok(Math.abs(days - limits.invitationDaysMax) < 0.01, String(days));
  const secret = secretOf(invited.body);
  const checked = await ask('POST', '/admin/invitations/check', { secret }, {});
  assert.deepEqual(
    [checked.status, checked.body['email'], checked.body['name'], checked.body['isNewUser']],
    [200, 'grace@shop.example', 'Grace', true],
  );
  assert.equal(refusal(await accept(secret, { password: 'short' })), '400 invalid_request password');
  // A form of another site cannot accept it.
  assert.equal(
    refusal(await ask('POST', '/admin/invitations/accept', { secret, password: 'a good password' }, {})),
    '403 cross_site_request',
  );
  const accepted = await accept(secret, { name: 'Grace Hopper' });
  assert.equal(accepted.status, 201);
  const session = await ask('GET', '/admin/session', undefined, sessionOf(accepted));
  assert.equal(session.body['name'], 'Grace Hopper');
  const user = (await users()).find(({ email }) => email === 'grace@shop.example');
  assert.deepEqual([user?.role, user?.projects, user?.name], ['editor', ['shop'], 'Grace Hopper']);
  assert.equal(refusal(await accept(secret)), '410 invitation_invalid');
  assert.equal(
    refusal(await ask('POST', '/admin/invitations/check', { secret }, {})),
    '410 invitation_invalid',
  );
  assert.equal(refusal(await invite({ email: 'GRACE@shop.example', role: 'viewer' })), '409 user_exists');
  const signedIn = await signInAs(service, { email: ' GRACE@shop.EXAMPLE ', password: 'a good password' });
  assert.equal(signedIn.status, 201);
  const stored = JSON.stringify((await ask('GET', '/admin/invitations')).body);
  assert.ok(!stored.includes('tokenHash'), stored);
});

test('an invitation is revoked, and a new one replaces it', async () => {
  const first = await invite({ email: 'alan@shop.example', role: 'viewer' });
  const second = await invite({ email: 'alan@shop.example', role: 'editor' });
  assert.equal(refusal(await accept(secretOf(first.body))), '410 invitation_invalid');
  const { body } = await ask<{ invitations: { id: string; email: string }[] }>('GET', '/admin/invitations');
  const own = body.invitations.filter(({ email }) => email === 'alan@shop.example');
  assert.deepEqual(
    own.map(({ id }) => id),
    [second.body.invitation.id],
  );
  assert.equal((await ask('DELETE', `/admin/invitations/${own[0]!.id}`)).status, 200);
  assert.equal(refusal(await accept(secretOf(second.body))), '410 invitation_invalid');
  assert.equal(refusal(await ask('DELETE', `/admin/invitations/${own[0]!.id}`)), '404 invitation_not_found');
});

test('two requests with one link create one user', async () => {
  const invited = await invite({ email: 'twice@shop.example', role: 'viewer' });
  const secret = secretOf(invited.body);
  const answers = await Promise.all([accept(secret), accept(secret)]);
  assert.deepEqual(answers.map(refusalOrStatus).sort(), ['201', '410 invitation_invalid']);
  assert.equal((await users()).filter(({ email }) => email === 'twice@shop.example').length, 1);
});

function refusalOrStatus(answer: { status: number; body: Record<string, unknown> }): string {
  return answer.status < 400 ? String(answer.status) : refusal(answer as Parameters<typeof refusal>[0]);
}

test('a link sets a new password of a user and ends the sessions', async () => {
  const member = await addMember(service, owner, { name: 'Forgetful', role: 'viewer' });
  const link = await ask<NewLink>('POST', `/admin/users/${member.id}/password-link`);
  assert.equal(link.status, 201);
  const checked = await ask('POST', '/admin/invitations/check', { secret: secretOf(link.body) }, {});
  assert.equal(checked.body['isNewUser'], false);
  assert.ok(await isOpen(member), 'the link alone changes nothing');
  const accepted = await accept(secretOf(link.body), { password: 'another password' });
  assert.equal(accepted.status, 201);
  assert.equal(await isOpen(member), false);
  assert.ok(await isOpen({ headers: sessionOf(accepted) }));
  assert.equal((await signInAs(service, member)).status, 401);
  assert.equal((await signInAs(service, { ...member, password: 'another password' })).status, 201);
  assert.equal(refusal(await ask('POST', '/admin/users/unknown/password-link')), '404 user_not_found');
});

test('an owner ends the sessions of one user, who can sign in again', async () => {
  const lost = await addMember(service, owner, { name: 'Lost Laptop', role: 'editor' });
  const other = await addMember(service, owner, { name: 'Someone Else', role: 'editor' });
  const second = sessionOf(await signInAs(service, lost));
  const path = `/admin/users/${lost.id}/sessions`;
  assert.equal(refusal(await ask('DELETE', path, undefined, other.headers)), '403 role_missing');
  assert.ok((await isOpen(lost)) && (await isOpen({ headers: second })));
  assert.deepEqual((await ask('DELETE', path)).body, { signedOut: true });
  assert.deepEqual(
    [await isOpen(lost), await isOpen({ headers: second }), await isOpen(other)],
    [false, false, true],
  );
  assert.equal((await signInAs(service, lost)).status, 201);
  assert.equal(refusal(await ask('DELETE', '/admin/users/unknown/sessions')), '404 user_not_found');
});

test('a changed role, changed projects and the removal of a user end the sessions at once', async () => {
  const member = await addMember(service, owner, { name: 'Changing', role: 'viewer' });
  const other = await addMember(service, owner, { name: 'Unchanged', role: 'viewer' });
  const path = `/admin/users/${member.id}`;
  // No change.
  assert.equal((await ask('PUT', path, { role: 'viewer' })).status, 200);
  assert.ok(await isOpen(member));
  for (const change of [{ role: 'editor' }, { projects: ['shop'] }]) {
    assert.equal((await ask('PUT', path, change)).status, 200);
    assert.equal(await isOpen(member), false, JSON.stringify(change));
    member.headers['cookie'] = sessionOf(await signInAs(service, member))['cookie']!;
    assert.ok(await isOpen(member));
  }
  assert.equal(refusal(await ask('PUT', path, { projects: ['nothing'] })), '400 invalid_request projects[0]');
  assert.equal(refusal(await ask('PUT', path, { projects: [] })), '400 invalid_request projects');
  assert.equal((await ask('DELETE', path)).status, 200);
  assert.equal(await isOpen(member), false);
  assert.equal((await signInAs(service, member)).status, 401);
  assert.equal(refusal(await ask('DELETE', path)), '404 user_not_found');
  assert.ok(await isOpen(other));
});

test('a new password and signing out everywhere end the sessions of this user only', async () => {
  const member = await addMember(service, owner, { name: 'Careful', role: 'viewer' });
  const second = sessionOf(await signInAs(service, member));
  const listed = await ask<{ sessions: { isCurrent: boolean }[] }>(
    'GET',
    '/admin/sessions',
    undefined,
    second,
  );
  assert.deepEqual(listed.body.sessions.map(({ isCurrent }) => String(isCurrent)).sort(), ['false', 'true']);
  assert.equal((await ask('DELETE', '/admin/sessions', undefined, second)).status, 200);
  assert.deepEqual([await isOpen(member), await isOpen({ headers: second })], [false, false]);
  assert.ok(await isOpen({ headers: owner }));
  const third = sessionOf(await signInAs(service, member));
  const change = { current: member.password, next: 'the next password' };
  assert.equal((await ask('PUT', '/admin/password', change, third)).status, 200);
  assert.equal(await isOpen({ headers: third }), false);
  assert.equal((await signInAs(service, { ...member, password: 'the next password' })).status, 201);
  assert.ok(await isOpen({ headers: owner }));
});

test('a failed sign-in does not tell whether an address exists', async () => {
  const member = await addMember(service, owner, { name: 'Known', role: 'viewer' });
  const shown = async (email: string) => {
    const { status, body } = await signInAs(service, { email, password: 'wrong password' });
    return [status, body.code, body.detail];
  };
  const known = await shown(member.email);
  assert.deepEqual(known, [401, 'sign_in_failed', 'Wrong email address or password']);
  assert.deepEqual(await shown('nobody@shop.example'), known);
  // Ends the count of this address.
  await service.signIn();
});

test('a user changes name and address; an address is of one user', async () => {
  const member = await addMember(service, owner, { name: 'Renamed', role: 'viewer' });
  const profile = (body: object) => ask<{ user: User }>('PUT', '/admin/profile', body, member.headers);
  const { body } = await profile({ name: 'Ada Lovelace', email: 'Ada@Shop.Example' });
  assert.deepEqual([body.user.name, body.user.email], ['Ada Lovelace', 'ada@shop.example']);
  assert.equal((await profile({ name: 'Ada' })).body.user.email, 'ada@shop.example');
  const other = await addMember(service, owner, { name: 'Other', role: 'viewer' });
  assert.equal(refusal(await profile({ email: other.email.toUpperCase() })), '409 user_exists');
  for (const email of ['ada', 'a b@shop.example', '@shop.example', `${'a'.repeat(limits.emailLengthMax)}@x`])
    assert.equal(refusal(await profile({ email })), '400 invalid_request email', email);
  assert.ok(await isOpen(member));
});

test('the last owner stays, also when two owners demote each other at once', async () => {
  const path = '/admin/users/owner';
  assert.equal(refusal(await ask('PUT', path, { role: 'editor' })), '409 last_owner');
  assert.equal(refusal(await ask('DELETE', path)), '409 last_owner');
  const second = await addMember(service, owner, { name: 'Second', role: 'owner', projects: ['shop'] });
  assert.equal(
    (await users()).find(({ id }) => id === second.id)?.projects,
    null,
    'owners have all projects',
  );
  const answers = await Promise.all([
    ask('PUT', path, { role: 'viewer' }, second.headers),
    ask('PUT', `/admin/users/${second.id}`, { role: 'viewer' }),
  ]);
  const statuses = answers.map(({ status }) => status);
  // One succeeds. The other is the last owner, or its session has ended.
  assert.equal(statuses.filter((status) => status === 200).length, 1, String(statuses));
  const owners = (await signInAs(service, { email: null, password: adminPassword })).status === 201;
  if (owners) owner = await service.signIn();
  else owner = sessionOf(await signInAs(service, second));
  assert.equal((await users()).filter(({ role }) => role === 'owner').length, 1);
});

test('access to a deleted project does not come back with a new project of its name', async () => {
  await ask('POST', '/admin/projects', { id: 'short-lived' });
  const member = await addMember(service, owner, {
    name: 'Temporary',
    role: 'viewer',
    projects: ['short-lived'],
  });
  const invited = await invite({ email: 'late@shop.example', role: 'viewer', projects: ['short-lived'] });
  assert.equal((await ask('GET', '/search/short-lived', undefined, member.headers)).status, 200);
  await ask('DELETE', '/admin/projects/short-lived');
  await ask('POST', '/admin/projects', { id: 'short-lived' });
  const refused = await ask('GET', '/search/short-lived', undefined, member.headers);
  assert.equal(refusal(refused), '403 project_forbidden');
  const late = sessionOf(await accept(secretOf(invited.body)));
  assert.deepEqual((await ask('GET', '/admin/projects', undefined, late)).body['projects'], []);
});

test('users and their passwords survive a restart; no secret is in the log', async () => {
  const member = await addMember(service, owner, { name: 'Lasting', role: 'editor' });
  const pending = await invite({ email: 'pending@shop.example', role: 'viewer' });
  await service.stop();
  await service.restart();
  assert.ok(await isOpen(member));
  assert.equal((await signInAs(service, member)).status, 201);
  assert.equal((await accept(secretOf(pending.body))).status, 201);
  for (const secret of [member.password, secretOf(pending.body), 'a good password'])
    assert.ok(!service.output.includes(secret));
});
