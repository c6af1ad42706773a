import type { ServedProject } from '../../../ports/engine.ts';
import type { Filter } from '../../../ports/filters.ts';
import type { TextQuery } from '../../../ports/text.ts';
import { isPrivate } from '../../access/restrictions.ts';

/** Items without `stock` are in stock. */
const soldOut: Filter = { kind: 'range', field: 'stock', max: 0 };

/**
 * The query with sold-out items after all others, where the setting `soldOutLast` asks for it. An explicit sort of the request
 * (`asked`) is not changed.
 */
export function soldOutLast(
  { settings, text }: Pick<ServedProject, 'settings' | 'text'>,
  query: TextQuery,
  asked: Pick<TextQuery, 'text' | 'sort'>,
): TextQuery {
  const { soldOutLast: where } = settings.effective().search;
  const applies = where === 'always' || (where === 'browsing' && asked.text.trim() === '');
  if (!applies || asked.sort.length > 0) return query;
  const { privateFields = [] } = query;
  // For a key that does not see the stock, the order must not reveal it.
  if (isPrivate({ privateFields }, 'stock') || text.fieldTypes('stock') === null) return query;
  return { ...query, last: soldOut };
}
