import type { LocalValues } from '../../ports/catalog/local-values.ts';
import type { ItemSet, ListPosition, SearchRules } from '../../ports/search/rules.ts';
import type { AnalyzedQuery } from '../../ports/search/query-analyzer.ts';
import type { FieldRef } from '../../ports/catalog/item-fields.ts';
import type { CollectionScope, QueryEmbedding, SortKey, TextQuery } from '../../ports/search/text.ts';
import type { SemanticSignal } from '../../kernel/text/scoring/semantic-scores.ts';
import type * as kernel from '../../kernel/text/query/query.ts';
import type { QueryText } from '../../kernel/text/language/query-words.ts';
import { CoalescedField, type IndexField } from '../../kernel/text/schema/index-field.ts';
import { referencesField } from '../../kernel/text/query/filter-references.ts';
import { toKernelFacetSelection } from './facet-mapping.ts';
import { createLocalFields, type LocalFields } from './local-fields.ts';

/** Resolves the item ids of rules. */
export interface ItemNames {
  /** The number of the item with the shop's id, or -1. */
  findNumber(id: string): number;
  /** The field that the variants of a product share; empty if there are no products. */
  readonly groupBy: string;
}

/** The semantic similarities of the items to a query, or undefined if their embeddings are of another model. */
export type SemanticLookup = (query: QueryEmbedding) => SemanticSignal | undefined;

/** The learned correction of the words with a stem, or null. */
export type CorrectionLookup = (stem: string) => string | null;

/** Lookups of what a query refers to in the serving index. */
export interface QueryLookups {
  readonly names: ItemNames;
  readonly findSemanticScores: SemanticLookup;
  readonly findCorrection: CorrectionLookup;
  /** The paths at which items have values. */
  readonly fieldNames: () => ReadonlySet<string>;
  /** The kernel's form of a query, or undefined if another index analyzed it. */
  readonly findQueryText: (analyzed: AnalyzedQuery) => QueryText | undefined;
}

/** Converts a query to the kernel's form, which has item numbers instead of the shop's ids. */
export function toKernelQuery(
  query: TextQuery,
  { names, findSemanticScores, findCorrection, findQueryText, fieldNames }: QueryLookups,
): kernel.IndexQuery {
  // Highlights are computed outside the kernel: see item-highlights.ts.
  const {
    facetSelection,
    rules,
    collection,
    analyzed,
    embedding: queryEmbedding,
    highlight: _,
    privateFields = [],
    local: choice,
    filter,
    last,
    lastInTier,
    category,
    purposeFilter,
    caps,
    facets,
    sort,
    adjustments: _adjustments,
    ...same
  } = query;
  const local = createLocalFields(choice, fieldNames);
  const semantic = queryEmbedding === undefined ? undefined : findSemanticScores(queryEmbedding);
  const queryText = analyzed === undefined ? undefined : findQueryText(analyzed);
  return {
    ...same,
    findCorrection,
    facets: facets.map((facet) => ({ ...facet, field: toKernelField(facet, local) })),
    sort: sort.map((key) => ({ ...key, field: toKernelField(key, local) })),
    ...(filter === undefined ? {} : { filter: local.filter(filter) }),
    ...(last === undefined ? {} : { last: local.filter(last) }),
    ...(lastInTier === undefined ? {} : { lastInTier: local.filter(lastInTier) }),
    ...(purposeFilter === undefined ? {} : { purposeFilter: local.filter(purposeFilter) }),
    ...(category === undefined ? {} : { category: local.filter(category) }),
    ...(caps === undefined ? {} : { caps: caps.map((cap) => ({ ...cap, field: local.field(cap.field) })) }),
    ...(queryText === undefined ? {} : { analyzed: queryText }),
    ...(semantic === undefined ? {} : { semantic }),
    ...(facetSelection === undefined
      ? {}
      : {
          facetSelection: { ...toKernelFacetSelection(facetSelection, privateFields), localise: local.field },
        }),
    ...(rules === undefined && collection === undefined
      ? {}
      : { rules: localizeRules(toKernelRules(rules ?? noRules, collection ?? null, names), local) }),
    ...(usesPrivateFieldInBoost(query) ? { scoreWithoutCriteria: true } : {}),
  };
}

/** Points have no local values. */
function toKernelField(
  { field, isHidden, from }: FieldRef & Pick<SortKey, 'from'>,
  local: LocalFields,
): IndexField {
  if (isHidden === true) return new CoalescedField(field, []);
  return from === undefined ? local.field(field) : field;
}

/** Whether an item's position depends on a private field; the score must not reveal it then. */
function usesPrivateFieldInBoost({ rules, privateFields = [] }: TextQuery): boolean {
  return rules?.boosts.some(({ filter }) => referencesField(filter, privateFields)) ?? false;
}

/** Maps the fields of rules to the chosen prices, stock and texts. */
function localizeRules({ hidden, boosts, pins }: kernel.QueryRules, local: LocalFields): kernel.QueryRules {
  return {
    ...(hidden === undefined ? {} : { hidden: local.filter(hidden) }),
    ...(boosts === undefined
      ? {}
      : { boosts: boosts.map((boost) => ({ ...boost, filter: local.filter(boost.filter) })) }),
    ...(pins === undefined
      ? {}
      : {
          pins: pins.map((pin) =>
            pin.filter === undefined ? pin : { ...pin, filter: local.filter(pin.filter) },
          ),
        }),
  };
}

const noRules: SearchRules = { hidden: [], boosts: [], pins: [] };

/** Adds a collection to the rules: they hide all items outside of it, and its pins follow theirs. */
function toKernelRules(
  { hidden, boosts, pins }: SearchRules,
  collection: CollectionScope | null,
  names: ItemNames,
): kernel.QueryRules {
  const sets = hidden.map(({ items }) => items);
  if (collection === null)
    return { ...excludeHiddenItems(sets, names), boosts, pins: pins.map((pin) => toKernelPin(pin, names)) };
  const outside: kernel.FilterNode = { kind: 'not', clause: createCollectionNode(collection, names) };
  return {
    hidden: { kind: 'or', clauses: [outside, ...sets.map((set) => setNode(set, names))] },
    boosts,
    pins: [...pins, ...collection.pins].map((pin) => toKernelPin(pin, names)),
  };
}

/** The node of the items that a collection lists. */
export function createCollectionNode(
  { items, excluded }: CollectionScope,
  names: ItemNames,
): kernel.FilterNode {
  const excludedNode: kernel.FilterNode = { kind: 'not', clause: setNode({ ids: excluded }, names) };
  return { kind: 'and', clauses: [setNode(items, names), excludedNode] };
}

function toKernelPin(pin: ListPosition, names: ItemNames): kernel.Pin {
  const { position } = pin;
  if ('filter' in pin) return { key: null, product: '', position, filter: pin.filter };
  const itemNumber = names.findNumber(pin.id);
  return { key: itemNumber < 0 ? null : itemNumber, product: pin.id, position };
}

/** The rule that hides these items; empty if there are none. */
export function excludeHiddenItems(
  sets: readonly ItemSet[],
  names: ItemNames,
): { hidden?: kernel.FilterNode } {
  return sets.length === 0 ? {} : { hidden: { kind: 'or', clauses: sets.map((set) => setNode(set, names)) } };
}

export function setNode({ ids, filter }: ItemSet, names: ItemNames): kernel.FilterNode {
  const { groupBy } = names;
  const numbers = ids.map((id) => names.findNumber(id));
  const namedItems: kernel.FilterNode = {
    kind: 'documents',
    keys: numbers.filter((itemNumber) => itemNumber >= 0),
    field: groupBy,
    values: groupBy === '' ? [] : ids.filter((_, i) => numbers[i]! < 0),
  };
  if (filter === undefined) return namedItems;
  return ids.length === 0 ? filter : { kind: 'or', clauses: [namedItems, filter] };
}

/** The node of items that satisfy the filter and are in none of the sets; undefined for all items. */
export function buildVisibleNode(
  filter: kernel.FilterNode | undefined,
  sets: readonly ItemSet[],
  { names, fieldNames }: Pick<QueryLookups, 'names' | 'fieldNames'>,
  choice?: LocalValues,
): kernel.FilterNode | undefined {
  const local = createLocalFields(choice, fieldNames);
  const { hidden } = excludeHiddenItems(sets, names);
  if (hidden === undefined) return local.filter(filter);
  const notHidden: kernel.FilterNode = { kind: 'not', clause: local.filter(hidden) };
  return filter === undefined ? notHidden : { kind: 'and', clauses: [local.filter(filter), notHidden] };
}
