import { ungrouped, type Grouping } from '../segments/variant-groups.ts';
import type { FoundDocuments } from '../segments/found-documents.ts';
import type { SegmentFilter } from '../query/segment-filter.ts';
import type { SegmentState } from '../segments/segment-state.ts';
import type { PhraseDocuments, Expansion } from '../expansion/expansions.ts';
import { matchPhrases, scannedPhrasesMin } from './phrase-matching.ts';
import { SegmentCandidates } from './segment-candidates.ts';

const noPhrases: PhraseDocuments = { searched: new Set(), found: new Map() };

/**
 * Finds, before scoring, which documents contain how many of a query's words. Most documents with one word of several are never
 * listed, so that only listed documents are scored. Expansions are added in stages, until there are enough documents.
 */
export class CandidateFinder {
  #wordCount = 0;
  #segments: readonly SegmentCandidates[] = [];
  /** Candidates by segment, allocated once, as every query reuses their bitmaps. */
  readonly #pool: SegmentCandidates[] = [];
  #groups: Grouping | null = null;
  #states: readonly SegmentState[] = [];
  /** Phrases by segment; one shared object if there are few phrases. */
  #phrases: PhraseDocuments[] = [];
  /** The result of the last count of documents with all words, until expansions are added. */
  #allWordsLevels: number[] | null = null;

  /** Starts a new query. `filters` are by segment, null for all documents. */
  begin(
    states: readonly SegmentState[],
    filters: readonly (SegmentFilter | null)[],
    wordCount: number,
    groups: Grouping | null,
  ): void {
    this.#groups = groups;
    this.#states = states;
    this.#phrases = states.map(() => noPhrases);
    this.#allWordsLevels = null;
    this.#wordCount = wordCount;
    while (this.#pool.length < states.length) this.#pool.push(new SegmentCandidates());
    this.#pool.length = states.length;
    this.#segments = this.#pool;
    states.forEach((state, segmentNo) =>
      this.#segments[segmentNo]!.begin(state, filters[segmentNo]!, wordCount),
    );
  }

  /** Adds the documents of further expansions. */
  add(expansions: readonly Expansion[]): void {
    if (expansions.length === 0) return;
    this.#allWordsLevels = null;
    const phrases = expansions.filter(({ phrase }) => phrase !== null);
    const areMany = phrases.length >= scannedPhrasesMin;
    this.#segments.forEach((candidates, segmentNo) => {
      if (areMany) this.#addPhrases(phrases, candidates, segmentNo);
      for (const expansion of expansions) {
        if (!areMany || expansion.phrase === null) candidates.add(expansion, segmentNo);
      }
    });
  }

  #addPhrases(phrases: readonly Expansion[], candidates: SegmentCandidates, segmentNo: number): void {
    const { searched, found } = this.#phrases[segmentNo]!;
    const documentsByPhrase = matchPhrases(this.#states[segmentNo]!, segmentNo, phrases);
    this.#phrases[segmentNo] = {
      searched: new Set([...searched, ...phrases]),
      found: new Map([...found, ...documentsByPhrase]),
    };
    for (const [phrase, documents] of documentsByPhrase) candidates.addDocuments(phrase, documents);
  }

  /** The documents of phrases by segment, if there are many phrases. */
  get phrases(): readonly PhraseDocuments[] {
    return this.#phrases;
  }

  /** Number of documents, or groups, with all words. */
  countAllWords(): number {
    this.#allWordsLevels ??= this.#listLevelsFrom(this.#wordCount);
    return this.#allWordsLevels[this.#wordCount]!;
  }

  /**
   * Lists whole levels from the top until there are `dropWordsThreshold` documents, or groups. Returns their number by number of
   * words, 0 for levels that are not listed.
   */
  list(dropWordsThreshold: number): number[] {
    for (let levelMin = this.#wordCount; ; levelMin--) {
      const cached = levelMin === this.#wordCount ? this.#allWordsLevels : null;
      const levels = cached ?? this.#listLevelsFrom(levelMin);
      const count = levels.reduce((sum, level) => sum + level, 0);
      if (count < dropWordsThreshold && levelMin > 1) continue;
      // Groups are counted without listing their documents.
      if (this.#groups !== null) {
        for (const candidates of this.#segments) candidates.collect(levelMin, [...levels]);
      }
      return levels;
    }
  }

  /** The listed documents of a segment. All but the list of documents is valid until the next call. */
  listFound(segmentNo: number): FoundDocuments {
    return this.#segments[segmentNo]!.listFound();
  }

  #listLevelsFrom(levelMin: number): number[] {
    const levels = Array<number>(this.#wordCount + 1).fill(0);
    if (this.#groups !== null) this.#countGroups(levelMin, levels, this.#groups);
    else for (const candidates of this.#segments) candidates.collect(levelMin, levels);
    return levels;
  }

  /** Counts each group at the highest level of its documents, from the top level down. */
  #countGroups(levelMin: number, levels: number[], groups: Grouping): void {
    const counted = new Uint8Array(groups.count);
    for (let level = this.#wordCount; level >= levelMin; level--) {
      this.#segments.forEach((candidates, segmentNo) => {
        if (candidates.presentCount < level) return;
        levels[level]! += countGroups(candidates, level, groups.columns[segmentNo]!, counted);
      });
    }
  }
}

/** Counts the documents without a group that have exactly this many words, and the groups not counted yet. */
function countGroups(
  candidates: SegmentCandidates,
  level: number,
  groups: Int32Array,
  counted: Uint8Array,
): number {
  let count = 0;
  for (let i = 0; i < candidates.length; i++) {
    for (let documents = candidates.withWords(i, level); documents !== 0; documents &= documents - 1) {
      const group = groups[(i << 5) + 31 - Math.clz32(documents & -documents)]!;
      if (group !== ungrouped) {
        if (counted[group] === 1) continue;
        counted[group] = 1;
      }
      count++;
    }
  }
  return count;
}
