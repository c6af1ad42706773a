import { VitrineError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import type { FacetRequest, TextQuery } from '../../ports/search/text.ts';

/** Checks `offset` + `limit`; each is checked separately before. @throws VitrineError invalid_request */
export function checkWindow(offset: number, limit: number): void {
  if (offset + limit <= limits.searchWindowMax) return;
  const detail = `offset + limit must be at most ${limits.searchWindowMax}: current value is ${offset + limit}. The export lists everything`;
  throw new VitrineError('invalid_request', detail, {
    errors: [{ path: 'offset', code: 'out_of_range', detail }],
  });
}

type Counted = Pick<TextQuery, 'limit' | 'facets' | 'facetSelection'>;

/** Checks the sums over all searches of one request. @throws VitrineError invalid_request */
export function checkTogether(queries: readonly Counted[]): void {
  checkSum('searches', 'items', limits.itemsPerMultiSearchMax, queries, ({ limit }) => limit);
  checkSum('searches', 'facets', limits.facetsPerMultiSearchMax, queries, countFacets);
  checkFacetValues('searches', queries);
}

/** Checks the sum of facet values of one request. @throws VitrineError invalid_request */
export function checkFacetValues(path: string, queries: readonly Omit<Counted, 'limit'>[]): void {
  checkSum(path, 'values of facets', limits.facetValuesPerRequestMax, queries, countFacetValues);
}

const countFacets = ({ facets, facetSelection }: Omit<Counted, 'limit'>): number =>
  facets.length + (facetSelection?.countMax ?? 0);

function countFacetValues({ facets, facetSelection }: Omit<Counted, 'limit'>): number {
  const readLimit = ({ limit = limits.facetValuesDefault }: Pick<FacetRequest, 'limit'>): number => limit;
  const chosen =
    facetSelection === undefined ? 0 : facetSelection.countMax * readLimit(facetSelection.request);
  return facets.reduce((sum, facet) => sum + readLimit(facet), chosen);
}

function checkSum<T>(
  path: string,
  things: string,
  most: number,
  queries: readonly T[],
  countParts: (query: T) => number,
): void {
  const count = queries.reduce((sum, query) => sum + countParts(query), 0);
  if (count <= most) return;
  const detail = `${path} must ask for at most ${most} ${things} in all: these ask for ${count}`;
  throw new VitrineError('invalid_request', detail, { errors: [{ path, code: 'too_many', detail }] });
}
