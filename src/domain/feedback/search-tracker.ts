import type { Clock } from '../../lib/clock.ts';
import { evictOldest } from '../../lib/evict-oldest.ts';
import type { ClickLog } from '../../ports/recommendations/click-log.ts';
import type { ShopEvent, VisitorId } from '../../ports/recommendations/events.ts';
import type { Impression, ImpressionLog } from '../../ports/recommendations/impression-log.ts';
import type { LearnedCorrections, LearnedWord } from '../../ports/search/learned-corrections.ts';
import type { QueryLog } from '../../ports/search/query-log.ts';
import type { SearchCounts } from '../../ports/search/search-counts.ts';
import type { HybridTier, TextIndex } from '../../ports/search/text.ts';
import type { TextEmbeddings } from '../../ports/search/text-embeddings.ts';
import type { EventWithAddress } from '../events/events.ts';
import { VisitorCap } from '../events/visitor-cap.ts';
import type { SearchResult } from '../search/execution/search.ts';
import { normaliseQuery, QuerySettling } from './query-settling.ts';
import { formatFilter } from './analytics-filter.ts';
import { createImpression, identifyVisitor, type Viewer } from './shown-impression.ts';

/** Maximum of tracked searches, about a kilobyte each; the oldest are evicted. */
const searchesMax = 20_000;
/** Tracked results of a search. */
const resultsMax = 24;
/** Visitors of one address that are told apart for a query. */
const visitorsPerAddressMax = 20;
/** Maximum of addresses with queries for that; the oldest are evicted. */
const addressQueriesMax = 50_000;
/** Events that confirm a search. */
const actions = new Set(['click', 'cart', 'purchase']);

/** Ports that the tracker needs. */
export interface TrackedProject {
  readonly text: Pick<TextIndex, 'queryAnalyzer'>;
  readonly queryLog: Pick<QueryLog, 'record'>;
  readonly learnedCorrections: Pick<LearnedCorrections, 'record'>;
  readonly clickLog: Pick<ClickLog, 'record'>;
  readonly searchCounts: Pick<SearchCounts, 'add'>;
  readonly textEmbeddings: Pick<TextEmbeddings, 'model'>;
  readonly impressionLog: Pick<ImpressionLog, 'record'>;
}

/** A search request. */
export interface SearchRecord {
  readonly searchId: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly query: string;
  /** The conditions of its filter, as text. */
  readonly filters: readonly string[];
  readonly isSorted: boolean;
  readonly offset: number;
  readonly viewer: Viewer;
  /** Arms of experiments, and of an interleaved list the team of each hit. */
  readonly assignments: readonly string[];
  readonly teams: string;
  /** The visitor's address; null if unknown. */
  readonly address: string | null;
}

/** A search of a visitor, remembered for its settling and for events that name it. */
export interface TrackedSearch {
  readonly projectId: string;
  readonly project: TrackedProject;
  readonly searchId: string;
  /** Normalised, as typed. */
  readonly query: string;
  /** Normalised spelling that was searched: corrected, or as typed. */
  readonly searchedQuery: string;
  /** The learned corrections in it. */
  readonly learned: readonly LearnedWord[];
  /** Whether the results have all words of that spelling. */
  readonly isFound: boolean;
  /** Null means an anonymous visitor without a session. */
  readonly visitor: VisitorId | null;
  /** Identifies the visitor by user, session or address; unique to the search if all are unknown. */
  readonly visitorKey: string;
  readonly address: string | null;
  /** Its filter and collection as text, see {@link formatFilter}; empty for a search of all items. */
  readonly filter: string;
  /** Position before the first result. */
  readonly offset: number;
  /** The text model of the ranking; null without hybrid search. */
  readonly model: string | null;
  /** See {@link parseTrackedResults}: a text, because garbage collection would visit the objects of all tracked searches. */
  readonly resultsJson: string;
}

/** A tracked search with its results, for another thread. */
export interface ReportedSearch extends Omit<TrackedSearch, 'project'> {
  readonly impression: Impression;
}

/** Receives searches that were answered to shoppers. `P` has the ports of their projects that it needs. */
export interface SearchRecorder<P> {
  recordSearch(projectId: string, project: P, record: SearchRecord, result: SearchResult): void;
}

interface TrackedResult {
  readonly id: string;
  readonly tier: HybridTier | null;
}

/** A click, cart event or purchase that names a search. */
export interface SearchAction {
  readonly event: ShopEvent;
  /** The visitor of the search, otherwise of the event; null if both are unknown. */
  readonly visitor: VisitorId | null;
  /** Earlier visitors from the same address with this query; see {@link SearchTracker}. */
  readonly visitorRank: number;
}

/** A consumer of tracked searches. */
export interface SearchSubscriber {
  onSearch?(search: TrackedSearch): void;
  /** Called when the visitor did not continue typing. `at` is the time of the search, in ms since 1970. */
  onSettled(search: TrackedSearch, at: number, visitorRank: number): void;
  onAction(search: TrackedSearch, action: SearchAction): void;
  /** Drops what is in memory about a visitor. */
  forget?(visitorKey: string): void;
}

/**
 * Tracks searches until they are settled, and joins events to the searches that they name. Subscribers derive completions, click
 * data and analytics. A visitor is identified by user, otherwise session, otherwise address.
 *
 * The visitor rank counts earlier visitors with the same query from the same address, so that subscribers can limit how much one
 * address contributes: a script with a new session per request is not the demand of a town.
 */
export class SearchTracker implements SearchRecorder<TrackedProject>, Disposable {
  readonly #clock: Clock;
  readonly #subscribers: readonly SearchSubscriber[];
  /** Searches by id, the oldest first. */
  readonly #searches = new Map<string, TrackedSearch>();
  readonly #settling: QuerySettling<TrackedSearch>;
  #receive: () => void = () => undefined;
  readonly #visitors = new VisitorCap({
    visitorsMax: visitorsPerAddressMax,
    keysMax: addressQueriesMax,
  });

  constructor(clock: Clock, subscribers: readonly SearchSubscriber[]) {
    this.#clock = clock;
    this.#subscribers = subscribers;
    this.#settling = new QuerySettling(clock, (search, at) => this.#recordSettledSearch(search, at));
  }

  /** Call for every search that was answered to a shopper. */
  recordSearch(projectId: string, project: TrackedProject, record: SearchRecord, result: SearchResult): void {
    this.record({ ...reportSearch(projectId, project, record, result), project });
  }

  /** Calls `receive` where searches of other threads must be known: it passes them to {@link record}. */
  onReceive(receive: () => void): void {
    this.#receive = receive;
  }

  /** Records the searches of other threads that were answered before the call. */
  receive(): void {
    this.#receive();
  }

  /** As {@link recordSearch}. */
  record({ impression, ...search }: ReportedSearch & Pick<TrackedSearch, 'project'>): void {
    search.project.impressionLog.record(impression);
    const { searchId, query, visitorKey } = search;
    const isKnown = visitorKey !== searchId;
    if (isKnown) this.#settling.recordTyping(visitorKey, query);
    if (query === '') return;
    this.#searches.set(searchId, search);
    evictOldest(this.#searches, searchesMax);
    for (const subscriber of this.#subscribers) subscriber.onSearch?.(search);
    if (isKnown) this.#settling.recordSearch(visitorKey, query, search);
    else this.#recordSettledSearch(search, this.#clock.now());
  }

  /** Call for every stored event. An event that names a search of another project is not joined to it. */
  recordEvents(projectId: string, project: TrackedProject, events: readonly EventWithAddress[]): void {
    this.#receive();
    for (const { event, address } of events) {
      const { type, searchId, user, session } = event;
      const tracked = searchId === null || !actions.has(type) ? undefined : this.#searches.get(searchId);
      if (tracked?.projectId !== projectId) continue;
      // The project may have been closed and opened again since the search. Views of it share their parts.
      const isOpen = tracked.project.searchCounts === project.searchCounts;
      const search = isOpen ? tracked : { ...tracked, project };
      const visitor = search.visitor ?? identifyVisitor(user, session);
      const visitorKey = visitor === null ? search.visitorKey : formatKey(search.projectId, visitor);
      const visitorRank = this.#rankVisitor(search, visitorKey, address ?? search.address);
      for (const subscriber of this.#subscribers)
        subscriber.onAction(search, { event, visitor, visitorRank });
    }
  }

  /** Drops what is in memory about a visitor, under all ids. */
  forget(projectId: string, ids: readonly VisitorId[]): void {
    this.#receive();
    for (const id of ids) {
      const visitorKey = formatKey(projectId, id);
      this.#settling.forget(visitorKey);
      for (const [searchId, search] of this.#searches)
        if (search.visitorKey === visitorKey) this.#searches.delete(searchId);
      for (const subscriber of this.#subscribers) subscriber.forget?.(visitorKey);
    }
  }

  /** Settles open queries whose time has passed. */
  sweep(): void {
    this.#settling.sweep();
  }

  [Symbol.dispose](): void {
    this.#settling[Symbol.dispose]();
  }

  #recordSettledSearch(search: TrackedSearch, at: number): void {
    const visitorRank = this.#rankVisitor(search, search.visitorKey, search.address);
    for (const subscriber of this.#subscribers) subscriber.onSettled(search, at, visitorRank);
  }

  #rankVisitor({ projectId, query }: TrackedSearch, visitorKey: string, address: string | null): number {
    return address === null ? 0 : this.#visitors.rankVisitor(`${projectId} ${address} ${query}`, visitorKey);
  }
}

/** A tracked search, without its project. */
export function reportSearch(
  projectId: string,
  project: Pick<TrackedProject, 'textEmbeddings'>,
  { searchId, at, query, filters, isSorted, offset, viewer, address, assignments, teams }: SearchRecord,
  { hits, total, fallback, correctedQuery, learned, semantic, rules, collection }: SearchResult,
): ReportedSearch {
  const impression = createImpression(viewer, {
    id: searchId,
    at,
    kind: query.trim() === '' ? 'browse' : 'search',
    query,
    filters,
    isSorted,
    offset,
    collection: collection?.id ?? null,
    rules: rules.acting,
    assignments,
    teams,
    total,
    items: hits.map(({ item }) => item.id),
  });
  const { visitor } = impression;
  return {
    projectId,
    searchId,
    query: impression.query,
    searchedQuery: normaliseQuery(correctedQuery ?? query),
    learned,
    isFound: total > 0 && (fallback === null || correctedQuery !== null),
    visitor,
    visitorKey: formatVisitorKey(projectId, { visitor, address, searchId }),
    address,
    filter: formatFilter(filters, collection?.id ?? null),
    offset,
    impression,
    model: semantic.used ? project.textEmbeddings.model : null,
    resultsJson: JSON.stringify(
      // Without hybrid search, ids alone take a third.
      hits
        .slice(0, resultsMax)
        .map(({ item: { id }, fused: tier }): string | TrackedResult => (tier === null ? id : { id, tier })),
    ),
  };
}

/** The first results of a search, best first. */
export function parseTrackedResults({ resultsJson }: TrackedSearch): readonly TrackedResult[] {
  const results = JSON.parse(resultsJson) as (string | TrackedResult)[];
  return results.map((result) => (typeof result === 'string' ? { id: result, tier: null } : result));
}

/** Identifies the visitor of a search, see {@link TrackedSearch.visitorKey}. */
export function formatVisitorKey(
  projectId: string,
  { visitor, address, searchId }: Pick<TrackedSearch, 'visitor' | 'address' | 'searchId'>,
): string {
  if (visitor !== null) return formatKey(projectId, visitor);
  return address === null ? searchId : `${projectId}\0a${address}`;
}

function formatKey(projectId: string, id: VisitorId): string {
  return 'user' in id ? `${projectId}\0u${id.user}` : `${projectId}\0s${id.session}`;
}
