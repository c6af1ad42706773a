import { murmurFinaliser } from '../bits/hashing.ts';

/** Team-draft interleaving: F. Radlinski, M. Kurup, T. Joachims, "How Does Clickthrough Data Reflect Retrieval Quality?", CIKM 2008. */

/** The order that an item was drafted for, or null if it decides nothing: it is pinned, or both orders had it next. */
export type DraftTeam = 'control' | 'treatment' | null;

export interface DraftedItem<Id extends string | number> {
  readonly id: Id;
  readonly team: DraftTeam;
}

/** Two orders of a list. Both have the first `count` items, and as many more as there are pins; shorter if they end. */
export interface DraftedOrders<Id extends string | number> {
  readonly control: readonly Id[];
  readonly treatment: readonly Id[];
  /** Items at fixed positions (from 1) of the result, which both orders may contain anywhere. */
  readonly pins?: ReadonlyMap<number, Id>;
}

/**
 * The first `count` items of two orders interleaved. In each round a coin decides which order takes its next item first; then the
 * other one takes its own. Items of both orders come once, so that the result has the union of both, and totals and facets stay.
 *
 * - Deterministic by `seed`; a longer result starts with the shorter one. A page is cut from it: pages continue each other.
 * - A pin has its position; beyond the end of the list, the end.
 * - If both orders have the same item next, it belongs to no team: in Radlinski's draft a coin gives it to one, which adds
 *   noise, most of all at the top, where orders agree most.
 * - Once an order ended, further items of the other belong to no team.
 */
export function draftTeams<Id extends string | number>(
  { control, treatment, pins = new Map() }: DraftedOrders<Id>,
  seed: number,
  count: number,
): DraftedItem<Id>[] {
  const taken = new Set<Id>(pins.values());
  const drafted: DraftedItem<Id>[] = [];
  const orders = { control: new OrderCursor(control, taken), treatment: new OrderCursor(treatment, taken) };
  const add = (id: Id, team: DraftTeam): void => {
    addPins(drafted, pins);
    taken.add(id);
    drafted.push({ id, team });
  };
  for (let round = 0; drafted.length < count; round++) {
    const controlId = orders.control.next();
    const other = orders.treatment.next();
    if (controlId === undefined && other === undefined) break;
    if (controlId === undefined || other === undefined || controlId === other) {
      add((controlId ?? other)!, null);
      continue;
    }
    const isControlFirst = drawCoin(seed, round);
    const [first, second] = isControlFirst
      ? (['control', 'treatment'] as const)
      : (['treatment', 'control'] as const);
    add(isControlFirst ? controlId : other, first);
    const answer = orders[second].next();
    if (answer !== undefined) add(answer, second);
  }
  addPins(drafted, pins);
  const rest = [...pins].filter(([position]) => position > drafted.length).sort(([a], [b]) => a - b);
  if (drafted.length < count) for (const [, id] of rest) drafted.push({ id, team: null });
  return drafted.slice(0, count);
}

/** The items of an order that are not drafted yet. */
class OrderCursor<Id extends string | number> {
  readonly #order: readonly Id[];
  readonly #taken: ReadonlySet<Id>;
  #at = 0;

  constructor(order: readonly Id[], taken: ReadonlySet<Id>) {
    this.#order = order;
    this.#taken = taken;
  }

  /** Peeks at the next item. */
  next(): Id | undefined {
    while (this.#at < this.#order.length && this.#taken.has(this.#order[this.#at]!)) this.#at++;
    return this.#order[this.#at];
  }
}

/** Adds the pins whose positions come next. */
function addPins<Id extends string | number>(
  drafted: DraftedItem<Id>[],
  pins: ReadonlyMap<number, Id>,
): void {
  for (let id = pins.get(drafted.length + 1); id !== undefined; id = pins.get(drafted.length + 1))
    drafted.push({ id, team: null });
}

/** A fair coin for each round. */
function drawCoin(seed: number, round: number): boolean {
  return (murmurFinaliser(Math.imul(round + 1, 0x9e3779b1) ^ seed) & 1) === 0;
}
