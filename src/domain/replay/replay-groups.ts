import type {
  Impression,
  ImpressionAction,
  JudgedImpression,
} from '../../ports/recommendations/impression-log.ts';

/** An action with the position at which the item was shown, from 1. */
export interface JudgedChoice extends ImpressionAction {
  readonly position: number;
}

/** Impressions of the same request, which have the same lists in a replay. */
export interface ReplayGroup {
  /** The first page. */
  readonly impression: Impression;
  /** Number of first pages. */
  count: number;
  /** Time of the last one, ms since 1970. */
  lastAt: number;
  /** First pages by visitor. */
  readonly visitors: Map<string, number>;
  /** One element per impression with actions. */
  readonly judged: { readonly visitor: string; readonly choices: readonly JudgedChoice[] }[];
}

/** Groups impressions by what was requested. Further pages add their actions to the group of the first one. */
export function replayGroups(impressions: readonly JudgedImpression[]): ReplayGroup[] {
  const groups = new Map<string, ReplayGroup>();
  for (const { impression, visitor, actions } of impressions) {
    const key = formatRequest(impression);
    const group = groups.get(key) ?? chooseGroup(impression);
    groups.set(key, group);
    group.lastAt = Math.max(group.lastAt, impression.at);
    if (impression.offset === 0) {
      group.count++;
      group.visitors.set(visitor, (group.visitors.get(visitor) ?? 0) + 1);
    }
    const positions = readPositions(impression, actions);
    // The position of an item beyond the recorded ones is not known.
    const choices = actions.flatMap((action) => {
      const position = positions.get(action.product);
      return position === undefined ? [] : [{ ...action, position }];
    });
    if (choices.length > 0) group.judged.push({ visitor, choices: pickStrongest(choices) });
  }
  return [...groups.values()];
}

/** The positions of products. A variant may be bought after a click on another one that was shown. */
function readPositions(
  { items, offset }: Impression,
  actions: readonly ImpressionAction[],
): ReadonlyMap<string, number> {
  const positions = new Map<string, number>();
  for (const { item, product } of actions) {
    const index = items.indexOf(item);
    if (index >= 0 && !positions.has(product)) positions.set(product, offset + index + 1);
  }
  return positions;
}

function chooseGroup(impression: Impression): ReplayGroup {
  const first = { ...impression, offset: 0 };
  return { impression: first, count: 0, lastAt: impression.at, visitors: new Map(), judged: [] };
}

function formatRequest(impression: Impression): string {
  const { kind, query, filters, isSorted, collection, placement, about, category, visitor } = impression;
  const page = kind === 'list' ? [placement, about, category, visitor] : [];
  return JSON.stringify([kind, query, filters, isSorted, collection, ...page]);
}

/** One choice for each product: of a click and a purchase, the purchase. */
function pickStrongest(choices: readonly JudgedChoice[]): JudgedChoice[] {
  const best = new Map<string, JudgedChoice>();
  for (const choice of choices) {
    const earlier = best.get(choice.product);
    if (earlier === undefined || choice.amount > earlier.amount || worth[choice.type] > worth[earlier.type])
      best.set(choice.product, choice);
  }
  return [...best.values()];
}

const worth = { click: 1, cart: 2, purchase: 3 } as const;
