import { limits } from '../../ports/limits.ts';
import type { LearnedCorrection } from '../../ports/learned-corrections.ts';
import type { ReadConnection } from '../storage/database.ts';
import { resolveAlias } from '../storage/visitor-aliases.ts';
import {
  agreedCorrection,
  correctionVisitorsMin,
  type AgreedCorrection,
  type CorrectionVote,
} from './correction-votes.ts';

/** `isAlias`: 1 where the key was merged into another one. */
type VoteRow = Omit<CorrectionVote, 'visitor'> & { readonly key: string; readonly isAlias: 0 | 1 };

const rowsOfWord = `SELECT key, target, at, strength, origin, EXISTS (SELECT 1 FROM aliases WHERE alias = key) AS isAlias
  FROM reformulations WHERE word = ? ORDER BY at DESC, key LIMIT ${limits.correctionVisitorsPerWordMax}`;
const wordsOfMany = `SELECT word FROM reformulations GROUP BY word HAVING count(*) >= ${correctionVisitorsMin}
  ORDER BY count(*) DESC, word LIMIT ${limits.correctionsListedMax}`;

/**
 * The corrections that visitors taught, computed from the rows of a project's database: threads, processes and restarts agree, and what
 * is deleted has no effect left. Most words have no rows: a look-up takes some microseconds.
 */
export class CorrectionReader {
  readonly #reads: ReadConnection;
  readonly #isOn: () => boolean;

  /** `isOn`: the setting `learnCorrections`. */
  constructor(reads: ReadConnection, isOn: () => boolean) {
    this.#reads = reads;
    this.#isOn = isOn;
  }

  /** The correction of a word in lower case; null: none. */
  readonly correctionOf = (word: string): string | null => this.#agreed(word)?.target ?? null;

  /** Those of most visitors first. */
  list(): LearnedCorrection[] {
    if (!this.#isOn()) return [];
    const words = this.#reads.prepare(wordsOfMany).all() as { word: string }[];
    return words
      .flatMap(({ word }) => {
        const agreed = this.#agreed(word);
        return agreed === null ? [] : [{ word, ...agreed }];
      })
      .sort((a, b) => b.visitors - a.visitors);
  }

  #agreed(word: string): AgreedCorrection | null {
    if (!this.#isOn() || word.length > limits.correctedWordLengthMax) return null;
    const rows = this.#reads.prepare(rowsOfWord).all(word) as unknown as VoteRow[];
    if (rows.length < correctionVisitorsMin) return null;
    return agreedCorrection(
      rows.map(({ key, isAlias, ...vote }) => ({
        ...vote,
        visitor: isAlias === 1 ? resolveAlias(this.#reads, key) : key,
      })),
    );
  }
}
