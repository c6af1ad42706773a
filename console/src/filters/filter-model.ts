/** What a row says about its field. */
export type Relation =
  | 'is'
  | 'isNot'
  | 'oneOf'
  | 'noneOf'
  | 'atLeast'
  | 'atMost'
  | 'moreThan'
  | 'lessThan'
  | 'between'
  | 'during'
  | 'lastDays'
  | 'exists'
  | 'missing'
  | 'sameAsProduct'
  | 'otherThanProduct'
  | 'atLeastOfProduct'
  | 'atMostOfProduct'
  | 'moreThanOfProduct'
  | 'lessThanOfProduct';

interface Node {
  /** Unique within a filter. */
  readonly key: number;
  /** The text that the node was read from, kept until the node is edited; null for a new or edited one. */
  readonly source: string | null;
  /** Position of the source in the text of the whole filter. */
  readonly at: number;
}

/** A condition: a field, a relation and values. */
export interface FilterRow extends Node {
  readonly kind: 'row';
  readonly field: string;
  readonly relation: Relation;
  /** Two for `between`, any number for `oneOf` and `noneOf`, none for `exists` and `missing`, otherwise one. */
  readonly values: readonly string[];
}

/** Conditions of which all or one must hold, or, negated, must not. */
export interface FilterGroup extends Node {
  readonly kind: 'group';
  readonly joined: 'and' | 'or';
  readonly negated: boolean;
  readonly nodes: readonly FilterNode[];
}

export type FilterNode = FilterRow | FilterGroup;

/** Groups in groups that the builder shows. */
export const depthMax = 3;

/** A condition without a field yet. */
export function createRow(key: number): FilterRow {
  return { kind: 'row', key, field: '', relation: 'is', values: [], source: null, at: 0 };
}

/** The number of values that a relation takes, or null for any number. */
export function countValues(relation: Relation): number | null {
  switch (relation) {
    case 'oneOf':
    case 'noneOf':
      return null;
    case 'exists':
    case 'missing':
      return 0;
    case 'between':
      return 2;
    default:
      return 1;
  }
}

/** Whether the relation compares with the product of the page: its value is a field. */
export function comparesWithProduct(relation: Relation): boolean {
  return relation.endsWith('Product');
}

/** Whether a row has all that its text needs. */
export function isComplete({ field, relation, values }: FilterRow): boolean {
  const count = countValues(relation);
  if (field.trim() === '') return false;
  if (count === null) return values.length > 0;
  // A text may be empty on purpose only where it was read so: a row with a source is never asked.
  return values.slice(0, count).filter((value) => value.trim() !== '').length === count;
}

/** The group with one node replaced, or removed if `next` returns null. The groups around it lose their source. */
export function withNode(
  group: FilterGroup,
  key: number,
  next: (node: FilterNode) => FilterNode | null,
): FilterGroup {
  if (group.key === key) return (next(group) as FilterGroup | null) ?? group;
  let isChanged = false;
  const nodes = group.nodes.flatMap((node): readonly FilterNode[] => {
    const changed = node.key === key ? next(node) : node.kind === 'group' ? withNode(node, key, next) : node;
    if (changed !== node) isChanged = true;
    return changed === null || (changed.kind === 'group' && changed.nodes.length === 0) ? [] : [changed];
  });
  return isChanged ? { ...group, nodes, source: null } : group;
}

/** The largest key of a node and of those in it. */
export function findLastKey(node: FilterNode): number {
  return node.kind === 'row' ? node.key : Math.max(node.key, ...node.nodes.map(findLastKey));
}

/** Levels of groups in a node: 0 without any. */
export function measureDepth(node: FilterNode): number {
  return node.kind === 'row' ? 0 : 1 + Math.max(0, ...node.nodes.map(measureDepth));
}

/** All rows of a group, also those in its groups. */
export function listRows(group: FilterGroup): readonly FilterRow[] {
  return group.nodes.flatMap((node) => (node.kind === 'row' ? [node] : listRows(node)));
}
