import type { ClickLog, ResultClick } from '../../../ports/recommendations/click-log.ts';
import { dayMs, toDay } from '../../../lib/days.ts';
import type { Clock } from '../../../lib/clock.ts';
import { DelayedFlush } from '../../storage/delayed-flush.ts';
import { visitorKey } from '../../storage/event-rows.ts';
import type { ProjectDatabase, Write } from '../../log/project-database.ts';
import type { Row } from '../../storage/row-codec.ts';
import type { StatementBatch } from '../../storage/writer.ts';

const putClick = `INSERT INTO choices (key, query, at, model, places) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (key, query) DO UPDATE SET at = excluded.at, model = excluded.model, places = excluded.places`;

/** The `places` column holds float32 values: the clicked index, then position, keyword score and cosine of each result. */
function clickRow({ query, by, at, model, results, clicked }: ResultClick): Row {
  const numbers = [
    clicked,
    ...results.flatMap(({ position, keywordScore, cosine }) => [position, keywordScore, cosine]),
  ];
  return [visitorKey(by), query, at, model, new Uint8Array(Float32Array.from(numbers).buffer)];
}

const retentionDays = 60;
/** Maximum rows, about 10 MB; the oldest are deleted. */
const rowsMax = 20_000;
/** Further clicks are dropped until the pending ones are written. */
const pendingMax = 2_000;
const flushAfterMs = 500;

/** The clicks of a project's database, written in batches. */
export class EmbeddedClickLog implements ClickLog {
  readonly #database: ProjectDatabase;
  readonly #clock: Clock;
  readonly #flushes = new DelayedFlush(() => this.#flush(), flushAfterMs);
  /** Clicks by visitor and query. */
  #pending = new Map<string, ResultClick>();
  #count: number;
  #prunedOn = -1;
  #closed = false;

  constructor({ database, clock }: { database: ProjectDatabase; clock: Clock }) {
    this.#database = database;
    this.#clock = clock;
    this.#count = rowCount(database);
    database.onReplicated('choices', () => () => this.#recount());
    // Versions before 0.2 trained a semantic weight.
    database.onReplicated('weight', () => () => undefined);
  }

  get count(): number {
    return this.#count;
  }

  record(click: ResultClick): void {
    if (this.#closed) return;
    const name = `${visitorKey(click.by)}\0${click.query}`;
    if (!this.#pending.has(name) && this.#pending.size >= pendingMax) return;
    this.#pending.set(name, click);
    this.#flushes.schedule();
  }

  /** The rows to delete with an erasure. */
  erase(keys: readonly string[]): StatementBatch {
    this.#dropPending(keys);
    return { sql: 'DELETE FROM choices WHERE key = ?', rows: keys.map((key): Row => [key]) };
  }

  /** Applies an erasure of any process: pending clicks of these visitors are older than it. */
  onVisitorErased(keys: readonly string[]): void {
    this.#dropPending(keys);
    this.#recount();
  }

  /** Writes the pending clicks; later ones are dropped. */
  async close(): Promise<void> {
    await this.#flushes.close();
    this.#closed = true;
  }

  #dropPending(keys: readonly string[]): void {
    for (const [name, { by }] of this.#pending) if (keys.includes(visitorKey(by))) this.#pending.delete(name);
  }

  async #flush(): Promise<void> {
    await this.#database.write(() => ({ write: this.#pendingWrite(), result: undefined }));
  }

  #pendingWrite(): Write | null {
    if (this.#closed || this.#pending.size === 0) return null;
    const pending = [...this.#pending];
    const clicks = pending.map(([, click]) => click);
    const { model } = clicks.at(-1)!;
    const parts: StatementBatch[] = [{ sql: putClick, rows: clicks.map(clickRow) }, ...this.#deleteExpired()];
    const apply = (): void => {
      for (const [name, click] of pending) if (this.#pending.get(name) === click) this.#pending.delete(name);
      this.#recount();
    };
    return { change: { kind: 'choices', data: { count: clicks.length, model } }, parts, apply };
  }

  #recount(): void {
    this.#count = rowCount(this.#database);
  }

  /** Deletes, once a day, rows beyond the retention time or the maximum. */
  #deleteExpired(): StatementBatch[] {
    const now = this.#clock.now();
    const today = toDay(now);
    if (today === this.#prunedOn) return [];
    this.#prunedOn = today;
    const beyond = this.#database.reads
      .prepare('SELECT at FROM choices ORDER BY at DESC LIMIT 1 OFFSET ?')
      .get(rowsMax);
    const oldest = Math.max(now - retentionDays * dayMs, Number(beyond?.['at'] ?? 0) + 1);
    return [{ sql: 'DELETE FROM choices WHERE at < ?', rows: [[oldest]] }];
  }
}

function rowCount({ reads }: ProjectDatabase): number {
  return reads.number('SELECT count(*) FROM choices');
}
