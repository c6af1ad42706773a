import type { SegmentState } from '../segments/segment-state.ts';
import { termInDocument } from '../segments/term-in-document.ts';
import type { Expansion } from './expansions.ts';

/**
 * The query corrected to the spelling of the best hit: mistyped words as that document spells them, split and joined words as
 * it writes them. Words that it does not contain stay unchanged. Null where nothing was corrected.
 */
export function correctedQuery(
  text: string,
  expansions: readonly Expansion[],
  state: SegmentState,
  segmentNo: number,
  document: number,
): string | null {
  const replacements: { start: number; end: number; text: string }[] = [];
  let found = 0;
  for (const expansion of expansions) {
    if ((found & expansion.bits) === expansion.bits) continue;
    const spelled = expansion.parts.map((part) =>
      termInDocument(state, part[segmentNo]!, document, expansion.counts),
    );
    if (!spelled.every((term) => term !== null)) continue;
    found |= expansion.bits;
    if (expansion.kind !== 'joined' && expansion.kind !== 'split' && expansion.typos === 0) continue;
    replacements.push({
      start: expansion.start,
      end: expansion.end,
      text: expansion.intended ?? spelled.map((term) => state.segment.termText(term)).join(' '),
    });
  }
  if (replacements.length === 0) return null;
  let corrected = text;
  // From the end, so that earlier offsets stay valid; of overlapping corrections, the one tried first counts.
  let limit = text.length;
  for (const { start, end, text: spelled } of replacements.toSorted((a, b) => b.start - a.start)) {
    if (end > limit) continue;
    corrected = corrected.slice(0, start) + spelled + corrected.slice(end);
    limit = start;
  }
  return corrected.trim();
}
