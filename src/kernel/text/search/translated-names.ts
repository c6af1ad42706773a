import { hasBit } from '../../bits/bitmap.ts';
import type { Expansion } from '../expansion/expansions.ts';
import { hasPhrase } from '../scoring/ranking.ts';
import { findTranslatedField } from '../schema/translations.ts';
import { createScratchSlice } from '../segments/segment-reader.ts';
import type { SegmentState } from '../segments/segment-state.ts';

const slice = createScratchSlice();

/** Whether a live or deleted document may have a translated text. */
export function hasTranslations(states: readonly SegmentState[]): boolean {
  return states.some(({ segment }) => segment.fields.some((field) => findTranslatedField(field) !== null));
}

/**
 * Whether the terms of an expansion are in translated names of live documents, and in no name of a document's own. Terms that are in
 * other fields alone, and expansions to several words, are not.
 */
export function isOnlyInTranslatedNames(
  states: readonly SegmentState[],
  { parts }: Pick<Expansion, 'parts'>,
): boolean {
  if (parts.length !== 1) return false;
  let isInName = false;
  for (let segmentNo = 0; segmentNo < states.length; segmentNo++) {
    const state = states[segmentNo]!;
    const { segment, deleted } = state;
    const planes = (segment.zoneLengths.length + 1) >> 1;
    for (const term of parts[0]![segmentNo]!) {
      const forms = listOwnForms(state, segment.stemOfTerm(term));
      segment.readPostings(term, slice);
      const { documents, counts, start, end } = slice;
      for (let i = start; i < end; i++) {
        const document = documents[i]!;
        if ((counts[i * planes]! & 15) === 0 || hasBit(deleted, document)) continue;
        // The stems of a name are those of the document's own texts.
        if (forms.some((form) => hasPhrase(form, segment, document))) return false;
        isInName = true;
      }
    }
  }
  return isInName;
}

/** The stem, and the pairs of stems that it may join: the name "T-shirt" has the word "tshirt". */
function listOwnForms(state: SegmentState, stem: number): (readonly number[])[][] {
  const forms = [[[stem]]];
  const text = state.segment.stemText(stem);
  for (let at = 1; at < text.length; at++) {
    const left = state.stemId(text.slice(0, at));
    const right = left < 0 ? -1 : state.stemId(text.slice(at));
    if (right >= 0) forms.push([[left], [right]]);
  }
  return forms;
}
