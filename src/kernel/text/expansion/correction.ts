import type { SegmentState } from '../segments/segment-state.ts';
import { findTermInDocument } from '../segments/term-in-document.ts';
import { isCorrection, type Expansion } from './expansions.ts';
import type { LearnedReplacement } from './learned-expansions.ts';

/** A part of a query's text with its replacement. */
export interface CorrectedSpan {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A corrected query. */
export interface CorrectedQuery {
  readonly text: string;
  /** The corrections in the order of the text, without overlap. */
  readonly spans: readonly CorrectedSpan[];
  /** The learned corrections in it. */
  readonly learned: readonly LearnedReplacement[];
}

/**
 * Corrects a query to the spelling of the best hit: mistyped words as that document spells them, split and joined words as it writes
 * them. Words that it does not contain stay unchanged. Returns null if nothing was corrected.
 */
export function correctQuery(
  text: string,
  expansions: readonly Expansion[],
  state: SegmentState,
  segmentNo: number,
  document: number,
): CorrectedQuery | null {
  const replacements: { start: number; end: number; text: string; isLearned: boolean }[] = [];
  let documentCount = 0;
  for (const expansion of expansions) {
    if ((documentCount & expansion.bits) === expansion.bits) continue;
    const spelled = expansion.parts.map((part) =>
      findTermInDocument(state, part[segmentNo]!, document, expansion.counts),
    );
    if (!spelled.every((term) => term !== null)) continue;
    documentCount |= expansion.bits;
    if (!isCorrection(expansion)) continue;
    replacements.push({
      start: expansion.start,
      end: expansion.end,
      text: expansion.intended ?? spelled.map((term) => state.segment.readTerm(term)).join(' '),
      isLearned: expansion.kind === 'learned',
    });
  }
  if (replacements.length === 0) return null;
  let corrected = text;
  const spans: CorrectedSpan[] = [];
  const learned: LearnedReplacement[] = [];
  // Runs from the end, so that earlier offsets stay valid; of overlapping corrections, the one tried first counts.
  let limit = text.length;
  for (const { start, end, text: spelled, isLearned } of replacements.toSorted((a, b) => b.start - a.start)) {
    if (end > limit) continue;
    // A repeated word is removed: "hoover vacuum" becomes "vacuum", not "vacuum vacuum".
    const isRepeated = isLearned && ` ${text.toLowerCase()} `.includes(` ${spelled} `);
    const rest = text.slice(end);
    const replaced = isRepeated
      ? { start, end: text.length - rest.trimStart().length, text: '' }
      : { start, end, text: spelled };
    corrected = corrected.slice(0, start) + replaced.text + corrected.slice(replaced.end);
    spans.unshift(replaced);
    limit = start;
    if (isLearned) learned.unshift({ word: text.slice(start, end).toLowerCase(), target: spelled });
  }
  return { text: corrected.trim(), spans, learned };
}
