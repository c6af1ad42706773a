import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { refusal } from '../support/http.ts';
import { resourceOperationIds } from '../support/resource-operations.ts';
import { operationsOf, type OpenApi } from '../support/schema-values.ts';
import { LocalService } from '../support/local-service.ts';
import { root } from '../support/service.ts';
import { addMember, sessionOf, signInAs, type TeamMember } from '../support/team.ts';
import { resourceNouns } from '../../src/ports/configuration/resources.ts';

/** What each role may do, written out: a new operation needs a row here, but for those of resources with the usual roles. */
const allowed = {
  everyone: `
    getSignInOptions signIn beginProviderSignIn completeProviderSignIn checkInvitation acceptInvitation health ready metrics openapi`,
  viewer: `
    recommendForUser recommendBoughtTogether recommendTrending recommendSimilar recommendPopular recommendBuyAgain
    recommendRecentlyViewed recommendBecauseViewed recommendPlacement
    search searchByPost suggest multiSearch searchFacetValues searchFacets whyNot imageSearch
    listItems getItem exportItems getTask getRejectedLines
    getSettings getFront getSynonyms previewSettings previewSynonyms getLearnedCorrections getFields getRecommender getRules previewRules previewCollection
    previewPlacement getReplay getVersions getVersion
    getExperiments planExperiment getExperiment getExperimentResults
    searchAnalytics siteAnalytics frontAnalytics boughtTogetherAnalytics revenueAnalytics revenueCsv getAlerts
    getSession signOut listSessions signOutEverywhere changeProfile changePassword
    listProjects getProject listPictureFailures`,
  editor: `
    addItems changeItemNamedInside changeItem deleteItem changeItems changeMatchingItems deleteItems importItems previewImport addEvents reportPage
    changeSettings changeSynonyms forgetLearnedCorrection learnRecommender changeRules
    publishDraft replayDraft takeBackVersion
    putExperiment deleteExperiment stopExperiment
    getFeeds getFeed runFeed discoverFeed
    getWebhooks getWebhook retryPictures`,
  owner: `
    eraseUser eraseSession mergeUsers importHistory
    putWebhook deleteWebhook testWebhook
    listUsers changeUser removeUser endUserSessions createPasswordLink listInvitations inviteUser revokeInvitation
    createProject deleteProject backup listBackups startBackup
    listKeys createKey changeKey revokeKey getAuditLog exportAuditLog`,
};
type Level = keyof typeof allowed;
const levels = ['everyone', 'viewer', 'editor', 'owner'] as const;
/** Resources are read by viewers and changed by editors, unless the table names them. */
const ofResources = resourceNouns.flatMap((noun): [string, Level][] => {
  const ids = resourceOperationIds(noun);
  return [
    [ids.list, 'viewer'],
    [ids.get, 'viewer'],
    [ids.put, 'editor'],
    [ids.delete, 'editor'],
  ];
});
const levelOf = new Map<string, Level>([
  ...ofResources,
  ...levels.flatMap((level) =>
    allowed[level]
      .trim()
      .split(/\s+/)
      .map((id): [string, Level] => [id, level]),
  ),
]);

const document = JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8')) as OpenApi;
const operations = operationsOf(document);
/** They end the session. */
const ending = ['signOutEverywhere', 'signOut'];

let service: LocalService;
let members: Record<'viewer' | 'editor' | 'owner', TeamMember>;
/** An editor of another project only. */
let stranger: TeamMember;

before(async () => {
  service = await LocalService.start({ VITRINE_IMAGE_MODEL: 'vendored' });
  const first = await service.signIn();
  for (const id of ['shop', 'other'])
    await service.ask('POST', '/admin/projects', { headers: first, body: { id } });
  const add = (role: string, projects: string[] | null = null) =>
    addMember(service, first, { name: `${role}${projects?.join('') ?? ''}`, role, projects });
  members = { viewer: await add('viewer'), editor: await add('editor'), owner: await add('owner') };
  stranger = await add('editor', ['other']);
});
after(() => service[Symbol.asyncDispose]());

/** A request without valid input: the role is checked before it is read, so that an allowed one changes nothing. */
async function send({ method, path }: { method: string; path: string }, headers?: Record<string, string>) {
  const isProjectOf = path.startsWith('/admin/projects/{id}');
  const named = path
    .replace('{project}', 'shop')
    .replace('{id}', isProjectOf && method === 'GET' ? 'shop' : 'none')
    .replaceAll(/\{\w+\}/g, 'none');
  const query = path.startsWith('/api/') && !path.includes('{project}') ? '?project=shop' : '';
  const body = method === 'GET' || method === 'DELETE' ? {} : { body: {} };
  const response = await fetch(`${service.url}${named}${query}`, {
    method,
    headers: { ...headers, ...('body' in body ? { 'content-type': 'application/json' } : {}) },
    ...('body' in body ? { body: '{}' } : {}),
  });
  const text = await response.text();
  const isProblem = response.headers.get('content-type')?.includes('problem') === true;
  return { status: response.status, code: isProblem ? (JSON.parse(text) as { code: string }).code : '' };
}

test('each operation has a row in the table of roles, as the document has it', () => {
  assert.deepEqual([...levelOf.keys()].sort(), operations.map(({ operationId }) => operationId).sort());
  for (const methods of Object.values(document.paths)) {
    for (const one of Object.values(methods)) {
      const role = (one as unknown as { 'x-role'?: string })['x-role'] ?? 'everyone';
      assert.equal(role, levelOf.get(one.operationId), one.operationId);
    }
  }
});

for (const role of ['viewer', 'editor', 'owner'] as const) {
  test(`a ${role} may call the operations of the table and no others`, async () => {
    const wrong: string[] = [];
    const atLast = operations.filter(({ operationId }) => operationId === 'signOutEverywhere');
    const others = operations.filter((one) => !atLast.includes(one));
    for (const one of [...others, ...atLast]) {
      const needed = levelOf.get(one.operationId)!;
      const mayCall = levels.indexOf(role) >= levels.indexOf(needed);
      const headers = ending.includes(one.operationId)
        ? sessionOf(await signInAs(service, members[role]))
        : members[role].headers;
      const { status, code } = await send(one, headers);
      const isRefused = status === 403 && code === 'role_missing';
      const isSignedOut = status === 401 && code === 'signed_out';
      if (isRefused === mayCall || isSignedOut || status >= 500)
        wrong.push(`${one.operationId}: ${status} ${code}`);
    }
    assert.deepEqual(wrong, []);
  });
}

test('without a session, only public operations answer', async () => {
  const wrong: string[] = [];
  for (const one of operations) {
    const { status, code } = await send(one);
    const isRefused = status === 401 && ['signed_out', 'api_key_missing'].includes(code);
    if (isRefused === (levelOf.get(one.operationId) === 'everyone'))
      wrong.push(`${one.operationId}: ${status} ${code}`);
  }
  assert.deepEqual(wrong, []);
});

test('an editor of another project may call no operation of this one', async () => {
  const wrong: string[] = [];
  const tried = operations.filter(({ path, operationId }) => {
    const isOfProject =
      path.includes('{project}') ||
      (path.startsWith('/admin/projects/{id}') && operationId !== 'deleteProject');
    return isOfProject && ['viewer', 'editor'].includes(levelOf.get(operationId)!);
  });
  assert.ok(tried.length > 40, String(tried.length));
  for (const one of tried) {
    const { status, code } = await send(one, stranger.headers);
    // Some refuse the input first: they have read nothing of the project.
    if (!['403 project_forbidden', '400 invalid_request'].includes(`${status} ${code}`))
      wrong.push(`${one.operationId}: ${status} ${code}`);
  }
  assert.deepEqual(wrong, []);
  const { headers } = stranger;
  const ask = (method: string, path: string, body?: object) =>
    service.ask(method, path, { headers, ...(body === undefined ? {} : { body }) });
  for (const refused of [
    await ask('GET', '/search/shop?q=x'),
    await ask('PUT', '/api/projects/shop/synonyms', { synonyms: [] }),
    await ask('POST', '/api/items', { project: 'shop', data: [] }),
    await ask('GET', '/api/items?project=shop'),
    await ask('GET', '/admin/projects/nothing'),
  ])
    assert.equal(refusal(refused), '403 project_forbidden');
  assert.equal((await ask('GET', '/search/other?q=x')).status, 200);
  const { body } = await ask('GET', '/admin/projects');
  assert.deepEqual(
    (body['projects'] as { id: string }[]).map(({ id }) => id),
    ['other'],
  );
});

test('an operation of a higher role is refused with the role that is needed', async () => {
  const { headers } = stranger;
  const { status, body } = await service.ask('POST', '/admin/backup', {
    headers,
    body: {},
  });
  assert.equal(status, 403);
  assert.equal(body['code'], 'role_missing');
  assert.match(String(body['detail']), /needs the role owner, and your role is editor/);
  const session = await service.ask<{ operations: string[] }>('GET', '/admin/session', { headers });
  const expected = [...levelOf].filter(([, level]) => level !== 'owner').map(([id]) => id);
  assert.deepEqual(session.body.operations.sort(), expected.sort());
});

test('an API key may not manage users', async () => {
  const headers = await service.signIn();
  const { body } = await service.ask<{ key: string }>('POST', '/admin/keys', {
    headers,
    body: { scopes: ['admin'], projects: null },
  });
  for (const one of operations.filter(({ path }) =>
    /users$|users\/\{user\}|invitations$|profile/.test(path),
  )) {
    if (!one.path.startsWith('/admin/')) continue;
    const { status, code } = await send(one, { 'x-api-key': body.key });
    assert.equal(`${status} ${code}`, '403 session_required', one.operationId);
  }
});
