import type { EventSettings } from '../../ports/settings.ts';
import type { RankingChoice } from '../../kernel/models/ranking-choice.ts';

/** What the main thread hands to the thread that learns, when it starts it. */
export interface LearningWork {
  /** The project's database. */
  readonly path: string;
  /** The newest events that are lived through once more, at most. */
  readonly eventsMax: number;
  /** What events count. */
  readonly weights: EventSettings;
}

/** What that thread says in the end. */
export interface LearningResult {
  readonly choice: RankingChoice;
  /** Events lived through. */
  readonly events: number;
  readonly cpuSeconds: number;
}
