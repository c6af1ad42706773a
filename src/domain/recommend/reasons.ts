import type { ListSourceName } from '../../ports/recommendations/recommendation-placements.ts';
import type { Recommended, RecommendationSource } from '../../ports/recommendations/recommenders.ts';

/** Why an item is in a list: `_reason`. */
export interface Reason {
  readonly code: string;
  readonly text: string;
  readonly because: readonly string[];
  /** Rule that pins the entry. */
  readonly rule?: string;
}

/** Maps ids to names for the texts. */
export type NameLookup = (id: string) => string | null;

/** "100 of 100" of three orders would say too much. */
const countedOrdersMin = 20;

const codes: Record<RecommendationSource, string> = {
  history: 'because_you_viewed',
  together: 'bought_together',
  goes_with: 'goes_with',
  trending: 'trending',
  viewed_together: 'viewed_together',
  content: 'similar',
  picture: 'looks_similar',
  popular: 'popular',
  bought: 'bought_before',
  viewed: 'seen_before',
  new: 'new',
};

/** The reason of an entry that a rule pinned. */
export function describePinReason(rule: string): Reason {
  return { code: 'pinned', text: 'Selected by the shop', because: [], rule };
}

/** The reason of an entry from a source of the list, worded for shoppers. */
export function explainEntry(entry: Recommended, source: ListSourceName, findName: NameLookup): Reason {
  const because = entry.because.filter((id) => id !== entry.item.id);
  // If visitors of this shop return to items, a viewed item is a recommendation itself. So is another of its variants.
  if (
    (entry.source === 'history' || source === 'user') &&
    because.length < entry.because.length &&
    entry.because[0] === entry.item.id
  ) {
    return { code: 'seen_before', text: 'You looked at this before', because };
  }
  const names = because.map(findName).filter((name) => name !== null);
  const first = names[0] === undefined ? null : `“${names[0]}”`;
  return { code: codes[entry.source], text: wording(entry, source, first), because };
}

function wording(entry: Recommended, source: ListSourceName, first: string | null): string {
  switch (entry.source) {
    case 'history':
      return first === null ? 'Because of what you looked at' : `Because you looked at ${first}`;
    case 'together': {
      if (first === null) return 'Often bought together';
      const { confidence = 0, support = 0 } = entry.facts;
      const percent = Math.round(confidence * 100);
      return percent >= 1 && Math.round(support / confidence) >= countedOrdersMin
        ? `${percent} of 100 who bought ${first} bought this too`
        : `Bought together with ${first}`;
    }
    case 'goes_with':
      return first === null ? 'Goes well with it' : `Goes with ${first}`;
    case 'trending':
      return 'Trending now';
    case 'viewed_together':
      return first === null ? 'Others looked at this too' : `Others who looked at ${first} looked at this`;
    case 'content':
      if (first === null) return 'Similar';
      return source === 'user' ? `Similar to ${first}, which you looked at` : `Similar to ${first}`;
    case 'picture':
      return first === null ? 'Looks similar' : `Looks like ${first}`;
    case 'popular':
      return 'Popular in this shop';
    case 'bought':
      return describeEarlierPurchase(entry.facts['purchases'] ?? 1, entry.facts['daysSince'] ?? 0);
    case 'viewed':
      return 'You looked at this before';
    case 'new':
      break;
  }
  return 'New in this shop';
}

function describeEarlierPurchase(times: number, daysSince: number): string {
  const days = Math.floor(daysSince);
  const when = days < 1 ? 'today' : days === 1 ? 'yesterday' : `${days} days ago`;
  return times === 1 ? `You bought this ${when}` : `You bought this ${times} times, last ${when}`;
}
