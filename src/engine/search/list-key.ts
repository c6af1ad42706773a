import type { ListIdentity } from '../../ports/search/list-adjustments.ts';
import type { QueryAnalyzer } from '../../ports/search/query-analyzer.ts';

const keyLengthMax = 200;
/** Matches a condition on categories, which names the list of a category. */
const onCategory = /^"?categor(?:y|ies)(?:[."\d]|:)/i;

/**
 * The key of a learned list: the words of a query, whatever its filters; without words the collection, or the
 * conditions on categories. Returns null if it is too long, or has `@` and may be personal data.
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
