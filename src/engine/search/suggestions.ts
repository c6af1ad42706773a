import type { Suggestion } from '../../ports/search/suggestions.ts';
import { createHighlighter, splitTextWords, type TextWords } from '../../kernel/text/search/highlight.ts';
import type { QueryText } from '../../kernel/text/language/query-words.ts';
import { suggestPhrases } from '../../kernel/text/search/phrase-suggestions.ts';
import type { QueryRules } from '../../kernel/text/query/query.ts';
import type { SegmentedIndex as KernelIndex } from '../../kernel/text/search/segmented-index.ts';

const facetKinds = { brand: 'brand', category: 'category', categories: 'category' } as const;
/** Number of facet values that are examined, the most frequent first. */
const facetValuesScanned = 100;
const brandsAndCategoriesMax = 4;
/** Number of best hits in whose names phrases are searched. */
const namesScanned = 60;

/**
 * Completions of a typed text, in this order: earlier queries of shoppers that find items with all words as written;
 * phrases that occur in several names; brands and categories with a matching word; items. Queries and phrases come
 * with the exact number of items that they find.
 */
export function findSuggestions(
  index: KernelIndex,
  readName: (itemNumber: number) => TextWords | null,
  options: {
    text: string;
    limit: number;
    rules: QueryRules;
    searches: readonly string[];
    privateFields: readonly string[];
  },
): Suggestion[] {
  const { text, limit, rules, searches, privateFields } = options;
  const typed = text.trim();
  if (typed === '') return [];
  const facets = Object.keys(facetKinds)
    .filter((field) => !privateFields.includes(field))
    .map((field) => ({ field, limit: facetValuesScanned }));
  // The typed text is always a prefix, even where it is a word, as "or" is of "orange".
  const scanned = Math.max(limit, namesScanned);
  const analyzed = index.analyze(text);
  const search = index.search({ text, analyzed, prefix: 'always', facets, rules, offset: 0, limit: scanned });
  const mark = createHighlighter(search.terms, index.analyzer);
  const list: Suggestion[] = [];
  let typedName: string | null = typed.toLowerCase();
  const listedNames = new Set([typedName]);
  const offer = (words: TextWords, kind: Suggestion['kind'], count: number): boolean => {
    const name = words.value.toLowerCase();
    // The typed text itself is not a completion, but an item with that name is.
    if (list.length >= limit || (listedNames.has(name) && (kind !== 'item' || name !== typedName)))
      return false;
    if (name === typedName) typedName = null;
    listedNames.add(name);
    list.push({
      text: words.value,
      highlighted: mark({ value: words.value, ascii: null }).value,
      kind,
      count,
    });
    return true;
  };
  // Another spelling of the same words is not another completion.
  const wordsSeen = new Set([joinWords(analyzed)]);
  let phrasesLeft = Math.floor(limit / 2);
  const offerPhrase = (phrase: string, kind: 'search' | 'phrase'): void => {
    const analyzed = index.analyze(phrase);
    const words = joinWords(analyzed);
    if (phrasesLeft === 0 || wordsSeen.has(words)) return;
    const result = index.count({ text: phrase, analyzed, rules });
    // A half-typed query also finds items, by its fallback, but is not a completion.
    if (kind === 'search' && (result.totalAllWords === 0 || result.fallback !== null)) return;
    if (!offer(splitTextWords(phrase), kind, result.totalAllWords)) return;
    wordsSeen.add(words);
    phrasesLeft--;
  };
  const matchedValues: { words: TextWords; kind: 'brand' | 'category'; count: number }[] = [];
  for (const [field, kind] of Object.entries(facetKinds)) {
    for (const { value, count } of search.facets[field]?.values ?? []) {
      const words = splitTextWords(String(value));
      if (mark({ value: words.value, ascii: null }).matched) matchedValues.push({ words, kind, count });
    }
  }
  const matchedNames = new Set(matchedValues.map(({ words }) => words.value.toLowerCase()));
  const names = search.hits.map(({ key }) => readName(key)).filter((name) => name !== null);
  const phrases = suggestPhrases(names, search.terms, index.analyzer, search.terms.stems.length);
  for (const query of searches) if (!matchedNames.has(query)) offerPhrase(query, 'search');
  for (const phrase of phrases) if (!matchedNames.has(phrase.text)) offerPhrase(phrase.text, 'phrase');
  for (const { words, kind, count } of matchedValues.slice(0, brandsAndCategoriesMax))
    offer(words, kind, count);
  // An item with a match outside its name is not a completion, unless there are no others.
  const completing = names.filter((name) => mark({ value: name.value, ascii: null }).matched);
  for (const name of completing.length > 0 ? completing : names) offer(name, 'item', 1);
  return list;
}

/** Joins the stems of a text. */
function joinWords({ words }: QueryText): string {
  return words.map(({ stem }) => stem).join(' ');
}
