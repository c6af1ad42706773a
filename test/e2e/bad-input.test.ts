import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { readGroceryPicture } from '../support/grocery-picture.ts';
import type { Listing, Problem } from '../support/http.ts';
import {
  operationsOf,
  pathWithQuery,
  querySchema,
  SchemaValues,
  type Faulty,
  type OpenApi,
  type OpenApiOperation,
  type Schema,
} from '../support/schema-values.ts';
import { representative } from '../support/matrix.ts';
import { LocalService } from '../support/local-service.ts';
import { item, root } from '../support/service.ts';
import { adjust, feed, view, webhook, webhookHost, withoutAddresses } from '../support/valid-bodies.ts';
import { wildValue, withWildPlaces } from '../support/wild-values.ts';

/**
 * Requests generated from the OpenAPI document: valid ones get a reply that conforms to it. Each request with one invalid value is
 * rejected with the path of this value, and has no other effect.
 */
const document = JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8')) as OpenApi;
const values = new SchemaValues(document);
const seed = Number(process.env['SEED'] ?? 20_261_121);
const project = 'p';
let service: LocalService;
let key = '';
/** For all projects, which is required to create projects and unrestricted keys. */
let adminKey = '';
/** Of the first owner. */
let session: Record<string, string> = {};
let slowest = { ms: 0, what: '' };

const photo = readGroceryPicture('leek').toString('base64');
/** What valid requests name. */
async function putContent(): Promise<void> {
  await service.ask('POST', '/api/items', { key, body: { project, data: catalogItems } });
  const path = `/api/projects/${project}`;
  const put = (resource: string, body: object) => service.ask('PUT', `${path}/${resource}`, { key, body });
  await put('collections/sale', { collection: { id: 'sale', items: ['a'] } });
  await put('placements/home-top', { placement: { id: 'home-top', list: 'user' } });
  await put('drafts/winter', { draft: { id: 'winter' } });
  await put('experiments/boots', { experiment: { id: 'boots', draft: 'winter' } });
  await put('webhooks/on-call', { webhook });
  await put('feeds/erp', { feed });
  await put('views/low-stock', { view });
}

const catalogItems = ['a', 'b', 'c'].map((id) => item(id, { name: `Thing ${id}`, brand: 'B', price: 5 }));

before(async () => {
  service = await LocalService.start({
    VITRINE_IMAGE_MODEL: 'vendored',
    VITRINE_WEBHOOK_HOSTS: webhookHost,
    VITRINE_FEED_HOSTS: webhookHost,
  });
  key = await service.project(project, [
    'search',
    'recommend',
    'items:read',
    'items:write',
    'events',
    'admin',
  ]);
  const { body } = await service.ask<{ key: string }>('POST', '/admin/keys', {
    body: { scopes: ['admin'], projects: null },
    headers: (session = await service.signIn()),
  });
  adminKey = body.key;
  await putContent();
});
after(async () => {
  process.stdout.write(
    `seed ${seed}; slowest refusal ${slowest.ms.toFixed(1)} ms: ${slowest.what.slice(0, 150)}\n`,
  );
  await service[Symbol.asyncDispose]();
});

/** Values that a schema cannot describe: ids that exist, and texts with a grammar. */
const given: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  project: fc.constant(project),
  index: fc.constant(project),
  item: fc.constantFrom('a', 'b'),
  filters: fc.constantFrom('brand:B', 'price < 5 OR NOT EXISTS x', 'price:1 TO 9', ''),
  sort: fc.constantFrom(['price'], ['-price', 'name:asc'], []),
  facets: fc.constantFrom(['brand'], ['price:5', 'brand'], []),
  crop: fc.constantFrom('0,0,1,1', '0.25,0.25,0.5,0.5'),
  uploaded_file: fc.constant(photo),
  projects: fc.constant([project]),
  expiresAt: fc.constant(4e12),
  origins: fc.constantFrom([], ['https://shop.example']),
  searches: fc.constantFrom([{}], [{ q: 'thing', limit: 1 }, { facets: ['brand'] }]),
  price: fc.oneof(fc.double({ min: 0, max: 1e9, noNaN: true }), fc.constantFrom('1.50', '2e3', '0')),
  offset: fc.integer({ min: 0, max: 5_000 }),
  from: fc.constantFrom('now-7d', 'now-1d'),
  to: fc.constantFrom('now', 'now-1h'),
  _id: fc.constantFrom('a', 'b'),
  collection: fc.constant('sale'),
  with: fc.integer({ min: 1, max: 50 }),
  draft: fc.constant('winter'),
  email: fc.integer({ min: 1, max: 1e6 }).map((number) => `user${number}@shop.example`),
  segment: fc.constantFrom({ is: 'new' }, { bought: 'brand:B', spent: { min: 1, max: 2, days: 7 } }),
};

/** Excluded operations, which end sessions or projects, copy the disk, or do not use JSON. Other tests cover them. */
const elsewhere = new Set([
  'signIn',
  'signOut',
  'signOutEverywhere',
  'changePassword',
  'deleteProject',
  'backup',
  'startBackup',
  'importItems',
  'previewImport',
  'importHistory',
  'exportItems',
  'exportAuditLog',
  'beginProviderSignIn',
  'completeProviderSignIn',
  'revenueCsv',
  'getRejectedLines',
  'metrics',
  'openapi',
]);
/** Valid requests name something that does not exist. */
const unlucky = new Set([
  'getTask',
  'discoverFeed',
  'changeKey',
  'revokeKey',
  'deleteItem',
  'changeUser',
  'removeUser',
  'endUserSessions',
  'createPasswordLink',
  'revokeInvitation',
  'checkInvitation',
  'acceptInvitation',
]);
const pathValues: Readonly<Record<string, string>> = {
  project,
  field: 'brand',
  user: 'unknown',
  _id: 'a',
  id: project,
  collection: 'sale',
  placement: 'home-top',
  version: '1',
  draft: 'winter',
  experiment: 'boots',
  webhook: 'on-call',
  feed: 'erp',
  view: 'low-stock',
  word: 'hoover',
};

interface Prepared {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly query: Schema;
  readonly body: Schema | null;
  readonly operation: OpenApiOperation;
}

const prepared: Prepared[] = operationsOf(document)
  .filter(({ operationId }) => !elsewhere.has(operationId))
  .map((operation) => ({
    id: operation.operationId,
    method: operation.method,
    path: operation.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => pathValues[name] ?? name),
    query: querySchema(operation),
    body: operation.bodies['application/json'] ?? null,
    operation,
  }));

async function send(one: Prepared, query: Record<string, unknown>, body: unknown) {
  const isForUsers =
    one.path.startsWith('/admin/') && /user|invitation|sessions|profile|link/i.test(one.path);
  return service.ask(one.method, pathWithQuery(one.path, query), {
    ...(isForUsers
      ? { headers: session }
      : {
          key: ['createProject', 'createKey', 'getAuditLog', 'listBackups'].includes(one.id) ? adminKey : key,
        }),
    ...(one.body === null ? {} : { body }),
  });
}

/** A valid request: query and body. Items are named by item id. */
function requests(
  one: Prepared,
): fc.Arbitrary<{ query: Record<string, unknown>; body: Record<string, unknown> }> {
  const body = one.body === null ? fc.constant({}) : values.valid(one.body, given);
  return fc.record({ query: values.valid(one.query, given), body }).map((request) => {
    const sent = withoutAddresses(request.body as Record<string, unknown>);
    const query = request.query as Record<string, unknown>;
    const { by } = (one.query['properties'] ?? {}) as Readonly<
      Record<string, { readonly enum?: readonly string[] }>
    >;
    const named = by?.enum?.includes('id') === true ? { by: 'id' } : {};
    return { query: { ...query, ...named }, body: adjust[one.id]?.(sent) ?? sent };
  });
}

for (const one of prepared) {
  test(`${one.id}: replies to valid requests conform to the document`, async () => {
    let good = 0;
    await fc.assert(
      fc.asyncProperty(requests(one), async ({ query, body }) => {
        const answer = await send(one, query, body);
        const documented = one.operation.responses[String(answer.status)];
        const shown = `${answer.status} ${JSON.stringify(answer.body).slice(0, 500)} to ${JSON.stringify({ query, body }).slice(0, 500)}`;
        assert.ok(documented !== undefined, shown);
        if (answer.status < 300) good++;
        else assert.ok([404, 409, 410, 422].includes(answer.status), shown);
        const [content] = Object.values(documented.content ?? {});
        assert.equal(values.complaint(content?.schema ?? {}, answer.body), '', shown);
      }),
      { seed, numRuns: representative(4, 12), interruptAfterTimeLimit: 20_000 },
    );
    if (!unlucky.has(one.id)) assert.ok(good > 0, 'No request succeeded');
    if (one.method !== 'GET') await putContent();
  });
}

/** Copies of a valid request with one invalid value, in the body or in the query. */
function* ruined(one: Prepared, right: { query: Record<string, unknown>; body: Record<string, unknown> }) {
  if (one.body !== null) {
    for (const fault of values.faults(one.body, single(right.body), 'body')) {
      if (!accepted(fault)) yield { what: fault.what, query: right.query, body: fault.value };
    }
  }
  for (const fault of values.faults(one.query, right.query, 'query')) {
    if (
      accepted(fault) ||
      fault.value === null ||
      typeof fault.value !== 'object' ||
      Array.isArray(fault.value)
    )
      continue;
    const query = fault.value as Record<string, unknown>;
    // In a query, values are texts, empty ones are ignored, and lone surrogates cannot be encoded.
    const typed = /\.(limit|offset|explain|active): ("|[\d-]|\{)/.test(fault.what);
    const worded = /: "(a{29}|\\u0000)|: "none of these"/.test(fault.what);
    if (!typed && !worded) continue;
    if (JSON.stringify(query).length < 8_000) {
      // A parameter in the body of a photo search overrides the query.
      const photoSent = right.body['uploaded_file'];
      yield {
        what: fault.what,
        query,
        body: photoSent === undefined ? right.body : { uploaded_file: photoSent },
      };
    }
  }
}

/** Shortens lists to one element, because lists with some valid elements are accepted. */
function single(body: Record<string, unknown>): Record<string, unknown> {
  return Array.isArray(body['data']) ? { ...body, data: body['data'].slice(0, 1) } : body;
}

/** Values that are accepted by design: `data` of an update may be any value without fields. */
function accepted({ what }: Faulty): boolean {
  return (
    /^body\.(context|_id|by)\b/.test(what) ||
    what.includes('query._id') ||
    /filters: ""|highlight: ("maybe"|2)|: "\{\}"/.test(what)
  );
}

for (const one of prepared) {
  test(`${one.id}: a request with one invalid value is rejected with its path`, async () => {
    const before = await count();
    const [...samples] = fc.sample(requests(one), { seed, numRuns: representative(1, 3) });
    let tried = 0;
    for (const right of samples) {
      for (const { what, query, body } of ruined(one, right)) {
        tried++;
        const started = performance.now();
        const answer = await send(one, query, body);
        const ms = performance.now() - started;
        if (ms > slowest.ms) slowest = { ms, what: `${one.id} ${what}` };
        const { code, errors, detail } = answer.body as unknown as Problem;
        const shown = `${what} -> ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`;
        assert.ok(answer.status >= 400 && answer.status < 500, shown);
        assert.ok(typeof code === 'string' && typeof detail === 'string', shown);
        if (answer.status === 400 && code.startsWith('invalid_') && code !== 'invalid_json') {
          assert.ok(errors.length > 0 && errors.every(({ path }) => path !== ''), shown);
        }
      }
    }
    if (one.body !== null) assert.ok(tried > 0);
    assert.equal(await count(), before, 'Something was stored');
    assert.equal((await service.ask('GET', `/search/${project}?q=thing`, { key })).status, 200);
  });
}

async function count(): Promise<number> {
  const { body } = await service.ask<Listing>('GET', `/api/items?limit=1&project=${project}`, { key });
  return body.total;
}

const generatedRequests = representative(300, 2_000);

test(`${generatedRequests.toLocaleString('en')} generated requests: no 5xx and no reply that violates the document`, async () => {
  const runs = Math.ceil(generatedRequests / prepared.length);
  const statuses = new Map<number, number>();
  for (const one of prepared) {
    const wild = fc.oneof(
      { weight: 5, arbitrary: withWildPlaces(requests(one)) },
      { weight: 1, arbitrary: fc.record({ query: fc.constant({}), body: wildValue }) },
    );
    await fc.assert(
      fc.asyncProperty(wild, async ({ query, body }) => {
        const answer = await send(one, plainObject(query), body);
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        const shown = `${one.id}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 500)}`;
        assert.ok(answer.status < 500, shown);
        // Any URL may be too long.
        if (answer.status === 431) return;
        const documented = one.operation.responses[String(answer.status)];
        assert.ok(documented !== undefined, shown);
        const [content] = Object.values(documented.content ?? {});
        assert.equal(values.complaint(content?.schema ?? {}, answer.body), '', shown);
      }),
      { seed, numRuns: runs },
    );
  }
  assert.ok((statuses.get(200) ?? 0) > 0 && (statuses.get(400) ?? 0) > 0);
  process.stdout.write(`generated: ${JSON.stringify(Object.fromEntries(statuses))}\n`);
});

function plainObject(value: unknown): Record<string, unknown> {
  return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {};
}
