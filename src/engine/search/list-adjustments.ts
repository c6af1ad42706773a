import type { Filter } from '../../ports/search/filters.ts';
import type { HitAdjustments, ListAdjustments } from '../../ports/search/list-adjustments.ts';
import type { TextQuery } from '../../ports/search/text.ts';
import { boundedFactor } from '../../kernel/click-model/learned-factors.ts';
import type { LearnedOrder, LearnedRatio } from '../../kernel/click-model/learned-order.ts';
import type { FilterNode, IndexAdjustments, IndexHit } from '../../kernel/text/query/query.ts';
import type { NumberedItem } from '../log/applied-change.ts';
import type { KernelQueryAnalyzer } from './query-analyzer.ts';
import { listKey } from './list-key.ts';
import type { ItemNames } from './kernel-query.ts';
import { localFields } from './local-fields.ts';

/** The weight of an item that the visitor viewed, like that of a value. */
const viewedWeight = 0.3;

/** What adjustments refer to. */
export interface AdjustmentLookups {
  readonly learned: LearnedOrder;
  readonly analyzer: Pick<KernelQueryAnalyzer, 'analyze'>;
  readonly names: ItemNames;
  readonly item: (no: number) => NumberedItem;
  readonly fieldNames: () => ReadonlySet<string>;
  /** The texts among the values of a field of an active item. */
  readonly valuesOf: (no: number, field: string) => readonly string[];
}

/** Undefined where nothing is learned of the list and the visitor has no preferences. */
export function kernelAdjustments(
  query: TextQuery,
  lookups: AdjustmentLookups,
): IndexAdjustments | undefined {
  const { adjustments, sort } = query;
  if (adjustments === undefined || sort.length > 0) return undefined;
  const { learningMax, preferences, exploration } = adjustments;
  const { learned, item } = lookups;
  const ratioOf = ratioLookup(query, adjustments, lookups);
  const filters = preferenceFilters(query, lookups);
  // Before anything is learned, all items are new.
  const explores = exploration !== null && learned.isActive;
  if (ratioOf === null && filters.length === 0 && !explores) return undefined;
  return {
    factorOf: (no) => boundedFactor(ratioOf?.(no)?.ratio ?? 1, learningMax),
    preferences: { max: preferences?.max ?? 0, filters },
    exploration: explores
      ? {
          position: exploration.position,
          isEligible: (no) => !learned.isExplored(no) && item(no).createdAt >= exploration.since,
        }
      : null,
  };
}

/** A function from a hit to its adjustments; null where there are none. */
export function hitAdjustments(
  query: TextQuery,
  kernel: { filter(filter: FilterNode): (no: number) => boolean },
  lookups: AdjustmentLookups,
): (hit: Pick<IndexHit, 'key' | 'positionUnadjusted' | 'explored'>) => HitAdjustments | null {
  const { adjustments, sort } = query;
  if (adjustments === undefined || sort.length > 0) return () => null;
  const { learningMax, preferences } = adjustments;
  const ratioOf = ratioLookup(query, adjustments, lookups);
  const tests = (preferences?.values ?? []).map((value) => ({
    value,
    has: kernel.filter(equalsNode(query, lookups, value)),
  }));
  const viewed = new Set((preferences?.viewed ?? []).map((id) => lookups.names.numberOf(id)));
  return ({ key, positionUnadjusted = null, explored = false }) => {
    const ratio = ratioOf?.(key);
    const found: HitAdjustments = {
      learned: ratio === undefined ? null : { ...ratio, factor: boundedFactor(ratio.ratio, learningMax) },
      preferences: tests.filter(({ has }) => has(key)).map(({ value }) => value),
      viewed: viewed.has(key),
      explored,
      position: positionUnadjusted,
    };
    const isAdjusted =
      found.learned !== null ||
      found.preferences.length > 0 ||
      found.viewed ||
      explored ||
      found.position !== null;
    return isAdjusted ? found : null;
  };
}

/** Null where nothing is learned of the list. */
function ratioLookup(
  { analyzed }: TextQuery,
  { list, learningMax }: ListAdjustments,
  { learned, analyzer, names, fieldNames, valuesOf }: AdjustmentLookups,
): ((no: number) => LearnedRatio | undefined) | null {
  if (learningMax === 0 || !learned.isActive) return null;
  // Most queries are analyzed already, by the same index.
  const isOfList = analyzed?.text === list.query && analyzed.language === undefined;
  const key = listKey(list, isOfList ? { analyze: () => analyzed } : analyzer);
  const ratios = key === null ? null : learned.ratios(key);
  if (ratios === null || ratios.size === 0) return null;
  const { groupBy } = names;
  if (!fieldNames().has(groupBy)) return (no) => ratios.get(no);
  const productOf = (no: number): string | undefined => valuesOf(no, groupBy)[0];
  const ofProducts = new Map<string, LearnedRatio>();
  for (const [no, ratio] of ratios) {
    const product = productOf(no);
    if (product === undefined) continue;
    const known = ofProducts.get(product);
    if (known === undefined || known.expected < ratio.expected) ofProducts.set(product, ratio);
  }
  // A variant without impressions uses the ratio of its product's most examined variant.
  return (no) => ratios.get(no) ?? ofProducts.get(productOf(no) ?? '');
}

function preferenceFilters(
  query: TextQuery,
  lookups: AdjustmentLookups,
): IndexAdjustments['preferences']['filters'] {
  const { preferences = null } = query.adjustments ?? {};
  if (preferences === null || preferences.max === 0) return [];
  const values = preferences.values.map((value) => ({
    filter: equalsNode(query, lookups, value),
    weight: value.weight,
  }));
  const keys = preferences.viewed.map((id) => lookups.names.numberOf(id)).filter((no) => no >= 0);
  if (keys.length === 0) return values;
  return [...values, { filter: { kind: 'documents', keys, field: '', values: [] }, weight: viewedWeight }];
}

function equalsNode(
  { local }: TextQuery,
  { fieldNames }: AdjustmentLookups,
  { field, value }: { readonly field: string; readonly value: string },
): FilterNode {
  const filter: Filter = { kind: 'equals', field, value };
  return localFields(local, fieldNames).filter(filter);
}
