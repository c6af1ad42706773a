import { limits } from '../../ports/limits.ts';
import type { LearnedCorrection } from '../../ports/search/learned-corrections.ts';
import type { ReadConnection } from '../storage/database.ts';
import { resolveAlias } from '../storage/visitor-aliases.ts';
import { electCorrection, correctionVisitorsMin, type CorrectionVote } from './correction-votes.ts';

/** `isAlias` is 1 if the key was merged into another one. */
type VoteRow = Omit<CorrectionVote, 'visitor'> & { readonly key: string; readonly isAlias: 0 | 1 };

const rowsOfStem = `SELECT key, word, target, target_stems AS targetStems, at, strength, origin,
    EXISTS (SELECT 1 FROM aliases WHERE alias = key) AS isAlias
  FROM reformulations WHERE stem = ? ORDER BY at DESC, key LIMIT ${limits.correctionVisitorsPerWordMax}`;
const stemsOfMany = `SELECT stem FROM reformulations GROUP BY stem HAVING count(*) >= ${correctionVisitorsMin}
  ORDER BY count(*) DESC, stem LIMIT ${limits.correctionsListedMax}`;

/**
 * The corrections learned from visitors, computed from the rows of a project's database: threads, processes and restarts agree, and
 * deleted rows have no effect. Most words have no rows: a lookup takes some microseconds.
 */
export class CorrectionReader {
  readonly #reads: ReadConnection;
  readonly #isOn: () => boolean;

  /** `isOn` returns the setting `learnCorrections`. */
  constructor(reads: ReadConnection, isOn: () => boolean) {
    this.#reads = reads;
    this.#isOn = isOn;
  }

  /** The correction of the words with a stem, or null. */
  readonly findCorrection = (stem: string): string | null => this.#findAgreed(stem)?.target ?? null;

  /** All corrections, those of most visitors first. */
  list(): LearnedCorrection[] {
    if (!this.#isOn()) return [];
    const stems = this.#reads.prepare(stemsOfMany).all() as { stem: string }[];
    return stems
      .map(({ stem }) => this.#findAgreed(stem))
      .filter((agreed) => agreed !== null)
      .sort((a, b) => b.visitors - a.visitors);
  }

  #findAgreed(stem: string): LearnedCorrection | null {
    if (!this.#isOn()) return null;
    const rows = this.#reads.prepare(rowsOfStem).all(stem) as unknown as VoteRow[];
    if (rows.length < correctionVisitorsMin) return null;
    return electCorrection(
      rows.map(({ key, isAlias, ...vote }) => ({
        ...vote,
        visitor: isAlias === 1 ? resolveAlias(this.#reads, key) : key,
      })),
    );
  }
}
