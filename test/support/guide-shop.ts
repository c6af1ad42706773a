import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scopes } from '../../src/ports/access/projects.ts';
import { runExample } from './guide-examples.ts';
import { item, root, RunningService } from './service.ts';
import { WebhookReceiver } from './webhook-receiver.ts';

/** The catalog that the examples of the guides speak about. */
const exampleItems: readonly Record<string, unknown>[] = [
  item('a1', {
    name: 'Oak chair',
    category: 'Home > Furniture',
    price: 100,
    stock: 3,
    margin: 0.4,
    tier: 'dealer',
    specs: { cost: 60 },
  }),
  item('a2', { name: 'Oak stool', category: 'Home > Furniture', price: 60, tier: 'open', margin: 0.2 }),
  item('a3', { name: 'Oak bench', category: 'Home > Furniture', price: 150, salePrice: 120 }),
  item('b7', { name: 'Oak table', category: 'Home > Furniture', price: 89 }),
  item('c2', { name: 'Pine chair', category: 'Home > Furniture', price: 70 }),
  item('c3', { name: 'Cushion', category: 'Home > Textiles', price: 12 }),
  item('lamp-2', { name: 'Garden lamp', category: 'Home > Lamps', onSale: true, price: 25 }),
  item('lamp-7', { name: 'Desk lamp', category: 'Home > Lamps', price: 40 }),
  item('toaster-3', { name: 'Toaster', category: 'Home > Kitchen', onSale: true, price: 30 }),
  item('fridge-1', {
    name: 'Fridge',
    category: 'Home > Kitchen',
    description: 'Keeps drinks cold',
    price: 400,
  }),
  item('tent-1', { name: 'Tent', category: 'Outdoor', onSale: true, price: 90 }),
  item('tulip-2', { name: 'Tulips', category: 'Garden', price: 8 }),
  item('boot-7', {
    name: 'Winter boots',
    category: 'Shoes',
    brand: 'Nordin',
    size: 'M',
    color: 'brown',
    season: 'winter',
    price: 129,
  }),
  item('boot-8', { name: 'Boots', category: 'Shoes', brand: 'Nordin', size: 'S', price: 80 }),
  ...['Nike', 'Puma', 'Acme'].flatMap((brand) =>
    ['S', 'M', 'L', 'M'].map((size, i) =>
      item(`shoes-${brand.toLowerCase()}-${i + 1}`, {
        name: `${brand} running shoes`,
        category: 'Shoes',
        brand,
        size,
        color: ['blue', 'red', 'black'][i % 3],
        price: 60 + 20 * i,
        supplierCode: `${brand}-1`,
        bestseller: brand === 'Nike',
      }),
    ),
  ),
];

/** Lines of a history in which a number of visitors, yesterday, searched, clicked and bought, as `import-history` reads them. */
export function exampleHistory(now: number, visitors = 40): string {
  const lines = Array.from({ length: visitors }, (_, i) => {
    const session = `visitor-${i}`;
    const at = (seconds: number): string =>
      new Date(now - 86_400_000 + i * 60_000 + seconds * 1_000).toISOString();
    const [query, items, bought] =
      i % 2 === 0
        ? (['boots', ['boot-8', 'boot-7'], 'boot-8'] as const)
        : (['oak chair', ['a1', 'a2', 'b7'], 'a1'] as const);
    const search = {
      id: `search-${i}`,
      at: at(0),
      session,
      query,
      items,
      total: items.length,
      rules: ['summer-sale'],
    };
    const click = { type: 'click', id: `click-${i}`, at: at(5), session, item: bought, searchId: search.id };
    const purchase = {
      type: 'purchase',
      id: `purchase-${i}`,
      at: at(60),
      session,
      items: [{ id: bought, quantity: 1, price: 90 }, { id: 'c3' }],
    };
    return [{ search }, { event: click }, { event: purchase }];
  });
  return lines
    .flat()
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');
}

/** A service with a project `shop` for the examples of the guides, and a folder for their files. */
export class ExampleShop implements AsyncDisposable {
  readonly service: RunningService;
  readonly receiver: WebhookReceiver;
  readonly session: Readonly<Record<string, string>>;
  /** With all scopes. */
  readonly key: string;
  /** Servers that an example needs, which end with it. */
  readonly stack = new AsyncDisposableStack();
  readonly #folder = mkdtempSync(join(tmpdir(), 'vitrine-guides-'));

  private constructor({
    service,
    receiver,
    session,
    key,
  }: Pick<ExampleShop, 'service' | 'receiver' | 'session' | 'key'>) {
    this.service = service;
    this.receiver = receiver;
    this.session = session;
    this.key = key;
  }

  static async start(): Promise<ExampleShop> {
    const receiver = await WebhookReceiver.open();
    const service = await RunningService.start({
      VITRINE_IMAGE_MODEL: 'vendored',
      VITRINE_WEBHOOK_HOSTS: receiver.host,
      VITRINE_FEED_HOSTS: '127.0.0.1',
      VITRINE_CRAWL_RATE: '1000',
    });
    const session = await service.signIn();
    const { body } = await service.ask<{ key: string }>('POST', '/admin/keys', {
      headers: session,
      body: { kind: 'server', scopes, projects: null },
    });
    return new ExampleShop({ service, receiver, session, key: body.key });
  }

  /** Starts again with the catalog of the examples, no events and settings, and a folder with a photo. */
  async renew(): Promise<void> {
    const headers = this.session;
    for (const id of ['shop', 'moved'])
      await this.service.ask('DELETE', `/admin/projects/${id}`, { headers });
    await this.service.ask('POST', '/admin/projects', { headers, body: { id: 'shop' } });
    await this.ask('POST', '/api/items', { project: 'shop', data: exampleItems });
    rmSync(this.#folder, { recursive: true });
    mkdirSync(this.#folder);
    const photo = join(root, 'demo', 'groceries', 'pictures', 'alpro-fresh-soy-milk.jpg');
    copyFileSync(photo, join(this.#folder, 'photo.jpg'));
  }

  /** The reply to a request that must succeed. */
  async ask<T = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<T> {
    const options = { key: this.key, ...(body === undefined ? {} : { body }) };
    const reply = await this.service.ask<T>(method, path, options);
    assert.ok(reply.status < 300, `${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
    return reply.body;
  }

  /** Runs commands in the folder. */
  shell(code: string): Promise<readonly string[]> {
    const environment = { URL: this.service.url, KEY: this.key, ADMIN_KEY: this.key };
    return runExample(code, { folder: this.#folder, environment });
  }

  /** Of a file in the folder. */
  path(name: string): string {
    return join(this.#folder, name);
  }

  writeFiles(files: Readonly<Record<string, string | Buffer>>): void {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(this.#folder, name), content);
  }

  /** Forty visitors who searched and bought yesterday. */
  async importHistory(): Promise<void> {
    this.writeFiles({ 'history.ndjson': exampleHistory(Date.now()) });
    await this.shell('vitrine import-history history.ndjson --project shop');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.service[Symbol.asyncDispose]();
    await this.receiver[Symbol.asyncDispose]();
    await this.stack[Symbol.asyncDispose]();
    rmSync(this.#folder, { recursive: true });
  }
}
