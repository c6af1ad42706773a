import type { Clock } from '../../lib/clock.ts';
import type { ProjectEngine } from '../../ports/engine.ts';
import type { VisitorName } from '../../ports/events.ts';
import type { NamedEvent } from '../events/events.ts';
import { FinishedSearches } from './finished-searches.ts';
import { ListChoices } from './list-choices.ts';
import type { SearchResult } from './search.ts';
import { SearchVisits } from './search-visits.ts';

/** A search as it was asked. */
export interface AskedSearch {
  readonly searchId: string;
  readonly query: string;
  readonly offset: number;
  readonly user: string | null;
  readonly session: string | null;
  /** From where it came; null where that says nothing. */
  readonly address: string | null;
}

type Project = Pick<ProjectEngine, 'searches' | 'choices' | 'searchCounts' | 'meanings'>;

/** What is learnt from searches and from what shoppers do with the lists: completions, the weight of the meaning, and figures. */
export class SearchSignals implements Disposable {
  readonly #finished: FinishedSearches;
  readonly #choices: ListChoices;
  readonly #visits: SearchVisits;

  constructor(clock: Clock) {
    this.#finished = new FinishedSearches(clock);
    this.#choices = new ListChoices(clock);
    this.#visits = new SearchVisits(clock);
  }

  /** Hears of every search that was answered to a shopper. */
  answered(id: string, project: Project, asked: AskedSearch, result: SearchResult): void {
    const { total, hits, fallback } = result;
    this.#finished.answered(id, project.searches, { ...result, ...asked });
    const model = result.meaning.used ? project.meanings.model : null;
    this.#choices.shown(project.choices, { ...asked, model, hits });
    this.#visits.answered(id, project.searchCounts, {
      ...asked,
      found: total > 0 && (fallback === null || fallback === 'corrected'),
      itemIds: hits.map(({ item }) => item.id),
    });
  }

  /** Hears of events that were kept. */
  acted(events: readonly NamedEvent[]): void {
    this.#finished.acted(events);
    this.#choices.acted(events);
    this.#visits.acted(events);
  }

  /** Forgets what is in memory of somebody, by all their names. */
  forget(id: string, project: Project, names: readonly VisitorName[]): void {
    for (const who of names) {
      this.#finished.forget(project.searches, who);
      this.#choices.forget(project.choices, who);
      this.#visits.forget(id, who);
    }
  }

  [Symbol.dispose](): void {
    this.#finished[Symbol.dispose]();
    this.#visits[Symbol.dispose]();
  }
}
