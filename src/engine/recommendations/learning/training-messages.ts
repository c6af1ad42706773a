import type { CountingSettings } from '../counters/counting-settings.ts';
import type { TrainedRanking } from '../../../kernel/recommend/learning/ranking-training.ts';

/** The request to train a project's ranking, as the service sends it to the training process. */
export interface TrainingTask {
  /** Path of the project's database. */
  readonly path: string;
  /** Maximum events to train with, the newest ones. */
  readonly eventsMax: number;
  /** Weights of the events. */
  readonly weights: CountingSettings;
}

/** The reply of the training process. */
export interface TrainingReply {
  readonly ranking: TrainedRanking;
  /** Events that were trained with. */
  readonly events: number;
  /** The log's last revision before reading began: later erasures may be missing. */
  readonly revision: number;
}
