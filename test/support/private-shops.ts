import assert from 'node:assert/strict';
import type { LocalService } from './local-service.ts';
import { feed, view, webhook } from './valid-bodies.ts';

/** Two services whose projects have the same items but for the values of private fields. */
export const currency = 'EUR';
export const agents = {
  access: 'key',
  productUrl: 'https://shop.example/p/{id}',
  optionFields: ['color', 'supplier', 'brand'],
};

/** A set of fields that are private in one project. */
export interface PrivateCase {
  readonly project: string;
  readonly fields: readonly string[];
}

/** By the id of their project. */
export const privateCases: readonly PrivateCase[] = [
  {
    project: 'values',
    fields: ['margin', 'supplier', 'specs.cost', 'offers.cost', 'stock', 'popularity', 'stores', 'prices'],
  },
  {
    project: 'texts',
    fields: ['translations', 'description', 'category', 'brand', 'imgs', 'url', 'keywords'],
  },
  {
    project: 'parts',
    fields: ['stores.berlin', 'stores.bonn.stock', 'translations.de', 'translations.fr.name', 'prices.b2b'],
  },
  { project: 'prices', fields: ['price', 'regularPrice', 'name', 'rating'] },
];

export const itemIds = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'];
const pick = <T>(values: readonly T[], i: number): T => values[i % values.length]!;

/** `side`: 0 or 1. Every field that a case hides has other values, types, or is absent, on the other side. */
function wholeItem(id: string, i: number, side: number): Record<string, unknown> {
  const other = (i * 7 + side * 5) % 12;
  return {
    id,
    sku: `sku-${id}`,
    groupId: `g${Math.floor(i / 2)}`,
    color: pick(['red', 'blue', 'green'], i),
    material: pick(['oak', 'ash'], i),
    margin: i === 3 && side === 1 ? 'much' : other,
    supplier: pick(['Zephyrix', 'Quillon', 'Brumal'], other),
    specs: { cost: i === 4 ? (side === 0 ? null : { eur: 3 }) : other, weight: i % 4 },
    offers: [{ shop: 'north', cost: other % 4 }],
    stock: other % 3 === 0 ? 0 : other,
    popularity: other * 10,
    prices: { b2b: 3 + other, c2c: 20 },
    stores: {
      berlin: { stock: other % 2, price: 5 + other },
      bonn: { stock: other % 2 },
    },
    translations: {
      de: { name: pick(['Stuhl', 'Tisch', 'Lampe'], other), material: 'Eiche' },
      fr: { name: pick(['Chaise', 'Table', 'Lampe'], other) },
    },
    description: pick(['A sturdy thing', 'A soft thing', 'Comes with a chair'], other),
    category: pick(['Chairs', 'Tables > Small', 'Lamps'], other),
    brand: pick(['Acme', 'Birk', 'Celo'], other),
    keywords: [pick(['cosy', 'hard'], other)],
    imgs: other % 2 === 0 ? [] : [`https://pictures.invalid/${other}.jpg`],
    url: `https://shop.example/${other}`,
    price: 10 + other,
    regularPrice: 12 + ((other * 5) % 9),
    name: `${pick(['Oak chair', 'Ash table', 'Lamp'], other)} ${i}`,
    rating: 1 + (other % 5),
  };
}

/** The item with the private fields of the side, and all others as on side 0. */
function caseItem(id: string, i: number, side: number, fields: readonly string[]): Record<string, unknown> {
  const item = structuredClone(wholeItem(id, i, 0));
  const source = wholeItem(id, i, side);
  for (const field of fields) copyPath(source, item, field.split('.'));
  // Absent on one side.
  if (i === 5 && side === 1)
    for (const field of fields)
      if (!['name', 'price', 'imgs', 'description'].includes(field)) dropPath(item, field.split('.'));
  return item;
}

function copyPath(from: unknown, to: unknown, [key = '', ...below]: readonly string[]): void {
  if (Array.isArray(to)) {
    to.forEach((one, at) => copyPath((from as unknown[])[at], one, [key, ...below]));
    return;
  }
  const [source, target] = [from as Record<string, unknown>, to as Record<string, unknown>];
  if (below.length === 0) target[key] = structuredClone(source[key]);
  else copyPath(source[key], target[key], below);
}

function dropPath(to: unknown, [key = '', ...below]: readonly string[]): void {
  if (Array.isArray(to)) to.forEach((one) => dropPath(one, [key, ...below]));
  else if (below.length === 0) delete (to as Record<string, unknown>)[key];
  else dropPath((to as Record<string, unknown>)[key], below);
}

const scopes = [
  'search',
  'recommend',
  'items:read',
  'items:write',
  'events',
  'users',
  'settings',
  'analytics',
];

/** Keys without `private`. */
export interface CaseKeys {
  readonly server: string;
  readonly web: string;
  readonly admin: Readonly<Record<string, string>>;
}

/** Creates the project of a case. */
export async function openCase(
  service: LocalService,
  { project, fields }: PrivateCase,
  side: number,
): Promise<CaseKeys> {
  const headers = await service.signIn();
  const ask = async (method: string, path: string, body: unknown): Promise<Record<string, unknown>> => {
    const reply = await service.ask(method, path, { headers, body });
    assert.ok(reply.status < 300, `${method} ${path}: ${JSON.stringify(reply.body)}`);
    return reply.body;
  };
  await ask('POST', '/admin/projects', { id: project, currency });
  const path = `/api/projects/${project}`;
  await ask('PUT', `${path}/settings`, {
    items: { privateFields: fields },
    agents,
    search: {
      facets: [{ field: 'brand' }, { field: 'color' }],
      caps: [{ field: 'supplier', max: 3, window: 10 }],
    },
  });
  const data = itemIds.map((id, i) => caseItem(id, i, side, fields));
  await ask('POST', '/api/items', { project, data });
  const views = ['a', 'b', 'c', 'd', 'e', 'c', 'a'].flatMap((item, i) => [
    { type: 'view', user: `u${i % 3}`, item, at: Date.now() - 1e6 + i },
    {
      type: 'purchase',
      user: `u${i % 3}`,
      items: [{ id: item, price: 5 }],
      order: `o${i}`,
      at: Date.now() - 9e5 + i,
    },
  ]);
  await ask('POST', '/api/events', { project, data: views });
  await ask('PUT', `${path}/collections/sale`, { collection: { id: 'sale', items: itemIds } });
  await ask('PUT', `${path}/placements/home-top`, {
    placement: { id: 'home-top', list: 'user', fallbacks: ['popular'] },
  });
  await ask('PUT', `${path}/drafts/winter`, { draft: { id: 'winter' } });
  await ask('PUT', `${path}/experiments/boots`, { experiment: { id: 'boots', draft: 'winter' } });
  await ask('PUT', `${path}/webhooks/on-call`, { webhook });
  await ask('PUT', `${path}/feeds/erp`, { feed });
  await ask('PUT', `${path}/views/low-stock`, { view });
  await service.ask('POST', `/api/items/import?project=${project}&task=rejected&format=csv`, {
    headers: { ...headers, 'content-type': 'text/csv' },
    body: rejectedFile(side, fields),
  });
  const key = async (body: object): Promise<string> =>
    String((await ask('POST', '/admin/keys', { projects: [project], ...body }))['key']);
  return {
    server: await key({ scopes }),
    web: await key({ scopes: ['search', 'recommend'], kind: 'web', priceLists: ['b2b', 'c2c'] }),
    admin: headers,
  };
}

/** Rejected for a field that all see; the values of private columns are those of the side. */
function rejectedFile(side: number, fields: readonly string[]): string {
  const columns = fields.filter((field) => !['name', 'imgs'].includes(field));
  const row = (id: string, name: string) =>
    [id, name, ...columns.map((_, at) => String(3 + at + side * 4))].join(',');
  const price = columns.includes('price') ? [] : ['price'];
  const cells = price.length === 0 ? '' : ',soon';
  return `id,name,${[...columns, ...price].join(',')}\n${row('x1', 'X')}${cells}\n${row('x2', '')}${cells}\n`;
}

/** A reply without what depends on the service or the time. */
export function comparable(value: unknown): unknown {
  if (typeof value === 'string') return withoutNoise(value);
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value === 'number') return Number(value.toPrecision(3));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !noise.has(name))
      .map(([name, member]) => [withoutNoise(name), comparable(member)]),
  );
}

const noise = new Set([
  '_id',
  '_createdAt',
  '_updatedAt',
  'searchId',
  'recommendationId',
  'tookMs',
  'requestId',
  'queryID',
  'processingTimeMS',
  'processingTimingsMS',
  'serverTimeMS',
  'startedAt',
  'finishedAt',
  'createdAt',
  'updatedAt',
  'deletedAt',
  'taskID',
  'at',

  'bytes',
  'bytesTotal',
  'secret',
  'key',
  'abTestID',
  'from',
  'to',
  'since',
  'until',
  'computedAt',
  'time',
  'cursor',
  'trainedAt',
  'publishedAt',
  'changedAt',
  'openedAt',
  'daysSince',
  'author',
]);

function withoutNoise(text: string): string {
  return text
    .replaceAll(/\b\d{4}-\d\d-\d\d[T ][\d:.]+Z?\b/g, 'TIME')
    .replaceAll(/\b(?=[0-9a-z]*\d)(?=[0-9a-z]*[a-z])[0-9a-z]{20,}\b/gi, 'ID')
    .replaceAll(/127\.0\.0\.1:\d+/g, 'HOST');
}
