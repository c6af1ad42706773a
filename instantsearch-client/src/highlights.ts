import type { SearchParams } from './types.ts';

/** Texts of an item with marks, in the shape of the item. */
export interface Highlights {
  readonly [field: string]: unknown;
}

/** The tags around matching words. */
export interface Tags {
  readonly before: string;
  readonly after: string;
}

export function tagsOf({ highlightPreTag, highlightPostTag }: SearchParams): Tags {
  return {
    before: typeof highlightPreTag === 'string' ? highlightPreTag : '<em>',
    after: typeof highlightPostTag === 'string' ? highlightPostTag : '</em>',
  };
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** Vitrine marks in escaped HTML; InstantSearch escapes texts itself, and has tags of its own. */
export function marked(html: string, { before, after }: Tags): string {
  return html
    .replaceAll('<em>', () => before)
    .replaceAll('</em>', () => after)
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity);
}

/** All texts of an item, those that match with marks. */
export function highlightsOf(item: object, marks: Readonly<Record<string, string>>, tags: Tags): Highlights {
  return Object.fromEntries(
    Object.entries(item)
      .filter(([field]) => !field.startsWith('_'))
      .map(([field, value]) => [field, highlighted(value, field, marks, tags)])
      .filter(([, value]) => value !== undefined),
  ) as Highlights;
}

function highlighted(
  value: unknown,
  path: string,
  marks: Readonly<Record<string, string>>,
  tags: Tags,
): unknown {
  if (typeof value === 'string') {
    const html = marks[path];
    return html === undefined
      ? { value, matchLevel: 'none', matchedWords: [] }
      : { value: marked(html, tags), matchLevel: 'full', matchedWords: wordsOf(html) };
  }
  if (Array.isArray(value)) {
    const texts = value.filter((one) => typeof one === 'string');
    return texts.length === 0
      ? undefined
      : texts.map((one) => ({ value: one, matchLevel: 'none', matchedWords: [] }));
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const inner = Object.entries(value)
    .map(([name, one]) => [name, highlighted(one, `${path}.${name}`, marks, tags)])
    .filter(([, one]) => one !== undefined);
  return inner.length === 0 ? undefined : Object.fromEntries(inner);
}

/** The marked words, in lower case. */
function wordsOf(html: string): string[] {
  const words = html
    .split('<em>')
    .slice(1)
    .map((part) => part.slice(0, part.indexOf('</em>')).toLowerCase());
  return [...new Set(words)];
}

/** The parts of texts around their first match, for `attributesToSnippet`: `description:10` has ten words. */
export function snippetsOf(
  item: object,
  marks: Readonly<Record<string, string>>,
  { attributes, ellipsis, tags }: { attributes: readonly string[]; ellipsis: string; tags: Tags },
): Highlights {
  const snippets: [string, object][] = [];
  for (const attribute of attributes) {
    const [field = '', words = '10'] = attribute.split(':');
    const text = (item as Readonly<Record<string, unknown>>)[field];
    if (typeof text !== 'string') continue;
    const html = marks[field];
    const value = cut(html === undefined ? text : marked(html, tags), Number(words), ellipsis, tags);
    snippets.push([field, { value, matchLevel: html === undefined ? 'none' : 'full' }]);
  }
  return Object.fromEntries(snippets);
}

/** At most `length` words of a text, beginning a little before the first mark. */
function cut(text: string, length: number, ellipsis: string, { before }: Tags): string {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const match = words.findIndex((word) => word.includes(before));
  const start = Math.max(0, Math.min(match - Math.floor(length / 3), words.length - length));
  const shown = words.slice(start, start + length).join(' ');
  return `${start > 0 ? ellipsis : ''}${shown}${start + length < words.length ? ellipsis : ''}`;
}
