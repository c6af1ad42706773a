import { choicesMin, defaultWeight } from '../../kernel/recommend/learning/meaning-weight.ts';
import type { ClickLog, ResultClick, WeightTraining, WeightReport } from '../../ports/click-log.ts';
import type { Clock } from '../../lib/clock.ts';
import { decodeUtf8 } from '../../lib/utf8.ts';
import { clickCounts, clickRow, putClick } from './click-rows.ts';
import { DelayedFlush } from '../storage/delayed-flush.ts';
import { visitorKey } from '../storage/event-rows.ts';
import type { LeaderElection } from '../storage/leader-election.ts';
import type { TrainingQueue } from './training-queue.ts';
import type { ProjectDatabase, Write } from '../storage/project-database.ts';
import type { Row } from '../storage/row-codec.ts';
import type { StatementBatch } from '../storage/writer.ts';

const dayMs = 86_400_000;
const retentionDays = 60;
/** Half a kilobyte each: beyond, the oldest go. */
const rowsMax = 20_000;
/** Choices that wait to be written: further ones are not kept. */
const waitingMax = 2_000;
const flushAfterMs = 500;
/** It is looked at again after so many more choices, or this share of those that there are. */
const newerMin = 100;
const newerShareMin = 0.1;

const putState = `INSERT INTO state (name, value) VALUES ('meaning_weight', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value`;

interface KeptWeight {
  /** The text model: the cosines of another one are other numbers. */
  readonly model: string;
  readonly report: WeightReport;
}

/** Choices in a project's database, written some at a time, and the weight learnt from them when there are more. */
export class EmbeddedClickLog implements ClickLog {
  readonly #database: ProjectDatabase;
  readonly #clock: Clock;
  readonly #learner: TrainingQueue;
  readonly #enabled: boolean;
  readonly #election: LeaderElection;
  readonly #onError: (error: unknown) => void;
  #waiting = new Map<string, ResultClick>();
  #kept: KeptWeight | null;
  #all: number;
  #newer: number;
  /** Of the newest choice. */
  #model: string;
  #learning: Promise<WeightReport | null> | null = null;
  readonly #flushes = new DelayedFlush(() => this.#flush(), flushAfterMs);
  #prunedOn = -1;
  #closed = false;

  constructor(options: {
    database: ProjectDatabase;
    clock: Clock;
    learner: TrainingQueue;
    /** Whether anything is learnt. */
    enabled: boolean;
    election: LeaderElection;
    onError: (error: unknown) => void;
  }) {
    this.#database = options.database;
    this.#clock = options.clock;
    this.#learner = options.learner;
    this.#enabled = options.enabled;
    this.#onError = options.onError;
    this.#election = options.election;
    const { database } = options;
    const { reads } = database;
    this.#kept = keptWeight(this.#database);
    const { all, newer } = clickCounts(reads, this.#kept?.report.at ?? 0);
    this.#all = all;
    this.#newer = newer;
    const newest = reads.prepare('SELECT model FROM choices ORDER BY at DESC LIMIT 1').get();
    this.#model = String(newest?.['model'] ?? this.#kept?.model ?? '');
    database.onReplicated(
      'choices',
      ({ count, model }) =>
        () =>
          this.#heard(count, model),
    );
    database.onReplicated('weight', () => () => this.#learntAt(keptWeight(database)!));
    this.#election.onElected(options.database, () => this.#learnWhenDue());
  }

  record(choice: ResultClick): void {
    if (this.#closed) return;
    const name = `${visitorKey(choice.by)}\0${choice.query}`;
    if (!this.#waiting.has(name) && this.#waiting.size >= waitingMax) return;
    this.#waiting.set(name, choice);
    this.#flushes.schedule();
  }

  weight(model: string): number {
    return this.#enabled && this.#kept?.model === model ? this.#kept.report.weight : defaultWeight;
  }

  training(): WeightTraining {
    const weight = this.weight(this.#model);
    const idle = this.#enabled ? 'waiting' : 'off';
    return {
      state: this.#learning === null ? idle : 'learning',
      weight,
      learnt: weight !== defaultWeight,
      choices: this.#all,
      choicesMin: Math.max(choicesMin, this.#all + this.#newerMin() - this.#newer),
      last: this.#kept?.report ?? null,
    };
  }

  train(): Promise<WeightReport | null> {
    if (!this.#enabled || this.#closed || this.#model === '') return Promise.resolve(null);
    this.#learning ??= this.#learnOnce().finally(() => (this.#learning = null));
    return this.#learning;
  }

  /** What must be written with an erasure. */
  erase(keys: readonly string[]): StatementBatch {
    this.#forgetWaiting(keys);
    return { sql: 'DELETE FROM choices WHERE key = ?', rows: keys.map((key): Row => [key]) };
  }

  /** Forgets whom an erasure named, whichever process was asked for it: what waits here is of before it. */
  erased(keys: readonly string[]): void {
    this.#forgetWaiting(keys);
    this.#all = this.#database.reads.number('SELECT count(*) FROM choices');
  }

  /** Writes what waits; nothing is taken any more. */
  async close(): Promise<void> {
    await this.#flushes.close();
    this.#closed = true;
    await this.#learner.stop(this.#database.path);
    await this.#learning?.catch(nothing);
  }

  #forgetWaiting(keys: readonly string[]): void {
    for (const [name, { by }] of this.#waiting) if (keys.includes(visitorKey(by))) this.#waiting.delete(name);
  }

  #newerMin(): number {
    return this.#kept === null ? 0 : Math.max(newerMin, Math.ceil(this.#kept.report.choices * newerShareMin));
  }

  async #flush(): Promise<void> {
    await this.#database.write(() => ({ write: this.#waitingWrite(), result: undefined }));
    this.#learnWhenDue();
  }

  #learnWhenDue(): void {
    if (!this.#election.isLeader || this.#learning !== null) return;
    if (this.#all < choicesMin || this.#newer < this.#newerMin()) return;
    void this.train().catch((error: unknown) => {
      this.#newer = 0;
      this.#onError(error);
    });
  }

  #waitingWrite(): Write | null {
    if (this.#closed || this.#waiting.size === 0) return null;
    const waiting = [...this.#waiting];
    const choices = waiting.map(([, choice]) => choice);
    const { model } = choices.at(-1)!;
    const parts: StatementBatch[] = [{ sql: putClick, rows: choices.map(clickRow) }, ...this.#oldParts()];
    const apply = (): void => {
      for (const [name, choice] of waiting)
        if (this.#waiting.get(name) === choice) this.#waiting.delete(name);
      this.#heard(choices.length, model);
    };
    return { change: { kind: 'choices', data: { count: choices.length, model } }, parts, apply };
  }

  #heard(count: number, model: string): void {
    this.#model = model;
    this.#newer += count;
    this.#all = this.#database.reads.number('SELECT count(*) FROM choices');
  }

  #learntAt(kept: KeptWeight): void {
    this.#kept = kept;
    this.#newer = clickCounts(this.#database.reads, kept.report.at).newer;
  }

  /** Once a day: what is too old, or too much. */
  #oldParts(): StatementBatch[] {
    const now = this.#clock.now();
    const today = Math.floor(now / dayMs);
    if (today === this.#prunedOn) return [];
    this.#prunedOn = today;
    const beyond = this.#database.reads
      .prepare('SELECT at FROM choices ORDER BY at DESC LIMIT 1 OFFSET ?')
      .get(rowsMax);
    const oldest = Math.max(now - retentionDays * dayMs, Number(beyond?.['at'] ?? 0) + 1);
    return [{ sql: 'DELETE FROM choices WHERE at < ?', rows: [[oldest]] }];
  }

  async #learnOnce(): Promise<WeightReport | null> {
    const model = this.#model;
    const before = this.weight(model);
    const at = this.#clock.now();
    const result = await this.#learner.train({
      kind: 'weight',
      path: this.#database.path,
      model,
      current: before,
    });
    if (result === null || this.#closed) return null;
    const { choice, cpuSeconds } = result;
    const report: WeightReport = { ...choice, at, before, cpuSeconds };
    const kept: KeptWeight = { model, report };
    const rows = [[Buffer.from(JSON.stringify(kept))]];
    const change = { kind: 'weight', data: null } as const;
    const apply = (): void => this.#learntAt(kept);
    return this.#database.write(() => ({
      write: { change, parts: [{ sql: putState, rows }], apply },
      result: report,
    }));
  }
}

function keptWeight({ reads }: ProjectDatabase): KeptWeight | null {
  const row = reads.prepare("SELECT value FROM state WHERE name = 'meaning_weight'").get() as
    | { value: Uint8Array }
    | undefined;
  return row === undefined ? null : (JSON.parse(decodeUtf8(row.value)) as KeptWeight);
}

function nothing(): void {
  // See where it is used.
}
