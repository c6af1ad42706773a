import type { VisitorId } from '../../ports/recommendations/events.ts';
import { impressionItemsMax, type Impression } from '../../ports/recommendations/impression-log.ts';
import { normaliseQuery } from './query-settling.ts';

/** Who saw a reply, as far as the request says. */
export interface Viewer {
  readonly user: string | null;
  readonly session: string | null;
  readonly device: string | null;
  readonly country: string | null;
}

/** The user, otherwise the session. */
export function identifyVisitor(user: string | null, session: string | null): VisitorId | null {
  return user !== null ? { user } : session !== null ? { session } : null;
}

/** An impression; parts that are left out are empty. */
export function createImpression(
  { user, session, device, country }: Viewer,
  shown: Pick<Impression, 'id' | 'at' | 'kind' | 'items'> & Partial<Impression>,
): Impression {
  const { query = '', items } = shown;
  return {
    filters: [],
    isSorted: false,
    offset: 0,
    collection: null,
    rules: [],
    list: null,
    placement: null,
    about: [],
    category: null,
    assignments: [],
    teams: '',
    total: null,
    ...shown,
    visitor: identifyVisitor(user, session),
    device,
    country,
    query: normaliseQuery(query),
    items: items.slice(0, impressionItemsMax),
  };
}
