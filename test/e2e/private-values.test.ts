import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import type { Operation } from '../../src/http/operation.ts';
import { declaredOperations } from '../support/declared-operations.ts';
import { LocalService } from '../support/local-service.ts';
import {
  comparable,
  itemIds,
  openCase,
  privateCases,
  type CaseKeys,
  type PrivateCase,
} from '../support/private-shops.ts';
import { fieldRequests, protocolRequests, type CaseRequest } from '../support/private-requests.ts';
import { isWhole, representative } from '../support/matrix.ts';
import {
  operationsOf,
  pathWithQuery,
  querySchema,
  SchemaValues,
  type OpenApi,
  type OpenApiOperation,
} from '../support/schema-values.ts';
import { root } from '../support/service.ts';
import { adjust, webhookHost, withoutAddresses } from '../support/valid-bodies.ts';

/**
 * Two services have the same projects but for the values of private fields. A key without `private` gets the same replies from both, by
 * every operation that such a key may use.
 */
const document = JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8')) as OpenApi;
const values = new SchemaValues(document);
const described = new Map(operationsOf(document).map((one) => [one.operationId, one]));
const seed = Number(process.env['SEED'] ?? 20_261_129);
const runs = representative(1, 6);

/** Keys with `admin` have all scopes; sessions, too. */
const operations = declaredOperations().filter(
  ({ access }) => access.kind === 'key' || access.kind === 'public',
);

/** Operations whose replies have nothing of a project, or depend on the machine. */
const without: Readonly<Record<string, string>> = {
  getSignInOptions: 'no project',
  signIn: 'no project',
  beginProviderSignIn: 'no project',
  completeProviderSignIn: 'no project',
  checkInvitation: 'no project',
  acceptInvitation: 'no project',
  health: 'no project',
  ready: 'no project',
  metrics: 'of the machine',
  openapi: 'no project',
  runFeed: 'needs a host with a file',
  testWebhook: 'sends a request',
  getExperimentResults: 'visitors are allocated to arms at random',
  searchAnalytics: 'searches count some seconds after they were sent',
  ucpProfile: 'no project',
  algoliaUnknownGET: 'no operation',
  algoliaUnknownPOST: 'no operation',
  algoliaUnknownPUT: 'no operation',
  algoliaUnknownDELETE: 'no operation',
  imageSearch: 'needs the image model',
  ...Object.fromEntries(
    [
      'Synonym',
      'Rule',
      'SaveSynonym',
      'SaveSynonyms',
      'DeleteSynonym',
      'ClearSynonyms',
      'SaveRule',
      'SaveRules',
    ].map((name) => [`algolia${name}`, 'the configuration']),
  ),
  algoliaDeleteRule: 'the configuration',
  algoliaClearRules: 'the configuration',
  algoliaChangeSettings: 'the configuration',
  algoliaTask: 'numbers of tasks',
  algoliaServiceTask: 'numbers of tasks',
  algoliaDeleteIndex: 'of staging indexes',
  algoliaCopyOrMove: 'of staging indexes',
};

const services: LocalService[] = [];
const keys: Map<string, CaseKeys>[] = [];
before(async () => {
  for (const side of [0, 1]) {
    const service = await LocalService.start({
      VITRINE_WEBHOOK_HOSTS: webhookHost,
      VITRINE_FEED_HOSTS: webhookHost,
    });
    services.push(service);
    keys.push(new Map());
    for (const one of privateCases) keys[side]!.set(one.project, await openCase(service, one, side));
  }
});
after(async () => {
  for (const service of services) await service[Symbol.asyncDispose]();
});

/** Reads before writes, which may remove what differs, and deletions last. */
const ordered = operations
  .filter(({ id }) => without[id] === undefined)
  .toSorted((a, b) => rankOperation(a) - rankOperation(b));

function rankOperation({ id, method, access }: Operation): number {
  const isRead = method === 'GET' || access.kind !== 'key' || ['search', 'recommend'].includes(access.scope);
  if (isRead || id.startsWith('preview')) return 0;
  return method === 'DELETE' || /delete|clear/i.test(id) ? 2 : 1;
}

/** Each operation with private values, and with one of the other cases; `npm run test:all` has all. */
const isRun = (caseNo: number, operationNo: number): boolean =>
  isWhole || caseNo === 0 || operationNo % (privateCases.length - 1) === caseNo - 1;

for (const [caseNo, one] of privateCases.entries()) {
  for (const declared of ordered.filter((_, operationNo) => isRun(caseNo, operationNo))) {
    test(`${one.project}: ${declared.id} answers the same whatever the private values are`, async () => {
      const own = described.get(declared.id);
      const sent: CaseRequest[] = [
        ...(own === undefined ? [] : generatedRequests(own, one)),
        ...(fieldRequests[declared.id]?.(one) ?? []),
        ...(protocolRequests[declared.id]?.(one) ?? []),
      ];
      assert.ok(sent.length > 0, 'no request: add one to test/support/private-requests.ts');
      const replies: string[] = [];
      let successes = 0;
      const leaks: string[] = [];
      for (const request of sent) {
        const [first, second] = [await exchange(0, one, request), await exchange(1, one, request)];
        if (first.status < 300) successes++;
        else replies.push(JSON.stringify(first.body).slice(0, 300));
        if (JSON.stringify(first) === JSON.stringify(second)) continue;
        leaks.push(
          `${request.method} ${request.path} ${JSON.stringify(request.body ?? null)}\n${difference(first, second)}`,
        );
      }
      assert.equal(
        leaks.slice(0, 5).join('\n\n'),
        '',
        `${leaks.length} requests of ${sent.length} tell private values`,
      );
      // Generated configurations often refer to what does not exist.
      const isSettings = declared.access.kind === 'key' && declared.access.scope === 'settings';
      if (!isSettings) assert.ok(successes > 0, `none succeeded:\n${replies.join('\n')}`);
    });
  }
}

async function exchange(side: number, { project }: PrivateCase, request: CaseRequest) {
  const { method, path, body, headers = {}, web = false } = request;
  const own = keys[side]!.get(project)!;
  const response = await fetch(`${services[side]!.url}${path}`, {
    method,
    headers: {
      'x-api-key': web ? own.web : own.server,
      ...(body === undefined || typeof body === 'string' ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, etag: response.headers.get('etag'), body: comparable(parsed(text)) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text.split('\n').map((line) => {
      try {
        return JSON.parse(line) as unknown;
      } catch {
        return line;
      }
    });
  }
}

/** The first place where two values differ. */
function difference(one: unknown, other: unknown, path = ''): string {
  if (one !== null && other !== null && typeof one === 'object' && typeof other === 'object') {
    const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
    for (const name of names) {
      const [a, b] = [Reflect.get(one, name) as unknown, Reflect.get(other, name) as unknown];
      if (JSON.stringify(a) !== JSON.stringify(b)) return difference(a, b, `${path}.${name}`);
    }
  }
  return `${path}: ${JSON.stringify(one)?.slice(0, 400)} | ${JSON.stringify(other)?.slice(0, 400)}`;
}

const names = [...new Set(privateCases.flatMap(({ fields }) => fields)), 'color', 'material', 'specs', 'id'];
const fieldName = fc.constantFrom(...names);
const filter = fc.oneof(
  fc
    .tuple(fieldName, fc.constantFrom(':5', ' > 5', ':Acme', ':3 TO 9', ':Zephyrix'))
    .map((parts) => parts.join('')),
  fieldName.map((name) => `EXISTS ${name}`),
  fieldName.map((name) => `NOT EXISTS ${name} AND color:red`),
  fc.constantFrom('', 'color:red', 'stores.berlin.stock > 0', 'offers.{cost:1 AND shop:north}'),
);
/** Values that a schema cannot describe: names that exist, and texts with a grammar. */
function givenValues({ project }: PrivateCase): Readonly<Record<string, fc.Arbitrary<unknown>>> {
  const q = fc.constantFrom(
    '',
    'oak',
    'chair',
    'zephyrix',
    'acme lamp',
    'stuhl',
    'tisch',
    'cosy',
    'cheap chair',
    'chair under 15 euro',
    'sturdy',
  );
  const fields = fc.array(fieldName, { maxLength: 4 });
  return {
    project: fc.constant(project),
    index: fc.constant(project),
    item: fc.constantFrom(...itemIds),
    q,
    query: q,
    searches: fc.constantFrom([{ q: 'oak' }], [{ q: 'chair', facets: ['brand', 'stock'], limit: 20 }]),
    filters: filter,
    sort: fc.array(
      fc.tuple(fieldName, fc.constantFrom(':asc', ':desc')).map((parts) => parts.join('')),
      { maxLength: 2 },
    ),
    facets: fc.oneof(fields, fc.constant(['*'])),
    disjunctive: fc.constant([]),
    highlight: fields,
    fields: fields,
    exclude: fields,
    store: fc.constantFrom('berlin', 'bonn', 'none'),
    language: fc.constantFrom('de', 'fr', 'de-AT'),
    priceList: fc.constantFrom('b2b', 'c2c'),
    caps: fc.constantFrom([], [{ field: 'supplier', max: 1 }], [{ field: 'brand', max: 1, window: 4 }]),
    outOfStock: fc.constantFrom('hide', 'last', 'show'),
    limit: fc.constantFrom(5, 20),
    offset: fc.constantFrom(0, 2),
    crop: fc.constant('0,0,1,1'),
    from: fc.constant('now-7d'),
    to: fc.constant('now'),
    collection: fc.constant('sale'),
    draft: fc.constant('winter'),
    with: fc.constant(1),
    user: fc.constantFrom('u0', 'u1'),
    session: fc.constant('s0'),
    segment: fc.constant({ is: 'new' }),
    _id: fc.constantFrom(...itemIds),
  };
}

const pathValues: Readonly<Record<string, string>> = {
  field: 'brand',
  user: 'u2',
  session: 's1',
  _id: 'a',
  collection: 'sale',
  placement: 'home-top',
  version: '1',
  draft: 'winter',
  experiment: 'boots',
  webhook: 'on-call',
  feed: 'erp',
  view: 'low-stock',
  word: 'hoover',
  id: 'rejected',
};

function generatedRequests(operation: OpenApiOperation, one: PrivateCase): CaseRequest[] {
  const schema = operation.bodies['application/json'];
  const query = operation.parameters.filter((parameter) => parameter.in === 'query');
  const given = givenValues(one);
  const body = schema === undefined ? fc.constant(undefined) : values.valid(schema, given);
  const all = fc.record({ query: values.valid(querySchema(operation), given), body });
  return fc.sample(all, { seed, numRuns: runs }).map((request) => {
    const isById = query.some(
      ({ name, schema: own }) => name === 'by' && (own['enum'] as string[]).includes('id'),
    );
    const named = isById ? { by: 'id' } : {};
    const project = query.some(({ name }) => name === 'project') ? { project: one.project } : {};
    const parameters = { ...(request.query as Record<string, unknown>), ...named, ...project };
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
      name === 'project' ? one.project : (pathValues[name] ?? name),
    );
    const drawn = request.body as Record<string, unknown> | undefined;
    const sent = drawn === undefined ? undefined : withoutAddresses(drawn);
    return {
      method: operation.method,
      path: pathWithQuery(path, parameters),
      ...(sent === undefined ? {} : { body: adjust[operation.operationId]?.(sent) ?? sent }),
    };
  });
}
