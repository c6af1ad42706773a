import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createClient, type VitrineClient } from '@vitrine/sdk';
import { readGroceryPicture } from '../support/grocery-picture.ts';
import { allResourceOperationIds } from '../support/resource-operations.ts';
import { operationsOf, SchemaValues, type OpenApi } from '../support/schema-values.ts';
import { itemCalls, project } from '../support/sdk-item-calls.ts';
import { projectCalls } from '../support/sdk-project-calls.ts';
import { synonymCalls } from '../support/sdk-synonym-calls.ts';
import { teamCalls } from '../support/sdk-team-calls.ts';
import { createShopifyProducts, startShopifyShop } from '../support/shops/shopify-shop.ts';
import { LocalService } from '../support/local-service.ts';
import { adminPassword, root } from '../support/service.ts';

/** The SDK covers the document: it calls each operation with declared parameters only, and a service replies as declared. */
const document = JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8')) as OpenApi;
const operations = operationsOf(document);
const values = new SchemaValues(document);

/** Operations without a method, with the reason. */
const without: Readonly<Record<string, string>> = {
  search: 'POST /search/{project} takes the same parameters in its body',
  changeItemNamedInside: 'PUT /api/items/{_id} does the same',
  metrics: 'for Prometheus',
  beginProviderSignIn: 'redirects a browser',
  completeProviderSignIn: 'redirects a browser',
  ready: 'for load balancers',
};

const photo = readGroceryPicture('leek');
/** Refuses connections. */
const webhookHost = '127.0.0.1:9';
const view = { id: 'low-stock', name: 'Low stock', page: 'items', query: 'stock=low' } as const;
const feed = { id: 'erp', url: `http://${webhookHost}/items.csv` } as const;
const webhook = { id: 'on-call', url: `http://${webhookHost}/`, alerts: ['no_results'] } as const;
const list = {
  limit: 3,
  filters: 'price < 100',
  fields: ['name'],
  exclude: ['x'],
  bought: true,
  caps: [{ field: 'brand', max: 2, window: 5 }],
  diversity: 0.1,
  context: { page: 'home' },
  explain: true,
} as const;
const search = {
  q: 'oak',
  facets: ['brand', { field: 'price', ranges: [{ to: 50 }] }],
  highlight: false,
} as const;

/** A call of each operation, in an order in which each succeeds. */
const calls: Readonly<Record<string, ((client: VitrineClient) => Promise<unknown>)[]>> = {
  health: [(c) => c.health()],
  openapi: [(c) => c.openapi()],
  createProject: [(c) => c.admin.createProject({ id: project, name: 'Shop', currency: 'EUR', demo: false })],
  ...itemCalls,
  addEvents: [
    (c) =>
      c.events.add(project, [
        { type: 'view', user: 'u', session: 's', item: 'a', at: Date.now(), position: 1, id: 'e' },
        { type: 'purchase', user: 'u', items: [{ id: 'b', quantity: 2, price: 10 }] },
      ]),
    (c) =>
      c.events.add(project, [
        { type: 'view', user: 'u', item: 'a' },
        { type: 'view', user: 'u', item: 'a', at: '2999-01-01T00:00:00Z' },
      ]),
  ],
  searchByPost: [(c) => c.search(project, { ...search, ...pageOf('search') })],
  multiSearch: [(c) => c.multiSearch(project, [search, { q: 'b' }])],
  suggest: [(c) => c.suggest(project, { q: 'o', limit: 3 })],
  searchFacetValues: [(c) => c.searchFacetValues(project, 'brand', { facetQuery: 'b', q: 'oak', limit: 3 })],
  searchFacets: [
    (c) =>
      c.searchFacets(project, {
        fields: ['brand', 'color'],
        disjunctive: ['brand'],
        facetQuery: 'b',
        filters: 'brand:B',
      }),
  ],
  whyNot: [
    (c) => c.whyNot(project, 'a', { q: 'elm', filters: 'price < 1', sort: ['price'], grouped: false }),
  ],
  imageSearch: [
    (c) =>
      c.imageSearch(project, photo, {
        ...pageOf('photo'),
        crop,
        facets: ['brand'],
        fields: [],
        highlight: ['name'],
      }),
    (c) => c.imageSearch(project, photo.toString('base64'), { crop, language: 'en', context: {} }),
  ],
  recommendForUser: [(c) => c.recommend.forUser(project, { user: 'u', seen: ['a'], ...list })],
  recommendBoughtTogether: [
    (c) => c.recommend.boughtTogether(project, { item: ['a', 'b'], session: 's', ...list }),
  ],
  recommendTrending: [(c) => c.recommend.trending(project, { category: 'x', windowHours: 24, ...list })],
  recommendSimilar: [(c) => c.recommend.similar(project, { item: 'a', user: 'u', ...list })],
  recommendPopular: [(c) => c.recommend.popular(project, list)],
  recommendBuyAgain: [(c) => c.recommend.buyAgain(project, { user: 'u', ...list })],
  recommendRecentlyViewed: [(c) => c.recommend.recentlyViewed(project, { session: 's', ...list })],
  recommendBecauseViewed: [(c) => c.recommend.becauseViewed(project, { user: 'u', ...list })],
  getSettings: [(c) => c.settings.get(project)],
  getFront: [(c) => c.settings.front(project)],
  reportPage: [(c) => c.settings.reportPage(project, { page: '/p/a', session: 's' })],
  siteAnalytics: [(c) => c.analytics.site(project)],
  frontAnalytics: [(c) => c.analytics.front(project)],
  changeSettings: [
    (c) =>
      c.settings.change(
        project,
        {
          search: { ranking: { typo: 0.5 }, typos: null, prefix: 'always' },
          events: { weights: { view: 1, cart: null } },
          items: { priceOptional: true },
          rateLimits: { visitorPerMinute: null },
        },
        { ifVersion: 0 },
      ),
  ],
  ...synonymCalls,
  previewSettings: [
    (c) =>
      c.settings.preview(project, {
        q: 'oak',
        limit: 5,
        settings: { search: { customRanking: [{ field: 'price', order: 'asc' }] } },
      }),
  ],
  changeRules: [
    (c) => c.rules.change(project, [{ id: 'r', when: { query: 'oak' }, hide: ['c'], boost: 'brand:B' }]),
  ],
  putCollection: [(c) => c.collections.put(project, { id: 'oak', items: ['a'], sort: ['price:asc'] })],
  getCollections: [(c) => c.collections.list(project)],
  getCollection: [(c) => c.collections.get(project, 'oak')],
  previewCollection: [(c) => c.collections.preview(project, 'oak', { limit: 5 })],
  deleteCollection: [(c) => c.collections.delete(project, 'oak', { ifVersion: 1 })],
  getRules: [(c) => c.rules.get(project)],
  previewRules: [
    (c) =>
      c.rules.preview(project, { q: 'oak', limit: 5, at: '2026-12-24', rules: [{ id: 'x', hide: ['a'] }] }),
  ],
  putPlacement: [
    (c) =>
      c.placements.put(project, {
        id: 'home-top',
        title: 'For you',
        list: 'similar',
        fallbacks: ['user', 'content'],
        limit: 4,
        filters: 'price < 100',
        category: 'x',
        exclude: ['x'],
        bought: true,
        variants: 'one',
        outOfStock: 'hide',
        caps: [{ field: 'brand', max: 2 }],
        diversity: 0.1,
        rotation: 0.3,
        windowHours: 24,
        userData: 'wide',
      }),
    (c) => c.placements.put(project, { id: 'home-top', list: 'user', title: 'For you' }),
  ],
  getPlacements: [(c) => c.placements.list(project)],
  getPlacement: [(c) => c.placements.get(project, 'home-top')],
  recommendPlacement: [
    (c) =>
      c.recommend.placement(project, 'home-top', {
        user: 'u',
        seen: ['b'],
        item: 'b',
        items: ['c'],
        limit: 3,
        filters: 'price < 100',
        fields: ['name'],
        exclude: ['x'],
        context: { page: 'home' },
        enableRules: true,
        explain: true,
      }),
    (c) => c.recommend.placement(project, 'home-top'),
  ],
  previewPlacement: [
    (c) =>
      c.placements.preview(project, 'home-top', {
        placement: { id: 'home-top', list: 'similar' },
        item: 'b',
        user: 'u',
        explain: true,
      }),
    (c) => c.placements.preview(project, 'home-top'),
  ],
  deletePlacement: [(c) => c.placements.delete(project, 'home-top', { ifVersion: 2 })],
  putDraft: [
    (c) =>
      c.drafts.put(
        project,
        {
          id: 'winter',
          name: 'Winter',
          settings: { search: { synonyms: null } },
          rules: { put: [{ id: 'r', hide: ['c'] }], remove: ['x'], order: ['r'] },
          collections: { put: [{ id: 'oak', items: ['a'] }], remove: ['x'] },
          placements: { put: [{ id: 'home-top', list: 'popular' }], remove: ['x'] },
        },
        { ifVersion: 0, rebase: true },
      ),
    (c) => c.drafts.put(project, { id: 'other' }),
  ],
  getDrafts: [(c) => c.drafts.list(project)],
  getDraft: [(c) => c.drafts.get(project, 'winter')],
  replayDraft: [(c) => c.drafts.startReplay(project, 'winter')],
  getReplay: [(c) => c.drafts.replay(project, 'winter')],
  planExperiment: [(c) => c.experiments.plan(project, { metric: 'clickRate', minimumEffect: 0.1 })],
  putExperiment: [
    (c) =>
      c.experiments.put(project, {
        id: 'boots',
        name: 'Boots',
        draft: 'winter',
        mode: 'split',
        metric: 'revenue',
        minimumEffect: 0.1,
        shares: { control: 0.2, treatment: 0.2 },
      }),
  ],
  getExperiments: [(c) => c.experiments.list(project)],
  getExperiment: [(c) => c.experiments.get(project, 'boots')],
  getExperimentResults: [(c) => c.experiments.results(project, 'boots')],
  stopExperiment: [(c) => c.experiments.stop(project, 'boots')],
  deleteExperiment: [(c) => c.experiments.delete(project, 'boots')],
  publishDraft: [
    (c) => c.drafts.publish(project, 'winter', { force: true, message: 'Season' }, { ifVersion: 1 }),
  ],
  deleteDraft: [(c) => c.drafts.delete(project, 'other', { ifVersion: 2 })],
  getVersions: [(c) => c.versions.list(project, { kind: 'placements', limit: 5 })],
  getVersion: [(c) => c.versions.get(project, 2), (c) => c.versions.get(project, 2, { with: 1 })],
  takeBackVersion: [
    async (c) => {
      const { versions } = await c.versions.list(project);
      return c.versions.takeBack(project, versions[0]!.number, { message: 'Still shown', force: true });
    },
  ],
  getRecommender: [(c) => c.recommender.get(project)],
  learnRecommender: [(c) => c.recommender.learn(project)],
  searchAnalytics: [(c) => c.analytics.searches(project, { from: 'now-7d', to: 'now', limit: 5 })],
  getAlerts: [(c) => c.alerts.list(project, { open: true, limit: 5 }), (c) => c.alerts.list(project)],
  putFeed: [
    (c) => c.feeds.put(project, feed),
    (c) => c.feeds.put(project, { ...feed, absent: 'delete' }, { ifVersion: 1 }),
  ],
  getFeeds: [(c) => c.feeds.list(project)],
  getFeed: [(c) => c.feeds.get(project, 'erp')],
  discoverFeed: [
    async (c) => {
      await using shop = await startShopifyShop({ list: createShopifyProducts(3) });
      return await c.feeds.discover(project, shop.url);
    },
  ],
  runFeed: [(c) => c.feeds.run(project, 'erp')],
  deleteFeed: [(c) => c.feeds.delete(project, 'erp', { ifVersion: 2 })],
  putView: [
    (c) => c.views.put(project, view),
    (c) => c.views.put(project, { ...view, query: 'stock=sold-out' }, { ifVersion: 1 }),
  ],
  getViews: [(c) => c.views.list(project)],
  getView: [(c) => c.views.get(project, 'low-stock')],
  deleteView: [(c) => c.views.delete(project, 'low-stock', { ifVersion: 2 })],
  putWebhook: [
    (c) => c.alerts.webhooks.put(project, webhook),
    (c) => c.alerts.webhooks.put(project, webhook, { rotateSecret: true, ifVersion: 1 }),
  ],
  getWebhooks: [(c) => c.alerts.webhooks.list(project)],
  getWebhook: [(c) => c.alerts.webhooks.get(project, 'on-call')],
  testWebhook: [(c) => c.alerts.webhooks.test(project, 'on-call')],
  deleteWebhook: [(c) => c.alerts.webhooks.delete(project, 'on-call', { ifVersion: 2 })],
  boughtTogetherAnalytics: [
    (c) => c.analytics.boughtTogether(project),
    (c) => c.analytics.boughtTogether(project, { item: 'a' }),
  ],
  revenueAnalytics: [
    (c) => c.analytics.revenue(project, { by: 'rule', order: 'shown', from: 'now-7d', to: 'now', limit: 5 }),
  ],
  revenueCsv: [(c) => c.analytics.revenueCsv(project, { by: 'day' })],
  mergeUsers: [(c) => c.users.merge(project, { session: 'visit', into: 'u' })],
  eraseUser: [(c) => c.users.erase(project, 'u')],
  eraseSession: [(c) => c.users.eraseSession(project, 'visit')],
  deleteItem: [(c) => c.items.remove(project, 'a', { by: 'id' })],
  ...projectCalls,
  createKey: [
    (c) =>
      c.admin.createKey({
        name: 'Web',
        kind: 'web',
        scopes: ['search'],
        projects: [project],
        expiresAt: Date.now() + 1e6,
        ratePerMinute: 100,
        origins: ['https://shop.example'],
        filter: 'brand:B',
      }),
  ],
  listKeys: [(c) => c.admin.listKeys(project)],
  changeKey: [(c) => onNewKey(c, (id) => c.admin.changeKey(id, { kind: 'server' }))],
  revokeKey: [(c) => onNewKey(c, (id) => c.admin.revokeKey(id))],
  backup: [(c) => c.admin.backup('copy')],
  deleteProject: [(c) => c.admin.deleteProject(project)],
  getSession: [(c) => c.admin.session()],
  getSignInOptions: [(c) => c.admin.signInOptions()],
  ...teamCalls,
  changePassword: [(c) => c.admin.changePassword(adminPassword, `${adminPassword} 2`)],
  signIn: [(c) => c.admin.signIn(`${adminPassword} 2`)],
  signOut: [(c) => c.admin.signOut()],
};
const crop = { x: 0, y: 0, width: 1, height: 0.5 };
const pageOf = (visitor: string) => ({
  limit: 2,
  offset: 1,
  filters: 'price < 100',
  sort: ['price:asc'],
  explain: true,
  grouped: true,
  variants: 1,
  session: visitor,
});

async function onNewKey<T>(client: VitrineClient, use: (id: string) => Promise<T>): Promise<T> {
  const { id } = await client.admin.createKey({ scopes: ['search'], projects: [project] });
  return use(id);
}

let service: LocalService;
let key = '';
/** Of the first owner. */
let session: Record<string, string> = {};
before(async () => {
  service = await LocalService.start({
    VITRINE_IMAGE_MODEL: 'vendored',
    VITRINE_WEBHOOK_HOSTS: webhookHost,
    VITRINE_FEED_HOSTS: '127.0.0.1',
    VITRINE_CRAWL_RATE: '1000',
  });
  session = await service.signIn();
  const body = { scopes: ['admin', 'users', 'private'], projects: null };
  key = (await service.ask<{ key: string }>('POST', '/admin/keys', { headers: session, body })).body.key;
});
after(() => service[Symbol.asyncDispose]());

test('each operation has a method of the SDK, or a reason to have none', () => {
  // `test/sdk-resources.test.ts` calls those of all resources.
  const covered = [
    ...new Set([...Object.keys(calls), ...Object.keys(without), ...allResourceOperationIds]),
  ].sort();
  assert.deepEqual(covered, operations.map(({ operationId }) => operationId).sort());
});

interface Declared {
  readonly operationId: string;
  readonly 'x-scope'?: string;
}

/** Operations that no key may call. */
const forUsers = new Set(
  (Object.values(document.paths) as unknown as Record<string, Declared>[])
    .flatMap((methods) => Object.values(methods))
    .filter((one) => one['x-scope'] === 'session' || one.operationId.endsWith('Invitation'))
    .map(({ operationId }) => operationId),
);

interface Exchange {
  readonly request: Request;
  readonly sent: string;
  readonly reply: Response;
}

for (const [id, variations] of Object.entries(calls)) {
  test(`${id}: the SDK sends declared parameters only, and the service replies as declared`, async () => {
    for (const call of variations) {
      const exchanges: Exchange[] = [];
      const record: typeof fetch = async (input, init) => {
        const request = new Request(input as string, init);
        const reply = await fetch(input, init);
        const sent = init?.body instanceof Uint8Array ? '' : await request.text();
        exchanges.push({ request, sent, reply: reply.clone() });
        return reply;
      };
      const headers = { 'x-vitrine-console': '1' };
      const credentials = forUsers.has(id) ? { headers: session } : { key, headers };
      await call(createClient({ url: service.url, ...credentials, fetch: record }));
      const last = exchanges.at(-1);
      assert.ok(last !== undefined);
      await checkExchange(id, last);
    }
  });
}

async function checkExchange(id: string, { request, sent, reply }: Exchange): Promise<void> {
  const { pathname, searchParams } = new URL(request.url);
  const declared = operations.find((one) => one.operationId === id)!;
  assert.equal(request.method, declared.method);
  assert.match(pathname, new RegExp(`^${declared.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`));
  const named = (place: string) =>
    declared.parameters.filter((one) => one.in === place).map(({ name }) => name);
  const unknown = [...searchParams.keys()].filter((name) => !named('query').includes(name));
  assert.deepEqual(unknown, [], 'undeclared parameters');
  if (request.headers.has('if-match')) assert.ok(named('header').includes('if-match'));
  const body = declared.bodies['application/json'];
  if (request.headers.get('content-type') === 'application/json') {
    // A request without parameters has an empty object.
    if (body === undefined) return assert.equal(sent, '{}');
    assert.equal(values.complaint(body, JSON.parse(sent)), '');
    const members = Object.keys(JSON.parse(sent) as object);
    assert.deepEqual(
      members.filter((name) => !values.memberNames(body).includes(name)),
      [],
    );
  }
  const content = declared.responses[String(reply.status)]?.content?.['application/json'];
  if (content === undefined) return;
  const answer = (await reply.json()) as { warnings?: readonly { path: string }[] };
  assert.equal(values.complaint(content.schema, answer), '');
  assert.deepEqual(answer.warnings ?? [], [], 'the service warns');
  assert.deepEqual([...values.undeclared(content.schema, answer)], [], 'undeclared members');
}
