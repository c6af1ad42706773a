import type { ExperimentArms } from '../../ports/configuration/experiments.ts';
import type { Json } from '../../ports/catalog/json.ts';
import type { TextHit, TextQuery } from '../../ports/search/text.ts';
import type { SearchResult } from '../search/execution/search.ts';

/** Positions that are interleaved; after them, the rest of the live order follows. */
const interleavedMax = 120;
/** Items that both orders need beyond the page, for pins that take their places. */
const spareMax = 20;
/** Live results up to this total are read to their end where the draft lists other items. */
const wholeMax = interleavedMax + spareMax;

export interface InterleavedResult {
  readonly result: SearchResult;
  /** A letter per hit: `c` for control, `t` for treatment, `-` if it decides nothing. */
  readonly teams: string;
}

/** A hit with the key of its item, or of its product, of which the other order may list another variant. */
interface KeyedHit {
  readonly key: string;
  readonly hit: TextHit;
}

/**
 * A page of two orders interleaved. Totals, facets and everything else are those of the live configuration. `run` searches under the
 * live configuration or the draft. The pages of a visitor's query continue each other: `seed` is the same for all of them.
 * `groupBy` is the field that variants of a product share, or empty.
 */
export async function searchInterleaved(
  arms: Pick<ExperimentArms, 'interleave'>,
  run: (arm: 'control' | 'treatment', query: TextQuery) => Promise<SearchResult>,
  query: TextQuery,
  { seed, groupBy }: { readonly seed: string; readonly groupBy: string },
): Promise<InterleavedResult> {
  const { offset, limit } = query;
  const field = query.grouped ? groupBy : '';
  const end = offset + limit;
  const prefix = Math.min(interleavedMax, end) + spareMax;
  const first = { ...query, offset: 0 };
  // The rest of the live order follows the interleaved items.
  const live = await run('control', {
    ...first,
    limit: end > interleavedMax ? end + interleavedMax : prefix,
  });
  const draft = await run('treatment', { ...first, limit: prefix, facets: [] });
  let control = addKeys(live.hits, draft.hits, field);
  let treatment = addKeys(draft.hits, live.hits, field);
  if (live.total <= wholeMax && addsTo(control, treatment)) {
    // The draft adds nothing to the live result, so that the total stays true.
    const allLive = await run('control', { ...first, limit: wholeMax, facets: [] });
    control = addKeys(allLive.hits, draft.hits, field);
    const controlKeys = new Set(listKeys(control));
    treatment = addKeys(draft.hits, allLive.hits, field).filter(({ key }) => controlKeys.has(key));
  }
  const controlHits = new Map(control.map(({ key, hit }) => [key, hit]));
  const draftHits = new Map(treatment.map(({ key, hit }) => [key, hit]));
  const order = arms.interleave(listKeys(control), listKeys(treatment), {
    seed,
    count: interleavedMax,
    pins: findCommonPins(control, treatment),
  });
  const taken = new Set(order.map(({ id }) => id));
  const rest = listKeys(control).flatMap((id) => (taken.has(id) ? [] : [{ id, team: null }]));
  const page = [...order, ...rest].slice(offset, end);
  const findHit = (key: string, isDraft: boolean): TextHit | undefined =>
    isDraft ? draftHits.get(key) : (controlHits.get(key) ?? draftHits.get(key));
  return {
    result: { ...live, hits: page.flatMap(({ id, team }) => findHit(id, team === 'treatment') ?? []) },
    teams: page.map(({ team }) => team?.[0] ?? '-').join(''),
  };
}

const listKeys = (hits: readonly KeyedHit[]): string[] => hits.map(({ key }) => key);

/** Whether the treatment has items that the control lacks. */
function addsTo(control: readonly KeyedHit[], treatment: readonly KeyedHit[]): boolean {
  const controlKeys = new Set(listKeys(control));
  return treatment.some(({ key }) => !controlKeys.has(key));
}

/** Keys hits by item, or by product if the other order does not list the item. */
function addKeys(hits: readonly TextHit[], other: readonly TextHit[], groupBy: string): KeyedHit[] {
  const listed = new Set(other.map(({ item }) => item.id));
  return hits.map((hit) => {
    const isItem = groupBy === '' || listed.has(hit.item.id);
    return { key: isItem ? `i ${hit.item.id}` : computeProductKey(hit, groupBy), hit };
  });
}

function computeProductKey({ item }: TextHit, groupBy: string): string {
  let value = JSON.parse(new TextDecoder().decode(item.json)) as Json | undefined;
  for (const name of groupBy.split('.'))
    value = value !== null && typeof value === 'object' && !Array.isArray(value) ? value[name] : undefined;
  const product = Array.isArray(value) ? value[0] : value;
  return typeof product === 'string' || typeof product === 'number' ? `p ${product}` : `i ${item.id}`;
}

/** Positions (from 1) at which a rule pins the same item in both orders. */
function findCommonPins(
  control: readonly KeyedHit[],
  treatment: readonly KeyedHit[],
): ReadonlyMap<number, string> {
  const pins = new Map<number, string>();
  const isPinned = ({ hit }: KeyedHit): boolean => (hit.rules?.pinned ?? hit.pinnedIn) !== null;
  for (const [i, controlHit] of control.entries()) {
    const draftHit = treatment[i];
    if (
      draftHit !== undefined &&
      isPinned(controlHit) &&
      isPinned(draftHit) &&
      draftHit.key === controlHit.key
    )
      pins.set(i + 1, controlHit.key);
  }
  return pins;
}
