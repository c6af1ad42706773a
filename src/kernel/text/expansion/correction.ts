import type { SegmentState } from '../segments/segment-state.ts';
import { termInDocument } from '../segments/term-in-document.ts';
import type { Expansion } from './expansions.ts';

/**
 * The query as the best hit has it: mistyped words as that document spells them, split and joined ones as it writes
 * them; words that it does not have stay. Null where nothing had to be corrected.
 */
export function correctedQuery(
  text: string,
  variants: readonly Expansion[],
  state: SegmentState,
  s: number,
  document: number,
): string | null {
  const replacements: { start: number; end: number; text: string }[] = [];
  let found = 0;
  for (const variant of variants) {
    if ((found & variant.bits) === variant.bits) continue;
    const spelled = variant.parts.map((part) => termInDocument(state, part[s]!, document, variant.counts));
    if (!spelled.every((term) => term !== null)) continue;
    found |= variant.bits;
    if (variant.kind !== 'joined' && variant.kind !== 'split' && variant.typos === 0) continue;
    replacements.push({
      start: variant.start,
      end: variant.end,
      text: variant.meant ?? spelled.map((term) => state.segment.termText(term)).join(' '),
    });
  }
  if (replacements.length === 0) return null;
  let corrected = text;
  // From the end, so that the offsets before stay right; an overlap keeps the one tried first.
  let limit = text.length;
  for (const { start, end, text: spelled } of replacements.toSorted((a, b) => b.start - a.start)) {
    if (end > limit) continue;
    corrected = corrected.slice(0, start) + spelled + corrected.slice(end);
    limit = start;
  }
  return corrected.trim();
}
