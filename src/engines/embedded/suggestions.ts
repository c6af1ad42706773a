import type { Suggestion } from '../../ports/text.ts';
import { stringFields } from '../../lib/json-text.ts';
import { decodeUtf8 } from '../../lib/utf8.ts';
import { highlight } from '../../kernel/text/highlight.ts';
import type { TextIndex as KernelIndex } from '../../kernel/text/text-index.ts';
import type { NumberedItem } from './applied-change.ts';

const facetKinds = { brand: 'brand', category: 'category', categories: 'category' } as const;
const facetValuesScanned = 500;
const brandsAndCategoriesMax = 4;

/** Completions of what is typed: brands and categories with a word that goes on so, then items found by it. */
export function suggestions(
  index: KernelIndex,
  itemOf: (no: number) => NumberedItem,
  text: string,
  limit: number,
): Suggestion[] {
  if (text.trim() === '') return [];
  const facets = Object.keys(facetKinds).map((field) => ({ field, limit: facetValuesScanned }));
  const found = index.search({ text, facets, offset: 0, limit });
  const list: Suggestion[] = [];
  const seen = new Set<string>();
  const offer = (suggestion: Suggestion): void => {
    const name = `${suggestion.kind}:${suggestion.text.toLowerCase()}`;
    if (list.length < limit && !seen.has(name)) list.push(suggestion);
    seen.add(name);
  };
  for (const [field, kind] of Object.entries(facetKinds)) {
    for (const { value, count } of found.facets[field]?.values ?? []) {
      if (list.length >= Math.min(limit, brandsAndCategoriesMax)) break;
      const { value: highlighted, matched } = highlight(String(value), found.terms, index.analyzer);
      if (matched) offer({ text: String(value), highlighted, kind, count });
    }
  }
  for (const { key } of found.hits) {
    const name = stringFields(decodeUtf8(itemOf(key).json), ['name'])['name'];
    if (name === undefined) continue;
    offer({
      text: name,
      highlighted: highlight(name, found.terms, index.analyzer).value,
      kind: 'item',
      count: 1,
    });
  }
  return list;
}
