import type { CountingSettings } from '../counters/counting-settings.ts';
import type { LearnedChoice } from '../../../kernel/models/learning/learned-choice.ts';
import type { WeightChoice } from '../../../kernel/models/learning/meaning-weight.ts';

/** What the service sends to the learning process: an order of recommendations is wanted. */
export interface OrderWork {
  readonly kind: 'order';
  /** The project's database. */
  readonly path: string;
  /** The newest events that are replayed, at most. */
  readonly eventsMax: number;
  /** What events count. */
  readonly weights: CountingSettings;
}

/** The weight of the meaning is wanted. */
export interface WeightWork {
  readonly kind: 'weight';
  readonly path: string;
  /** The text model of the lists that are learnt from. */
  readonly model: string;
  /** The weight in force. */
  readonly current: number;
}

export type LearningWork = OrderWork | WeightWork;

export interface LearntOrder {
  readonly choice: LearnedChoice;
  /** Events that were replayed. */
  readonly events: number;
}

export interface LearntWeight {
  readonly choice: WeightChoice;
}

export type LearningResult<W extends LearningWork> = (W extends OrderWork ? LearntOrder : LearntWeight) & {
  readonly cpuSeconds: number;
};

/** What the learning process sends back. */
export type LearningReply = { readonly result: LearningResult<LearningWork> } | { readonly error: string };
