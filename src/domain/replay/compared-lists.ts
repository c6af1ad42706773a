import type { ProjectEngine } from '../../ports/engine.ts';
import type { ReplayedList } from '../../ports/configuration/replays.ts';
import type { ReplayGroup } from './replay-groups.ts';

/** Items whose order is compared and shown: the first page of most shops. */
const comparedMax = 24;

/** A list in a view of the project. */
export interface ReplayedOrder {
  readonly items: readonly string[];
  /** Whether the search or the placement itself has results: those of a fallback do not count. */
  readonly isFound: boolean;
  readonly rules: readonly string[];
}

/** The live order of a list, and the order under the draft. */
export type ComparedOrders = Readonly<Record<'before' | 'after', ReplayedOrder>>;

/** A list in both views, with the ranks of items and products from 1. */
export interface ComparedLists extends ComparedOrders {
  readonly isChanged: boolean;
  readonly ranksBefore: ReadonlyMap<string, number>;
  readonly ranksAfter: ReadonlyMap<string, number>;
  readonly shown: Pick<ReplayedList, 'before' | 'after'>;
}

/** Ranks the items of both lists, and their products: a choice counts for all variants. */
export async function compareLists(
  { recommenders }: Pick<ProjectEngine, 'recommenders'>,
  { judged }: ReplayGroup,
  orders: ComparedOrders,
): Promise<ComparedLists> {
  const rankItems = async ({ items }: ReplayedOrder): Promise<ReadonlyMap<string, number>> => {
    const ranked = new Map<string, number>();
    // Only actions need ranks.
    if (judged.length === 0) return ranked;
    for (const [i, id] of items.entries()) {
      const product = (await recommenders.findProduct(id)) ?? id;
      for (const name of [id, product]) if (!ranked.has(name)) ranked.set(name, i + 1);
    }
    return ranked;
  };
  const { before, after } = orders;
  const takeCompared = ({ items }: ReplayedOrder): readonly string[] => items.slice(0, comparedMax);
  const isChanged = takeCompared(before).join('\0') !== takeCompared(after).join('\0');
  const ranksBefore = await rankItems(before);
  return {
    before,
    after,
    isChanged,
    ranksBefore,
    // Lists that differ only after the compared items count as unchanged.
    ranksAfter: isChanged ? await rankItems(after) : ranksBefore,
    shown: { before: takeCompared(before), after: takeCompared(after) },
  };
}
