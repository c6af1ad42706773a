import type { StoredItem } from '../../ports/catalog/catalog.ts';
import type { ResultClick } from '../../ports/recommendations/click-log.ts';
import type { ProjectEngine } from '../../ports/engine.ts';
import type { ShopEvent, VisitorId } from '../../ports/recommendations/events.ts';
import type { Impression } from '../../ports/recommendations/impression-log.ts';
import type { SettledSearch } from '../../ports/search/query-log.ts';
import type { SearchCount } from '../../ports/search/search-counts.ts';
import type { HybridTier } from '../../ports/search/text.ts';
import type { Clock } from '../../lib/clock.ts';
import type { SearchResult } from '../search/execution/search.ts';
import { settleMs } from './query-settling.ts';
import { SearchTracker, type SearchSubscriber, type TrackedProject } from './search-tracker.ts';

export interface SentSearch {
  readonly user?: string | null;
  readonly session?: string | null;
  readonly address?: string | null;
  readonly offset?: number;
  readonly filters?: readonly string[];
  readonly itemIds?: readonly string[];
  readonly tiers?: readonly (HybridTier | null)[];
  readonly total?: number;
  readonly fallback?: SearchResult['fallback'];
  readonly correctedQuery?: string | null;
  readonly usesSemantics?: boolean;
}

/** A shop with a clock of the test, whose searches one subscriber follows. */
export class TrackedShop implements Disposable {
  now: number;
  readonly settled: SettledSearch[] = [];
  readonly clicks: ResultClick[] = [];
  readonly impressions: Impression[] = [];
  readonly counted: SearchCount[] = [];
  readonly tracker: SearchTracker;
  readonly #project: TrackedProject & Pick<ProjectEngine, 'textEmbeddings'>;
  #count = 0;

  constructor(subscriber: (clock: Clock) => SearchSubscriber, now = 1_000_000) {
    this.now = now;
    const clock = { now: () => this.now };
    this.tracker = new SearchTracker(clock, [subscriber(clock)]);
    this.#project = {
      // Only learned corrections need it, which are tested on an engine.
      text: {} as ProjectEngine['text'],
      learnedCorrections: { record: () => undefined },
      queryLog: { record: (searches) => void this.settled.push(...searches) },
      clickLog: { record: (click) => void this.clicks.push(click) },
      searchCounts: { add: (counts) => void this.counted.push(...counts) },
      impressionLog: { record: (impression) => void this.impressions.push(impression) },
      textEmbeddings: { model: 'm:1' } as ProjectEngine['textEmbeddings'],
    };
  }

  /** Records a search, by default of Ann; returns its id. */
  search(query: string, sent: SentSearch = {}): string {
    const {
      user = 'ann',
      session = null,
      address = null,
      offset = 0,
      filters = [],
      itemIds = ['a', 'b', 'c'],
      tiers = [],
      total = 3,
      fallback = null,
      correctedQuery = null,
      usesSemantics = true,
    } = sent;
    const searchId = `s${++this.#count}`;
    const hits = itemIds.map((id, i) => ({ item: { id } as StoredItem, fused: tiers[i] ?? null }));
    const semantic = { used: usesSemantics, skipped: null, added: 0, weight: 0.5 };
    const found = { hits, total, fallback, correctedQuery, semantic, learned: [], facets: {} };
    const result = { ...found, rules: { acting: ['r1'] }, collection: null } as unknown as SearchResult;
    const viewer = { user, session, device: null, country: null };
    const record = {
      searchId,
      at: this.now,
      query,
      filters,
      isSorted: false,
      offset,
      assignments: [],
      teams: '',
      viewer,
      address,
    };
    this.tracker.recordSearch('shop', this.#project, record, result);
    return searchId;
  }

  /** Records an event, by default of Ann on item b. */
  act(type: string, searchId: string, more: Partial<ShopEvent> = {}, address: string | null = null): void {
    const event: ShopEvent = {
      id: null,
      type,
      user: 'ann',
      session: null,
      at: this.now,
      items: [{ id: 'b', quantity: 1, price: null }],
      searchId,
      recommendationId: null,
      position: null,
      suspectedBot: false,
      order: null,
      currency: null,
      ...more,
    };
    this.tracker.recordEvents('shop', this.#project, [{ event, address }]);
  }

  forget(id: VisitorId): void {
    this.tracker.forget('shop', [id]);
  }

  /** Lets all open queries settle. */
  rest(): void {
    this.now += settleMs;
    this.tracker.sweep();
  }

  [Symbol.dispose](): void {
    this.tracker[Symbol.dispose]();
  }
}
