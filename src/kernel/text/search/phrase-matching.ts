import type { SegmentState } from '../segments/segment-state.ts';
import { phraseGroups, type PhraseDocuments, type Expansion } from '../expansion/expansions.ts';

/** Fewer phrases are looked for one by one, by the documents of their words. */
export const scannedPhrasesMin = 8;

/** A phrase, as names have it. */
interface Sought {
  readonly variant: Expansion;
  /** By place, the groups that may stand there. */
  readonly groups: readonly (readonly number[])[];
}

/**
 * The documents of a segment whose names have phrases, by one pass over the names, however many phrases there are: a word may have
 * thousands of synonyms.
 */
export function matchPhrases(
  state: SegmentState,
  s: number,
  variants: readonly Expansion[],
): PhraseDocuments['found'] {
  const { nameStems: nameGroups, nameOffsets, documentCount } = state.segment;
  const byStart = startsOf(
    variants
      .filter(({ parts }) => parts.every((part) => part[s]!.length > 0))
      .map((variant) => ({ variant, groups: phraseGroups(variant, state, s) ?? [] })),
  );
  const found = new Map<Expansion, number[]>();
  for (let document = 0; document < documentCount; document++) {
    const end = nameOffsets[document + 1]!;
    for (let at = nameOffsets[document]!; at + 1 < end; at++) {
      const starting = byStart.get(nameGroups[at]!)?.get(nameGroups[at + 1]!);
      for (const { variant, groups } of starting ?? []) {
        const documents = found.get(variant) ?? [];
        if (documents.at(-1) === document || at + groups.length > end) continue;
        let place = 2;
        while (place < groups.length && groups[place]!.includes(nameGroups[at + place]!)) place++;
        if (place < groups.length) continue;
        documents.push(document);
        found.set(variant, documents);
      }
    }
  }
  return found;
}

/** By the groups of their first two words. */
function startsOf(sought: readonly Sought[]): Map<number, Map<number, Sought[]>> {
  const starts = new Map<number, Map<number, Sought[]>>();
  for (const one of sought) {
    for (const first of one.groups[0] ?? []) {
      const seconds = starts.get(first) ?? new Map<number, Sought[]>();
      starts.set(first, seconds);
      for (const second of one.groups[1] ?? []) {
        const known = seconds.get(second);
        if (known === undefined) seconds.set(second, [one]);
        else known.push(one);
      }
    }
  }
  return starts;
}
