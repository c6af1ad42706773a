import type { ItemSet, SearchRules } from '../../ports/rules.ts';
import type { QueryEmbedding, TextQuery } from '../../ports/text.ts';
import type { SemanticSignal } from '../../kernel/text/scoring/semantic-scores.ts';
import type * as kernel from '../../kernel/text/query/query.ts';
import { referencesField } from '../../kernel/text/query/filter-references.ts';
import { kernelFacetSelection } from './facet-mapping.ts';

/** What is to be known to find the items that are meant by an id. */
export interface ItemNames {
  /** The number of the item with the shop's id, or -1. */
  numberOf(id: string): number;
  /** The field that items of one product share; empty where there are no products. */
  readonly groupBy: string;
}

/** What the items' vectors say of a query's; undefined where they are of another model. */
export type SemanticLookup = (query: QueryEmbedding) => SemanticSignal | undefined;

/** A query as the kernel takes it: items by number instead of by the shop's id. */
export function kernelQuery(
  query: TextQuery,
  names: ItemNames,
  semanticOf: SemanticLookup,
): kernel.IndexQuery {
  // Marks are the shop's matter: see item-highlights.ts.
  const { facetSelection, rules, embedding: asked, highlight: _, privateFields = [], ...same } = query;
  const semantic = asked === undefined ? undefined : semanticOf(asked);
  return {
    ...same,
    ...(semantic === undefined ? {} : { semantic }),
    ...(facetSelection === undefined
      ? {}
      : { facetSelection: kernelFacetSelection(facetSelection, privateFields) }),
    ...(rules === undefined ? {} : { rules: kernelRules(rules, names) }),
    ...(boostedByPrivateField(query) ? { scoreWithoutCriteria: true } : {}),
  };
}

/** Whether an item's place may tell of a private field, which the score then must not. */
function boostedByPrivateField({ rules, privateFields = [] }: TextQuery): boolean {
  return rules?.boosts.some(({ filter }) => referencesField(filter, privateFields)) ?? false;
}

function kernelRules({ hidden, boosts, pins }: SearchRules, names: ItemNames): kernel.QueryRules {
  return {
    ...hiddenPart(
      hidden.map(({ items }) => items),
      names,
    ),
    boosts,
    pins: pins.map(({ id, position }) => {
      const no = names.numberOf(id);
      return { key: no < 0 ? null : no, product: id, position };
    }),
  };
}

/** The rule that hides these items; none where there are none. */
export function hiddenPart(sets: readonly ItemSet[], names: ItemNames): { hidden?: kernel.FilterNode } {
  return sets.length === 0 ? {} : { hidden: { kind: 'or', clauses: sets.map((set) => setNode(set, names)) } };
}

export function setNode({ ids, filter }: ItemSet, names: ItemNames): kernel.FilterNode {
  const { groupBy } = names;
  const numbers = ids.map((id) => names.numberOf(id));
  const named: kernel.FilterNode = {
    kind: 'documents',
    keys: numbers.filter((no) => no >= 0),
    field: groupBy,
    values: groupBy === '' ? [] : ids.filter((_, i) => numbers[i]! < 0),
  };
  if (filter === undefined) return named;
  return ids.length === 0 ? filter : { kind: 'or', clauses: [named, filter] };
}

/** What satisfies the filter and is in none of the sets; undefined for everything. */
export function visibleNode(
  filter: kernel.FilterNode | undefined,
  sets: readonly ItemSet[],
  names: ItemNames,
): kernel.FilterNode | undefined {
  const { hidden } = hiddenPart(sets, names);
  if (hidden === undefined) return filter;
  const shown: kernel.FilterNode = { kind: 'not', clause: hidden };
  return filter === undefined ? shown : { kind: 'and', clauses: [filter, shown] };
}
