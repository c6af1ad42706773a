import { ungrouped, type Grouping } from '../segments/variant-groups.ts';
import type { FoundDocuments } from '../segments/found-documents.ts';
import type { SegmentFilter } from '../query/segment-filter.ts';
import type { SegmentState } from '../segments/segment-state.ts';
import type { PhraseDocuments, Expansion } from '../expansion/expansions.ts';
import { matchPhrases, scannedPhrasesMin } from './phrase-matching.ts';
import { SegmentCandidates } from './segment-candidates.ts';

/**
 * Tells which documents have how many of a query's words, before anything is scored. Most of what has one word of several
 * is never listed, so that scores are made of what is listed alone. Ways to find a word are added step by step, until
 * enough is found.
 */
export class CandidateFinder {
  #wordCount = 0;
  #sheets: readonly SegmentCandidates[] = [];
  /** By slot; their bitmaps serve query after query. */
  readonly #made: SegmentCandidates[] = [];
  #groups: Grouping | null = null;
  #states: readonly SegmentState[] = [];
  /** By slot. */
  #phrases: { sought: Set<Expansion>; found: Map<Expansion, readonly number[]> }[] = [];

  /** Forgets the query before. `filters`: by slot what the documents must pass, or null for all. */
  begin(
    states: readonly SegmentState[],
    filters: readonly (SegmentFilter | null)[],
    wordCount: number,
    groups: Grouping | null,
  ): void {
    this.#groups = groups;
    this.#states = states;
    this.#phrases = states.map(() => ({ sought: new Set(), found: new Map() }));
    this.#wordCount = wordCount;
    while (this.#made.length < states.length) this.#made.push(new SegmentCandidates());
    this.#made.length = states.length;
    this.#sheets = this.#made;
    states.forEach((state, s) => this.#sheets[s]!.begin(state, filters[s]!, wordCount));
  }

  /** Adds what further variants find. */
  add(variants: readonly Expansion[]): void {
    const phrases = variants.filter(({ phrase }) => phrase !== null);
    const areMany = phrases.length >= scannedPhrasesMin;
    this.#sheets.forEach((sheet, s) => {
      const { sought, found } = this.#phrases[s]!;
      if (areMany) {
        for (const phrase of phrases) sought.add(phrase);
        for (const [variant, documents] of matchPhrases(this.#states[s]!, s, phrases)) {
          found.set(variant, documents);
          sheet.addDocuments(variant, documents);
        }
      }
      for (const variant of variants) if (!areMany || variant.phrase === null) sheet.add(variant, s);
    });
  }

  /** By slot, where phrases stand of which there were many. */
  get phrases(): readonly PhraseDocuments[] {
    return this.#phrases;
  }

  /** Number of documents, or groups, with all words. */
  countAllWords(): number {
    return this.#levelsFrom(this.#wordCount)[this.#wordCount]!;
  }

  /**
   * Lists whole levels from the top until there are `dropWordsThreshold` documents, or groups: the number of them by how many
   * words they have, 0 for levels that are not listed.
   */
  list(dropWordsThreshold: number): number[] {
    for (let least = this.#wordCount; ; least--) {
      const levels = this.#levelsFrom(least);
      const count = levels.reduce((sum, level) => sum + level, 0);
      if (count < dropWordsThreshold && least > 1) continue;
      // Groups are counted without listing anything.
      if (this.#groups !== null) for (const sheet of this.#sheets) sheet.collect(least, [...levels]);
      return levels;
    }
  }

  /** What was listed of a segment. All but the list of documents is valid until the next call. */
  found(s: number): FoundDocuments {
    return this.#sheets[s]!.found();
  }

  #levelsFrom(least: number): number[] {
    const levels = Array<number>(this.#wordCount + 1).fill(0);
    if (this.#groups !== null) this.#countGroups(least, levels, this.#groups);
    else for (const sheet of this.#sheets) sheet.collect(least, levels);
    return levels;
  }

  /** From the highest level down: a group counts where the best of its documents is met. */
  #countGroups(least: number, levels: number[], groups: Grouping): void {
    const counted = new Uint8Array(groups.count);
    for (let level = this.#wordCount; level >= least; level--) {
      this.#sheets.forEach((sheet, s) => {
        if (sheet.presentCount < level) return;
        levels[level]! += countGroups(sheet, level, groups.columns[s]!, counted);
      });
    }
  }
}

/** Documents without a group that have just so many words, and groups not counted yet. */
function countGroups(
  sheet: SegmentCandidates,
  level: number,
  groups: Int32Array,
  counted: Uint8Array,
): number {
  let count = 0;
  for (let i = 0; i < sheet.length; i++) {
    for (let documents = sheet.withWords(i, level); documents !== 0; documents &= documents - 1) {
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
