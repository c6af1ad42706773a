import type { SearchReport } from '@vitrine/sdk';
import { service } from '../../app/service.ts';
import { normalizeQuery, triedSearchesWanted } from '../../app/tried-searches.ts';

const shopperQueriesMax = 8;

/** Twenty searches to look at: what shoppers search for most, then categories, brands and products of the catalog. */
export async function suggestSearches(
  project: string,
  top: SearchReport['top'],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { facets, items } = await service.search(
    project,
    {
      q: '',
      facets: [
        { field: 'category', limit: triedSearchesWanted },
        { field: 'brand', limit: triedSearchesWanted },
      ],
      limit: triedSearchesWanted,
      fields: ['name'],
      enableRules: false,
    },
    { signal },
  );
  const values = (field: string): string[] => (facets[field]?.values ?? []).map(({ value }) => value);
  const categories = values('category').map((path) => (path.split('>').at(-1) ?? path).trim().toLowerCase());
  const names = items.map(({ name }) => name);
  const ofCatalog = interleave([categories, values('brand'), names]);
  const all = [...top.slice(0, shopperQueriesMax).map(({ query }) => query), ...ofCatalog];
  const distinct = new Map(
    all.filter((query) => query.trim() !== '').map((query) => [normalizeQuery(query), query]),
  );
  return [...distinct.values()].slice(0, triedSearchesWanted);
}

/** One of each list in turn, as long as any has more. */
function interleave(lists: readonly (readonly string[])[]): string[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat();
}
