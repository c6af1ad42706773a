import type { SegmentState } from '../segments/segment-state.ts';
import { listPhraseStems, type PhraseDocuments, type Expansion } from '../expansion/expansions.ts';

/** Minimum phrases for a scan of all names; fewer are searched one by one, in the documents of their words. */
export const scannedPhrasesMin = 8;

/** A phrase as stems of names. */
interface PhrasePattern {
  readonly expansion: Expansion;
  /** The stems that may occur at each position. */
  readonly stems: readonly (readonly number[])[];
}

/** The documents of a segment whose names contain phrases, by one pass over all names: a word may have thousands of synonyms. */
export function matchPhrases(
  state: SegmentState,
  segmentNo: number,
  expansions: readonly Expansion[],
): PhraseDocuments['found'] {
  const { nameStems, nameOffsets, documentCount } = state.segment;
  const byStart = groupPatternsByStart(
    expansions
      .filter(({ parts }) => parts.every((part) => part[segmentNo]!.length > 0))
      .map((expansion) => ({ expansion, stems: listPhraseStems(expansion, state, segmentNo) ?? [] })),
  );
  const found = new Map<Expansion, number[]>();
  for (let document = 0; document < documentCount; document++) {
    const end = nameOffsets[document + 1]!;
    for (let at = nameOffsets[document]!; at + 1 < end; at++) {
      const starting = byStart.get(nameStems[at]!)?.get(nameStems[at + 1]!);
      for (const { expansion, stems } of starting ?? []) {
        const documents = found.get(expansion) ?? [];
        if (documents.at(-1) === document || at + stems.length > end) continue;
        let position = 2;
        while (position < stems.length && stems[position]!.includes(nameStems[at + position]!)) position++;
        if (position < stems.length) continue;
        documents.push(document);
        found.set(expansion, documents);
      }
    }
  }
  return found;
}

/** Groups patterns by the stems of their first two words. */
function groupPatternsByStart(patterns: readonly PhrasePattern[]): Map<number, Map<number, PhrasePattern[]>> {
  const starts = new Map<number, Map<number, PhrasePattern[]>>();
  for (const pattern of patterns) {
    for (const first of pattern.stems[0] ?? []) {
      const seconds = starts.get(first) ?? new Map<number, PhrasePattern[]>();
      starts.set(first, seconds);
      for (const second of pattern.stems[1] ?? []) {
        const cached = seconds.get(second);
        if (cached === undefined) seconds.set(second, [pattern]);
        else cached.push(pattern);
      }
    }
  }
  return starts;
}
