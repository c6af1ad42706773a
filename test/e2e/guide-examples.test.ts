import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { parseEnv } from 'node:util';
import { readConfig } from '../../src/config.ts';
import {
  assertOutput,
  assertShape,
  codeBlocks,
  parseExample,
  type PageExamples,
  runTypeScript,
} from '../support/guide-examples.ts';
import { algoliaExamples } from '../support/guide-algolia.ts';
import { importExamples } from '../support/guide-imports.ts';
import { photoExamples } from '../support/guide-photos.ts';
import { expectEvent } from '../support/guide-page.ts';
import { ExampleShop } from '../support/guide-shop.ts';
import { adminPassword, item, root } from '../support/service.ts';
import { until } from '../support/until.ts';

/**
 * Every code block of the guides and of the reference runs, page by page, on a project `shop`: commands succeed, and JSON right after
 * a command has the shape of its reply. What the other blocks of a page are is listed here, by the words they start with.
 */
let shop: ExampleShop;
before(async () => {
  shop = await ExampleShop.start();
});
after(() => shop?.[Symbol.asyncDispose]());

const project = '/api/projects/shop';
const noDocker = 'needs a Docker engine: container.test.ts runs the steps of the Dockerfile';
const otherModel = 'needs a model that is not included';

/** The guides of platforms show where the tag goes. */
const tagOnly = {
  '<script src="https://search.shop.example/shop.js"': 'a tag: shop-script-shops.test.ts',
};

const pages: Readonly<Record<string, PageExamples>> = {
  ...algoliaExamples(() => shop),
  ...importExamples(() => shop),
  ...photoExamples(() => shop),
  'guide/access.md': { checks: { 'import { signKey }': searchWithSignedKey } },
  'guide/agents.md': {
    checks: { VITRINE_HOSTS: checkVariables, 'import { Client }': callAgentTool },
    notRun: { '{\n  "mcpServers"': 'is for an assistant' },
  },
  'guide/alerts.md': {
    before: failImport,
    values: {
      'https://hooks.example.com/vitrine': () => shop.receiver.url,
      'https://hooks.example.com/jobs': () => shop.receiver.url,
    },
    checks: {
      '{"type":"task.succeeded"': compareTaskMessage,
      'webhook-id:': compareMessage,
      'import { createHmac': verifyMessage,
    },
  },
  'guide/backups.md': {
    checks: { VITRINE_BACKUP_TO: checkVariables },
    notRun: {
      'vitrine backup verify': 'needs stored backups: backups.test.ts',
      PROJECT: 'output of a drill: backups.test.ts',
      'vitrine restore': 'needs stored backups: backups.test.ts',
      'vitrine backup nightly': 'needs a stopped service: cli.test.ts',
    },
  },
  // They take minutes.
  'guide/benchmarks.md': { checks: { 'npm run bench': assertScripts } },
  // An ended collection has no page: the end is moved.
  'guide/collections.md': { values: { '"2026-08"': () => '"2999-08"' } },
  'guide/cluster.md': {
    notRun: {
      'PUT /api/items': 'a diagram',
      VITRINE_CLUSTER_COPIES: 'variables of a cluster: placement.test.ts',
      '"placement"': 'a reply of a cluster: placement.test.ts',
      'sh deploy': noDocker,
      'kubectl create': 'needs Kubernetes: chart.test.ts checks the chart',
      'vitrine migrate': 'needs a cluster: commands.test.ts, migration.test.ts',
      'VITRINE_ENGINE=postgres VITRINE': 'needs a database: postgres-log.test.ts',
      'psql "$OWNER_URL" -c \'VACUUM': 'needs a database: erasure.test.ts',
      'psql "$OWNER_URL" -c "SELECT relname': 'needs a database',
      pg_dump: 'needs a database: commands.test.ts',
      'psql "$OWNER_URL" -c \'DROP': 'needs a database: commands.test.ts',
      'psql "$ADMIN_URL"': 'changes a server',
      'cp -a /backup': 'needs a stopped server',
      'vitrine cluster repair': 'needs a cluster: stuck-shards.test.ts',
      INDEX: 'output of a cluster: stuck-shards.test.ts',
      'docker compose': noDocker,
    },
  },
  'guide/drafts.md': {
    before: async () => {
      for (const by of [1, 3])
        await shop.ask('PUT', `${project}/rules`, {
          rules: [
            { id: 'summer', hide: ['tulip-2'] },
            { id: 'winter', boost: [{ filter: 'season:summer', by }] },
          ],
        });
      await shop.importHistory();
    },
    values: {
      'versions/41': () => 'versions/2',
      // A replay takes a moment.
      '\ncurl -H "x-api-key: $KEY" $URL/api/projects/shop/drafts/winter/replay': () =>
        '; show() { curl -H "x-api-key: $KEY" $URL/api/projects/shop/drafts/winter/replay; }; until show | grep -q summary; do sleep .1; done; show',
    },
  },
  'guide/events.md': {
    checks: { '<script': clickInPage, 'const event': closePage, '{"project"': sendEvent },
  },
  'guide/experiments.md': {
    before: () =>
      shop.ask('PUT', `${project}/drafts/winter`, {
        draft: {
          id: 'winter',
          name: 'Winter',
          rules: { put: [{ id: 'boots', when: { query: 'boots' }, hide: ['a2'] }] },
        },
      }),
  },
  'guide/instantsearch.md': {
    notRun: {
      'npm install': 'needs a package registry',
      '<div id="box">': 'instantsearch.test.ts runs it in Chromium',
      'import { createInstantSearchClient': 'instantsearch.test.ts',
    },
  },
  // The main language stays English, as the pages after this one take for granted.
  'guide/languages.md': { values: { '["de", "en"]': () => '["en", "de"]' } },
  'guide/learning.md': {
    checks: { '{"_ranking"': compareReasons },
  },
  'guide/local-values.md': {
    before: () => shop.ask('PUT', `${project}/settings`, { search: { languages: ['en', 'de'] } }),
    checks: { '{\n  "id": "c1"': addItem, 'const pageKey': searchWithPriceList },
  },
  'guide/models.md': {
    notRun: {
      'npm install @huggingface': otherModel,
      '/models/clip': 'a listing',
      VITRINE_TEXT_URL: otherModel,
    },
  },
  'guide/placements.md': { before: () => shop.importHistory(), checks: { '{"rules"': putRules } },
  'guide/production.md': {
    checks: { 'VITRINE_DATA=': checkVariables },
    notRun: {
      'cd /opt': 'needs a published release',
      'npm install --prefix': 'installs for the whole machine: installed-service.test.ts',
      '[Unit]': 'needs systemd',
      systemctl: 'needs systemd',
      'search.example.com {': 'proxies.test.ts',
      'server {': 'proxies.test.ts',
    },
  },
  'guide/relevance.md': { checks: { '{"search"': putSettings } },
  'guide/revenue.md': { before: () => shop.importHistory(), checks: { '{"project"': sendEvent } },
  'guide/rules.md': {
    checks: {
      '{"rules"': putRules,
      '{"items"': compareActingRules,
      '{"q"': (text) =>
        shop.ask('POST', `${project}/rules/preview`, { rules: [], ...(parseExample(text) as object) }),
    },
  },
  'guide/running.md': {
    notRun: {
      'npm start': 'starts the service: start.test.ts',
      'alias vitrine': 'of the shell of a user',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'variables of a start: traces.test.ts',
      'receivers:': 'configuration of a collector, which is not installed here',
      'docker build': noDocker,
      'vitrine password reset': 'needs a stopped service: password.test.ts',
      VITRINE_BACKUP_TO: 'starts the service: backups.test.ts',
      'vitrine doctor': 'needs a stopped service: doctor.test.ts',
      'ok    node': 'output of a check: doctor.test.ts',
    },
  },
  'guide/settings-as-code.md': {
    values: {
      'git add settings && git commit': () =>
        'git init -q . && git add settings && git -c user.name=Ada -c user.email=ada@shop.example commit -q',
    },
    notRun: { '~ settings': 'settings-as-code.test.ts' },
  },
  'guide/team.md': {
    values: {
      '"email": "ada@shop.example", "password": "..."': () =>
        JSON.stringify({ password: adminPassword }).slice(1, -1),
    },
  },
  'reference/errors.md': { checks: { '{': compareError } },
  'reference/filters.md': {
    notRun: {
      'brand:Nike AND': 'filters: documents.test.ts',
      'brand\n': 'wrong filters: documents.test.ts',
      any: 'a grammar',
    },
  },
  'reference/http.md': {
    notRun: {
      'curl -H "x-api-key: $KEY" "$URL/api/items/https%3A': 'an item of the shop: item-names.test.ts',
    },
  },
  'guide/site-bigcommerce.md': { notRun: tagOnly },
  'guide/site-html.md': {
    notRun: { ...tagOnly, '<script>\n  window.dataLayer': 'events: shop-script-shops.test.ts' },
  },
  'guide/site-magento.md': {
    notRun: { ...tagOnly, '<?xml': 'configuration of Magento, which is not installed here' },
  },
  'guide/site-prestashop.md': { notRun: tagOnly },
  'guide/site-shopify.md': { notRun: tagOnly },
  'guide/site-shopware.md': {
    notRun: { '{% sw_extends': 'a template of Shopware, which is not installed here' },
  },
  'guide/site-tag-manager.md': { notRun: { '<script>\n  var tag': 'runs in a tag manager' } },
  'guide/shop-script.md': {
    notRun: { '<script src="https://search.shop.example/shop.HASH.js"': 'a tag: shop-script.test.ts' },
  },
};
/** Their code runs in a test of their own. */
const testedElsewhere = ['guide/first-shop.md', 'guide/vue.md', 'guide/svelte.md', 'guide/next.md'];

const pagesWithCode = ['guide', 'reference']
  .flatMap((part) => readdirSync(join(root, 'docs', part)).map((name) => `${part}/${name}`))
  .filter((page) => !testedElsewhere.includes(page) && codeBlocks(`docs/${page}`).length > 0);

for (const page of pagesWithCode) {
  test(`the code of docs/${page}`, async () => {
    await shop.renew();
    const { before: prepare, values = {}, checks = {}, notRun = {} } = pages[page] ?? {};
    await prepare?.();
    const starts = Object.keys({ ...checks, ...notRun });
    const unused = new Set(starts);
    const blocks = codeBlocks(`docs/${page}`);
    let replies: readonly string[] = [];
    for (const [i, { line, language, text: shown }] of blocks.entries()) {
      const start = starts.find((one) => shown.startsWith(one));
      const text = replaced(shown, values);
      try {
        if (start !== undefined) {
          unused.delete(start);
          await checks[start]?.(text);
        } else if (language === 'sh') replies = await shop.shell(text);
        else if (language === 'json' && blocks[i - 1]?.language === 'sh')
          assertShape(parseExample(text), JSON.parse(replies.at(-1) ?? ''), 'reply');
        else if (language === '' && blocks[i - 1]?.language === 'sh') assertOutput(text, replies);
        else assert.fail('neither a command nor its reply: the test does not say what it is');
      } catch (error) {
        throw new Error(`docs/${page}:${line}: ${String(error)}`, { cause: error });
      }
    }
    assert.deepEqual([...unused], [], 'blocks that the page does not have');
  });
}

function replaced(text: string, values: Readonly<Record<string, () => string>>): string {
  return Object.entries(values).reduce((result, [shown, value]) => result.replaceAll(shown, value()), text);
}

/** Opens an alert, so that a list of alerts has one. */
async function failImport(): Promise<void> {
  shop.writeFiles({ 'wrong.csv': 'id,name,price\na9,Chair,free\n' });
  await shop.shell('vitrine import wrong.csv --project shop || true');
  await until('No alert opened', async () => {
    const { open } = await shop.ask<{ open: number }>('GET', `${project}/alerts`);
    return open > 0;
  });
}

/** An import tells its end to the webhook of the block before. */
async function compareTaskMessage(text: string): Promise<void> {
  shop.writeFiles({ 'one.csv': 'id,name,price\na91,Chair,9\n' });
  await shop.shell('vitrine import one.csv --project shop');
  const { type, timestamp, data } = parseExample(text) as Record<string, unknown>;
  const told = (): string | undefined =>
    shop.receiver.received.map(({ body }) => body).find((body) => body.includes(`"type":"${String(type)}"`));
  await until('No message tells the end of the import', () => told() !== undefined);
  assertShape({ type, timestamp, data }, JSON.parse(told() ?? ''), 'message');
}

function compareMessage(text: string): void {
  const [head = '', body = ''] = text.split('\n\n');
  const message = shop.receiver.received.at(-1);
  for (const line of head.split('\n'))
    assert.ok(message?.headers[line.split(':')[0] ?? ''] !== undefined, line);
  const { type, timestamp } = parseExample(body) as Record<string, unknown>;
  assertShape({ type, timestamp }, JSON.parse(message?.body ?? ''), 'message');
}

/** Checks the last message to the webhook by the code of the guide, and a changed one. */
async function verifyMessage(text: string): Promise<void> {
  const { secret } = await shop.ask<{ secret: string }>('PUT', `${project}/webhooks/on-call`, {
    webhook: { id: 'on-call', url: shop.receiver.url, alerts: ['import_failed'] },
    rotateSecret: true,
  });
  await shop.ask('POST', `${project}/webhooks/on-call/test`);
  const { headers = {}, body = '' } = shop.receiver.received.at(-1) ?? {};
  const verify = (sent: string): string =>
    `console.log(isFromVitrine(${JSON.stringify(headers)}, ${JSON.stringify(sent)}, ${JSON.stringify(secret)}));`;
  assert.deepEqual(await runTypeScript(`${text}\n${verify(body)}${verify(`${body} `)}`), ['true', 'false']);
}

const newKey = (fields: object): Promise<{ id: string; key: string }> =>
  shop.ask('POST', '/admin/keys', { kind: 'server', projects: ['shop'], ...fields });

async function searchWithSignedKey(text: string): Promise<void> {
  const { id, key: serverKey } = await newKey({ scopes: ['search'] });
  const names = `const [keyId, serverKey] = ${JSON.stringify([id, serverKey])};\n`;
  const [signed] = await runTypeScript(`${names}${text}\nconsole.log(key);`);
  const found = await shop.service.ask<{ items: { id: string }[] }>('GET', '/search/shop', {
    key: signed ?? '',
  });
  assert.deepEqual(
    found.body.items.map(({ id: item }) => item),
    ['a1'],
  );
}

async function callAgentTool(text: string): Promise<void> {
  const own = text.replace('http://127.0.0.1:4700', shop.service.url);
  assert.deepEqual(await runTypeScript(own, []), ['Oak chair']);
}

async function searchWithPriceList(text: string): Promise<void> {
  const created = await newKey({ scopes: ['search'], priceLists: ['b2b', 'vip'] });
  const imports = `import { signKey } from '@vitrine/sdk';\nconst { id, key } = ${JSON.stringify(created)};\n`;
  const [signed] = await runTypeScript(`${imports}${text}\nconsole.log(pageKey);`);
  const path = '/search/shop?q=oak+chair&priceList=b2b';
  const found = await shop.service.ask<{ items: { id: string; price: number }[] }>('GET', path, {
    key: signed ?? '',
  });
  assert.equal(found.body.items.find(({ id }) => id === 'c1')?.price, 70.5);
  assert.equal(
    (await shop.service.ask('GET', '/search/shop?priceList=vip', { key: signed ?? '' })).status,
    403,
  );
}

function addItem(text: string): Promise<unknown> {
  return shop.ask('POST', '/api/items', { project: 'shop', data: parseExample(text) });
}

/** Reasons of the order, of which the shop of the example has none yet. */
async function compareReasons(text: string): Promise<void> {
  const { items } = await shop.ask<{ items: unknown[] }>('GET', '/search/shop?q=desk+lamp&explain=true');
  assertShape(parseExample(text), items[0], 'item');
}

function checkVariables(text: string): void {
  readConfig(parseEnv(text));
}

function assertScripts(text: string): void {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  for (const [, name = ''] of text.matchAll(/^npm run (\S+)/gm)) assert.ok(name in scripts, name);
}

async function compareError(text: string): Promise<void> {
  const { body } = await shop.service.ask('POST', '/api/items', {
    key: shop.key,
    body: { project: 'shop', data: item('a1', { price: -1 }) },
  });
  const shown = parseExample(text) as Record<string, unknown>;
  assert.deepEqual({ ...body, requestId: '' }, { ...shown, requestId: '' });
}

/** Opens the HTML of the guide in a browser and clicks its link. */
async function clickInPage(text: string): Promise<void> {
  const page = text
    .replace('https://search.shop.example', shop.service.url)
    .replace('YOUR_EVENTS_KEY', (await eventsKey()).key);
  await expectEvent(shop, page, async (tab) => {
    await tab.getByRole('link', { name: 'Oak chair' }).click();
  });
}

/** Runs the code of the guide in a page that then closes. */
async function closePage(text: string): Promise<void> {
  const names = { url: shop.service.url, key: (await eventsKey()).key, visit: 'v-1', searchId: 's-1' };
  const constants = Object.entries(names).map(([name, value]) => `const ${name} = ${JSON.stringify(value)};`);
  await expectEvent(shop, `<p>Thank you</p>`, async (tab) => {
    await tab.evaluate(`{ ${constants.join(' ')} ${text} }`);
  });
}

const eventsKey = (): Promise<{ id: string; key: string }> => newKey({ kind: 'web', scopes: ['events'] });

async function compareActingRules(text: string): Promise<void> {
  await shop.ask('PUT', `${project}/rules`, {
    rules: [{ id: 'winter', userData: { banner: { text: 'Winter sale', link: '/sale' } } }],
  });
  assertShape(parseExample(text), await shop.ask('GET', '/search/shop?q=shoes'), 'reply');
}

function putRules(text: string): Promise<unknown> {
  return shop.ask('PUT', `${project}/rules`, parseExample(text));
}
function putSettings(text: string): Promise<unknown> {
  return shop.ask('PUT', `${project}/settings`, parseExample(text));
}
function sendEvent(text: string): Promise<unknown> {
  return shop.ask('POST', '/api/events', parseExample(text));
}
