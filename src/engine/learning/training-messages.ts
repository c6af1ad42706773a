import type { CountingSettings } from '../counters/counting-settings.ts';
import type { TrainedRanking } from '../../kernel/recommend/learning/ranking-training.ts';
import type { WeightEstimate } from '../../kernel/recommend/learning/meaning-weight.ts';

/** What the service sends to the learning process: an order of recommendations is wanted. */
export interface RankingTask {
  readonly kind: 'order';
  /** The project's database. */
  readonly path: string;
  /** The newest events that are replayed, at most. */
  readonly eventsMax: number;
  /** What events count. */
  readonly weights: CountingSettings;
}

/** The weight of the meaning is wanted. */
export interface WeightTask {
  readonly kind: 'weight';
  readonly path: string;
  /** The text model of the lists that are learnt from. */
  readonly model: string;
  /** The weight in force. */
  readonly current: number;
}

export type TrainingTask = RankingTask | WeightTask;

export interface TrainedRankingMessage {
  readonly choice: TrainedRanking;
  /** Events that were replayed. */
  readonly events: number;
}

export interface TrainedWeightMessage {
  readonly choice: WeightEstimate;
}

export type TrainingResult<W extends TrainingTask> = (W extends RankingTask
  ? TrainedRankingMessage
  : TrainedWeightMessage) & {
  readonly cpuSeconds: number;
};

/** What the learning process sends back. */
export type TrainingReply = { readonly result: TrainingResult<TrainingTask> } | { readonly error: string };
