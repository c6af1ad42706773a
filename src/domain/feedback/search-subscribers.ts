import type { Clock } from '../../lib/clock.ts';
import { ClickLogger } from './click-logging.ts';
import { CorrectionLogger } from './correction-logging.ts';
import { QueryLogger } from './query-logging.ts';
import { SearchAnalytics } from './search-analytics.ts';
import type { SearchSubscriber } from './search-tracker.ts';

/** All that learns from the searches of shoppers. */
export const createSearchSubscribers = (clock: Clock): SearchSubscriber[] => [
  new QueryLogger(clock),
  new CorrectionLogger(clock),
  new ClickLogger(clock),
  new SearchAnalytics(clock),
];
