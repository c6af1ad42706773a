import { foldUnits } from '../language/tokenizer.ts';
import type { Analyzer } from '../language/analyzer.ts';
import type { QueryWord } from '../language/query-words.ts';
import type { SegmentState } from '../segments/segment-state.ts';
import type { TextSettings } from '../schema/settings.ts';
import { createExpansion, hasLiveStem, toWordSpan, type Expansion } from './expansions.ts';

/** Shorter parts match unrelated words. */
export const compoundPartMin = 3;

/** Linking letters between the parts of a compound: "Arbeitsschuhe", "Sonnenbrille", "Kindergarten". */
const links = ['s', 'es', 'n', 'en', 'er', 'e'];
const lettersOnly = /^\p{L}+$/u;

/**
 * Compounds whose last part is this word. They end with the word, with letters folded one by one, or their stem ends with its stem. The
 * rest must be a word of the catalog or a common first part, so that "Schuhe" matches "Kinderschuhe", but "Reis" does not match "Kreis".
 * Null if there are none, or the languages have no compounds.
 */
export function expandToCompounds(
  states: readonly SegmentState[],
  word: QueryWord,
  analyzer: Analyzer,
  settings: TextSettings,
): Expansion | null {
  if (analyzer.compounds === null || word.numeric || word.stem.length < compoundPartMin) return null;
  const endings = analyzer.spellings(word.text).filter(({ length }) => length >= compoundPartMin);
  const stemsSeen = new Map<string, boolean>();
  const isInCatalog = (stem: string): boolean => {
    let isFound = stemsSeen.get(stem);
    if (isFound === undefined) stemsSeen.set(stem, (isFound = hasLiveStem(states, stem)));
    return isFound;
  };
  let frequency = 0;
  const terms = states.map((state): readonly number[] => {
    const { segment } = state;
    const compounds: number[] = [];
    for (const term of segment.findTermsByEnding(endings, word.stem)) {
      const stem = segment.stemText(segment.stemOfTerm(term));
      if (stem === word.stem) continue;
      const liveCount = state.countLiveDocuments(term);
      const firsts = listFirstParts(segment.readTerm(term), stem, endings, word.stem);
      if (liveCount === 0 || !firsts.some((part) => isCompoundStart(part, analyzer, isInCatalog))) continue;
      compounds.push(term);
      frequency += liveCount;
    }
    return compounds;
  });
  const { compound: factor } = settings.ranking;
  return frequency === 0
    ? null
    : createExpansion('compound', toWordSpan(word), { factor, frequency, parts: [terms] });
}

/** The possible first parts of a compound, from its text and from its stem. */
export function listFirstParts(
  text: string,
  stem: string,
  endings: readonly string[],
  head: string,
): string[] {
  const folded = foldUnits(text);
  const parts = endings
    .filter((ending) => folded.endsWith(ending))
    .map((ending) => folded.slice(0, -ending.length));
  if (stem.endsWith(head)) parts.push(stem.slice(0, -head.length));
  return parts;
}

/** Maximum parts before the last one. */
const firstPartsMax = 3;

/** Whether a text is a valid first part of a compound, or consists of several: "Damenhand" of "Damenhandtasche". */
export function isCompoundStart(
  part: string,
  analyzer: Analyzer,
  inCatalog: (stem: string) => boolean,
  partsMax = firstPartsMax,
): boolean {
  if (part.length < compoundPartMin || !lettersOnly.test(part)) return false;
  if (isSinglePart(part, analyzer, inCatalog)) return true;
  if (partsMax === 1) return false;
  for (let at = compoundPartMin; at + compoundPartMin <= part.length; at++) {
    const isSplit =
      isSinglePart(part.slice(0, at), analyzer, inCatalog) &&
      isCompoundStart(part.slice(at), analyzer, inCatalog, partsMax - 1);
    if (isSplit) return true;
  }
  return false;
}

/** Whether a text is a common first part or a word of the catalog, as it is or without its linking letters. */
function isSinglePart(part: string, analyzer: Analyzer, inCatalog: (stem: string) => boolean): boolean {
  if (analyzer.compounds?.isFirstPart(analyzer.fold(part)) === true) return true;
  if (inCatalog(analyzer.stem(part))) return true;
  return links.some((link) => {
    const bare = part.slice(0, -link.length);
    return part.endsWith(link) && bare.length >= compoundPartMin && inCatalog(analyzer.stem(bare));
  });
}
