import { hasDigit, isCode } from './analysis.ts';
import { isPartNumber, type QueryJoin, type QueryWord } from './query-words.ts';
import type { SegmentSlot } from './segment-slot.ts';
import type { TextSettings } from './settings.ts';
import { newVariant, spanOf, type Variant, type WordSpan } from './variants.ts';

/** Shorter parts stand in too many numbers; figures alone say less than figures and letters. */
const codePartMin = 3;
const figuresPartMin = 4;

/**
 * Part numbers that have a word of the query, or two joined, somewhere within: "1211" and "7-1211" in "dv7-1211ea".
 * Figures alone are looked for so only where they are all that was asked for, as "2020" beside other words is a year.
 */
export function middleVariants(
  text: string,
  slots: readonly SegmentSlot[],
  words: readonly QueryWord[],
  joins: readonly QueryJoin[],
  settings: TextSettings,
): Variant[] {
  const alone = words.length === 1 || isPartNumber(text, words);
  const isPart = (part: string): boolean =>
    isCode(part) ? part.length >= codePartMin : alone && hasDigit(part) && part.length >= figuresPartMin;
  const asked: { part: string; span: WordSpan }[] = [
    ...words.map((word) => ({ part: word.text, span: spanOf(word) })),
    ...joins.map((join) => ({ part: join.text, span: join })),
  ];
  return asked.flatMap(({ part, span }) => {
    if (!isPart(part)) return [];
    const variant = newVariant('part', span, { factor: settings.ranking.prefix, meant: part });
    slots.forEach((slot, s) => {
      variant.parts[0]![s] = slot.segment.termsContaining(part).filter((term) => {
        const word = slot.segment.termText(term);
        return word !== part && isCode(word);
      });
      for (const term of variant.parts[0]![s]!) variant.frequency += slot.liveFrequency(term);
    });
    return variant.frequency > 0 ? [variant] : [];
  });
}
