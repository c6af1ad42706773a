import { isComplete, type FilterGroup, type FilterNode, type FilterRow } from './filter-model.ts';
import { isWord } from './read-filter.ts';

/**
 * The text of the rows. What was not edited keeps its text to the letter. A row without a field is left out. A row without a value makes
 * an invalid text, which the service rejects at that place; `onlyComplete` leaves it out.
 */
export function writeFilter(group: FilterGroup, { onlyComplete = false } = {}): string {
  if (group.source !== null) return group.source;
  const text = writeNodes(group, onlyComplete);
  return group.negated && text !== '' ? `NOT (${text})` : text;
}

/** Where the texts of the rows are in the text of the filter, by key. */
export function findPlaces(group: FilterGroup): ReadonlyMap<number, { at: number; end: number }> {
  const places = new Map<number, { at: number; end: number }>();
  const place = (node: FilterNode, at: number): void => {
    if (node.kind === 'row') {
      places.set(node.key, { at, end: at + writeNode(node, false).length });
      return;
    }
    let next = at + (node.key === group.key ? (node.negated ? 5 : 0) : openingLength(node));
    for (const inner of node.nodes) {
      if (node.source !== null) {
        place(inner, at + inner.at - node.at);
        continue;
      }
      const { length } = writeNode(inner, false);
      if (length === 0) continue;
      place(inner, next);
      next += length + joint(node).length;
    }
  };
  place(group, 0);
  return places;
}

function openingLength(group: FilterGroup): number {
  if (group.negated) return 5;
  return listTexts(group, false).length > 1 ? 1 : 0;
}

function joint({ joined }: FilterGroup): string {
  return joined === 'and' ? ' AND ' : ' OR ';
}

function listTexts(group: FilterGroup, onlyComplete: boolean): string[] {
  return group.nodes.map((node) => writeNode(node, onlyComplete)).filter((text) => text !== '');
}

function writeNodes(group: FilterGroup, onlyComplete: boolean): string {
  return listTexts(group, onlyComplete).join(joint(group));
}

function writeNode(node: FilterNode, onlyComplete: boolean): string {
  if (node.source !== null) return node.source;
  if (node.kind === 'row') {
    if (node.field.trim() === '' || (onlyComplete && !isComplete(node))) return '';
    return writeRow(node);
  }
  const texts = listTexts(node, onlyComplete);
  const text = texts.join(joint(node));
  if (text === '') return '';
  if (node.negated) return `NOT (${text})`;
  return texts.length > 1 ? `(${text})` : text;
}

function writeRow({ field, relation, values }: FilterRow): string {
  const name = writeName(field.trim());
  const [first = '', second = ''] = values;
  switch (relation) {
    case 'is':
      return `${name}:${writeValue(first)}`;
    case 'isNot':
      return `NOT ${name}:${writeValue(first)}`;
    case 'oneOf':
      return `${name} IN ${writeList(values)}`;
    case 'noneOf':
      return `NOT ${name} IN ${writeList(values)}`;
    case 'atLeast':
      return `${name} >= ${writeBound(first)}`;
    case 'atMost':
      return `${name} <= ${writeBound(first)}`;
    case 'moreThan':
      return `${name} > ${writeBound(first)}`;
    case 'lessThan':
      return `${name} < ${writeBound(first)}`;
    case 'between':
      return `${name}:${writeBound(first)} TO ${writeBound(second)}`;
    case 'during':
      return `${name}:${writeBound(first)}`;
    case 'lastDays':
      return `${name} >= ${first.trim() === '' ? '' : writeBound(`now-${first.trim()}d`)}`;
    case 'exists':
      return `EXISTS ${name}`;
    case 'missing':
      return `NOT EXISTS ${name}`;
    case 'sameAsProduct':
      return `${name}:${writeReference(first)}`;
    case 'otherThanProduct':
      return `NOT ${name}:${writeReference(first)}`;
    case 'atLeastOfProduct':
      return `${name} >= ${writeReference(first)}`;
    case 'atMostOfProduct':
      return `${name} <= ${writeReference(first)}`;
    case 'moreThanOfProduct':
      return `${name} > ${writeReference(first)}`;
    case 'lessThanOfProduct':
      return `${name} < ${writeReference(first)}`;
  }
}

function writeList(values: readonly string[]): string {
  return `[${values.map((value) => writeValue(value) || quoteText(value)).join(', ')}]`;
}

function writeReference(field: string): string {
  return field.trim() === '' ? '' : `item.${field.trim()}`;
}

/** A name or a text without quotes only where no reader could take it for something else. */
function writeName(text: string): string {
  const isPlain = /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(text) && !/^(?:and|or|not|to|in|now|exists)$/i.test(text);
  return isPlain ? text : quoteText(text);
}

function writeValue(text: string): string {
  if (text === '') return '';
  if (/^-?\d{1,15}(?:\.\d{1,15})?$/.test(text)) return text;
  return text.startsWith('item.') || text.includes('..') ? quoteText(text) : writeName(text);
}

/** A number or a date. */
function writeBound(text: string): string {
  const bound = text.trim();
  return bound === '' || (isWord(bound) && !bound.startsWith('item.')) ? bound : quoteText(bound);
}

function quoteText(text: string): string {
  return `"${text.replaceAll(/["\\]/g, (character) => `\\${character}`)}"`;
}
