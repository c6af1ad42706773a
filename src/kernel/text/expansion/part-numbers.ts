import { hasDigit, isCode } from '../language/tokenizer.ts';
import type { QueryText, QueryWord } from '../language/query-words.ts';
import type { SegmentState } from '../segments/segment-state.ts';
import type { TextSettings } from '../schema/settings.ts';
import { createExpansion, toWordSpan, type Expansion, type WordSpan } from './expansions.ts';

/** Shorter parts occur in too many codes; digits alone are less specific than digits and letters. */
const codePartMin = 3;
const digitsPartMin = 4;

/**
 * Part numbers that contain a word of the query, or two with a separator: "1211" and "7-1211" in "dv7-1211ea". Digits alone are
 * searched only if they are the whole query, as "2020" next to other words is a year. Next to other words, only words that the
 * catalog does not contain are searched.
 */
export function expandInfixes(
  { text, words, joins, isPartNumber }: QueryText,
  states: readonly SegmentState[],
  isKnown: (word: QueryWord) => boolean,
  settings: TextSettings,
): Expansion[] {
  const isWholeQuery = words.length === 1 || isPartNumber;
  const unknownBits = words.reduce((bits, word) => (isKnown(word) ? bits : bits | word.bit), 0);
  const isPart = (part: string): boolean =>
    isCode(part)
      ? part.length >= codePartMin
      : isWholeQuery && hasDigit(part) && part.length >= digitsPartMin;
  const candidates: { part: string; span: WordSpan }[] = [
    ...words.map((word) => ({ part: word.text, span: toWordSpan(word) })),
    ...joins
      .filter(({ start, end }) => !/\s/.test(text.slice(start, end)))
      .map((join) => ({ part: join.text, span: join })),
  ];
  const searched = candidates.filter(
    ({ part, span }) => isPart(part) && (isWholeQuery || (span.bits & unknownBits) !== 0),
  );
  // Prepares one segment per search, so that no search waits for all of them.
  if (searched.length > 0) states.some(({ segment }) => segment.prepareInfixSearch());
  return searched.flatMap(({ part, span }) => {
    let frequency = 0;
    const terms = states.map((state) => {
      const { segment } = state;
      const codes = segment.findCodesContaining(part).filter((term) => !segment.isTerm(term, part));
      for (const term of codes) frequency += state.countLiveDocuments(term);
      return codes;
    });
    if (frequency === 0) return [];
    const { prefix: factor } = settings.ranking;
    return [createExpansion('infix', span, { factor, frequency, parts: [terms], intended: part })];
  });
}
