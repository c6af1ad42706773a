import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { pino } from 'pino';
import { callOperation, type ApiClient } from '../src/cli/api-client.ts';
import { demoExperiment } from '../src/cli/demo/demo-configuration.ts';
import {
  historyDays,
  historyFile,
  createShop,
  createDraftsAndExperiment,
} from '../src/cli/demo/demo-shop.ts';
import { signIn } from '../src/cli/stopped-service.ts';
import { readConfig } from '../src/config.ts';
import { demoProject } from '../src/domain/projects/storefront-key.ts';
import { createApp } from '../src/http/app.ts';
import { dayMs } from '../src/lib/days.ts';
import type { IdSource } from '../src/lib/random-id.ts';
import { createRandom } from '../src/lib/seeded-random.ts';
import type { ProjectEngine } from '../src/ports/engine.ts';
import type { Impression } from '../src/ports/recommendations/impression-log.ts';
import { root } from '../src/lib/package-root.ts';
import { openService } from '../src/service.ts';
import { categoriesByGood } from './demo-history/catalog.ts';
import { countAsCompanion, type Good } from './demo-history/goods.ts';
import { personas, type Persona } from './demo-history/personas.ts';
import {
  pick,
  ShopperVisit,
  weighted,
  type SentEvent,
  type Shown,
  type VisitClock,
} from './demo-history/shopper.ts';

/**
 * `npm run demo:history`: simulates thirty days of the demo shop on a service with its catalog, and writes what was shown and done to
 * `demo/history.ndjson.gz`. Lists and searches are those that the service answered, so all figures agree with each other. Run it
 * after a change of the catalog.
 */
const seed = 20_261_101;
const visitsPerDay = 78;
const users = 420;
const userShare = 0.4;
const returnShare = 0.05;
/** Share of visits that begin on the page of a product, as of a link in a newsletter. */
const linkShare = 0.06;
const start = Date.UTC(2026, 9, 1);

const events: SentEvent[] = [];
/** The goods that a persona has yet to look for, in random order, by kind of shopper. */
const decks = new Map<string, Good[]>();
const random = createRandom(seed);
const clock: VisitClock & { now(): number } = { at: start, now: () => clock.at };
const folder = await mkdtemp(join(tmpdir(), 'demo-history-'));
try {
  await using stack = new AsyncDisposableStack();
  const service = stack.use(
    await openService(
      // Without models, training and threads, whose progress would change lists: the same seed makes the same file.
      {
        ...readConfig(),
        dataDir: folder,
        learningEvents: 0,
        textModel: null,
        imageModel: null,
        threads: 0,
      },
      { clock, ids: seededIds(), logger: pino({ level: 'warn' }) },
    ),
  );
  const stopping = new AbortController();
  const { app } = await createApp({
    ...service,
    root,
    trustProxy: false,
    secure: false,
    stopping: stopping.signal,
  });
  stack.defer(() => app.close());
  const client = stack.use(await signIn(service, await app.listen({ host: '127.0.0.1', port: 0 })));
  await createShop(client, () => undefined);
  await createDraftsAndExperiment(client, start);
  await simulate(client);
  const lines = await linesOf(await service.engine.project(demoProject));
  await writeFile(historyFile, gzipSync(lines.map((line) => `${line}\n`).join(''), { level: 9 }));
  process.stdout.write(
    `\n${lines.length} lines in ${historyFile}, with the experiment ${demoExperiment.id}\n`,
  );
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function simulate(admin: ApiClient): Promise<void> {
  const scopes = ['search', 'recommend', 'events'];
  const { key } = await callOperation(admin, 'POST', '/admin/keys', {
    kind: 'server',
    scopes,
    projects: [demoProject],
  });
  const shop = { url: admin.url, headers: { 'x-api-key': String(key) } };
  const left = new Map<string, readonly Shown[]>();
  const personaByUser = new Map<string, Persona>();
  /** Products of earlier carts, which others link to. */
  const linked: Shown[] = [];
  for (const [index, at] of visitTimes().entries()) {
    if (index % 100 === 0) process.stdout.write(`\r${index} visits`);
    clock.at = Math.max(at, clock.at);
    const user = random() < userShare ? `c-${1000 + Math.floor(users * random() ** 1.3)}` : null;
    const known = user === null ? undefined : personaByUser.get(user);
    const persona =
      known ??
      weighted(
        personas.map((one) => [one, one.share] as const),
        random,
      );
    if (user !== null) personaByUser.set(user, persona);
    let drawn: Good | null = null;
    let isBought = false;
    const inCart = await new ShopperVisit({
      client: shop,
      clock,
      random,
      persona,
      drawGood: () => (drawn = drawGood(persona)),
      session: `v${String(index + 1).padStart(5, '0')}`,
      user,
      device: pick(['phone', 'phone', 'phone', 'desktop', 'desktop', 'tablet'], random),
      country: pick(persona.countries, random),
      order: `${10_000 + index}`,
      linked: linked.length > 0 && random() < linkShare ? pick(linked, random) : null,
      left: user === null ? [] : (left.get(user) ?? []),
      onEvent: (event) => {
        events.push(event);
        isBought ||= event.type === 'purchase';
      },
    }).run();
    if (drawn !== null && !isBought) returnGood(drawn);
    if (user !== null) left.set(user, inCart);
    linked.push(...inCart);
    // Timers of the service run in between.
    if (index % 20 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

/** Draws a good of a persona: more often one with more products, and one that is rarely bought with others. */
function drawGood({ name, shopper = name }: Persona): Good {
  const deck = decks.get(shopper) ?? [];
  decks.set(shopper, deck);
  if (deck.length === 0) {
    const own = [...categoriesByGood].filter(([good]) => good.shopper === shopper);
    const drawn = own.flatMap(([good, { length }]) => {
      const times = Math.max(1, Math.round(2.5 * Math.sqrt(length) - countAsCompanion(good)));
      return Array.from({ length: times }, () => ({ good, order: random() }));
    });
    deck.push(...drawn.sort((a, b) => a.order - b.order).map(({ good }) => good));
  }
  return deck.pop()!;
}

/** Another shopper will look for a good that was not bought. */
function returnGood(good: Good): void {
  decks.get(good.shopper)!.unshift(good);
}

/** The starts of all visits, ascending: fewer at night, more at the weekend, and slowly growing. */
function visitTimes(): number[] {
  const times: number[] = [];
  for (let day = 0; day < historyDays; day++) {
    const weekday = new Date(start + day * dayMs).getUTCDay();
    const isWeekend = weekday === 0 || weekday === 6;
    const visits =
      visitsPerDay * (0.85 + (0.3 * day) / historyDays) * (isWeekend ? 1.25 : 1) * (0.92 + 0.16 * random());
    for (let i = 0; i < visits; i++) {
      // The mean of two draws has its peak in the middle of the day.
      const hour = 5 + 19 * ((random() + random()) / 2);
      times.push(Math.round(start + day * dayMs + hour * 3_600_000));
    }
  }
  return times.sort((a, b) => a - b);
}

/** All lines, in the order of time. */
async function linesOf(project: ProjectEngine): Promise<string[]> {
  const { impressionLog } = project;
  await impressionLog.readRecent(1);
  const shown: Impression[] = [];
  for (let last = 0; ;) {
    const rows = impressionLog.after(last, 1_000);
    shown.push(...rows);
    if (rows.length === 0) break;
    last = rows.at(-1)!.number;
  }
  const returns: SentEvent[] = events.flatMap((event) => returnOf(event) ?? []);
  const timed = [
    ...shown.map((impression) => ({ at: impression.at, line: lineOf(impression) })),
    ...[...events, ...returns].map((event) => ({
      at: event.at,
      line: { event },
    })),
  ];
  return timed.sort((a, b) => a.at - b.at).map(({ line }) => JSON.stringify(line));
}

/** Some orders are sent back, two to nine days later. */
function returnOf(event: SentEvent): SentEvent | null {
  const at = event.at + (2 + 7 * random()) * dayMs;
  if (event.type !== 'purchase' || random() > returnShare || at > start + historyDays * dayMs) return null;
  const items = (event.items ?? []).slice(0, 1);
  return { ...event, type: 'return', id: `r-${event.id}`, at: Math.round(at), items };
}

function lineOf(shown: Impression): object {
  const { id, at, kind, visitor, query, filters, rules, list, placement, about, category } = shown;
  const { device, country, assignments, items, total, collection } = shown;
  const some = (name: string, value: readonly string[]): object =>
    value.length === 0 ? {} : { [name]: value };
  const given = (name: string, value: unknown): object => (value === null ? {} : { [name]: value });
  const common = {
    id,
    at,
    ...visitor,
    items: items.slice(0, 12),
    ...some('filters', filters),
    ...some('rules', rules),
    ...some('assignments', assignments),
    ...given('device', device),
    ...given('country', country),
  };
  return kind === 'list'
    ? {
        list: {
          ...common,
          ...given('list', list),
          ...given('placement', placement),
          ...some('about', about),
          ...given('category', category),
        },
      }
    : { search: { ...common, query, ...given('total', total), ...given('collection', collection) } };
}

/** Ids that are the same in each run. */
function seededIds(): IdSource {
  const own = createRandom(seed + 1);
  const part = (): string =>
    Math.floor(own() * 0x1_0000_0000)
      .toString(16)
      .padStart(8, '0');
  return {
    next: (now) =>
      Math.floor(now / 1_000)
        .toString(16)
        .padStart(8, '0') +
      part() +
      part(),
  };
}
