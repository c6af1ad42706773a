import { createRandom } from '../../../lib/seeded-random.ts';
import { RecommenderState } from '../counters/recommender-state.ts';
import type { VisitorCaps } from '../counters/weights.ts';
import type { ScoredItem } from '../rows/scored.ts';
import { boughtTogether } from './bought-together.ts';
import { forUser } from './for-user.ts';
import { similar } from './similar.ts';
import { popular, trending } from './trending.ts';

/**
 * A seeded shop in which one visitor pushes a few items into the lists of another one: 400 items in 20 kinds, and visitors who view a
 * few items of two kinds and buy some of them together.
 */
export interface PlantedShop {
  readonly state: RecommenderState;
  /** The item whose lists are attacked. */
  readonly target: number;
  /** The items that the visitor pushes: of other kinds, and hardly ever viewed by others. */
  readonly pushed: readonly number[];
  readonly now: number;
}

/** What the visitor sends ten thousand times, during the last three hours. */
export const plantedAttacks = ['clicks', 'purchases', 'all types', 'other items between'] as const;
export type PlantedAttack = (typeof plantedAttacks)[number];

const kindCount = 20;
const itemsPerKind = 20;
const pushedCount = 3;
const minuteMs = 60_000;
const start = 40 * 86_400_000;
const attackEvents = 10_000;
const secondMs = 1_000;
const types = ['view', 'click', 'cart', 'wish', 'share', 'purchase'];

/** What the caps of an address say of an event: its items that count in no pair, and whether it counts at all. */
export type AddressCap = (event: {
  readonly type: string;
  readonly user: string;
  readonly items: readonly string[];
  readonly at: number;
}) => { readonly capped: ReadonlySet<string>; readonly suspectedBot: boolean };

/**
 * `attack` null: the honest shop. `popularity`: the rank of the target in its kind, 0 the most viewed. `addressCap`: the events
 * of the attack come from one address, each eight in the name of another user.
 */
export function plantedShop(options: {
  readonly attack: PlantedAttack | null;
  readonly visitors: number;
  readonly popularity: number;
  readonly seed: number;
  readonly caps?: VisitorCaps;
  readonly addressCap?: AddressCap;
}): PlantedShop {
  const { attack, visitors, popularity, seed, caps, addressCap } = options;
  const state = new RecommenderState(caps === undefined ? {} : { caps });
  const random = createRandom(seed);
  const itemOf = (kind: number, rank: number): number => state.item(`kind-${kind}-${rank}`);
  for (let kind = 0; kind < kindCount; kind++)
    for (let rank = 0; rank < itemsPerKind; rank++)
      state.setContent(itemOf(kind, rank), {
        attributes: [`kind=${kind}`],
        words: [],
        type: `kind-${kind}`,
      });
  // The most viewed items of a kind come first.
  const anyOf = (kind: number): number => itemOf(kind, Math.floor(itemsPerKind * random() ** 2));
  let at = start;
  for (let visitor = 0; visitor < visitors; visitor++) {
    const user = `u${visitor}`;
    const kind = Math.floor(kindCount * random());
    const kinds = [kind, kind, (kind + 1) % kindCount];
    const seen = Array.from({ length: 6 }, () => anyOf(kinds[Math.floor(3 * random())]!));
    for (const index of seen) state.apply({ type: 'view', user, items: [{ index }], at: (at += minuteMs) });
    if (random() < 0.5) continue;
    const items = [...new Set(seen.slice(0, 3))].map((index) => ({ index }));
    state.apply({ type: 'purchase', user, items, at: (at += minuteMs) });
  }
  const target = itemOf(5, popularity);
  const pushed = Array.from({ length: pushedCount }, (_, each) => itemOf(12 + each, itemsPerKind - 1));
  const between = Array.from({ length: itemsPerKind }, (_, rank) => itemOf(16, rank));
  const now = at;
  at -= attackEvents * secondMs;
  const sentMax = attack === null ? 0 : attackEvents;
  for (let sent = 0; sent < sentMax; sent++) {
    const own = [target, ...pushed];
    const index = own[sent % own.length]!;
    const user = addressCap === undefined ? 'attacker' : `attacker-${Math.floor(sent / 8)}`;
    const send = (type: string, ...items: readonly number[]): void => {
      const marks = addressCap?.({ type, user, items: items.map((each) => state.getId(each)), at });
      const isBeyond = (each: number): boolean => marks?.capped.has(state.getId(each)) === true;
      const lines = items.map((each) => ({ index: each, isBeyondAddressCap: isBeyond(each) }));
      state.apply({ type, user, items: lines, at, suspectedBot: marks?.suspectedBot === true });
    };
    at += secondMs;
    if (attack === 'clicks') send('click', index);
    else if (attack === 'purchases') send('purchase', ...own);
    else if (attack === 'all types') send(types[Math.floor(sent / own.length) % types.length]!, ...own);
    else for (const each of [index, between[sent % between.length]!]) send('click', each);
  }
  return { state, target, pushed, now };
}

/** The first ten of each list that the visitor attacks. */
export function attackedLists({ state, target, now }: PlantedShop): Record<string, readonly ScoredItem[]> {
  const request = { now, limit: 10, allow: (): boolean => true };
  return {
    'bought together': boughtTogether(state, { ...request, items: [target] }),
    'for a visitor of the item': forUser(state, { ...request, seen: [target] }),
    // With more than two items, the list follows what others viewed.
    'for a visitor of four items': forUser(state, {
      ...request,
      seen: [target - 3, target - 2, target - 1, target],
    }),
    similar: similar(state, { ...request, item: target }),
    trending: trending(state, request),
    popular: popular(state, request),
  };
}

/** How many of the pushed items are in a list. */
export function pushedIn(shop: PlantedShop, list: readonly ScoredItem[]): number {
  return list.filter(({ index }) => shop.pushed.includes(index)).length;
}
