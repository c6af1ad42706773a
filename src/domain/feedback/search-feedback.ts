import type { Clock } from '../../lib/clock.ts';
import type { ProjectEngine } from '../../ports/engine.ts';
import type { VisitorId } from '../../ports/events.ts';
import type { EventWithAddress } from '../events/events.ts';
import { SettledSearches } from './settled-searches.ts';
import { ClickTracker } from './click-tracking.ts';
import type { SearchResult } from '../search/execution/search.ts';
import { SearchAnalytics } from './search-analytics.ts';

/** A search as it was asked. */
export interface SearchRecord {
  readonly searchId: string;
  readonly query: string;
  readonly offset: number;
  readonly user: string | null;
  readonly session: string | null;
  /** From where it came; null where that says nothing. */
  readonly address: string | null;
}

type Project = Pick<ProjectEngine, 'queryLog' | 'clickLog' | 'searchCounts' | 'textEmbeddings'>;

/** What is learnt from searches and from what shoppers do with the lists: completions, the weight of the meaning, and figures. */
export class SearchFeedback implements Disposable {
  readonly #finished: SettledSearches;
  readonly #choices: ClickTracker;
  readonly #visits: SearchAnalytics;

  constructor(clock: Clock) {
    this.#finished = new SettledSearches(clock);
    this.#choices = new ClickTracker(clock);
    this.#visits = new SearchAnalytics(clock);
  }

  /** Hears of every search that was answered to a shopper. */
  recordSearch(id: string, project: Project, asked: SearchRecord, result: SearchResult): void {
    const { total, hits, fallback } = result;
    this.#finished.recordSearch(id, project.queryLog, { ...result, ...asked });
    const model = result.semantic.used ? project.textEmbeddings.model : null;
    this.#choices.recordResults(project.clickLog, { ...asked, model, hits });
    this.#visits.recordSearch(id, project.searchCounts, {
      ...asked,
      found: total > 0 && (fallback === null || fallback === 'corrected'),
      itemIds: hits.map(({ item }) => item.id),
    });
  }

  /** Hears of events that were kept. */
  recordEvents(events: readonly EventWithAddress[]): void {
    this.#finished.recordEvents(events);
    this.#choices.recordEvents(events);
    this.#visits.recordEvents(events);
  }

  /** Forgets what is in memory of somebody, by all their names. */
  forget(id: string, project: Project, names: readonly VisitorId[]): void {
    for (const who of names) {
      this.#finished.forget(project.queryLog, who);
      this.#choices.forget(project.clickLog, who);
      this.#visits.forget(id, who);
    }
  }

  [Symbol.dispose](): void {
    this.#finished[Symbol.dispose]();
    this.#visits[Symbol.dispose]();
  }
}
