import type { ShopEvent } from '../../src/ports/recommendations/events.ts';
import type { Impression } from '../../src/ports/recommendations/impression-log.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** An impression or event with its visitor, after all merges; null: unknown. */
export type Owned<T> = T & { readonly owner: string | null };

interface Windows {
  readonly directMs: number;
  readonly assistedMs: number;
  readonly returnMs: number;
}

interface Attempt {
  readonly impressions: Owned<Impression>[];
  readonly dimensions: Set<string>;
}

type Figures = Map<string, number>;

/** The definitions of attribution, read literally, over everything at once. Keys: `day dimension value currency figure`. */
export function naiveAttribution(
  shown: readonly Owned<Impression>[],
  events: readonly Owned<ShopEvent>[],
  windows: Windows,
): Figures {
  const figures: Figures = new Map();
  const count = (at: number, dimension: string, currency: string, figure: string, by = 1): void => {
    const key = [Math.floor(at / dayMs), dimension, currency, figure].join('|');
    figures.set(key, (figures.get(key) ?? 0) + by);
  };
  const owners = new Set([...shown, ...events].flatMap(({ owner }) => owner ?? []));
  const own = <T extends { at: number; owner: string | null }>(list: readonly T[], owner: string): T[] =>
    list.filter((one) => one.owner === owner).sort((a, b) => a.at - b.at);
  for (const impression of shown)
    if (impression.owner === null)
      for (const name of ['shown', 'sessions'])
        for (const dimension of dimensionsOf(impression)) count(impression.at, dimension, '', name);
  for (const owner of owners) {
    const mine = own(shown, owner);
    const did = own(events, owner).filter(
      (event) => isMoney(event) || event.searchId !== null || event.recommendationId !== null,
    );
    const attempts = attemptsOf(mine);
    const attemptOf = (event: ShopEvent): Attempt | string | null => {
      const id = event.searchId ?? event.recommendationId;
      if (id === null) return null;
      const ageMax = event.type === 'purchase' ? Math.max(dayMs, windows.assistedMs) : dayMs;
      const isFresh = (impression: Impression): boolean =>
        impression.id === id && event.at - impression.at <= ageMax;
      const found = attempts.find(({ impressions }) => impressions.some(isFresh));
      if (found !== undefined) return found;
      const unknown = shown.find((impression) => impression.owner === null && isFresh(impression));
      if (unknown !== undefined) {
        const added = {
          impressions: [{ ...unknown, owner: 'unknown' }],
          dimensions: new Set(dimensionsOf(unknown)),
        };
        attempts.push(added);
        return added;
      }
      return event.searchId !== null ? 'search' : 'list';
    };
    const named = did.map((event) => ({ event, attempt: attemptOf(event) }));
    countAttempts(attempts, named, mine, did, count);
    countPurchases(named, windows, count);
  }
  return figures;
}

function dimensionsOf(impression: Impression): string[] {
  const { kind, query, filters, collection, rules, list, placement, device, country } = impression;
  return [
    'total|',
    `channel|${kind}`,
    ...(kind === 'search' && !query.includes('@') ? [`query|${query}`] : []),
    ...filters.map((filter) => `filter|${filter}`),
    ...rules.map((rule) => `rule|${rule}`),
    ...Object.entries({ collection, list, placement, device, country }).flatMap(([name, value]) =>
      value === null ? [] : [`${name}|${value}`],
    ),
  ];
}

const isMoney = ({ type }: ShopEvent): boolean => type === 'purchase' || type === 'return';

function attemptsOf(shown: readonly Owned<Impression>[]): Attempt[] {
  const attempts: Attempt[] = [];
  for (const impression of shown) {
    const before = attempts.findLast(({ impressions }) => {
      const last = impressions.at(-1)!;
      if (impression.kind !== last.kind) return false;
      if (impression.kind === 'search') return impression.query === last.query;
      return (
        impression.kind === 'browse' &&
        impression.collection === last.collection &&
        impression.filters.join() === last.filters.join()
      );
    });
    const continues =
      before !== undefined &&
      impression.at - before.impressions.at(-1)!.at < 30 * minuteMs &&
      Math.floor(impression.at / dayMs) === Math.floor(before.impressions[0]!.at / dayMs);
    if (continues) {
      before.impressions.push(impression);
      for (const dimension of dimensionsOf(impression)) before.dimensions.add(dimension);
    } else attempts.push({ impressions: [impression], dimensions: new Set(dimensionsOf(impression)) });
  }
  return attempts;
}

type Count = (at: number, dimension: string, currency: string, figure: string, by?: number) => void;
type Named = { readonly event: ShopEvent; readonly attempt: Attempt | string | null };

function countAttempts(
  attempts: readonly Attempt[],
  named: readonly Named[],
  shown: readonly Impression[],
  did: readonly ShopEvent[],
  count: Count,
): void {
  const times = [...shown, ...did].map(({ at }) => at).sort((a, b) => a - b);
  /** The start of the visit. */
  const visitOf = (at: number): number => {
    let start = at;
    for (const time of times.toReversed())
      if (time < start && start - time < 30 * minuteMs && Math.floor(time / dayMs) === Math.floor(at / dayMs))
        start = time;
    return start;
  };
  const visits = new Set<string>();
  for (const attempt of attempts) {
    const { impressions, dimensions } = attempt;
    const of = (types: readonly string[]) =>
      named.filter((one) => one.attempt === attempt && types.includes(one.event.type));
    const acted = of(['click', 'view', 'cart', 'purchase']).length > 0;
    const { at, query, kind } = impressions.at(-1)!;
    const isTyping = shown.some((next) => {
      const afterMs = next.at - at;
      if (kind !== 'search' || next.kind === 'list' || afterMs <= 0 || next.query === query) return false;
      return next.query.startsWith(query) ? afterMs < 10_000 : afterMs < 2_000;
    });
    const isOwn = impressions[0]!.owner !== 'unknown';
    for (const dimension of dimensions) {
      const day = impressions[0]!.at;
      if (acted) count(day, dimension, '', 'clicked');
      if (of(['cart']).length > 0) count(day, dimension, '', 'carted');
      if (!isOwn || (isTyping && !acted)) continue;
      count(day, dimension, '', 'shown');
      const visit = `${visitOf(day)} ${dimension}`;
      if (!visits.has(visit)) count(day, dimension, '', 'sessions');
      visits.add(visit);
    }
  }
}

function countPurchases(named: readonly Named[], windows: Windows, count: Count): void {
  interface Line {
    readonly event: ShopEvent;
    readonly item: ShopEvent['items'][number];
    readonly attempt: Attempt | string | null;
    readonly kind: 'direct' | 'assisted';
    left: number;
  }
  const lines: Line[] = [];
  const orders = new Set<string>();
  const converted = new Set<Attempt>();
  const dimensionsAt = (attempt: Attempt | string | null): string[] =>
    attempt === null
      ? []
      : typeof attempt === 'string'
        ? ['total|', `channel|${attempt}`]
        : [...attempt.dimensions];
  const product = (item: ShopEvent['items'][number]): string => item.product ?? item.id;
  for (const [i, { event, attempt: own }] of named.entries()) {
    const { at, order } = event;
    for (const item of event.items) {
      if (event.type === 'purchase') {
        const click = named
          .slice(0, i)
          .findLast(
            ({ event: before, attempt }) =>
              attempt !== null &&
              ['click', 'view', 'cart', 'purchase'].includes(before.type) &&
              before.items.some((one) => product(one) === product(item)),
          );
        const age = click === undefined ? Infinity : at - click.event.at;
        const kind = own !== null || age <= windows.directMs ? 'direct' : 'assisted';
        const isAttributed = own !== null || age <= Math.max(windows.directMs, windows.assistedMs);
        const attempt = own ?? (isAttributed ? click!.attempt : null);
        lines.push({ event, item, attempt, kind, left: item.quantity });
        const amount = Math.round(item.quantity * (item.price ?? 0) * 10_000);
        const currency = event.currency ?? '';
        const once = (figure: string, dimension: string): void => {
          const key = [order ?? named[i]!.event, Math.floor(at / dayMs), figure, dimension].map(String);
          const unique = order === null ? `${i} ${key.slice(1).join()}` : key.join();
          if (!orders.has(unique)) count(at, dimension, currency, figure);
          orders.add(unique);
        };
        once('allOrders', 'total|');
        count(at, 'total|', currency, 'allUnits', Math.round(item.quantity * 10_000));
        count(at, 'total|', currency, 'allRevenue', amount);
        if (item.isEstimated === true) count(at, 'total|', currency, 'allEstimated', amount);
        for (const dimension of dimensionsAt(attempt)) {
          once(kind === 'direct' ? 'orders' : 'assistedOrders', dimension);
          count(at, dimension, currency, kind === 'direct' ? 'revenue' : 'assistedRevenue', amount);
          if (kind === 'direct') count(at, dimension, currency, 'units', Math.round(item.quantity * 10_000));
          if (item.isEstimated === true) count(at, dimension, currency, 'estimated', amount);
        }
        if (kind === 'direct' && attempt !== null && typeof attempt !== 'string' && !converted.has(attempt)) {
          converted.add(attempt);
          for (const dimension of attempt.dimensions)
            count(attempt.impressions[0]!.at, dimension, '', 'converted');
        }
      }
      if (event.type === 'return') {
        const candidates = lines.filter(
          (line) => at - line.event.at <= windows.returnMs && (order === null || line.event.order === order),
        );
        const ofProduct = candidates.filter((one) => product(one.item) === product(item));
        const parts = (quantity: number, price: number | null): number =>
          Math.round(quantity * (price ?? 0) * 10_000);
        if (ofProduct.length === 0 && order !== null)
          count(at, 'total|', event.currency ?? '', 'allReturned', parts(item.quantity, item.price));
        let open = item.quantity;
        while (open > 0) {
          const line =
            ofProduct.findLast((one) => one.left > 0 && one.item.id === item.id) ??
            ofProduct.findLast((one) => one.left > 0);
          if (line === undefined) break;
          const quantity = Math.min(open, line.left);
          open -= quantity;
          line.left -= quantity;
          const currency = event.currency ?? line.event.currency ?? '';
          const paid = line.item.price;
          const isLess =
            currency !== (line.event.currency ?? '') || paid === null || (item.price ?? 0) < paid;
          const hasPrice = item.price !== null && item.isEstimated !== true;
          const amount = parts(quantity, hasPrice && isLess ? item.price : paid);
          count(at, 'total|', currency, 'allReturned', amount);
          for (const dimension of dimensionsAt(line.attempt))
            count(at, dimension, currency, line.kind === 'direct' ? 'returned' : 'assistedReturned', amount);
        }
      }
    }
  }
}
