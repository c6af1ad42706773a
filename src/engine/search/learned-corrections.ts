import { createHash } from 'node:crypto';
import type { Clock } from '../../lib/clock.ts';
import { dayMs } from '../../lib/days.ts';
import type { LearnedCorrections, Reformulation } from '../../ports/search/learned-corrections.ts';
import { limits } from '../../ports/limits.ts';
import type { Decision, ProjectDatabase } from '../log/project-database.ts';
import { visitorKey } from '../storage/event-rows.ts';
import type { Row } from '../storage/row-codec.ts';
import { resolveAlias } from '../storage/visitor-aliases.ts';
import type { StatementBatch } from '../storage/writer.ts';
import { CorrectionReader } from './correction-reader.ts';
import { visitorsPerOriginMax } from './correction-votes.ts';

/** Retention of replacements, the same as that of searches. */
const retentionDays = 60;
const purgeEveryMs = 60 * 60_000;

/** A visitor's newest replacement of a word; a search does not replace one whose result was chosen. */
const put = `INSERT INTO reformulations (stem, key, word, target, target_stems, at, strength, origin) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (stem, key) DO UPDATE SET
    strength = CASE WHEN target_stems = excluded.target_stems THEN max(strength, excluded.strength) ELSE excluded.strength END,
    word = excluded.word, target = excluded.target, target_stems = excluded.target_stems, at = max(at, excluded.at),
    origin = excluded.origin
  WHERE excluded.strength >= strength OR excluded.target_stems = target_stems`;
const deleteBeyond = (condition: string, max: number): string =>
  `DELETE FROM reformulations WHERE (stem, key) IN (
     SELECT stem, key FROM reformulations WHERE ${condition} ORDER BY at DESC, stem, key LIMIT -1 OFFSET ${max})`;
const deleteExpired = 'DELETE FROM reformulations WHERE at < ?';
const deleteWord =
  'DELETE FROM reformulations WHERE stem IN (SELECT stem FROM reformulations WHERE word = ?)';

/**
 * The searches of visitors after words that no item has, in a project's database. A stem and visitor have one
 * row. Results are computed from the rows, see {@link CorrectionReader}.
 */
export class EmbeddedLearnedCorrections implements LearnedCorrections {
  readonly reader: CorrectionReader;
  readonly #database: ProjectDatabase;
  readonly #clock: Clock;
  readonly #isOn: () => boolean;
  #timer: NodeJS.Timeout | undefined;
  /** Counts erasures: nothing recorded before an erasure is written after it. */
  #erasures = 0;
  /** The number of erasures in progress; nothing is recorded until they end. */
  #erasing = 0;

  /** `isOn` returns the setting `learnCorrections`. */
  constructor(options: { database: ProjectDatabase; clock: Clock; isOn: () => boolean }) {
    this.#database = options.database;
    this.#clock = options.clock;
    this.#isOn = options.isOn;
    this.reader = new CorrectionReader(options.database.reads, options.isOn);
  }

  /** Begins to delete what is beyond the limits. */
  start(): void {
    this.purge();
    this.#timer = setInterval(() => this.purge(), purgeEveryMs).unref();
  }

  record({ stem, word, target, targetStems, by, at, isChosen, address }: Reformulation): void {
    if (!this.#isOn() || this.#erasing > 0 || at < this.#oldest) return;
    const erasures = this.#erasures;
    const origin = address === null ? null : hashAddress(address);
    this.#write(() => {
      if (erasures !== this.#erasures || !this.#isOn()) return [];
      const key = resolveAlias(this.#database.reads, visitorKey(by));
      return [
        { sql: put, rows: [[stem, key, word, target, targetStems, at, isChosen ? 2 : 1, origin]] },
        // Counts the visitors of one address first, so that they do not displace others.
        { sql: deleteBeyond('stem = ? AND origin = ?', visitorsPerOriginMax), rows: [[stem, origin]] },
        { sql: deleteBeyond('stem = ?', limits.correctionVisitorsPerWordMax), rows: [[stem]] },
        { sql: deleteBeyond('key = ?', limits.correctionWordsPerVisitorMax), rows: [[key]] },
        { sql: deleteBeyond('origin = ?', limits.correctionsPerAddressMax), rows: [[origin]] },
      ];
    });
  }

  list(): ReturnType<LearnedCorrections['list']> {
    return this.reader.list();
  }

  forget(word: string): Promise<void> {
    return this.#database.write(() => {
      const { reads } = this.#database;
      const isKnown = reads.prepare('SELECT 1 FROM reformulations WHERE word = ? LIMIT 1').get(word);
      const parts = [{ sql: deleteWord, rows: [[word]] }];
      return { write: isKnown === undefined ? null : createRowsWrite(parts), result: undefined };
    });
  }

  /** The deletion for an erasure. Call `ended` when the erasure has succeeded or failed. */
  erase(keys: readonly string[]): { part: StatementBatch; end: () => void } {
    this.#erasures++;
    this.#erasing++;
    return {
      part: { sql: 'DELETE FROM reformulations WHERE key = ?', rows: keys.map((key): Row => [key]) },
      end: () => void this.#erasing--,
    };
  }

  /** Deletes what is beyond the limits; everything where the setting is off. */
  purge(): void {
    this.#write(() => {
      const { reads } = this.#database;
      const oldest = this.#isOn() ? this.#oldest : Number.MAX_SAFE_INTEGER;
      const hasExpired = reads.number('SELECT EXISTS (SELECT 1 FROM reformulations WHERE at < ?)', oldest);
      const rows = reads.number('SELECT count(*) FROM reformulations');
      return [
        ...(hasExpired === 1 ? [{ sql: deleteExpired, rows: [[oldest]] }] : []),
        ...(rows > limits.correctionRowsMax
          ? [{ sql: deleteBeyond('true', limits.correctionRowsMax), rows: [[]] }]
          : []),
      ];
    });
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** The start of the retention period, in ms since 1970. */
  get #oldest(): number {
    return this.#clock.now() - retentionDays * dayMs;
  }

  /** Writes the statements that `parts` returns when the write is decided. */
  #write(parts: () => StatementBatch[]): void {
    const written = this.#database.write(() => {
      const statements = parts();
      return { write: statements.length === 0 ? null : createRowsWrite(statements), result: undefined };
    });
    // Losing a row is acceptable; the next purge repeats a lost deletion.
    written.catch(() => undefined);
  }
}

const createRowsWrite = (parts: StatementBatch[]): NonNullable<Decision<unknown>['write']> => ({
  change: { kind: 'rows', data: null },
  parts,
  apply: () => undefined,
});

/** 16 bits of a hash of an address, which tell addresses apart but not which one it is. */
const hashAddress = (address: string): number =>
  createHash('sha256').update(address).digest().readUInt16BE(0);
