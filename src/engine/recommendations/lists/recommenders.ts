import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../../../ports/catalog/json.ts';
import type { ShopEvent, Visitor, VisitorId } from '../../../ports/recommendations/events.ts';
import type {
  OrderEvidence,
  TrainingReport,
  TrainingState,
  ListConditions,
  Recommended,
  Recommenders,
  RecommendationSource,
} from '../../../ports/recommendations/recommenders.ts';
import { CountedWrites } from '../counters/counted-writes.ts';
import type { CountingSettings } from '../counters/counting-settings.ts';
import type { Clock } from '../../../lib/clock.ts';
import { requestSlices, WorkSlices } from '../../../lib/work-slices.ts';
import type { Steps } from '../../../kernel/bits/steps.ts';
import { boughtTogether } from '../../../kernel/recommend/lists/bought-together.ts';
import { buyAgain } from '../../../kernel/recommend/lists/buy-again.ts';
import { forUser } from '../../../kernel/recommend/lists/for-user.ts';
import { listBestSellers, measureCoverage } from '../../../kernel/recommend/lists/list-coverage.ts';
import { recentlyViewed } from '../../../kernel/recommend/lists/recently-viewed.ts';
import type { RecommenderState } from '../../../kernel/recommend/counters/recommender-state.ts';
import type { IsAllowed, ScoredItem } from '../../../kernel/recommend/rows/scored.ts';
import { similar, type NameMeanings, type SimilarRequest } from '../../../kernel/recommend/lists/similar.ts';
import { popular, trending } from '../../../kernel/recommend/lists/trending.ts';
import type { AppliedChange } from '../../log/applied-change.ts';
import type { CatalogProjection } from '../../catalog/catalog-projections.ts';
import type { EmbeddedCatalog } from '../../catalog/catalog-store.ts';
import type { ProjectDatabase } from '../../log/project-database.ts';
import type { CatalogValues, EventProjection } from '../events/event-log.ts';
import type { ProgramRunner } from '../../../lib/program-runner.ts';
import type { RankingTrainer } from '../learning/ranking-trainer.ts';
import type { EmbeddedPictures } from '../../pictures/pictures.ts';
import type { RecommenderProjection } from '../counters/recommender-projection.ts';
import { recommenderSnapshotPath, openRecommender } from '../counters/recommender-snapshot.ts';
import { RecommenderSnapshotter } from '../counters/recommender-snapshotter.ts';
import { RecommenderRebuild } from '../counters/recommender-rebuild.ts';
import { readListedItems, type ListedNumber } from './list-items.ts';
import { visitorKeys, visitorNames } from './visitor-names.ts';
import { Impressions } from './impressions.ts';
import type { EmbeddedTextIndex } from '../../search/text-index.ts';
import type { ItemNameSimilarities } from '../../text-embeddings/name-similarities.ts';
import type { EmbeddedTextEmbeddings } from '../../text-embeddings/text-embeddings.ts';
import type { Filter } from '../../../ports/search/filters.ts';
import { findRecentPurchases } from '../../../kernel/recommend/lists/just-bought.ts';
import { readPurchases } from '../../../kernel/recommend/lists/purchase-times.ts';

/** Items read at once. */
const chunk = 500;

/** The numbers of the active items, the newest first. */
function* readNewestItems(reads: ProjectDatabase['reads']): Generator<number> {
  const next = reads.prepare(
    `SELECT no FROM items WHERE active = 1 AND no < ? ORDER BY no DESC LIMIT ${chunk}`,
  );
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const rows = next.all(before) as { no: number }[];
    for (const { no } of rows) yield (before = no);
    if (rows.length < chunk) return;
  }
}

/** The names of the kernel's sources in a reply. */
const sources: Record<ScoredItem['source'], RecommendationSource> = {
  history: 'history',
  visits: 'history',
  repeat: 'history',
  content: 'content',
  vectors: 'picture',
  baskets: 'together',
  kinds: 'goes_with',
  trend: 'trending',
  popular: 'popular',
  bought: 'bought',
  viewed: 'viewed',
};
/** The sources of a list of similar items. */
const similarSources = { ...sources, history: 'viewed_together', visits: 'viewed_together' } as const;

/** Matches sold-out items; items without `stock` are in stock. */
const soldOutFilter: Filter = { kind: 'range', field: 'stock', max: 0 };

/** Returns a test whether a list may contain an item, valid until the next change. `isSoldOut` reads the item's own stock. */
function createListability(
  { soldOut, local, filter, hidden = [] }: ListConditions,
  text: Pick<EmbeddedTextIndex, 'buildMatcher'> | null,
  isSoldOut: (itemNumber: number) => boolean,
): (itemNumber: number) => boolean {
  if (text === null) return () => false;
  if (soldOut) return text.buildMatcher(filter, hidden, local);
  // The stock of a store is a field of the index.
  if (local !== undefined && local.store !== null)
    return text.buildMatcher(filter, [...hidden, { ids: [], filter: soldOutFilter }], local);
  const matches = text.buildMatcher(filter, hidden, local);
  return (itemNumber) => !isSoldOut(itemNumber) && matches(itemNumber);
}

const pictureNeighbours = 128;
const nameNeighbours = 60;
/** Maximum variants of a product among the neighbours by name, which all have one name. */
const variantsMax = 3;
/** Changed items, or rows of transitions, between two pauses. */
const rowsPerPause = 50;
/** The conditions of the 50 best sellers whose lists are measured, and of what these may have. */
const measuredConditions = { limit: 50, exclude: new Set<string>(), soldOut: true, explain: false };
/** Measured lists between two pauses: a list of a best seller has thousands of pairs. */
const measuredPerPause = 2;
/** Up to this number of items that pass the filter, only these are scored, instead of filtering all items. */
const candidatesMax = 2_000;

/** Computes lists from the in-memory counters at the time of the call. */
export class EmbeddedRecommenders implements Recommenders, CatalogProjection, EventProjection {
  #projection: RecommenderProjection;
  readonly #snapshotter: RecommenderSnapshotter;
  readonly #clock: Clock;
  readonly #database: ProjectDatabase;
  readonly #trainer: RankingTrainer;
  readonly #impressions = new Impressions();
  #text: EmbeddedTextIndex | null = null;
  #catalog: EmbeddedCatalog | null = null;
  #pictures: EmbeddedPictures | null = null;
  #texts: EmbeddedTextEmbeddings | null = null;
  readonly #writes: CountedWrites;
  /** The rebuild with new weights that is in progress. */
  #rebuild: RecommenderRebuild | null = null;

  constructor(options: {
    clock: Clock;
    database: ProjectDatabase;
    trainer: RankingTrainer;
    weights: CountingSettings;
    runner: ProgramRunner;
    onError: (error: unknown) => void;
  }) {
    const { clock, database, trainer, weights, runner, onError } = options;
    this.#clock = clock;
    this.#database = database;
    this.#writes = new CountedWrites(database);
    this.#trainer = trainer;
    const path = recommenderSnapshotPath(database.path);
    const { projection, snapshotRevision } = openRecommender(database.reads, path, weights, Infinity);
    this.#projection = projection;
    this.#snapshotter = new RecommenderSnapshotter({
      database,
      snapshotRevision,
      projection: () => this.#projection,
      isTraining: () => this.#trainer.state().state === 'learning',
      runner,
      onError,
    });
    this.#trainer.onEventCount(projection.events);
  }

  /** The counters in use; a change of the weights replaces them. */
  get projection(): RecommenderProjection {
    return this.#projection;
  }

  get #state(): RecommenderState {
    return this.#projection.state;
  }

  get events(): number {
    return this.#projection.events;
  }

  rankAll(): void {
    this.#state.takeVisitedItems();
    for (const [itemNumber, index] of this.#projection.items()) this.#rank(itemNumber, index);
  }

  /** Closes; if `saves`, writes a snapshot for the next start. */
  async close(saves: boolean): Promise<void> {
    this.#rebuild?.cancel();
    await this.#snapshotter.close(saves);
  }

  /** Whether a training or a rebuild is in progress. */
  get isLearning(): boolean {
    return this.#rebuild !== null || this.#trainer.state().state === 'learning';
  }

  /** Cancels the training in progress: its result could not be stored. */
  stopTraining(): Promise<void> {
    return this.#trainer.close();
  }

  bind(
    catalog: EmbeddedCatalog,
    pictures: EmbeddedPictures,
    text: EmbeddedTextIndex,
    texts: EmbeddedTextEmbeddings,
  ): void {
    this.#texts = texts;
    this.#catalog = catalog;
    this.#pictures = pictures;
    this.#text = text;
  }

  get bytes(): number {
    return this.#state.stats().bytes;
  }

  /** Applies settings immediately if the counters do not depend on the change; otherwise after a rebuild in the background. */
  settingsChanged(
    weights: CountingSettings,
    progress: (counted: number, total: number) => void,
  ): Promise<boolean> | null {
    this.#rebuild?.cancel();
    this.#rebuild = null;
    if (isDeepStrictEqual(weights, this.#projection.weights)) return null;
    const rebuild = new RecommenderRebuild(this.#database, weights, this.#writes);
    this.#rebuild = rebuild;
    return rebuild.run(
      (counted) => progress(counted, this.#projection.events),
      (projection) => {
        this.#projection = projection;
        this.#rebuild = null;
        this.#snapshotter.discard();
        this.#trainer.onWeightsChanged(weights);
        this.rankAll();
      },
    );
  }

  itemsChanged(changes: readonly AppliedChange[]): Promise<void> {
    return this.#writes.countItems(changes, async () => {
      const slices = new WorkSlices(rowsPerPause);
      for (const { no, after, content } of changes) {
        if (after !== null && content !== null)
          this.#rank(no, this.#projection.setItem(no, after.id, content.fields));
        else this.#projection.removeItem(no);
        await slices.spend(1);
      }
    });
  }

  /** The popularity of an item with this shop's id and these fields. */
  computePopularity(id: string, fields: JsonObject): number {
    return this.#projection.computePopularity(id, fields);
  }

  get catalogValues(): CatalogValues {
    return this.#projection;
  }

  *apply(event: ShopEvent): Steps<void> {
    yield* this.#writes.count(this.#projection.apply(event));
    this.#trainer.onEventCount(this.#projection.events);
    yield* this.#rankVisited();
    const ids = event.items.map(({ id }) => id);
    for (const key of visitorKeys(this.#state, event)) this.#impressions.clear(key, ids);
  }

  *erase(who: VisitorId, events: number): Steps<void> {
    this.#snapshotter.discard();
    this.#rebuild?.restart();
    this.#impressions.erase(this.#state.formatSubject(who));
    yield* this.#writes.count(this.#projection.erase(who, events));
    this.#trainer.onErasure(this.#projection.events);
    // The popularity of items must not include the erased events either.
    yield* this.#rankVisited();
  }

  *merge(from: VisitorId, into: string): Steps<void> {
    this.#impressions.join(this.#state.formatSubject(from), this.#state.formatSubject({ user: into }));
    yield* this.#writes.count(this.#projection.merge(from, into));
    yield* this.#rankVisited();
  }

  /** Sets the popularity of the items whose visitors changed. */
  *#rankVisited(): Steps<void> {
    for (const index of this.#state.takeVisitedItems()) {
      this.#rankIndex(index);
      yield 1;
    }
  }

  async forUser(request: Parameters<Recommenders['forUser']>[0]): Promise<Recommended[]> {
    await requestSlices(rowsPerPause).run(this.#state.transitions.prepareScale());
    const shared = this.#kernelRequest(request.conditions, request.visitor);
    const repeats = request.repeats === null ? {} : { repeats: request.repeats };
    const trained = this.#trainer.ranking;
    const ranking = trained === null ? {} : { ranking: trained };
    const learned = this.#trainer.vectorsIn(this.#state);
    const vectors = learned === null ? {} : { vectors: learned };
    const list = forUser(this.#state, {
      ...shared,
      ...repeats,
      ...ranking,
      ...vectors,
      seen: this.#indexes(request.seen),
      findVectors: (index) => this.#findVectorSimilarities(index),
      findProduct: (index) => this.#projection.findProduct(this.#projection.catalogNumber(index)),
    });
    return this.#toRecommended(list, sources);
  }

  training(): TrainingState {
    return this.#trainer.state();
  }

  train(): Promise<TrainingReport | null> {
    return this.#trainer.train();
  }

  async boughtTogether(request: Parameters<Recommenders['boughtTogether']>[0]): Promise<Recommended[]> {
    const items = this.#indexes(request.items);
    const shared = this.#kernelRequest(request.conditions, request.visitor);
    return this.#toRecommended(boughtTogether(this.#state, { ...shared, items }), sources);
  }

  async trending(request: Parameters<Recommenders['trending']>[0]): Promise<Recommended[]> {
    const shared = this.#kernelRequest(request.conditions);
    const { among, windowHours } = request;
    const candidates = this.#candidates(request.conditions);
    const matches =
      among === null ? null : (this.#text?.buildMatcher(among, [], request.conditions.local) ?? null);
    const list = trending(this.#state, {
      ...shared,
      ...(candidates === null ? {} : { candidates }),
      ...(windowHours === null ? {} : { windowHours }),
      ...(matches === null ? {} : { among: (index) => matches(this.#projection.catalogNumber(index)) }),
    });
    return this.#toRecommended(list, sources);
  }

  async similar(request: Parameters<Recommenders['similar']>[0]): Promise<Recommended[]> {
    const item = this.#state.findItem(request.item);
    if (item === undefined) return [];
    const shared = this.#kernelRequest(request.conditions);
    const list = similar(this.#state, { ...shared, item, ...this.#findVectorSimilarities(item) });
    return this.#toRecommended(list, similarSources);
  }

  async popular(request: { conditions: ListConditions }): Promise<Recommended[]> {
    const candidates = this.#candidates(request.conditions);
    const shared = this.#kernelRequest(request.conditions);
    const list = popular(this.#state, { ...shared, ...(candidates === null ? {} : { candidates }) });
    return this.#toRecommended(list, sources);
  }

  async buyAgain(request: Parameters<Recommenders['buyAgain']>[0]): Promise<Recommended[]> {
    const shared = this.#kernelRequest(request.conditions, request.visitor);
    return this.#toRecommended(buyAgain(this.#state, shared), sources);
  }

  async recentlyViewed(request: Parameters<Recommenders['recentlyViewed']>[0]): Promise<Recommended[]> {
    const shared = this.#kernelRequest(request.conditions, request.visitor);
    const seen = this.#indexes(request.seen);
    return this.#toRecommended(recentlyViewed(this.#state, { ...shared, seen }), sources);
  }

  async measureOrderEvidence(item: string | null): Promise<OrderEvidence[]> {
    const ids = item === null ? this.#listBestSellers() : [item];
    const slices = requestSlices(measuredPerPause);
    const evidence: OrderEvidence[] = [];
    for (const id of ids) {
      evidence.push(...this.#indexes([id]).map((index) => this.#measureOrders(index)));
      await slices.spend(1);
    }
    return evidence;
  }

  /** The shop's ids of the items in the most orders. */
  #listBestSellers(): string[] {
    const { limit, allow } = this.#kernelRequest(measuredConditions);
    return listBestSellers(this.#state, limit, allow).map((index) => this.#state.getId(index));
  }

  /** Other variants of an item's product are left out, as in its list. */
  #measureOrders(item: number): OrderEvidence {
    const { allow } = this.#kernelRequest(measuredConditions);
    const findProduct = (index: number): string | null =>
      this.#projection.findProduct(this.#projection.catalogNumber(index));
    const product = findProduct(item);
    const isOther = (index: number): boolean => product === null || findProduct(index) !== product;
    const state = this.#state;
    const { baskets, significant, next } = measureCoverage(
      state,
      item,
      (index) => isOther(index) && allow(index),
    );
    return {
      item: state.getId(item),
      orders: baskets,
      significant,
      next: next === null ? null : { item: state.getId(next.item), orders: next.baskets },
    };
  }

  async findPurchasedIds(visitor: Visitor): Promise<ReadonlySet<string>> {
    return collectPurchasedIds(this.#state, visitor, this.#clock.now());
  }

  async findRecentPurchaseIds(visitor: Visitor): Promise<ReadonlySet<string>> {
    return collectRecentPurchaseIds(this.#state, visitor, this.#clock.now());
  }

  async findRejectedIds(visitor: Visitor): Promise<ReadonlySet<string>> {
    return collectRejectedIds(this.#state, visitor);
  }

  async findProduct(item: string): Promise<string | null> {
    return this.#projection.productOfItem(item);
  }

  async recordImpressions(visitor: Visitor, items: readonly string[]): Promise<void> {
    const [key] = visitorKeys(this.#state, visitor);
    if (key !== undefined) this.#impressions.record(key, items, this.#clock.now());
  }

  async countImpressions(visitor: Visitor): Promise<ReadonlyMap<string, number>> {
    return this.#impressions.sumCounts(visitorKeys(this.#state, visitor), this.#clock.now());
  }

  async newest(request: { conditions: ListConditions }): Promise<Recommended[]> {
    const { limit, allow } = this.#kernelRequest(request.conditions);
    const candidates = this.#candidates(request.conditions);
    if (candidates !== null) return this.#selectNewest(candidates, limit, allow);
    const numbers: number[] = [];
    for (const itemNumber of readNewestItems(this.#database.reads)) {
      if (numbers.length >= limit) break;
      const index = this.#projection.modelNumber(itemNumber);
      if (index !== undefined && allow(index)) numbers.push(itemNumber);
    }
    return this.#newestList(numbers);
  }

  #selectNewest(candidates: readonly number[], limit: number, allow: IsAllowed): Promise<Recommended[]> {
    const numbers = candidates.filter(allow).map((index) => this.#projection.catalogNumber(index));
    return this.#newestList(numbers.sort((a, b) => b - a).slice(0, limit));
  }

  #newestList(numbers: readonly number[]): Promise<Recommended[]> {
    return this.#read(
      numbers.map((itemNumber) => ({
        no: itemNumber,
        score: itemNumber,
        source: 'new',
        because: [],
        facts: {},
      })),
    );
  }

  /** The indexes of the items that pass the filter, or null if there are more than `candidatesMax`. */
  #candidates({ filter, hidden, local }: ListConditions): number[] | null {
    if (filter === undefined) return null;
    const numbers = this.#text?.listMatching(filter, hidden ?? [], candidatesMax, local) ?? null;
    return numbers === null
      ? null
      : numbers
          .map((itemNumber) => this.#projection.modelNumber(itemNumber))
          .filter((index) => index !== undefined);
  }

  #rankIndex(index: number): void {
    const itemNumber = this.#projection.catalogNumber(index);
    if (itemNumber >= 0) this.#rank(itemNumber, index);
  }

  #rank(itemNumber: number, index: number): void {
    this.#text?.setPopularity(itemNumber, this.#projection.rank(itemNumber, index));
  }

  #indexes(ids: readonly string[]): number[] {
    return ids.map((id) => this.#state.findItem(id)).filter((index) => index !== undefined);
  }

  #kernelRequest(
    conditions: ListConditions,
    visitor: Visitor = { user: null, session: null },
  ): { now: number; limit: number; allow: IsAllowed; user?: string; session?: string } {
    const isAllowed = createListability(conditions, this.#text, (itemNumber) =>
      this.#projection.isSoldOut(itemNumber),
    );
    const excluded = new Set(this.#indexes([...conditions.exclude]));
    const allow: IsAllowed = (index) => {
      const itemNumber = this.#projection.catalogNumber(index);
      return itemNumber >= 0 && !excluded.has(index) && isAllowed(itemNumber);
    };
    return { now: this.#clock.now(), limit: conditions.limit, allow, ...visitorNames(visitor) };
  }

  /** The similarities of an item by pictures and by the meaning of names, where it has vectors. */
  #findVectorSimilarities(index: number): Pick<SimilarRequest, 'vectorNeighbours' | 'meanings'> {
    const itemNumber = this.#projection.catalogNumber(index);
    if (itemNumber < 0) return {};
    const near = this.#pictures?.neighbours(itemNumber, pictureNeighbours) ?? null;
    const names = this.#texts?.findNameSimilarities(itemNumber) ?? null;
    return {
      ...(near === null ? {} : { vectorNeighbours: this.#toPictureNeighbours(near) }),
      ...(names === null ? {} : { meanings: this.#toMeanings(names) }),
    };
  }

  #toPictureNeighbours(
    near: readonly { readonly key: number; readonly score: number }[],
  ): { index: number; score: number }[] {
    return near.flatMap(({ key, score }) => {
      const neighbour = this.#projection.modelNumber(key);
      return neighbour === undefined ? [] : [{ index: neighbour, score: Math.max(0, score) }];
    });
  }

  #toMeanings({ findNearest, compare }: ItemNameSimilarities): NameMeanings {
    return {
      findNeighbours: () => this.#listNameNeighbours(findNearest()),
      compare: (items) => compare(items.map((item) => this.#projection.catalogNumber(item))),
    };
  }

  /** The first of these items, few of each product. */
  #listNameNeighbours(nearest: Uint32Array): number[] {
    const counts = new Map<string, number>();
    const neighbours: number[] = [];
    for (const itemNumber of nearest) {
      if (neighbours.length === nameNeighbours) break;
      const index = this.#projection.modelNumber(itemNumber);
      if (index === undefined) continue;
      const product = this.#projection.findProduct(itemNumber);
      const count = product === null ? 0 : (counts.get(product) ?? 0);
      if (count === variantsMax) continue;
      if (product !== null) counts.set(product, count + 1);
      neighbours.push(index);
    }
    return neighbours;
  }

  #toRecommended(
    list: readonly ScoredItem[],
    names: Record<ScoredItem['source'], RecommendationSource>,
  ): Promise<Recommended[]> {
    return this.#read(
      list.map(({ index, score, source, because, parts }) => ({
        no: this.#projection.catalogNumber(index),
        score,
        source: names[source],
        because: because.map((each) => this.#state.getId(each)),
        facts: parts,
      })),
    );
  }

  #read(list: readonly ListedNumber[]): Promise<Recommended[]> {
    const findItem = (itemNumber: number) => this.#catalog?.findItem(itemNumber) ?? null;
    return readListedItems(list, findItem, (itemNumber) => this.#projection.findProduct(itemNumber));
  }
}

/** The shop's ids of the visitor's purchases. `now` is in ms since 1970. */
function collectPurchasedIds(state: RecommenderState, visitor: Visitor, now: number): ReadonlySet<string> {
  return readIds(state, readPurchases(state, state.findSubjects(visitorNames(visitor)), now).keys());
}

/** The {@link collectPurchasedIds} that were bought recently, and not as a habit. */
function collectRecentPurchaseIds(
  state: RecommenderState,
  visitor: Visitor,
  now: number,
): ReadonlySet<string> {
  return readIds(state, findRecentPurchases(state, { ...visitorNames(visitor), now }));
}

/** The shop's ids of items that the visitor rejected. */
function collectRejectedIds(state: RecommenderState, visitor: Visitor): ReadonlySet<string> {
  return readIds(state, state.findRejectedItems(visitorNames(visitor)));
}

function readIds(state: RecommenderState, items: Iterable<number>): ReadonlySet<string> {
  return new Set(Array.from(items, (item) => state.getId(item)));
}
