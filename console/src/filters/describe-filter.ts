import { comparesWithProduct, type FilterGroup, type FilterNode, type FilterRow } from './filter-model.ts';
import { readFilter } from './read-filter.ts';
import { relationWords } from './relations.ts';

/** A filter in words: "brand is Nike and price is less than 20". One without rows stays as it is written. */
export function describeFilter(text: string, aboutProduct = false): string {
  const { rows } = readFilter(text, aboutProduct);
  return rows === null || rows.nodes.length === 0 ? text.trim() : describeGroup(rows);
}

function describeGroup({ joined, negated, nodes }: FilterGroup): string {
  const text = nodes.map(describeNode).join(joined === 'and' ? ' and ' : ' or ');
  if (!negated) return text;
  return nodes.length === 1 ? `not (${text})` : `${joined === 'and' ? 'not all of' : 'none of'} (${text})`;
}

function describeNode(node: FilterNode): string {
  if (node.kind === 'row') return describeRow(node);
  return node.negated || node.nodes.length === 1 ? describeGroup(node) : `(${describeGroup(node)})`;
}

function describeRow({ field, relation, values }: FilterRow): string {
  const [first = '', second = ''] = values;
  const words = relationWords(relation, 'unknown');
  if (comparesWithProduct(relation))
    return `${field} ${first === field ? words : words.replace('that of', `the ${first} of`)}`;
  switch (relation) {
    case 'oneOf':
    case 'noneOf':
      return `${field} ${relation === 'oneOf' ? 'is' : 'is not'} ${values.join(' or ')}`;
    case 'between':
      return `${field} ${words} ${first} and ${second}`;
    case 'lastDays':
      return `${field} is in the last ${first} days`;
    case 'exists':
    case 'missing':
      return `${field} ${words}`;
    default:
      return `${field} ${words} ${first}`;
  }
}
