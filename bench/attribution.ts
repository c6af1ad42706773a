/**
 * Cost of a day of events in attribution: CPU of all threads and bytes on disk, told apart from those of storing the events and
 * from the impressions.
 *
 *   npm run bench:attribution [-- --events 200000]
 *
 * The events of visits come at the rate of a million a day of the service's clock. Each minute of that clock the figures are brought
 * up to date, as a running service does.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { EmbeddedEngine } from '../src/engine/projects/engine.ts';
import type { ShopEvent } from '../src/ports/recommendations/events.ts';
import type { Impression } from '../src/ports/recommendations/impression-log.ts';
import { randomIds } from '../src/lib/random-id.ts';
import { createRandom } from '../src/lib/seeded-random.ts';

const { values: options } = parseArgs({ options: { events: { type: 'string', default: '200000' } } });
const eventCount = Number(options.events);
const eventsPerDay = 1_000_000;
const itemCount = 20_000;
const day = 86_400_000;

const random = createRandom(1);
const below = (n: number): number => Math.floor(random() * n);
/** Popular ones are most of them, as in shops. */
const skewed = (n: number): number => Math.floor(n * random() ** 3);

let now = Date.now() - day;
const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-'));
const engine = await EmbeddedEngine.open({
  dataDir: folder,
  clock: { now: () => now },
  ids: randomIds,
  image: { model: 'none', dimensions: 8 },
  learningEventsMax: 0,
  onError: (error) => {
    throw error as Error;
  },
});
await engine.store.createProject({ id: 'shop', name: 'shop', currency: 'EUR', createdAt: now, demo: false });
const project = await engine.project('shop');

const cpuOf = { events: 0, impressions: 0, attribution: 0 };
async function measured(part: keyof typeof cpuOf, work: () => Promise<unknown>): Promise<void> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  cpuOf[part] += (user + system) / 1e6;
}

/** A visit: searches and lists, clicks on them, product pages, and now and then an order. */
function visit(): { shown: Impression[]; events: ShopEvent[] } {
  const session = `v${below(1e9).toString(36)}`;
  const user = random() < 0.3 ? `u${below(60_000)}` : null;
  const shown: Impression[] = [];
  const events: ShopEvent[] = [];
  let at = now - below(60_000);
  const act = (type: string, item: string, named: Impression | null): void => {
    at += 1_000 + below(20_000);
    events.push({
      id: null,
      type,
      user,
      session,
      at: Math.min(at, now),
      items: [{ id: item, quantity: 1, price: type === 'purchase' ? 5 + below(9_000) / 100 : null }],
      order: type === 'purchase' ? `o${below(1e9)}` : null,
      currency: null,
      searchId: named !== null && named.kind !== 'list' ? named.id : null,
      recommendationId: named?.kind === 'list' ? named.id : null,
      position: named === null ? null : 1 + below(8),
      suspectedBot: false,
    });
  };
  for (let i = 0, pages = 1 + below(4); i < pages; i++) {
    const kind = random() < 0.5 ? 'list' : random() < 0.7 ? 'search' : 'browse';
    const items = Array.from({ length: kind === 'list' ? 10 : 24 }, () => `item-${skewed(itemCount)}`);
    const impression: Impression = {
      id: randomIds.next(now),
      at: Math.min(at, now),
      kind,
      visitor: user === null ? { session } : { user },
      query: kind === 'search' ? `query ${skewed(30_000)}` : '',
      filters: random() < 0.2 ? [`brand:brand-${skewed(200)}`] : [],
      isSorted: false,
      offset: 0,
      collection: kind === 'browse' ? `collection-${skewed(40)}` : null,
      rules: random() < 0.2 ? [`rule-${below(20)}`] : [],
      list: kind === 'list' ? 'similar' : null,
      placement: kind === 'list' ? `place-${below(5)}` : null,
      device: random() < 0.6 ? 'phone' : 'desktop',
      about: [],
      category: null,
      country: ['DE', 'AT', 'CH'][below(3)]!,
      assignments: [],
      teams: '',
      total: 100,
      items,
    };
    shown.push(impression);
    if (random() < 0.5) act('click', items[below(8)]!, impression);
    for (let views = below(4); views > 0; views--)
      act('view', items[below(items.length)]!, random() < 0.5 ? impression : null);
    if (random() < 0.1) act('cart', items[0]!, impression);
  }
  if (random() < 0.08) act('purchase', events[0]?.items[0]?.id ?? 'item-1', null);
  return { shown, events };
}

const perMinute = eventsPerDay / 1_440;
let sent = 0;
let impressions = 0;
for (let minute = 1; sent < eventCount; minute++) {
  now += 60_000;
  const events: ShopEvent[] = [];
  while (events.length < perMinute) {
    const one = visit();
    events.push(...one.events);
    impressions += one.shown.length;
    for (const impression of one.shown) project.impressionLog.record(impression);
  }
  sent += events.length;
  await measured('events', () => project.events.append(events));
  // Also writes the impressions, which a service does twice a second.
  await measured('impressions', () =>
    (project as unknown as { impressionLog: { flush(): Promise<void> } }).impressionLog.flush(),
  );
  await measured('attribution', () => project.attribution.refresh());
}
await engine[Symbol.asyncDispose]();

const database = new DatabaseSync(join(folder, 'projects', 'shop.db'), { readOnly: true });
const bytesOf = (names: readonly string[]): number =>
  Number(
    database
      .prepare(`SELECT sum(pgsize) AS bytes FROM dbstat WHERE name IN (${names.map(() => '?').join(', ')})`)
      .get(...names)?.['bytes'],
  );
const perDay = eventsPerDay / sent;
const row = (name: string, cpu: number, bytes: number): string =>
  [
    name.padEnd(34),
    `${(cpu * perDay).toFixed(1)} s`.padStart(9),
    `${((bytes * perDay) / 1e6).toFixed(1)} MB`.padStart(10),
  ].join(' ');
console.log(`${sent} events and ${impressions} impressions; for ${eventsPerDay} events a day:`);
console.log(
  row(
    'events, as before',
    cpuOf.events,
    bytesOf(['log', 'log_key', 'log_event', 'aliases', 'aliases_by_user']),
  ),
);
console.log(
  row(
    'impressions',
    cpuOf.impressions,
    bytesOf(['impressions', 'impressions_by_key', 'sqlite_autoindex_impressions_1']),
  ),
);
console.log(row('attribution', cpuOf.attribution, bytesOf(['attribution', 'attribution_days'])));
database.close();
await rm(folder, { recursive: true });
