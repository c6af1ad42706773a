import type { Suggestion } from '../../ports/text.ts';
import { highlighter, textWords, type TextWords } from '../../kernel/text/search/highlight.ts';
import { queryWords } from '../../kernel/text/language/query-words.ts';
import { suggestPhrases } from '../../kernel/text/search/phrase-suggestions.ts';
import type { QueryRules } from '../../kernel/text/query/query.ts';
import type { SegmentedIndex as KernelIndex } from '../../kernel/text/search/segmented-index.ts';

const facetKinds = { brand: 'brand', category: 'category', categories: 'category' } as const;
/** Values of a facet looked through, the most frequent first. */
const facetValuesScanned = 100;
const brandsAndCategoriesMax = 4;
/** Names in which phrases are looked for: those of the best hits. */
const namesScanned = 60;

/**
 * Completions of what is typed: what shoppers searched for, as far as it finds items with all its words as they are written,
 * then phrases that several names have, both with the exact number of items that a search for them finds; brands and categories
 * with a word that goes on so; then items found by it.
 */
export function suggestions(
  index: KernelIndex,
  nameOf: (no: number) => TextWords | null,
  wishes: {
    text: string;
    limit: number;
    rules: QueryRules;
    searches: readonly string[];
    privateFields: readonly string[];
  },
): Suggestion[] {
  const { text, limit, rules, searches, privateFields } = wishes;
  const typed = text.trim();
  if (typed === '') return [];
  const facets = Object.keys(facetKinds)
    .filter((field) => !privateFields.includes(field))
    .map((field) => ({ field, limit: facetValuesScanned }));
  // What is typed is a beginning, also where it happens to be a word: "or" of "orange".
  const limitOf = Math.max(limit, namesScanned);
  const found = index.search({ text, prefix: 'always', facets, rules, offset: 0, limit: limitOf });
  const mark = highlighter(found.terms, index.analyzer);
  const list: Suggestion[] = [];
  let typedName: string | null = typed.toLowerCase();
  const seen = new Set([typedName]);
  const offer = (shown: TextWords, kind: Suggestion['kind'], count: number): boolean => {
    const name = shown.value.toLowerCase();
    // What is typed already is no completion, but an item of that name is.
    if (list.length >= limit || (seen.has(name) && (kind !== 'item' || name !== typedName))) return false;
    if (name === typedName) typedName = null;
    seen.add(name);
    list.push({ text: shown.value, highlighted: mark(shown).value, kind, count });
    return true;
  };
  // Another way to write the same words is no other completion.
  const wordsSeen = new Set([wordsOf(typed, index)]);
  let phrasesLeft = Math.floor(limit / 2);
  const offerPhrase = (phrase: string, kind: 'search' | 'phrase'): void => {
    const words = wordsOf(phrase, index);
    if (phrasesLeft === 0 || wordsSeen.has(words)) return;
    const own = index.count({ text: phrase, rules });
    // A half typed word finds things too, as what it could be meant for.
    if (kind === 'search' && (own.totalAllWords === 0 || own.fallback !== null)) return;
    if (!offer(textWords(phrase), kind, own.totalAllWords)) return;
    wordsSeen.add(words);
    phrasesLeft--;
  };
  const marked: { shown: TextWords; kind: 'brand' | 'category'; count: number }[] = [];
  for (const [field, kind] of Object.entries(facetKinds)) {
    for (const { value, count } of found.facets[field]?.values ?? []) {
      const shown = textWords(String(value));
      if (mark(shown).matched) marked.push({ shown, kind, count });
    }
  }
  const named = new Set(marked.map(({ shown }) => shown.value.toLowerCase()));
  const names = found.hits.map(({ key }) => nameOf(key)).filter((name) => name !== null);
  const phrases = suggestPhrases(names, found.terms, index.analyzer, found.terms.stems.length);
  for (const query of searches) if (!named.has(query)) offerPhrase(query, 'search');
  for (const phrase of phrases) if (!named.has(phrase.text)) offerPhrase(phrase.text, 'phrase');
  for (const { shown, kind, count } of marked.slice(0, brandsAndCategoriesMax)) offer(shown, kind, count);
  // An item that has the words elsewhere than in its name is no completion, unless there is nothing else.
  const completing = names.filter((name) => mark(name).matched);
  for (const name of completing.length > 0 ? completing : names) offer(name, 'item', 1);
  return list;
}

/** The words of a text, brought together as a search does. */
function wordsOf(text: string, index: KernelIndex): string {
  return queryWords(text, index.analyzer)
    .words.map(({ stem: base }) => base)
    .join(' ');
}
