import { foldUnits } from '../language/tokenizer.ts';
import type { Analyzer } from '../language/analyzer.ts';
import type { QueryWord } from '../language/query-words.ts';
import type { SegmentState } from '../segments/segment-state.ts';
import type { TextSettings } from '../schema/settings.ts';
import { newExpansion, spanOf, termsOfStemIn, type Expansion } from './expansions.ts';

/** Shorter heads and first parts are found in words that have nothing to do with them. */
export const compoundPartMin = 3;

/** Letters between the parts of a compound: "Arbeitsschuhe", "Sonnenbrille", "Kindergarten". */
const links = ['s', 'es', 'n', 'en', 'er', 'e'];
const lettersOnly = /^\p{L}+$/u;

/**
 * Words written together whose head is this word: they end with it (letters folded one by one, or in the base form), and
 * what stands before is a word of the catalog or a usual first part, so that "Schuhe" is found in "Kinderschuhe" but
 * "Reis" not in "Kreis". Null where there are none, or the languages have no compounds.
 */
export function compoundExpansion(
  states: readonly SegmentState[],
  word: QueryWord,
  analyzer: Analyzer,
  settings: TextSettings,
): Expansion | null {
  if (analyzer.compounds === null || word.numeric || word.stem.length < compoundPartMin) return null;
  const endings = analyzer.spellings(word.text).filter(({ length }) => length >= compoundPartMin);
  const inCatalog = (base: string): boolean => termsOfStemIn(states, base).frequency > 0;
  const variant = newExpansion('compound', spanOf(word), { factor: settings.ranking.compound });
  states.forEach((state, s) => {
    const { segment } = state;
    const terms: number[] = [];
    for (const term of segment.termsEndingWith(endings, word.stem)) {
      const base = segment.stemText(segment.stemOfTerm(term));
      if (base === word.stem) continue;
      const frequency = state.liveFrequency(term);
      const firsts = firstParts(segment.termText(term), base, endings, word.stem);
      if (frequency === 0 || !firsts.some((part) => isFirstPart(part, analyzer, inCatalog))) continue;
      terms.push(term);
      variant.frequency += frequency;
    }
    variant.parts[0]![s] = terms;
  });
  return variant.frequency > 0 ? variant : null;
}

/** What stands before the head, in a term and in its base. */
export function firstParts(text: string, base: string, endings: readonly string[], head: string): string[] {
  const folded = foldUnits(text);
  const parts = endings
    .filter((ending) => folded.endsWith(ending))
    .map((ending) => folded.slice(0, -ending.length));
  if (base.endsWith(head)) parts.push(base.slice(0, -head.length));
  return parts;
}

/** Whether compounds begin with this: as it is, or without its linking letters. */
export function isFirstPart(part: string, analyzer: Analyzer, inCatalog: (base: string) => boolean): boolean {
  if (part.length < compoundPartMin || !lettersOnly.test(part)) return false;
  if (analyzer.compounds?.isFirstPart(analyzer.fold(part)) === true) return true;
  if (inCatalog(analyzer.stem(part))) return true;
  return links.some((link) => {
    const bare = part.slice(0, -link.length);
    return part.endsWith(link) && bare.length >= compoundPartMin && inCatalog(analyzer.stem(bare));
  });
}
