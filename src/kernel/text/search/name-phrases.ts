import { hasPhrase } from '../scoring/ranking.ts';
import { newScratchSlice } from '../segments/segment-reader.ts';
import type { SegmentState } from '../segments/segment-state.ts';

const slice = newScratchSlice();

/** Whether the name of a live document has these stems next to each other, in order. */
export function isInName(states: readonly SegmentState[], stems: readonly string[]): boolean {
  return states.some((state) => {
    const ids = stems.map((stem) => state.stemId(stem));
    if (ids.includes(-1)) return false;
    const phrase = ids.map((id) => [id]);
    const rarest = ids
      .map((id) => state.segment.termsOfStem(id).slice())
      .reduce((best, terms) => (frequencyOf(state, terms) < frequencyOf(state, best) ? terms : best));
    for (const term of rarest) {
      state.segment.postings(term, slice);
      for (let i = slice.start; i < slice.end; i++) {
        const document = slice.documents[i]!;
        if (!hasPhrase(phrase, state.segment, document)) continue;
        if (state.documentOf(state.segment.keys[document]!) === document) return true;
      }
    }
    return false;
  });
}

const frequencyOf = (state: SegmentState, terms: Iterable<number>): number =>
  [...terms].reduce((sum, term) => sum + state.liveFrequency(term), 0);
