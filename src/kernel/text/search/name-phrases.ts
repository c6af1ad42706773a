import { hasBit } from '../../bits/bitmap.ts';
import { hasPhrase } from '../scoring/ranking.ts';
import { createScratchSlice } from '../segments/segment-reader.ts';
import type { SegmentState } from '../segments/segment-state.ts';

const slice = createScratchSlice();

const every = (): boolean => true;

/** Whether the name of a live document has these stems next to each other, in order. `isVisible` says which documents count, by key. */
export function isInName(
  states: readonly SegmentState[],
  stems: readonly string[],
  isVisible: (key: number) => boolean = every,
): boolean {
  return states.some((state) => {
    const ids = stems.map((stem) => state.stemId(stem));
    return !ids.includes(-1) && hasNamePhrase(state, ids, isVisible);
  });
}

function hasNamePhrase(
  state: SegmentState,
  stems: readonly number[],
  isVisible: (key: number) => boolean,
): boolean {
  const { segment, deleted } = state;
  const phrase = stems.map((stem) => [stem]);
  return findRarestTerms(state, stems).some((term) => {
    segment.readPostings(term, slice);
    for (let i = slice.start; i < slice.end; i++) {
      const document = slice.documents[i]!;
      if (hasBit(deleted, document) || !hasPhrase(phrase, segment, document)) continue;
      if (isVisible(segment.keys[document]!)) return true;
    }
    return false;
  });
}

/** The terms of the stem in the fewest documents. */
function findRarestTerms(state: SegmentState, stems: readonly number[]): readonly number[] {
  let rarest: readonly number[] = [];
  let frequencyMin = Infinity;
  for (const stem of stems) {
    const terms = state.segment.listTermsOfStem(stem);
    const frequency = terms.reduce((sum, term) => sum + state.countLiveDocuments(term), 0);
    if (frequency >= frequencyMin) continue;
    rarest = terms;
    frequencyMin = frequency;
  }
  return rarest;
}
