import { CorrectionLogger } from '../../src/domain/feedback/correction-logging.ts';
import { settleMs } from '../../src/domain/feedback/query-settling.ts';
import { SearchTracker } from '../../src/domain/feedback/search-tracker.ts';
import { QueryEmbeddings } from '../../src/domain/search/execution/query-embeddings.ts';
import { search } from '../../src/domain/search/execution/search.ts';
import type { EmbeddedProject } from '../../src/engine/projects/project.ts';
import type { ProjectEngine } from '../../src/ports/engine.ts';
import type { ShopEvent, VisitorId } from '../../src/ports/recommendations/events.ts';
import { allRules, event, Shop, textQuery, type OpenEngine } from './shop.ts';
import { DatabaseSync } from 'node:sqlite';

export const items = [
  { id: 'v1', name: 'Red vacuum cleaner' },
  { id: 'v2', name: 'Blue vacuum' },
  { id: 'c1', name: 'Oak couch' },
  { id: 'k1', name: 'Kettle', brand: 'Hidden' },
];

/** Visitors of a shop, whose searches are tracked. */
export class Visitors implements AsyncDisposable {
  readonly shop: Shop;
  readonly tracker: SearchTracker;
  readonly #queryEmbeddings = new QueryEmbeddings([]);
  #searches = 0;

  constructor(shop: Shop) {
    this.shop = shop;
    const clock = { now: () => shop.now };
    this.tracker = new SearchTracker(clock, [new CorrectionLogger(clock)]);
  }

  static async open(of: OpenEngine): Promise<Visitors> {
    const visitors = new Visitors(await Shop.open(of));
    await visitors.shop.put(...items);
    return visitors;
  }

  /** A search that is not tracked. */
  look(text: string, more: Parameters<typeof textQuery>[1] = {}, project = this.shop.project) {
    return search(project, this.#queryEmbeddings, textQuery(text, more), {
      ...allRules(this.shop.now),
      client: 'a',
      understanding: null,
      collection: null,
      asWords: [],
      personalize: true,
    });
  }

  /** A visitor's search; returns its id. `pauseMs`: how long the visitor looks at the results. */
  async search(who: VisitorId, query: string, { address = null as string | null, pauseMs = 5_000 } = {}) {
    const searchId = `search-${++this.#searches}`;
    const { shop } = this;
    const viewer = { user: null, session: null, ...who, device: null, country: null };
    const record = {
      searchId,
      at: shop.now,
      query,
      filters: [],
      isSorted: false,
      offset: 0,
      viewer,
      address,
    };
    const result = await this.look(query);
    this.tracker.recordSearch('shop', shop.project, { ...record, assignments: [], teams: '' }, result);
    shop.now += pauseMs;
    return searchId;
  }

  act(searchId: string, who: VisitorId, more: Partial<ShopEvent> = {}): void {
    const done = { ...event('click', who, ['v1'], { at: this.shop.now, searchId }), ...more };
    this.tracker.recordEvents('shop', this.shop.project, [{ event: done, address: null }]);
  }

  /** Visitors who search for one text after the other, and click a result of the last one. */
  async type(users: readonly string[], texts: readonly string[], address: string | null = null) {
    for (const user of users) {
      let last = '';
      for (const text of texts) last = await this.search({ user }, text, { address });
      this.act(last, { user });
    }
    await this.written();
  }

  /** Resolves when what was recorded is stored. */
  async written(): Promise<void> {
    await this.shop.project.learnedCorrections.forget('nothing');
  }

  /** Lets all open queries settle. */
  async rest(): Promise<void> {
    this.shop.now += settleMs;
    this.tracker.sweep();
    await this.written();
  }

  async corrected(text: string, more: Parameters<typeof textQuery>[1] = {}): Promise<string | null> {
    return (await this.look(text, more)).correctedQuery;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.tracker[Symbol.dispose]();
    await this.shop[Symbol.asyncDispose]();
  }
}

/** Rows of a project's database. */
export function rowsOf(project: ProjectEngine, sql: string): Record<string, unknown>[] {
  const database = new DatabaseSync((project as EmbeddedProject).path, { readOnly: true });
  try {
    return database
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }));
  } finally {
    database.close();
  }
}

export const users = (count: number, prefix = 'u'): string[] =>
  Array.from({ length: count }, (_, i) => `${prefix}${i}`);

/** What visitors search for who teach a correction. */
export const hoover = ['hoover', 'vacuum'];

/** Words that are their own stems. */
export const stemmed = (word: string, target: string) => ({ word, target, stem: word, targetStems: target });
