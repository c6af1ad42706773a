import type { TextSettings } from '../schema/settings.ts';
import { createAnalyzer, type Analyzer, type NameRole } from './analyzer.ts';

/** What a segment stores of a word. */
export interface WordAnalysis {
  readonly stem: string;
  readonly isStopWord: boolean;
  readonly nameRole: NameRole;
}

/** Cached words; the cache is cleared when it is full, at about 15 MB. */
const cachedMax = 100_000;

/** The analyses of words. With `isCached`, segments that are built in sequence analyze a common word once. */
export class WordAnalyses {
  readonly analyzer: Analyzer;
  readonly #key: string;
  readonly #cached: Map<string, WordAnalysis> | null;

  constructor(settings: TextSettings, isCached = false) {
    this.analyzer = createAnalyzer(settings);
    this.#key = keyOf(settings);
    this.#cached = isCached ? new Map() : null;
  }

  /** Whether words are the same under these settings. */
  isOf(settings: TextSettings): boolean {
    return this.#key === keyOf(settings);
  }

  of(word: string): WordAnalysis {
    const cached = this.#cached?.get(word);
    if (cached !== undefined) return cached;
    const { stem, isStopWord, nameRole } = this.analyzer;
    const analysis = { stem: stem(word), isStopWord: isStopWord(word), nameRole: nameRole(word) };
    // Most words with digits, such as part numbers, do not occur again.
    if (this.#cached !== null && analysis.nameRole !== 'number') this.#add(this.#cached, word, analysis);
    return analysis;
  }

  #add(cached: Map<string, WordAnalysis>, word: string, analysis: WordAnalysis): void {
    if (cached.size >= cachedMax) cached.clear();
    cached.set(word, analysis);
  }
}

/** The settings on which an analysis depends. */
function keyOf({ languages, stopWords }: TextSettings): string {
  return JSON.stringify([languages, stopWords]);
}
