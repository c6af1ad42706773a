import type { CountingSettings } from '../counters/counting-settings.ts';
import type { TrainedRanking } from '../../kernel/recommend/learning/ranking-training.ts';

/** The request to train a project's ranking, as the service sends it to the training process. */
export interface TrainingTask {
  /** Path of the project's database. */
  readonly path: string;
  /** Maximum of events to replay, the newest ones. */
  readonly eventsMax: number;
  /** Weights of the events. */
  readonly weights: CountingSettings;
}

export interface TrainingResult {
  readonly ranking: TrainedRanking;
  /** Replayed events. */
  readonly events: number;
  readonly cpuSeconds: number;
}
