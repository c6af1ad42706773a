import { hasDigit, isCode } from '../language/tokenizer.ts';
import { isPartNumber, type QueryJoin, type QueryWord } from '../language/query-words.ts';
import type { SegmentState } from '../segments/segment-state.ts';
import type { TextSettings } from '../schema/settings.ts';
import { newExpansion, spanOf, type Expansion, type WordSpan } from './expansions.ts';

/** Shorter parts stand in too many numbers; figures alone say less than figures and letters. */
const codePartMin = 3;
const figuresPartMin = 4;

/**
 * Part numbers that have a word of the query, or two with a separator, somewhere within: "1211" and "7-1211" in "dv7-1211ea".
 * Figures alone are looked for so only where they are all that was asked for, as "2020" beside other words is a year; and
 * beside other words only what the catalog has not as a word.
 */
export function infixExpansions(
  text: string,
  states: readonly SegmentState[],
  words: readonly QueryWord[],
  joins: readonly QueryJoin[],
  isKnown: (word: QueryWord) => boolean,
  settings: TextSettings,
): Expansion[] {
  const alone = words.length === 1 || isPartNumber(text, words);
  const unknownBits = words.reduce((bits, word) => (isKnown(word) ? bits : bits | word.bit), 0);
  const isPart = (part: string): boolean =>
    isCode(part) ? part.length >= codePartMin : alone && hasDigit(part) && part.length >= figuresPartMin;
  const asked: { part: string; span: WordSpan }[] = [
    ...words.map((word) => ({ part: word.text, span: spanOf(word) })),
    ...joins
      .filter(({ start, end }) => !/\s/.test(text.slice(start, end)))
      .map((join) => ({ part: join.text, span: join })),
  ];
  const sought = asked.filter(({ part, span }) => isPart(part) && (alone || (span.bits & unknownBits) !== 0));
  // One segment a search, so that no search waits for all of them.
  if (sought.length > 0) states.some(({ segment }) => segment.prepareCodes());
  return sought.flatMap(({ part, span }) => {
    const variant = newExpansion('infix', span, { factor: settings.ranking.prefix, meant: part });
    states.forEach((state, s) => {
      const { segment } = state;
      variant.parts[0]![s] = segment.codesContaining(part).filter((term) => !segment.isTerm(term, part));
      for (const term of variant.parts[0]![s]!) variant.frequency += state.liveFrequency(term);
    });
    return variant.frequency > 0 ? [variant] : [];
  });
}
