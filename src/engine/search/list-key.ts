import type { ListIdentity } from '../../ports/search/list-adjustments.ts';
import type { QueryAnalyzer } from '../../ports/search/query-analyzer.ts';

const keyLengthMax = 200;
/** A condition on categories, as text: it names the list of a category. */
const onCategory = /^"?categor(?:y|ies)(?:[."\d]|:)/i;

/**
 * The key under which a list is learned: the words of a query, whatever its filters; without words the collection, or the
 * conditions on categories. Null means too long. Queries with `@` may be personal data and have none.
 */
export function listKey(
  { query, filters, collection }: ListIdentity,
  analyzer: Pick<QueryAnalyzer, 'analyze'>,
): string | null {
  if (query.includes('@')) return null;
  const words = query.trim() === '' ? [] : analyzer.analyze(query).words;
  const key =
    words.length > 0
      ? `q:${words.join(' ')}`
      : collection !== null
        ? `c:${collection}`
        : `b:${[...new Set(filters.filter((filter) => onCategory.test(filter)))].sort().join(' ').toLowerCase()}`;
  return key.length > keyLengthMax ? null : key;
}
