import type { Analyzer } from '../../kernel/text/language/analyzer.ts';
import { createHighlighter, splitTextWords, type TextWords } from '../../kernel/text/search/highlight.ts';
import type { MatchedTerms } from '../../kernel/text/query/query.ts';
import { memberTexts } from '../../lib/json-members.ts';
import { localItem } from '../../lib/local-values.ts';
import { isTextField } from '../../ports/catalog/item-fields.ts';
import type { LocalValues } from '../../ports/catalog/local-values.ts';
import type { NumberedItem } from '../log/applied-change.ts';

type HighlightedItem = Pick<NumberedItem, 'json'>;

const readName = memberTexts(['name'], isTextField);

/**
 * Returns a function from an item to its highlighted texts as HTML, by field, or null if no field is requested. Fields without a match
 * are left out. `terms` returns the matched terms, called once at most. `local` maps fields to the texts that are shown.
 */
export function createItemHighlighter(
  analyzer: Analyzer,
  terms: () => MatchedTerms,
  fields: readonly string[],
  local?: LocalValues,
): (item: HighlightedItem) => Record<string, string> | null {
  if (fields.length === 0) return () => null;
  const mark = createHighlighter(terms(), analyzer);
  const texts = memberTexts(fields, isTextField);
  const localJson = local === undefined ? (json: Uint8Array) => json : localItem(local);
  return (item) => {
    const json = localJson(item.json);
    const marked: Record<string, string> = {};
    texts(json).forEach((text, i) => {
      const highlight = text === null ? null : mark(text);
      if (highlight?.matched === true) marked[fields[i]!] = highlight.value;
    });
    return marked;
  };
}

/** The tokenized name of an item. */
export function tokenizeItemName({ json }: HighlightedItem): TextWords | null {
  const [name] = readName(json);
  return name === null || name === undefined ? null : splitTextWords(name.value);
}
