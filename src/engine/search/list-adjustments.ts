import type { Filter } from '../../ports/search/filters.ts';
import type { HitAdjustments, ListAdjustments } from '../../ports/search/list-adjustments.ts';
import type { TextQuery } from '../../ports/search/text.ts';
import { limitFactor } from '../../kernel/click-model/learned-factors.ts';
import type { LearnedOrder, LearnedRatio } from '../../kernel/click-model/learned-order.ts';
import type { FilterNode, IndexAdjustments, IndexHit } from '../../kernel/text/query/query.ts';
import type { NumberedItem } from '../log/applied-change.ts';
import type { KernelQueryAnalyzer } from './query-analyzer.ts';
import { listKey } from './list-key.ts';
import type { ItemNames } from './kernel-query.ts';
import { createLocalFields } from './local-fields.ts';

/** The weight of an item that the visitor viewed, on the scale of preferred values. */
const viewedWeight = 0.3;

/** Lookups of what adjustments refer to. */
export interface AdjustmentLookups {
  readonly learned: LearnedOrder;
  readonly analyzer: Pick<KernelQueryAnalyzer, 'analyze'>;
  readonly names: ItemNames;
  readonly item: (itemNumber: number) => NumberedItem;
  readonly fieldNames: () => ReadonlySet<string>;
  /** The texts among the values of a field of an active item. */
  readonly readValues: (itemNumber: number, field: string) => readonly string[];
}

/** The adjustments of a list in the kernel's form, or undefined if nothing is learned about it and the visitor has no preferences. */
export function toKernelAdjustments(
  query: TextQuery,
  lookups: AdjustmentLookups,
): IndexAdjustments | undefined {
  const { adjustments, sort } = query;
  if (adjustments === undefined || sort.length > 0) return undefined;
  const { learningMax, preferences, exploration } = adjustments;
  const { learned, item } = lookups;
  const findRatio = createRatioLookup(query, adjustments, lookups);
  const filters = listPreferenceFilters(query, lookups);
  // Before anything is learned, all items are new.
  const explores = exploration !== null && learned.isActive;
  if (findRatio === null && filters.length === 0 && !explores) return undefined;
  return {
    getFactor: (itemNumber) => limitFactor(findRatio?.(itemNumber)?.ratio ?? 1, learningMax),
    preferences: { max: preferences?.max ?? 0, filters },
    exploration: explores
      ? {
          position: exploration.position,
          isEligible: (itemNumber) =>
            !learned.isExplored(itemNumber) && item(itemNumber).createdAt >= exploration.since,
        }
      : null,
  };
}

/** Returns a function from a hit to its adjustments, or null if it has none. */
export function listHitAdjustments(
  query: TextQuery,
  kernel: { filter(filter: FilterNode): (itemNumber: number) => boolean },
  lookups: AdjustmentLookups,
): (hit: Pick<IndexHit, 'key' | 'positionUnadjusted' | 'explored'>) => HitAdjustments | null {
  const { adjustments, sort } = query;
  if (adjustments === undefined || sort.length > 0) return () => null;
  const { learningMax, preferences } = adjustments;
  const findRatio = createRatioLookup(query, adjustments, lookups);
  const tests = (preferences?.values ?? []).map((value) => ({
    value,
    has: kernel.filter(equalsNode(query, lookups, value)),
  }));
  const viewed = new Set((preferences?.viewed ?? []).map((id) => lookups.names.findNumber(id)));
  return ({ key, positionUnadjusted = null, explored = false }) => {
    const ratio = findRatio?.(key);
    const adjustments: HitAdjustments = {
      learned: ratio === undefined ? null : { ...ratio, factor: limitFactor(ratio.ratio, learningMax) },
      preferences: tests.filter(({ has }) => has(key)).map(({ value }) => value),
      viewed: viewed.has(key),
      explored,
      position: positionUnadjusted,
    };
    const isAdjusted =
      adjustments.learned !== null ||
      adjustments.preferences.length > 0 ||
      adjustments.viewed ||
      explored ||
      adjustments.position !== null;
    return isAdjusted ? adjustments : null;
  };
}

/** Returns a function from an item to its learned ratio, or null if nothing is learned about the list. */
function createRatioLookup(
  { analyzed }: TextQuery,
  { list, learningMax }: ListAdjustments,
  { learned, analyzer, names, fieldNames, readValues }: AdjustmentLookups,
): ((itemNumber: number) => LearnedRatio | undefined) | null {
  if (learningMax === 0 || !learned.isActive) return null;
  // Most queries are analyzed already, by the same index.
  const isOfList = analyzed?.text === list.query && analyzed.language === undefined;
  const key = listKey(list, isOfList ? { analyze: () => analyzed } : analyzer);
  const ratios = key === null ? null : learned.readRatios(key);
  if (ratios === null || ratios.size === 0) return null;
  const { groupBy } = names;
  if (!fieldNames().has(groupBy)) return (itemNumber) => ratios.get(itemNumber);
  const readProduct = (itemNumber: number): string | undefined => readValues(itemNumber, groupBy)[0];
  const ofProducts = new Map<string, LearnedRatio>();
  for (const [itemNumber, ratio] of ratios) {
    const product = readProduct(itemNumber);
    if (product === undefined) continue;
    const productRatio = ofProducts.get(product);
    if (productRatio === undefined || productRatio.expected < ratio.expected) ofProducts.set(product, ratio);
  }
  // A variant without impressions uses the ratio of its product's most examined variant.
  return (itemNumber) => ratios.get(itemNumber) ?? ofProducts.get(readProduct(itemNumber) ?? '');
}

function listPreferenceFilters(
  query: TextQuery,
  lookups: AdjustmentLookups,
): IndexAdjustments['preferences']['filters'] {
  const { preferences = null } = query.adjustments ?? {};
  if (preferences === null || preferences.max === 0) return [];
  const values = preferences.values.map((value) => ({
    filter: equalsNode(query, lookups, value),
    weight: value.weight,
  }));
  const keys = preferences.viewed
    .map((id) => lookups.names.findNumber(id))
    .filter((itemNumber) => itemNumber >= 0);
  if (keys.length === 0) return values;
  return [...values, { filter: { kind: 'documents', keys, field: '', values: [] }, weight: viewedWeight }];
}

function equalsNode(
  { local }: TextQuery,
  { fieldNames }: AdjustmentLookups,
  { field, value }: { readonly field: string; readonly value: string },
): FilterNode {
  const filter: Filter = { kind: 'equals', field, value };
  return createLocalFields(local, fieldNames).filter(filter);
}
