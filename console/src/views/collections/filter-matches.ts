import { itemFilter, quotedValue } from '../../app/filter-text.ts';
import { service } from '../../app/service.ts';
import { isChosen, leaving, type PageCard } from './arrangement.ts';
import type { CollectionDraft } from './collection-draft.ts';

/**
 * Whether the filter of a collection would list a card that is not chosen any more. True where it is not known: the card of an
 * inactive item, which no search finds, or a filter that is not valid yet.
 */
export async function filterMatches(
  project: string,
  draft: Pick<CollectionDraft, 'filter' | 'items'>,
  card: PageCard,
  groupBy: string,
): Promise<boolean> {
  const filter = draft.filter.trim();
  if (filter === '' || !isChosen(draft, card)) return filter !== '';
  const { isProduct, id } = leaving(card);
  const own = isProduct ? `${groupBy}:${quotedValue(id)}` : itemFilter(id);
  const count = async (filters: string): Promise<number> =>
    (await service.search(project, { filters, limit: 0, enableRules: false })).total;
  try {
    const [matching, active] = await Promise.all([count(`(${filter}) AND ${own}`), count(own)]);
    return matching > 0 || active === 0;
  } catch {
    return true;
  }
}
