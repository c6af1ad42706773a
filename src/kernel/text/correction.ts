import { newPostingSlice } from './segment-reader.ts';
import type { SegmentSlot } from './segment-slot.ts';
import type { Variant } from './variants.ts';

const slice = newPostingSlice();

function hasTerm(slot: SegmentSlot, term: number, document: number): boolean {
  slot.segment.postings(term, slice);
  let low = slice.start;
  let high = slice.end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (slice.documents[middle]! < document) low = middle + 1;
    else high = middle;
  }
  return low < slice.end && slice.documents[low] === document;
}

/** The most frequent of the terms that the document has, then the first; null where it has none. */
function termInDocument(slot: SegmentSlot, terms: readonly number[], document: number): string | null {
  let best: string | null = null;
  let bestFrequency = 0;
  for (const term of terms) {
    const frequency = slot.liveFrequency(term);
    if (frequency < bestFrequency || !hasTerm(slot, term, document)) continue;
    const text = slot.segment.termText(term);
    if (best !== null && frequency === bestFrequency && text > best) continue;
    best = text;
    bestFrequency = frequency;
  }
  return best;
}

/**
 * The query as the best hit has it: mistyped words as that document spells them, split and joined ones as it writes
 * them; words that it does not have stay. Null where nothing had to be corrected.
 */
export function correctedQuery(
  text: string,
  variants: readonly Variant[],
  slot: SegmentSlot,
  s: number,
  document: number,
): string | null {
  const replacements: { start: number; end: number; text: string }[] = [];
  let found = 0;
  for (const variant of variants) {
    if ((found & variant.bits) === variant.bits) continue;
    const spelled = variant.parts.map((part) => termInDocument(slot, part[s]!, document));
    if (spelled.includes(null)) continue;
    found |= variant.bits;
    if (variant.kind !== 'joined' && variant.kind !== 'split' && variant.typos === 0) continue;
    replacements.push({
      start: variant.start,
      end: variant.end,
      text: variant.meant ?? spelled.join(' '),
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
