/**
 * Cost of the recommenders' counters for a large shop, without HTTP and storage (docs/internals/recommendations.md): memory, CPU per
 * event, and CPU per request of each of the four operations.
 *
 *   npm run bench:scale [-- --items 100000] [--events 1000000] [--requests 1000] [--live 0]
 *
 * `--live N` applies N events before each request. The digest is a hash of all lists.
 */
import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';
import { extractItemFeatures } from '../../src/engine/catalog/item-features.ts';
import { boughtTogether } from '../../src/kernel/recommend/lists/bought-together.ts';
import { forUser } from '../../src/kernel/recommend/lists/for-user.ts';
import { RecommenderState } from '../../src/kernel/recommend/counters/recommender-state.ts';
import type { ScoredItem } from '../../src/kernel/recommend/rows/scored.ts';
import { similar } from '../../src/kernel/recommend/lists/similar.ts';
import { trending } from '../../src/kernel/recommend/lists/trending.ts';
import { createRandom } from '../../src/lib/seeded-random.ts';
import { summary } from '../../test/support/request-loops.ts';
import { productAt } from '../search/products.ts';
import { zipf } from '../search/random.ts';

const { values: options } = parseArgs({
  options: {
    items: { type: 'string', default: '100000' },
    events: { type: 'string', default: '1000000' },
    requests: { type: 'string', default: '1000' },
    live: { type: 'string', default: '0' },
  },
});
const itemCount = Number(options.items);
const eventCount = Number(options.events);
const userCount = Math.max(1_000, eventCount / 20);
const spanMs = 90 * 86_400_000;
const start = Date.UTC(2026, 0, 1);
const now = start + spanMs;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const next = createRandom(20261121);
const drawItem = zipf(itemCount, 50);
const drawUser = zipf(userCount, 200);
const anItem = (): number => (drawItem(next) * 7_919) % itemCount;
const aUser = (): string => `user-${drawUser(next)}`;

/** A random event: one in eight is a purchase of two items, the others are views. 3 % are late. */
function apply(state: RecommenderState, at: number): void {
  const user = aUser();
  const late = next() < 0.03 ? 86_400_000 * next() : 0;
  const item = { index: anItem() };
  if (next() > 0.125) state.apply({ type: 'view', user, items: [item], at: at - late });
  else state.apply({ type: 'purchase', user, items: [item, { index: anItem() }], at: at - late });
}

function residentMegabytes(): number {
  globalThis.gc?.();
  return process.memoryUsage.rss() / 1e6;
}

const state = new RecommenderState();
for (let index = 0; index < itemCount; index++) {
  const product = productAt(index);
  state.setContent(state.item(product.id), extractItemFeatures({ ...product, imgs: [] }));
}
const empty = residentMegabytes();
print(`${itemCount} items: ${empty.toFixed(0)} MB`);

const steps = 10;
for (let step = 1; step <= steps; step++) {
  const first = Math.floor((eventCount * (step - 1)) / steps);
  const end = Math.floor((eventCount * step) / steps);
  const before = process.cpuUsage();
  for (let event = first; event < end; event++) apply(state, start + (spanMs * event) / eventCount);
  const { user, system } = process.cpuUsage(before);
  const resident = residentMegabytes();
  const perEvent = (((resident - empty) * 1e6) / end).toFixed(0);
  const cost = ((user + system) / (end - first)).toFixed(1);
  print(`${end} events: ${cost} us each, ${resident.toFixed(0)} MB, ${perEvent} bytes per event`);
}
const { histories, transitions, content, lift, trends, baskets } = state;
for (const [name, part] of Object.entries({ histories, transitions, content, lift, trends, baskets }))
  print(`  ${name}: ${(part.bytes / 1e6).toFixed(0)} MB`);

const shared = { now, limit: 10, allow: (index: number): boolean => index % 17 !== 3 };
const requests: Record<string, () => readonly ScoredItem[]> = {
  'user-recommendations': () => forUser(state, { ...shared, user: aUser() }),
  fbt: () => boughtTogether(state, { ...shared, items: [anItem()] }),
  similar: () => similar(state, { ...shared, item: anItem() }),
  trendings: () => trending(state, shared),
};
const digest = createHash('sha256');
const live = Number(options.live);
const count = Number(options.requests);
for (const round of ['first round', 'second round']) {
  for (const [name, ask] of Object.entries(requests)) {
    const times: number[] = [];
    let cpu = 0;
    for (let request = 0; request < count; request++) {
      for (let event = 0; event < live; event++) apply(state, now);
      const before = process.cpuUsage();
      const began = performance.now();
      const list = ask();
      times.push(performance.now() - began);
      const { user, system } = process.cpuUsage(before);
      cpu += user + system;
      digest.update(JSON.stringify(list.map(({ index, score, source }) => [index, score, source])));
    }
    const each = cpu / count / 1000;
    print(`${name}, ${round}: ${each.toFixed(3)} ms of CPU; ${summary(times)}`);
  }
}
print(`digest ${digest.digest('hex').slice(0, 16)}; ${residentMegabytes().toFixed(0)} MB`);
