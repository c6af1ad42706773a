import type { ExperimentArms } from '../../ports/experiments.ts';
import type { TextHit, TextQuery } from '../../ports/text.ts';
import type { SearchResult } from '../search/execution/search.ts';

/** Positions that are interleaved; after them, the rest of the live order follows. */
const interleavedMax = 120;
/** Items that both orders need beyond the page, for pins that take their places. */
const spareMax = 20;

export interface InterleavedResult {
  readonly result: SearchResult;
  /** For each hit: `c`, `t`, or `-` where it decides nothing. */
  readonly teams: string;
}

/**
 * A page of two orders interleaved. Totals, facets and everything else are those of the live configuration. `run`: searches under the
 * live configuration or the draft. The pages of a visitor's query continue each other: `seed` is the same for all of them.
 */
export async function interleavedSearch(
  arms: Pick<ExperimentArms, 'interleaved'>,
  run: (arm: 'control' | 'treatment', query: TextQuery) => Promise<SearchResult>,
  query: TextQuery,
  seed: string,
): Promise<InterleavedResult> {
  const { offset, limit } = query;
  const end = offset + limit;
  const prefix = Math.min(interleavedMax, end) + spareMax;
  const first = { ...query, offset: 0 };
  // After the interleaved items, those of the live order follow that are not among them.
  const control = await run('control', {
    ...first,
    limit: end > interleavedMax ? end + interleavedMax : prefix,
  });
  const treatment = await run('treatment', { ...first, limit: prefix, facets: [] });
  const hits = new Map([...treatment.hits, ...control.hits].map((hit) => [hit.item.id, hit]));
  const idsOf = (result: SearchResult): string[] => result.hits.map(({ item }) => item.id);
  const order = arms.interleaved(idsOf(control), idsOf(treatment), {
    seed,
    count: interleavedMax,
    pins: commonPins(control, treatment),
  });
  const taken = new Set(order.map(({ id }) => id));
  const rest = idsOf(control).flatMap((id) => (taken.has(id) ? [] : [{ id, team: null }]));
  const page = [...order, ...rest].slice(offset, end);
  return {
    result: { ...control, hits: page.flatMap(({ id }) => hits.get(id) ?? []) },
    teams: page.map(({ team }) => team?.[0] ?? '-').join(''),
  };
}

/** Positions (from 1) at which both orders have the same item by a rule. */
function commonPins(control: SearchResult, treatment: SearchResult): ReadonlyMap<number, string> {
  const pins = new Map<number, string>();
  const isPinned = (hit: TextHit): boolean => (hit.rules?.pinned ?? hit.pinnedIn) !== null;
  for (const [i, hit] of control.hits.entries()) {
    const other = treatment.hits[i];
    if (other !== undefined && isPinned(hit) && isPinned(other) && other.item.id === hit.item.id)
      pins.set(i + 1, hit.item.id);
  }
  return pins;
}
