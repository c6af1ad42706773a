import { hasDigit, isCode } from '../language/analysis.ts';
import { isPartNumber, type QueryJoin, type QueryWord } from '../language/query-words.ts';
import type { SegmentSlot } from '../segments/segment-slot.ts';
import type { TextSettings } from '../schema/settings.ts';
import { newVariant, spanOf, type Variant, type WordSpan } from './variants.ts';

/** Shorter parts stand in too many numbers; figures alone say less than figures and letters. */
const codePartMin = 3;
const figuresPartMin = 4;

/**
 * Part numbers that have a word of the query, or two with a separator, somewhere within: "1211" and "7-1211" in "dv7-1211ea".
 * Figures alone are looked for so only where they are all that was asked for, as "2020" beside other words is a year; and
 * beside other words only what the catalog has not as a word.
 */
export function middleVariants(
  text: string,
  slots: readonly SegmentSlot[],
  words: readonly QueryWord[],
  joins: readonly QueryJoin[],
  isKnown: (word: QueryWord) => boolean,
  settings: TextSettings,
): Variant[] {
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
  if (sought.length > 0) slots.some(({ segment }) => segment.prepareCodes());
  return sought.flatMap(({ part, span }) => {
    const variant = newVariant('part', span, { factor: settings.ranking.prefix, meant: part });
    slots.forEach((slot, s) => {
      const { segment } = slot;
      variant.parts[0]![s] = segment.codesContaining(part).filter((term) => !segment.isTerm(term, part));
      for (const term of variant.parts[0]![s]!) variant.frequency += slot.liveFrequency(term);
    });
    return variant.frequency > 0 ? [variant] : [];
  });
}
