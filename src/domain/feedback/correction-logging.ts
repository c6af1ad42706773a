import type { Clock } from '../../lib/clock.ts';
import { evictOldest } from '../../lib/evict-oldest.ts';
import type { VisitorId } from '../../ports/recommendations/events.ts';
import { isTypingStep, detectReformulation, withStems } from './reformulation.ts';
import type { SearchAction, SearchSubscriber, TrackedSearch } from './search-tracker.ts';

/** A visitor who meant another word says so within this time. */
const windowMs = 5 * 60_000;
/** A query that is replaced within this time while the visitor types was not meant. */
const lookMsMin = 2_000;
/** Maximum of visitors with remembered queries; the least recently active are evicted. */
const visitorsMax = 20_000;
/** Remembered queries of a visitor. */
const queriesMax = 6;
/** Longer queries are not remembered, in characters: so all visitors take 24 MB at most. */
const queryLengthMax = 200;

/** A query that a visitor looked at, or the last one. */
interface PastQuery {
  readonly query: string;
  readonly at: number;
  /** Whether it may be on the way to another text. */
  readonly isTyped: boolean;
  readonly isFound: boolean;
  /** Whether the visitor chose a result. */
  isAnswered: boolean;
}

/**
 * Records what visitors search for after a query with a word that no item has, as in query reformulation mining (Jones et al., Generating
 * query substitutions, 2006): the next query that differs in this word and finds something, within five minutes, once it is settled or
 * a result is chosen. Queries in between found nothing. A query whose result was chosen had no such word. Choosing a result of a
 * corrected search confirms its learned corrections.
 */
export class CorrectionLogger implements SearchSubscriber {
  readonly #clock: Clock;
  /** Queries by visitor, the least recently active first; the oldest query first. */
  readonly #visitors = new Map<string, PastQuery[]>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  onSearch({ query, isFound, visitor, visitorKey }: TrackedSearch): void {
    if (visitor === null || query.length > queryLengthMax) return;
    const past = this.#visitors.get(visitorKey) ?? [];
    this.#visitors.delete(visitorKey);
    this.#visitors.set(visitorKey, past);
    evictOldest(this.#visitors, visitorsMax);
    const last = past.at(-1);
    if (last?.query === query) return;
    const at = this.#clock.now();
    const isStep = last !== undefined && isTypingStep(last.query, query);
    if (last !== undefined && !last.isAnswered && (isStep || last.isTyped) && isQuick(last.at, at))
      past.pop();
    past.push({ query, at, isTyped: isStep, isFound, isAnswered: false });
    if (past.length > queriesMax) past.shift();
  }

  onSettled(search: TrackedSearch, at: number): void {
    if (search.visitor !== null) this.#record(search, { by: search.visitor, at, isChosen: false });
  }

  onAction(search: TrackedSearch, { event, visitor }: SearchAction): void {
    if (visitor === null) return;
    if (event.suspectedBot) return this.forget(search.visitorKey);
    const vote = { by: visitor, at: this.#clock.now(), isChosen: true };
    this.#record(search, vote);
    const { project, address, learned } = search;
    for (const correction of learned) {
      const words = withStems(project.text.queryAnalyzer, correction);
      if (words !== null) project.learnedCorrections.record({ ...words, ...vote, address });
    }
    const answered = this.#listPastQueries(search).findLast(({ query }) => query === search.query);
    if (answered !== undefined) answered.isAnswered = true;
  }

  forget(visitorKey: string): void {
    this.#visitors.delete(visitorKey);
  }

  #record(
    search: TrackedSearch,
    vote: { readonly by: VisitorId; readonly at: number; readonly isChosen: boolean },
  ): void {
    if (!search.isFound) return;
    const past = this.#listPastQueries(search);
    const index = past.findLastIndex(({ query }) => query === search.query);
    const { project, searchedQuery, address } = search;
    for (let i = index - 1; i >= 0; i--) {
      const { query, at, isFound, isAnswered } = past[i]!;
      if (isAnswered || past[index]!.at - at > windowMs) return;
      const words = detectReformulation(project.text.queryAnalyzer, query, searchedQuery);
      if (words !== null) project.learnedCorrections.record({ ...words, ...vote, address });
      if (isFound) return;
    }
  }

  #listPastQueries({ visitorKey }: TrackedSearch): readonly PastQuery[] {
    return this.#visitors.get(visitorKey) ?? [];
  }
}

const isQuick = (before: number, at: number): boolean => at >= before && at - before < lookMsMin;
