import { FuzzyAutomaton, fuzzyLengthMax, tooFar, walkTerms } from '../dictionary/fuzzy.ts';
import type { QueryWord } from '../language/query-words.ts';
import type { SegmentState } from '../segments/segment-state.ts';
import type { TextSettings } from '../schema/settings.ts';
import { stringAt } from '../dictionary/string-table.ts';
import type { CompiledSynonyms, SynonymTarget } from './synonyms.ts';
import { newExpansion, spanOf, termsOfStemIn, type Expansion, type WordSpan } from './expansions.ts';

/** Shorter words begin too many others. */
const looseLengthMin = 3;

/** What one word of the query, or several in a row, also stand for. */
export function synonymExpansions(
  states: readonly SegmentState[],
  words: readonly QueryWord[],
  synonyms: CompiledSynonyms,
  settings: TextSettings,
): Expansion[] {
  const variants: Expansion[] = [];
  if (synonyms.targets.size === 0) return variants;
  for (let start = 0; start < words.length; start++) {
    let key = '';
    const ends = Math.min(words.length, start + synonyms.wordsMax);
    for (let end = start; end < ends; end++) {
      key = end === start ? words[end]!.stem : `${key} ${words[end]!.stem}`;
      const targets = synonyms.targets.get(key);
      if (targets === undefined) continue;
      const covered = words.slice(start, end + 1);
      const span = {
        bits: covered.reduce((bits, { bit }) => bits | bit, 0),
        start: Math.min(...covered.map((word) => word.start)),
        end: Math.max(...covered.map((word) => word.end)),
      };
      variants.push(...variantsOf(states, span, targets, { factor: settings.ranking.synonym }));
    }
  }
  return variants;
}

/**
 * Synonyms of one word are one variant; a synonym of several words is one of its own, and must stand in the name: far from
 * each other its words mean something else. Those not in the catalog are left out.
 */
function variantsOf(
  states: readonly SegmentState[],
  span: WordSpan,
  targets: readonly SynonymTarget[],
  change: Partial<Expansion>,
): Expansion[] {
  const variants: Expansion[] = [];
  const single = newExpansion('synonym', span, { ...change, parts: [states.map(() => [])] });
  for (const { stems } of targets) {
    const found = stems.map((base, place) => ({ ...termsOfStemIn(states, base), place }));
    // The rarest word first, as only documents that have it are looked at for the others.
    found.sort((a, b) => a.frequency - b.frequency);
    const { frequency } = found[0]!;
    if (frequency === 0) continue;
    if (stems.length === 1) {
      single.frequency += frequency;
      found[0]!.terms.forEach((terms, s) => single.parts[0]![s]!.push(...terms));
    } else {
      const parts = found.map(({ terms }) => terms);
      const phrase = stems.map((_, place) => found.findIndex((part) => part.place === place));
      variants.push(newExpansion('synonym', span, { ...change, frequency, parts, phrase }));
    }
  }
  return single.frequency > 0 ? [single, ...variants] : variants;
}

/**
 * Synonyms of the words that a mistyped or half typed word may mean, though the catalog has only their synonyms: "couhc"
 * and "couc" find sofas. `asPrefix`: whether the word may be a beginning; `typos`: how many it is forgiven.
 */
export function fuzzySynonymExpansions(
  states: readonly SegmentState[],
  word: QueryWord,
  synonyms: CompiledSynonyms,
  settings: TextSettings,
  { asPrefix, typos }: { asPrefix: boolean; typos: number },
): Expansion[] {
  const { length } = word.folded;
  if (synonyms.words.count === 0 || length < looseLengthMin || length > fuzzyLengthMax) return [];
  if (typos === 0 && !asPrefix) return [];
  const { synonym, prefix } = settings.ranking;
  const variants: Expansion[] = [];
  const automaton = new FuzzyAutomaton(word.folded, typos);
  const table = synonyms.words;
  walkTerms(table, synonyms.wordEnds, 0, table.count, automaton, (entry, distance, prefixDistance) => {
    const key = synonyms.keys[entry]!;
    if (key === word.stem || distance === 0) return;
    const isBeginning = asPrefix && (prefixDistance === 0 || distance === tooFar);
    if (!isBeginning && distance === tooFar) return;
    const change = {
      typos: isBeginning ? prefixDistance : distance,
      factor: isBeginning ? synonym * prefix : synonym,
      meant: stringAt(synonyms.words, entry),
    };
    variants.push(...variantsOf(states, spanOf(word), synonyms.targets.get(key)!, change));
  });
  return variants.sort((a, b) => a.typos - b.typos || b.factor - a.factor);
}
