import { ItemEmbeddings } from '../../kernel/recommend/candidates/item-embeddings.ts';
import type { LearnedRanking } from '../../kernel/recommend/candidates/learned-ranking.ts';
import { CANDIDATE_FEATURES } from '../../kernel/recommend/candidates/candidate-features.ts';
import type { TrainingReport, TrainingState } from '../../ports/recommenders.ts';
import type { CountingSettings } from '../counters/counting-settings.ts';
import type { Clock } from '../../lib/clock.ts';
import type { LeaderElection } from '../storage/leader-election.ts';
import type { TrainingQueue } from './training-queue.ts';
import { storedRanking, rankingRow, putRanking, type StoredRanking } from './ranking-rows.ts';
import type { ProjectDatabase } from '../storage/project-database.ts';
import type { RecommenderState } from '../../kernel/recommend/counters/recommender-state.ts';

/** Fewer events have too few lists to learn from. */
const eventsMin = 1_000;
/** It is learnt again when there are this many times the events of the last time. */
const growth = 1.1;
/** Not before the shop has sent nothing for so long: a history is imported in many requests. */
const quietMs = 20_000;
/** A shop that never rests is not waited for longer. */
const waitMsMax = 600_000;

/** One project's learned order of recommendations: kept in its database, learnt anew when the log has grown. */
export class RankingTrainer {
  readonly #database: ProjectDatabase;
  readonly #learner: TrainingQueue;
  readonly #clock: Clock;
  readonly #election: LeaderElection;
  readonly #eventsMax: number;
  readonly #onError: (error: unknown) => void;
  #kept: StoredRanking | null;
  #vectors: ItemEmbeddings | null = null;
  #weights: CountingSettings;
  #events = 0;
  /** What was counted when the timer was set, and the time that it has waited. */
  #timer: NodeJS.Timeout | null = null;
  #waitedMs = 0;
  #learning: Promise<TrainingReport | null> | null = null;
  /** How many events there were when it failed last: it is not tried again with hardly more. */
  #failedAt = 0;
  #closed = false;

  constructor(options: {
    database: ProjectDatabase;
    learner: TrainingQueue;
    clock: Clock;
    /** The newest events that are learnt from; 0: nothing is learnt. */
    eventsMax: number;
    election: LeaderElection;
    weights: CountingSettings;
    onError: (error: unknown) => void;
  }) {
    this.#database = options.database;
    this.#learner = options.learner;
    this.#clock = options.clock;
    this.#eventsMax = options.eventsMax;
    this.#onError = options.onError;
    this.#weights = options.weights;
    this.#election = options.election;
    this.#election.onElected(options.database, () => this.onEventCount(this.#events));
    this.#kept = storedRanking(options.database.reads, options.weights);
    this.#database.onReplicated('order', () => () => {
      this.#kept = storedRanking(this.#database.reads, this.#weights);
    });
  }

  /** Null: the fixed mix orders the lists. */
  get ranking(): LearnedRanking | null {
    return this.#eventsMax === 0 ? null : (this.#kept?.ranking ?? null);
  }

  /** What the ranking reads of the items, by their numbers in a state; null where it reads nothing. */
  vectorsIn(state: RecommenderState): ItemEmbeddings | null {
    const learned = this.ranking === null ? null : (this.#kept?.vectors ?? null);
    if (learned === null) return null;
    if (this.#vectors?.learned !== learned || this.#vectors.state !== state)
      this.#vectors = new ItemEmbeddings(learned, state);
    return this.#vectors;
  }

  state(): TrainingState {
    const idle = this.#eventsMax === 0 ? 'off' : 'waiting';
    return {
      state: this.#learning === null ? idle : 'learning',
      ranking: this.ranking?.kind ?? 'fixed',
      events: this.#events,
      eventsMin: this.#nextAt(),
      eventsMax: this.#eventsMax,
      last: this.#kept?.report ?? null,
    };
  }

  /** Hears how many events there are: at the start, and with each. */
  onEventCount(events: number): void {
    this.#events = events;
    if (this.#timer === null && this.#isDue()) this.#wait();
  }

  /** What was learnt by other weights of events says nothing any more. */
  weightsChanged(weights: CountingSettings): void {
    this.#weights = weights;
    this.#kept = null;
    this.#failedAt = 0;
    this.onEventCount(this.#events);
  }

  /** Learns now; a learning under way is waited for. Null: it was stopped, or is switched off. */
  learn(): Promise<TrainingReport | null> {
    if (this.#eventsMax === 0 || this.#closed) return Promise.resolve(null);
    this.#learning ??= this.#learnOnce().finally(() => (this.#learning = null));
    return this.#learning;
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    await this.#learner.stop(this.#database.path);
    await this.#learning?.catch(() => undefined);
  }

  #nextAt(): number {
    const learntAt = Math.max(this.#kept?.report.events ?? 0, this.#failedAt);
    return Math.max(eventsMin, Math.ceil(learntAt * growth));
  }

  #isDue(): boolean {
    if (this.#eventsMax === 0 || this.#closed || !this.#election.isLeader) return false;
    return this.#learning === null && this.#events >= this.#nextAt();
  }

  #wait(): void {
    const before = this.#events;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#waitedMs += quietMs;
      if (!this.#isDue()) return;
      if (this.#events !== before && this.#waitedMs < waitMsMax) return this.#wait();
      this.#waitedMs = 0;
      void this.learn().catch((error: unknown) => {
        this.#failedAt = this.#events;
        this.#onError(error);
      });
    }, quietMs).unref();
  }

  async #learnOnce(): Promise<TrainingReport | null> {
    const events = this.#events;
    const weights = this.#weights;
    const result = await this.#learner.train({
      kind: 'order',
      path: this.#database.path,
      eventsMax: this.#eventsMax,
      weights,
    });
    if (result === null || this.#closed || weights !== this.#weights) return null;
    const { ranking, vectors, figures, ...counts } = result.choice;
    const report: TrainingReport = {
      ...counts,
      at: this.#clock.now(),
      events,
      replayed: result.events,
      chosen: ranking?.kind ?? 'fixed',
      figures,
      cpuSeconds: result.cpuSeconds,
    };
    const kept: StoredRanking = { features: CANDIDATE_FEATURES, weights, ranking, vectors, report };
    const rows = [rankingRow(kept)];
    const apply = (): void => {
      if (weights === this.#weights) this.#kept = kept;
    };
    const change = { kind: 'order', data: null } as const;
    return this.#database.write(() => ({
      write: { change, parts: [{ sql: putRanking, rows }], apply },
      result: report,
    }));
  }
}
