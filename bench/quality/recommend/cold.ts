import { randomAt } from '../../search/random.ts';
import type { Query, Split } from './logs.ts';

const hiddenShare = 0.05;
const drawSeed = 5;

/** A split without the events of some items, and the queries for these items. */
export interface ColdSplit {
  readonly split: Split;
  readonly queries: readonly Query[];
  readonly hidden: ReadonlySet<string>;
}

/** Removes the events of one item in twenty (fixed seed). */
export function hideItems(split: Split): ColdSplit {
  const hidden = new Set(
    [...split.contents.keys()].filter((_, at) => randomAt(drawSeed, at)() < hiddenShare),
  );
  const shown = (ids: readonly string[]): string[] => ids.filter((id) => !hidden.has(id));
  const events = split.events
    .map((event) => ({ ...event, items: shown(event.items) }))
    .filter(({ items }) => items.length > 0);
  const queries = split.queries
    .filter(({ targets }) => [...targets].some((id) => hidden.has(id)))
    .map((query) => ({ ...query, session: shown(query.session), history: shown(query.history) }));
  return { split: { ...split, name: 'cold items', events, queries }, queries, hidden };
}
