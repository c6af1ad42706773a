import type { ServedView } from '../../../ports/engine.ts';
import type { QueryAnalyzer } from '../../../ports/search/query-analyzer.ts';
import type { TextQuery } from '../../../ports/search/text.ts';
import { emptyQuery } from '../../query/empty-query.ts';
import { AttributeValues } from './attribute-values.ts';

/** Values of a catalog are read again after this long, or after a hundred times as long as it takes. */
const valuesAgeMs = 5_000;
const valuesAgeFactor = 100;
const valueFieldsMax = 30;
const valuesPerFieldMax = 5_000;

const cache = new WeakMap<
  QueryAnalyzer,
  Map<string, { readAt: number; ageMax: number; values: Promise<AttributeValues> }>
>();

/** The values of the catalog that the reply may reveal, at most some seconds old. */
export function collectCatalogValues(
  { text }: Pick<ServedView, 'text'>,
  { privateFields = [] }: TextQuery,
): Promise<AttributeValues> {
  const now = performance.now();
  let byFields = cache.get(text.queryAnalyzer);
  if (byFields === undefined) cache.set(text.queryAnalyzer, (byFields = new Map()));
  const key = JSON.stringify(privateFields);
  const cached = byFields.get(key);
  if (cached !== undefined && now - cached.readAt < cached.ageMax) return cached.values;
  const entry = { readAt: now, ageMax: Infinity, values: readValues(text, privateFields) };
  void entry.values.then(
    () => (entry.ageMax = Math.max(valuesAgeMs, valuesAgeFactor * (performance.now() - now))),
    () => byFields.delete(key),
  );
  byFields.set(key, entry);
  // Searches do not wait for newer values.
  return cached === undefined ? entry.values : cached.values;
}

async function readValues(
  text: ServedView['text'],
  privateFields: readonly string[],
): Promise<AttributeValues> {
  const { facets } = await text.search({
    ...emptyQuery,
    grouped: false,
    privateFields,
    facetSelection: { countMax: valueFieldsMax, request: { limit: valuesPerFieldMax } },
  });
  return new AttributeValues(facets, text.queryAnalyzer);
}
