import type { ServedView } from '../../../ports/engine.ts';
import type { Filter } from '../../../ports/search/filters.ts';
import type { TextQuery } from '../../../ports/search/text.ts';
import { isPrivate } from '../../access/restrictions.ts';

/** Items without `stock` are in stock. */
const soldOut: Filter = { kind: 'range', field: 'stock', max: 0 };

/**
 * The query with the settings that arrange a list: sold-out items after all others or after those of their tier (`soldOutLast`), and
 * diversification (`caps`). An explicit sort of the request (`requestedQuery`) is not changed. For a key that does not see a field, the order must not
 * reveal it.
 */
export function applySetOrder(
  { settings, text }: Pick<ServedView, 'settings' | 'text'>,
  query: TextQuery,
  requestedQuery: Pick<TextQuery, 'text' | 'sort'>,
): TextQuery {
  if (requestedQuery.sort.length > 0) return query;
  const { soldOutLast, caps } = settings.effective().search;
  const { privateFields = [] } = query;
  const isVisible = (field: string): boolean => !isPrivate({ privateFields }, field);
  const visibleCaps = caps.filter(({ field }) => isVisible(field));
  const isStockKnown = isVisible('stock') && text.findFieldTypes('stock') !== null;
  const isBrowsing = requestedQuery.text.trim() === '';
  const isLastInList = soldOutLast === 'always' || (isBrowsing && soldOutLast !== 'never');
  const isLastInTier = soldOutLast === 'inTier' && !isBrowsing;
  return {
    ...query,
    ...(isStockKnown && isLastInList ? { last: soldOut } : {}),
    ...(isStockKnown && isLastInTier ? { lastInTier: soldOut } : {}),
    ...(visibleCaps.length > 0 ? { caps: visibleCaps } : {}),
  };
}
