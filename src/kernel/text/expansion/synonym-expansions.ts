import { FuzzyAutomaton, fuzzyLengthMax, tooFar, walkTerms } from '../dictionary/fuzzy.ts';
import type { QueryWord } from '../language/query-words.ts';
import type { SegmentState } from '../segments/segment-state.ts';
import type { TextSettings } from '../schema/settings.ts';
import { readString } from '../dictionary/string-table.ts';
import type { CompiledSynonyms, SynonymTarget } from './synonyms.ts';
import { createExpansion, toWordSpan, findTermsOfStem, type Expansion, type WordSpan } from './expansions.ts';

/** Shorter words are prefixes of too many others. */
const fuzzyLengthMin = 3;

/** The synonyms of each word of the query, and of several adjacent words. */
export function expandSynonyms(
  states: readonly SegmentState[],
  words: readonly QueryWord[],
  synonyms: CompiledSynonyms,
  settings: TextSettings,
): Expansion[] {
  const expansions: Expansion[] = [];
  if (synonyms.targets.size === 0) return expansions;
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
      expansions.push(...expandTerms(states, span, targets, { factor: settings.ranking.synonym }));
    }
  }
  return expansions;
}

/**
 * The expansions of a word by other terms, without terms that have no document. All terms of one word form one expansion. Each term of
 * several words forms its own expansion, and must occur in the name with adjacent words: apart from each other, the words have other
 * meanings.
 */
export function expandTerms(
  states: readonly SegmentState[],
  span: WordSpan,
  targets: readonly Pick<SynonymTarget, 'stems'>[],
  change: Partial<Expansion>,
): Expansion[] {
  const expansions: Expansion[] = [];
  const singleTerms = states.map((): number[] => []);
  const single = createExpansion('synonym', span, { ...change, parts: [singleTerms] });
  for (const { stems } of targets) {
    const stemTerms = stems.map((stem, position) => ({ ...findTermsOfStem(states, stem), position }));
    // Puts the rarest word first, as only its documents are searched for the others.
    stemTerms.sort((a, b) => a.frequency - b.frequency);
    const { frequency } = stemTerms[0]!;
    if (frequency === 0) continue;
    if (stems.length === 1) {
      single.frequency += frequency;
      stemTerms[0]!.terms.forEach((terms, segmentNo) => singleTerms[segmentNo]!.push(...terms));
    } else {
      const parts = stemTerms.map(({ terms }) => terms);
      const phrase = stems.map((_, position) => stemTerms.findIndex((part) => part.position === position));
      expansions.push(createExpansion('synonym', span, { ...change, frequency, parts, phrase }));
    }
  }
  return single.frequency > 0 ? [single, ...expansions] : expansions;
}

/**
 * Synonyms of the words intended by a mistyped or partly typed word, even if the catalog contains only the synonyms: "couhc" and "couc"
 * find sofas. `asPrefix` says whether the word may be a prefix; `typos` is the maximum number of typos.
 */
export function expandFuzzySynonyms(
  states: readonly SegmentState[],
  word: QueryWord,
  synonyms: CompiledSynonyms,
  settings: TextSettings,
  { asPrefix, typos }: { asPrefix: boolean; typos: number },
): Expansion[] {
  const { length } = word.folded;
  if (synonyms.words.count === 0 || length < fuzzyLengthMin || length > fuzzyLengthMax) return [];
  if (typos === 0 && !asPrefix) return [];
  const { synonym, prefix } = settings.ranking;
  const expansions: Expansion[] = [];
  const automaton = new FuzzyAutomaton(word.folded, typos);
  const table = synonyms.words;
  walkTerms(table, synonyms.wordEnds, 0, table.count, automaton, (entry, distance, prefixDistance) => {
    const key = synonyms.keys[entry]!;
    if (key === word.stem || distance === 0) return;
    const isPrefix = asPrefix && (prefixDistance === 0 || distance === tooFar);
    if (!isPrefix && distance === tooFar) return;
    const change = {
      typos: isPrefix ? prefixDistance : distance,
      factor: isPrefix ? synonym * prefix : synonym,
      intended: readString(synonyms.words, entry),
    };
    expansions.push(...expandTerms(states, toWordSpan(word), synonyms.targets.get(key)!, change));
  });
  return expansions.sort((a, b) => a.typos - b.typos || b.factor - a.factor);
}
