import type { SearchParams } from './types.ts';

/** A condition of a search. All must hold. */
export interface Condition {
  /** The only field that it uses; null: several, or unknown ones. */
  readonly field: string | null;
  /** In the grammar of Vitrine. */
  readonly text: string;
}

/** A name or value in the grammar of filters. */
export const quoted = (text: string): string => `"${text.replace(/["\\]/g, String.raw`\$&`)}"`;

/** The conditions of a request; `filters` is in the grammar of Vitrine already. */
export function conditionsOf(params: SearchParams, geoField: string): Condition[] {
  const { filters, facetFilters, numericFilters, tagFilters, insideBoundingBox } = params;
  return [
    ...(typeof filters === 'string' && filters !== '' ? [{ field: null, text: `(${filters})` }] : []),
    ...groupsOf(facetFilters, facetCondition),
    ...groupsOf(numericFilters, numericCondition),
    ...groupsOf(tagFilters, (tag) => facetCondition(`tags:${tag}`)),
    ...boxesOf(insideBoundingBox, geoField),
  ];
}

/** A list is an AND; a list in it is an OR. */
function groupsOf(sent: unknown, read: (text: string) => Condition): Condition[] {
  const groups: unknown[] = Array.isArray(sent) ? sent : sent === undefined || sent === '' ? [] : [sent];
  return groups.flatMap((group) => {
    const conditions = [group].flat().map((one) => read(String(one)));
    const [first] = conditions;
    if (first === undefined) return [];
    const field = conditions.every((one) => one.field === first.field) ? first.field : null;
    return [{ field, text: `(${conditions.map(({ text }) => text).join(' OR ')})` }];
  });
}

/** `brand:Nike`. A minus before the value excludes it; a value that begins with a minus has a backslash before it. */
function facetCondition(text: string): Condition {
  const colon = text.indexOf(':');
  const field = text.slice(0, colon);
  const sent = text.slice(colon + 1);
  const isExcluded = sent.startsWith('-');
  const value = (isExcluded ? sent.slice(1) : sent).replace(/^\\-/, '-');
  return { field, text: `${isExcluded ? 'NOT ' : ''}${quoted(field)}:${quoted(value)}` };
}

/** `price>=10`, or `price:10 TO 20` with both ends. */
function numericCondition(text: string): Condition {
  const [, ranged, from, to] = /^([^<>!=:]+):\s*(-?[\d.]+) TO (-?[\d.]+)\s*$/.exec(text) ?? [];
  if (ranged !== undefined)
    return { field: ranged.trim(), text: `${quoted(ranged.trim())}:${from} TO ${to}` };
  const start = text.search(/[<>!=]/);
  const field = text.slice(0, start).trim();
  const operator = /^(?:[<>!]=|[<>=])/.exec(text.slice(start))?.[0] ?? '=';
  return { field, text: `${quoted(field)} ${operator} ${text.slice(start + operator.length).trim()}` };
}

/** Boxes by two opposite corners: `[[north, east, south, west]]`, or a text of them. */
function boxesOf(sent: unknown, field: string): Condition[] {
  if (sent === undefined || sent === '') return [];
  const numbers = (typeof sent === 'string' ? sent.split(',') : [sent].flat(2)).map(Number);
  const boxes = Array.from({ length: Math.floor(numbers.length / 4) }, (_, i) =>
    numbers.slice(4 * i, 4 * i + 4),
  );
  const texts = boxes.map(([north = 0, east = 0, south = 0, west = 0]) => {
    const [low, high] = [Math.min(south, north), Math.max(south, north)];
    return `${quoted(field)} IN BOX ${low},${west},${high},${east}`;
  });
  return [{ field, text: `(${texts.join(' OR ')})` }];
}
