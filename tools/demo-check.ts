// `npm run demo:check [-- --url URL --key KEY]`: asks each chip and each list of the demo shop what it must show. Without a URL it starts
// a service with the demo shop in a temporary folder.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { RunningService, root } from '../test/support/service.ts';
import { until } from '../test/support/until.ts';
import {
  evidentPlacesMin,
  isAccepted,
  listJudgements,
  similarAcceptedMin,
  similarPlaces,
  togetherPlaces,
  type ListJudgement,
} from './demo-check/list-judgements.ts';

interface DemoItem {
  readonly id: string;
  readonly groupId?: string;
  readonly sku: string;
  readonly name: string;
  readonly category: string;
  readonly size?: string;
  readonly _reason?: { readonly code: string };
}
interface Shown {
  readonly items: readonly DemoItem[];
}
interface DemoCheck {
  readonly name: string;
  readonly ask: () => Promise<Shown>;
  /** Whether the items are right. An empty list is always wrong. */
  readonly isRight: (items: readonly DemoItem[]) => boolean;
}

/** The reasons with evidence in orders. */
const evidentReasons = ['bought_together', 'goes_with'];

const { values } = parseArgs({ options: { url: { type: 'string' }, key: { type: 'string' } } });
const session = `demo-check-${Date.now()}`;

async function main(): Promise<void> {
  if (values.url !== undefined) {
    if (values.key === undefined) throw new Error('Cannot ask a running service without a key: give --key');
    process.exitCode = await checkAll(values.url, values.key);
    return;
  }
  await using service = await RunningService.start({
    VITRINE_DEMO: 'on',
    VITRINE_TEXT_MODEL: 'vendored',
    VITRINE_IMAGE_MODEL: 'vendored',
    VITRINE_LOG_LEVEL: 'info',
  });
  await until('The demo shop is not loaded', () => service.output.includes('Photo search is ready'));
  const key = /x-api-key: (vtr_\S+?)'/.exec(service.output)?.[1];
  if (key === undefined) throw new Error(`Cannot find the key of the demo shop in:\n${service.output}`);
  process.exitCode = await checkAll(service.url, key);
}

/** Prints a table; returns the exit status. */
async function checkAll(url: string, key: string): Promise<number> {
  let failed = 0;
  for (const { name, ask, isRight } of await demoChecks(url, key)) {
    const start = performance.now();
    const items = await ask().then(
      (shown) => shown.items,
      (error: unknown) => (process.stderr.write(`${name}: ${String(error)}\n`), []),
    );
    const ms = Math.round(performance.now() - start);
    const ok = items.length > 0 && isRight(items);
    if (!ok) failed++;
    const names = items.slice(0, ok ? 3 : 6).map((item) => item.name);
    process.stdout.write(
      `${ok ? 'ok  ' : 'FAIL'} ${name.padEnd(42)} ${String(ms).padStart(5)} ms  ${names.join(' | ')}\n`,
    );
  }
  process.stdout.write(failed === 0 ? 'All checks passed.\n' : `${failed} checks failed.\n`);
  return failed === 0 ? 0 : 1;
}

async function demoChecks(url: string, key: string): Promise<readonly DemoCheck[]> {
  const request = async (path: string, body?: unknown): Promise<Shown> => {
    const reply = await fetch(`${url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'x-api-key': key, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`);
    return (await reply.json()) as Shown;
  };
  const search = (parameters: Record<string, string>) => (): Promise<Shown> =>
    request(`/search/demo?${new URLSearchParams({ limit: '12', ...parameters }).toString()}`);
  const placement =
    (id: string, items: readonly string[] = []) =>
    (): Promise<Shown> =>
      request(`/reco/placements/${id}`, { index: 'demo', session, items });
  const photo = async (): Promise<Shown> => {
    const body = new FormData();
    body.append('uploaded_file', new Blob([readFileSync(photoFile())]));
    const reply = await fetch(`${url}/image-search/demo`, {
      method: 'POST',
      headers: { 'x-api-key': key },
      body,
    });
    if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`);
    return (await reply.json()) as Shown;
  };
  const [boot] = (await search({ q: 'hiking boot' })()).items;
  if (boot === undefined) throw new Error('The demo shop has no hiking boots');
  await request('/api/events', { project: 'demo', data: { type: 'view', session, item: boot.id } });
  const all =
    (test: (item: DemoItem) => boolean) =>
    (items: readonly DemoItem[]): boolean =>
      items.every(test);
  const amongFirst = (count: number, pattern: RegExp) => (items: readonly DemoItem[]) =>
    items.slice(0, count).some(({ name, category }) => pattern.test(`${name} ${category}`));
  const isOther = all(({ name }) => name !== boot.name);
  const judge = ({ product, together, similar }: ListJudgement): readonly DemoCheck[] => {
    const list = (name: string, limit: number) => async (): Promise<Shown> => {
      const { items } = await search({ filters: `id:${product} OR groupId:${product}` })();
      return request(`/reco/${name}`, { index: 'demo', item: items[0]?.id, limit });
    };
    return [
      {
        name: `bought together with ${product}`,
        ask: list('fbt', togetherPlaces),
        isRight: (items) =>
          items.length === togetherPlaces &&
          all((item) => isAccepted(item, together))(items) &&
          items.filter(({ _reason }) => evidentReasons.includes(_reason?.code ?? '')).length >=
            evidentPlacesMin,
      },
      {
        name: `similar to ${product}`,
        ask: list('similar', similarPlaces),
        isRight: (items) => items.filter((item) => isAccepted(item, similar)).length >= similarAcceptedMin,
      },
    ];
  };
  return [
    {
      name: 'chip "something to keep drinks cold"',
      ask: search({ q: 'something to keep drinks cold' }),
      isRight: amongFirst(3, /fridge|freezer|cool(?:er| ?box)|ice bucket|vacuum|flask/i),
    },
    {
      name: 'chip "jaket size 46"',
      ask: search({ q: 'jaket size 46' }),
      isRight: (items) =>
        all(({ size }) => size === '46')(items) &&
        items.slice(0, 5).every(({ name }) => /jacket|coat/i.test(name)),
    },
    { name: 'chip "登山靴"', ask: search({ q: '登山靴' }), isRight: amongFirst(1, /hiking boot|footwear/i) },
    { name: 'chip photo', ask: photo, isRight: photoIsRight },
    {
      name: 'chip "gift for a child"',
      ask: search({ q: 'gift for a child' }),
      isRight: amongFirst(3, /toys|kids|child/i),
    },
    {
      name: `chip SKU ${boot.sku}`,
      ask: search({ q: boot.sku }),
      isRight: ([first]) => first?.name === boot.name,
    },
    {
      name: 'home-for-you after a view of a boot',
      ask: placement('home-for-you'),
      isRight: amongFirst(4, /boot|shoe|hik|footwear/i),
    },
    {
      name: 'home-fresh',
      ask: placement('home-fresh'),
      isRight: all(({ category }) => /Fruit|Vegetables/.test(category)),
    },
    { name: 'home-trending', ask: placement('home-trending'), isRight: (items) => items.length >= 6 },
    {
      name: 'product-similar of a boot',
      ask: placement('product-similar', [boot.id]),
      isRight: (items) => isOther(items) && amongFirst(3, /boot|shoe|footwear/i)(items),
    },
    { name: 'product-together of a boot', ask: placement('product-together', [boot.id]), isRight: isOther },
    { name: 'cart-cross-sell of a boot', ask: placement('cart-cross-sell', [boot.id]), isRight: isOther },
    ...listJudgements.flatMap(judge),
    {
      name: 'recently-viewed',
      ask: placement('recently-viewed'),
      isRight: (items) => items[0]?.name === boot.name,
    },
    {
      name: 'collection gifts-for-children',
      ask: search({ collection: 'gifts-for-children' }),
      isRight: all(({ category }) => category.startsWith('Toys')),
    },
    {
      name: 'collection winter-hiking',
      ask: search({ collection: 'winter-hiking' }),
      isRight: all(({ category }) => category.startsWith('Outdoor')),
    },
    {
      name: 'collection under-20',
      ask: search({ collection: 'under-20' }),
      isRight: all(({ category }) => !category.startsWith('Grocery')),
    },
  ];
}

const photos = join(root, 'demo', 'photos');

/** A photo to try, named as what it shows; else one of a grocery. */
function photoFile(): string {
  const own = existsSync(photos)
    ? readdirSync(photos)
        .sort()
        .find((file) => /\.(?:jpe?g|png|webp)$/.test(file))
    : undefined;
  return own === undefined ? join(root, 'demo', 'groceries', 'pictures', 'mango.jpg') : join(photos, own);
}

/** The first items have a word of the file's name. */
function photoIsRight(items: readonly DemoItem[]): boolean {
  const words = (/([^/\\]+)\.\w+$/.exec(photoFile())?.[1] ?? '').toLowerCase().match(/[a-z]{3,}/g) ?? [];
  return items
    .slice(0, 3)
    .some(({ name, category }) => words.some((word) => `${name} ${category}`.toLowerCase().includes(word)));
}

await main();
