import { ItemEmbeddings } from '../../../kernel/recommend/candidates/item-embeddings.ts';
import type { LearnedRanking } from '../../../kernel/recommend/candidates/learned-ranking.ts';
import { candidateFeatureNames } from '../../../kernel/recommend/candidates/candidate-features.ts';
import type { TrainingReport, TrainingState } from '../../../ports/recommendations/recommenders.ts';
import type { CountingSettings } from '../counters/counting-settings.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Leadership } from '../../log/leader-election.ts';
import { isErasedAfter } from '../../storage/erasures.ts';
import { TrainingError, type FinishedTraining, type TrainingQueue } from './training-queue.ts';
import type { TrainingReply } from './training-messages.ts';
import { readStoredRanking, encodeRanking, putRanking, type StoredRanking } from './ranking-rows.ts';
import type { ProjectDatabase } from '../../log/project-database.ts';
import type { RecommenderState } from '../../../kernel/recommend/counters/recommender-state.ts';

/** Fewer events give too few training lists. */
const eventsMin = 1_000;
/** The next training starts once events have grown by this factor since the last one, */
const growth = 1.1;
/** and once trainings take at most this share of a core: they share caches and memory bandwidth with requests. */
const cpuShareMax = 0.05;
/** Training waits for a pause in the events: an import of a history comes in many requests. */
const quietMs = 20_000;
/** Longest wait for such a pause. */
const waitMsMax = 600_000;
/**
 * Up to this many events a training takes seconds: it starts without waiting for a pause or resting, so that
 * the first learned ranking is in use within a minute.
 */
const eagerEventsMax = 20_000;
/** If an import has added more than this before the training starts, it waits for the end of the import. */
const eagerTrainedMax = 40_000;
/**
 * After this many trainings in a row that were discarded because of an erasure, the next result is stored despite one, and another
 * training stays due. Visitors erased before it began are not in it, so it is better than the ranking in use.
 */
const discardedMax = 3;
/** A failed training that is due for an erasure is retried after this time, even without growth. */
const retryMs = 3_600_000;

/** The state in which a training began. */
interface TrainingInput {
  readonly events: number;
  readonly weights: CountingSettings;
}

/** A training that failed. */
interface Failure {
  readonly at: number;
  /** Number of events at the failure: the next attempt waits for growth, too. */
  readonly events: number;
  readonly cpuSeconds: number;
}

/** Retrains the ranking of one project's recommendations as its log grows, and stores it in the project's database. */
export class RankingTrainer {
  readonly #database: ProjectDatabase;
  readonly #queue: TrainingQueue;
  readonly #clock: Clock;
  readonly #election: Leadership;
  readonly #eventsMax: number;
  readonly #onError: (error: unknown) => void;
  #stored: StoredRanking | null;
  #vectors: ItemEmbeddings | null = null;
  #weights: CountingSettings;
  #events = 0;
  #timer: NodeJS.Timeout | null = null;
  /** Whether the wait began because of growth. A wait for an erasure may be longer. */
  #waitsForGrown = false;
  /** Time that the training has waited for a pause. */
  #waitedMs = 0;
  #training: Promise<TrainingReport | null> | null = null;
  /** The last training, if it failed. */
  #failure: Failure | null = null;
  /** Whether a visitor was erased whose events the ranking in use, or the one in training, may have been learned from. */
  #hasErased: boolean;
  /** Trainings in a row that were discarded because of an erasure, */
  #discarded = 0;
  /** and their CPU time, which the rest after the next training includes. */
  #discardedCpuSeconds = 0;
  #closed = false;

  constructor(options: {
    database: ProjectDatabase;
    trainingQueue: TrainingQueue;
    clock: Clock;
    /** Maximum events to train on, the newest ones; 0 disables training. */
    eventsMax: number;
    election: Leadership;
    weights: CountingSettings;
    onError: (error: unknown) => void;
  }) {
    this.#database = options.database;
    this.#queue = options.trainingQueue;
    this.#clock = options.clock;
    this.#eventsMax = options.eventsMax;
    this.#onError = options.onError;
    this.#weights = options.weights;
    this.#election = options.election;
    this.#election.onElected(options.database, () => this.onEventCount(this.#events));
    this.#stored = readStoredRanking(options.database.reads, options.weights);
    this.#hasErased = this.#isOutdated();
    this.#database.onReplicated('order', () => () => {
      this.#stored = readStoredRanking(this.#database.reads, this.#weights);
      this.#hasErased = this.#isOutdated();
    });
  }

  /** The learned ranking, or null if the fixed ranking is in use. */
  get ranking(): LearnedRanking | null {
    return this.#eventsMax === 0 ? null : (this.#stored?.ranking ?? null);
  }

  /** The item embeddings of the ranking for a state; null if it uses none. */
  vectorsIn(state: RecommenderState): ItemEmbeddings | null {
    const learned = this.ranking === null ? null : (this.#stored?.vectors ?? null);
    if (learned === null) return null;
    if (this.#vectors?.learned !== learned || this.#vectors.state !== state)
      this.#vectors = new ItemEmbeddings(learned, state);
    return this.#vectors;
  }

  state(): TrainingState {
    const idle = this.#eventsMax === 0 ? 'off' : 'waiting';
    return {
      state: this.#training === null ? idle : 'learning',
      ranking: this.ranking?.kind ?? 'fixed',
      events: this.#events,
      eventsMin: this.#hasErased ? Math.min(this.#events, this.#nextAt()) : this.#nextAt(),
      eventsMax: this.#eventsMax,
      last: this.#stored?.report ?? null,
    };
  }

  /** Call with the number of events at the start and after each event. */
  onEventCount(events: number): void {
    this.#events = events;
    if (this.#hasGrown && !this.#waitsForGrown) this.#stopWaiting();
    if (this.#timer === null && this.#isDue()) this.#wait();
  }

  /** Call with the number of remaining events when a visitor was erased, by this process or another one. */
  onErasure(events: number): void {
    this.#hasErased ||= this.#stored !== null || this.#training !== null;
    if (this.#discarded < discardedMax) void this.#queue.abort(this.#database.path);
    this.onEventCount(events);
  }

  /** Drops a ranking that was trained with other event weights. */
  onWeightsChanged(weights: CountingSettings): void {
    this.#weights = weights;
    this.#stored = null;
    this.#hasErased = false;
    this.#failure = null;
    this.#stopWaiting();
    this.onEventCount(this.#events);
  }

  /** Trains now, or waits for the training in progress. Returns null if training was stopped or is disabled. */
  train(): Promise<TrainingReport | null> {
    if (this.#eventsMax === 0 || this.#closed) return Promise.resolve(null);
    this.#training ??= this.#trainOnce()
      .catch((error: unknown) => {
        const cpuSeconds = error instanceof TrainingError ? error.cpuSeconds : 0;
        this.#failure = { at: this.#clock.now(), events: this.#events, cpuSeconds };
        throw error;
      })
      .finally(() => {
        this.#training = null;
        // No event may follow for long after those that came during the training: check them now.
        this.onEventCount(this.#events);
      });
    return this.#training;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#stopWaiting();
    await this.#queue.stop(this.#database.path);
    await this.#training?.catch(() => undefined);
  }

  #nextAt(): number {
    const next = Math.max(eventsMin, Math.ceil(this.#triedAt * growth));
    return this.#isSmall ? Math.min(next, eagerEventsMax) : next;
  }

  /** Number of events at the last training or failure. */
  get #triedAt(): number {
    return Math.max(this.#stored?.report.events ?? 0, this.#failure?.events ?? 0);
  }

  get #isSmall(): boolean {
    return this.#triedAt < eagerEventsMax && this.#events <= eagerTrainedMax;
  }

  get #hasGrown(): boolean {
    return this.#events >= this.#nextAt();
  }

  /** A training for an erasure alone is not urgent: many visitors may be erased one after the other. */
  get #isEager(): boolean {
    return this.#isSmall && this.#hasGrown;
  }

  #isDue(): boolean {
    if (this.#eventsMax === 0 || this.#closed || !this.#election.isLeader) return false;
    if (this.#training !== null) return false;
    return this.#hasGrown || this.#hasErased;
  }

  /** Whether a visitor was erased since the ranking in use was trained. */
  #isOutdated(): boolean {
    return this.#stored !== null && isErasedAfter(this.#database.reads, this.#stored.revision ?? 0);
  }

  #wait(): void {
    const before = this.#events;
    const waitMs = this.#waitMs();
    this.#waitsForGrown = this.#hasGrown;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#waitedMs += waitMs;
      const isWaiting = this.#events !== before && this.#waitedMs < waitMsMax;
      if (this.#isDue() && isWaiting && !this.#isEager) return this.#wait();
      this.#waitedMs = 0;
      if (this.#isDue()) void this.train().catch(this.#onError);
    }, waitMs).unref();
  }

  #waitMs(): number {
    if (this.#isEager) return quietMs;
    const pauseMs = this.#failure === null || this.#hasGrown ? quietMs : retryMs;
    return Math.max(pauseMs, this.#restMs());
  }

  #stopWaiting(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  /** Milliseconds until trainings take at most their share of a core. */
  #restMs(): number {
    const last = this.#failure ?? this.#stored?.report;
    if (last === undefined) return 0;
    const { at, cpuSeconds } = last;
    // A clock that was set back must not delay it further.
    const restedMs = Math.max(0, this.#clock.now() - at);
    return (cpuSeconds * 1000) / cpuShareMax - restedMs;
  }

  async #trainOnce(): Promise<TrainingReport | null> {
    const events = this.#events;
    const weights = this.#weights;
    const task = { path: this.#database.path, eventsMax: this.#eventsMax, weights };
    const { reply, cpuSeconds } = await this.#queue.train(task, events);
    const report = reply === null ? null : await this.#store(reply, { events, weights, cpuSeconds });
    if (report !== null) {
      this.#failure = null;
      this.#discarded = 0;
      this.#discardedCpuSeconds = 0;
    } else if (this.#hasErased) {
      this.#discarded++;
      this.#discardedCpuSeconds += cpuSeconds;
    }
    return report;
  }

  /** Stores the result of a training. Returns null if it became useless. */
  async #store(
    { ranking: trained, events: replayed, revision }: TrainingReply,
    { events, weights, cpuSeconds }: TrainingInput & Pick<FinishedTraining, 'cpuSeconds'>,
  ): Promise<TrainingReport | null> {
    const { ranking, vectors, figures, ...counts } = trained;
    const report: TrainingReport = {
      ...counts,
      at: this.#clock.now(),
      events,
      replayed,
      chosen: ranking?.kind ?? 'fixed',
      figures,
      cpuSeconds: this.#discardedCpuSeconds + cpuSeconds,
    };
    const stored: StoredRanking = {
      features: candidateFeatureNames,
      weights,
      ranking,
      vectors,
      report,
      revision,
    };
    const rows = [encodeRanking(stored)];
    const change = { kind: 'order', data: null } as const;
    // Writes alone, so that every earlier erasure is in the log, also those of other processes.
    return this.#database.writeAlone(() => {
      const isErased = isErasedAfter(this.#database.reads, revision);
      const isDiscarded = isErased && this.#discarded < discardedMax;
      if (this.#closed || weights !== this.#weights || isDiscarded) return { write: null, result: null };
      const apply = (): void => {
        if (weights !== this.#weights) return;
        this.#stored = stored;
        this.#hasErased = isErased;
      };
      return { write: { change, parts: [{ sql: putRanking, rows }], apply }, result: report };
    });
  }
}
