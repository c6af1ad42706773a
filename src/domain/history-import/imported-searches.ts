import type { Clock } from '../../lib/clock.ts';
import type { ProjectEngine } from '../../ports/engine.ts';
import { CorrectionLogger } from '../feedback/correction-logging.ts';
import { formatFilter } from '../feedback/analytics-filter.ts';
import { QueryLogger } from '../feedback/query-logging.ts';
import { settleMs } from '../feedback/query-settling.ts';
import { SearchAnalytics } from '../feedback/search-analytics.ts';
import { SearchTracker, formatVisitorKey, type TrackedProject } from '../feedback/search-tracker.ts';
import type { HistoryLine } from './history-line.ts';

const discardingLog = { record: (): void => undefined };

type RecordedProject = TrackedProject & Pick<ProjectEngine, 'queryLog' | 'searchCounts'>;

/** A clock that shows the time of the line that is replayed. */
class LineClock implements Clock {
  at = 0;

  now(): number {
    return this.at;
  }
}

/**
 * Replays the searches of a history with their events, at their times, through the tracker that counts searches while they happen:
 * so completions and search analytics are the same as if the project had answered them.
 */
export class ImportedSearches implements Disposable {
  readonly #projectId: string;
  readonly #project: RecordedProject;
  readonly #clock = new LineClock();
  readonly #tracker = new SearchTracker(this.#clock, [
    new QueryLogger(this.#clock),
    new CorrectionLogger(this.#clock),
    new SearchAnalytics(this.#clock),
  ]);

  constructor(projectId: string, project: RecordedProject) {
    this.#projectId = projectId;
    const { text, queryLog, learnedCorrections, clickLog, searchCounts, textEmbeddings } = project;
    // The impressions of the line are stored already.
    this.#project = {
      text,
      queryLog,
      learnedCorrections,
      clickLog,
      searchCounts,
      textEmbeddings,
      impressionLog: discardingLog,
    };
  }

  /** Replays lines in their order. Impressions are replayed only if their ids are in `stored`, and once. */
  async replay(lines: readonly HistoryLine[], stored: ReadonlySet<string>): Promise<void> {
    const left = new Set(stored);
    for (const line of lines) {
      this.#advanceClock(line.kind === 'event' ? line.event.at : line.impression.at);
      if (line.kind === 'impression') {
        if (left.delete(line.impression.id)) this.#recordSearch(line);
      } else {
        const { address, ...event } = line.event;
        this.#tracker.recordEvents(this.#projectId, this.#project, [
          { event: { ...event, suspectedBot: false }, address },
        ]);
      }
    }
    await Promise.all([this.#project.queryLog.flush(), this.#project.searchCounts.flush()]);
  }

  /** Settles the last searches. */
  async end(): Promise<void> {
    this.#advanceClock(this.#clock.at + settleMs);
    await Promise.all([this.#project.queryLog.flush(), this.#project.searchCounts.flush()]);
  }

  [Symbol.dispose](): void {
    this.#tracker[Symbol.dispose]();
  }

  #recordSearch({ impression, searchedQuery, isFound }: HistoryLine & { readonly kind: 'impression' }): void {
    if (searchedQuery === null) return;
    const { id, query, visitor, offset, items, filters, collection } = impression;
    this.#tracker.record({
      projectId: this.#projectId,
      project: this.#project,
      searchId: id,
      query,
      searchedQuery,
      learned: [],
      isFound,
      visitor,
      visitorKey: formatVisitorKey(this.#projectId, { visitor, address: null, searchId: id }),
      address: null,
      filter: formatFilter(filters, collection),
      offset,
      model: null,
      resultsJson: JSON.stringify(items.map((item) => ({ id: item, tier: null }))),
      impression,
    });
  }

  /** Settles searches at their own time, even if the next line is much later. */
  #advanceClock(at: number): void {
    if (at - this.#clock.at > settleMs) {
      this.#clock.at += settleMs;
      this.#tracker.sweep();
    }
    this.#clock.at = at;
    this.#tracker.sweep();
  }
}
