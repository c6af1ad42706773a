import type {
  FacetRequest,
  FacetValues,
  FieldTypes,
  QueryReader,
  SuggestOptions,
  Suggestion,
  TextIndex,
  TextQuery,
  TextResult,
  Explanation,
} from '../../ports/text.ts';
import type { Filter } from '../../ports/filters.ts';
import type { ItemSet } from '../../ports/rules.ts';
import type { SearchSettings } from '../../ports/settings.ts';
import type { SimilarityScorer } from '../../kernel/text/query/query.ts';
import type { FilterNode } from '../../kernel/text/query/query.ts';
import { requestSlices, type WorkSlices } from '../../lib/work-slices.ts';
import { isCodeQuery } from '../../kernel/text/order/fusion.ts';
import { queryWords } from '../../kernel/text/language/query-words.ts';
import { settingsFingerprint } from '../../kernel/text/segments/segment-format.ts';
import type { TextSettings } from '../../kernel/text/schema/settings.ts';
import { SegmentedIndex as KernelIndex } from '../../kernel/text/search/segmented-index.ts';
import type { CommonWords } from '../../kernel/text/expansion/typo-rules.ts';
import { ActiveItems } from './active-items.ts';
import type { AppliedChange, NumberedItem } from '../storage/applied-change.ts';
import type { CatalogProjection } from '../catalog/catalog-store.ts';
import { ItemHighlights } from './item-highlights.ts';
import type { IndexBuilder } from './index-builder.ts';
import { IndexSnapshotter } from './index-snapshotter.ts';
import type { IndexReply } from './index-messages.ts';
import type { ProjectDatabase } from '../storage/project-database.ts';
import { Reindexing, scanAll } from './reindexing.ts';
import { indexDocument } from './index-document.ts';
import { hiddenPart, kernelQuery, visibleNode, type ItemNames, type SemanticLookup } from './kernel-query.ts';
import { CompletionCache } from './completion-cache.ts';
import { SegmentMaintenance } from './segment-maintenance.ts';
import { suggestions } from './suggestions.ts';
import { executeFacetSearch, executeSearch, executeExplain, type ServingIndex } from './search-execution.ts';

/** From this many changed items on, a segment is built by the worker instead of inline. */
const inlineMax = 64;
/** Units of a search between two pauses (see `Steps`): about ten milliseconds. */
const unitsMax = 3_000_000;
const slices = (): WorkSlices => requestSlices(unitsMax);

export interface ItemSource {
  byNumber(no: number): NumberedItem | null;
  /** The number of the item with the shop's id, or -1. */
  numberOf(id: string): number;
}

interface OpenOptions {
  readonly path: string;
  readonly builder: IndexBuilder;
  readonly settings: TextSettings;
  readonly commonWords?: CommonWords;
  readonly database: ProjectDatabase;
  readonly onError: (error: unknown) => void;
}

/** A segment of changed items under way, for the index that served when it was begun. */
interface Building {
  readonly keys: Uint32Array;
  readonly kernel: KernelIndex;
  readonly reply: Promise<IndexReply | null>;
}

/** Search by words in the serving thread; building and merging in another. */
export class EmbeddedTextIndex implements TextIndex, CatalogProjection {
  readonly #path: string;
  readonly #builder: IndexBuilder;
  readonly #database: ProjectDatabase;
  readonly #keeper: IndexSnapshotter;
  #kernel: KernelIndex;
  #reader: QueryReader;
  #highlights: ItemHighlights;
  readonly #completions = new CompletionCache();
  readonly #active = new ActiveItems();
  readonly #onError: (error: unknown) => void;
  /** Segments under way, by the changes that they hold. */
  readonly #building = new WeakMap<readonly AppliedChange[], Building>();
  /** The index with other settings that is to take over. */
  #reindexing: Reindexing | null = null;
  /** When the last one that was begun is through. */
  #reindexed: Promise<void> = Promise.resolve();
  #onTakeOver: () => void = () => undefined;
  #items: ItemSource | null = null;
  #semanticOf: SemanticLookup = () => undefined;
  readonly #maintenance: SegmentMaintenance;

  private constructor(options: OpenOptions, keeper: IndexSnapshotter, kernel: KernelIndex) {
    this.#path = options.path;
    this.#builder = options.builder;
    this.#database = options.database;
    this.#onError = options.onError;
    this.#keeper = keeper;
    this.#kernel = kernel;
    this.#reader = readerOf(kernel);
    this.#highlights = new ItemHighlights(kernel.analyzer);
    this.#maintenance = new SegmentMaintenance({ ...options, kernel: () => this.#kernel });
  }

  /** Brings the index of a project's database back, or builds it. */
  static async open(options: OpenOptions): Promise<EmbeddedTextIndex> {
    const keeper = new IndexSnapshotter({ ...options, reads: options.database.reads });
    const kept = await keeper.restore(options.settings, options.commonWords);
    if (kept !== null) return new EmbeddedTextIndex(options, keeper, kept);
    const kernel = new KernelIndex(options.settings, options.commonWords);
    const index = new EmbeddedTextIndex(options, keeper, kernel);
    await scanAll(options.builder, options.path, index.#kernel, () => true);
    index.#keep();
    return index;
  }

  /**
   * Items are read from here when hits are answered, and `meaningOf` has what they mean; `onTakeOver` hears of an index with other
   * settings.
   */
  bind(items: ItemSource, semanticOf: SemanticLookup, onTakeOver: () => void): void {
    this.#items = items;
    this.#semanticOf = semanticOf;
    this.#onTakeOver = onTakeOver;
  }

  /** In effect at once where documents hold the same under the new settings; else behind what serves. */
  settingsChanged(
    settings: SearchSettings,
    progress: (indexed: number, total: number) => void,
  ): Promise<boolean> | null {
    this.#reindexing?.cancel();
    this.#reindexing = null;
    if (settingsFingerprint(settings) === settingsFingerprint(this.#kernel.settings)) {
      this.#kernel.configure(settings);
      this.#completions.changed();
      return null;
    }
    const reindexing = new Reindexing({
      path: this.#path,
      builder: this.#builder,
      kernel: new KernelIndex(settings, this.#kernel.commonWords),
      byNumber: (no) => this.#items?.byNumber(no) ?? null,
      after: this.#reindexed,
    });
    this.#reindexing = reindexing;
    const tookOver = reindexing.run(
      (indexed) => progress(indexed, this.#kernel.size),
      () => {
        this.#kernel = reindexing.kernel;
        this.#reader = readerOf(this.#kernel);
        this.#highlights = new ItemHighlights(this.#kernel.analyzer);
        this.#reindexing = null;
        this.#completions.changed();
        this.#onTakeOver();
        this.#maintenance.schedule();
        this.#keep();
      },
    );
    this.#reindexed = reindexing.ended;
    return tookOver;
  }

  get size(): number {
    return this.#kernel.size;
  }

  get bytes(): number {
    return this.#kernel.segmentBytes;
  }

  /** Of texts cut into words and of completions, to be used again. */
  get cacheBytes(): number {
    return this.#highlights.bytes + this.#completions.bytes;
  }

  /** Whether the item with this number is active. */
  has(no: number): boolean {
    return this.#active.has(this.#kernel, no);
  }

  /** Orders items of equal relevance, from the next search on. */
  setPopularity(no: number, rank: number): void {
    this.#kernel.setPopularity(no, rank);
    this.#completions.ranked(this.#kernel.size);
  }

  get reader(): QueryReader {
    return this.#reader;
  }

  /** Whether items, by number, are active, match and are not hidden; to be used before the next change. */
  matcher(filter: FilterNode | undefined, hidden: readonly ItemSet[] = []): (no: number) => boolean {
    const node = visibleNode(filter, hidden, this.#names);
    return node === undefined ? (no) => this.has(no) : this.#kernel.filter(node);
  }

  /** The items that pass a filter, by number, in no order, where there are at most so many; null where there are more. */
  fewPassing(filter: FilterNode, hidden: readonly ItemSet[], max: number): number[] | null {
    const query = { text: '', filter, rules: hiddenPart(hidden, this.#names), grouped: false, offset: 0 };
    if (this.#kernel.search({ ...query, limit: 0 }).total > max) return null;
    return this.#kernel.search({ ...query, limit: max }).hits.map(({ key }) => key);
  }

  /** A search among what can be compared with something else than words, such as a photo. */
  async searchLike(query: TextQuery, likeness: SimilarityScorer): Promise<TextResult> {
    return slices().run(executeSearch(this.#serving, query, likeness));
  }

  /** Begins to build a segment of many changed items beside, which is done or nearly so when it is their turn. */
  itemsStored(changes: readonly AppliedChange[]): void {
    const keys = activeOf(changes).map(({ no }) => no);
    if (keys.length <= inlineMax) return;
    this.#building.set(changes, this.#build(Uint32Array.from(keys)));
  }

  async itemsChanged(changes: readonly AppliedChange[]): Promise<void> {
    this.#reindexing?.note(changes);
    let building = this.#building.get(changes);
    let built = (await building?.reply) ?? null;
    while (building !== undefined && building.kernel !== this.#kernel) {
      // An index with other settings took over meanwhile, which cannot read this segment.
      building = this.#build(building.keys);
      built = await building.reply;
    }
    this.#completions.changed();
    // From here on in one step: the index that serves, and one that is to take over, see all of it or nothing.
    for (const { no } of changes) this.#active.forget(no);
    for (const { no } of goneOf(changes)) this.#kernel.remove(no);
    if (built?.buffer != null) {
      this.#kernel.attach(built.buffer);
    } else if (built === null) {
      // Few items; or many that could not be built beside, which holds up the thread and keeps the promise.
      for (const { no, after, content } of activeOf(changes)) {
        if (after !== null && content !== null)
          this.#kernel.add(indexDocument(no, content.fields, after.createdAt, this.#kernel.settings));
      }
    }
    this.#maintenance.schedule();
    this.#keep();
  }

  isCode(text: string): boolean {
    return isCodeQuery(text, queryWords(text, this.#kernel.analyzer).words);
  }

  fieldTypes(field: string): FieldTypes | null {
    return this.#kernel.fieldKinds(field);
  }

  fieldNames(): ReadonlySet<string> {
    return this.#kernel.fieldNames();
  }

  async search(query: TextQuery): Promise<TextResult> {
    await this.#prepare(query);
    return slices().run(executeSearch(this.#serving, query));
  }

  async explain(query: TextQuery, clauses: readonly Filter[], id: string): Promise<Explanation | null> {
    return slices().run(executeExplain(this.#serving, query, clauses, id));
  }

  async facetValues(query: TextQuery, facet: FacetRequest, text: string): Promise<FacetValues> {
    await this.#prepare(query);
    return slices().run(executeFacetSearch(this.#serving, query, facet, text));
  }

  async suggest(text: string, limit: number, wishes: SuggestOptions = {}): Promise<Suggestion[]> {
    await slices().run(this.#kernel.prepare({ text, offset: 0, limit: 0 }));
    const { kernel, highlights, names, item } = this.#serving;
    const { hidden = [], searches = [], privateFields = [] } = wishes;
    const rules = hiddenPart(hidden, names);
    const isNamed = !privateFields.includes('name');
    const make = (): Suggestion[] =>
      suggestions(kernel, (no) => (isNamed ? highlights.nameOf(item(no)) : null), {
        text,
        limit,
        rules,
        searches,
        privateFields,
      });
    return hidden.length > 0
      ? make()
      : [...this.#completions.of([text, limit, searches, privateFields], make)];
  }

  /** Resolves when the index with other settings that was begun last has taken over, or was given up. */
  get reindexed(): Promise<void> {
    return this.#reindexed;
  }

  /** Resolves when no building or merging is under way. */
  settled(): Promise<void> {
    return this.#maintenance.settled();
  }

  /** `keep`: writes the index to disk where it has changed. */
  async close(keep: boolean): Promise<void> {
    await this.#maintenance.close();
    await this.#keeper.close(keep ? this.#current() : null).catch(this.#onError);
    await this.#builder.ask({ kind: 'close', path: this.#path });
  }

  /** Has the thread answer others while what this query needs and what is kept is made. */
  async #prepare(query: TextQuery): Promise<void> {
    const { kernel, names } = this.#serving;
    await slices().run(kernel.prepare(kernelQuery(query, names, () => undefined)));
  }

  #build(keys: Uint32Array): Building {
    const kernel = this.#kernel;
    const { settings } = kernel;
    const reply = this.#builder
      .ask({ kind: 'items', path: this.#path, keys, settings })
      .catch((error: unknown) => {
        this.#onError(error);
        return null;
      });
    return { keys, kernel, reply };
  }

  get #names(): ItemNames {
    return {
      numberOf: (id) => this.#items?.numberOf(id) ?? -1,
      groupBy: this.#kernel.settings.groupBy,
    };
  }

  get #serving(): ServingIndex {
    const item = (no: number): NumberedItem => this.#item(no);
    return {
      kernel: this.#kernel,
      highlights: this.#highlights,
      names: this.#names,
      item,
      semanticOf: this.#semanticOf,
    };
  }

  #item(no: number): NumberedItem {
    const item = this.#items?.byNumber(no) ?? null;
    if (item === null) throw new Error(`The text index has item ${no}, which the catalog does not have`);
    return item;
  }

  #current(): { kernel: KernelIndex; revision: number } {
    return { kernel: this.#kernel, revision: this.#database.appliedRevision };
  }

  #keep(): void {
    this.#keeper.changed(() => this.#current());
  }
}

function readerOf({ analyzer }: KernelIndex): QueryReader {
  return { words: (text) => queryWords(text, analyzer).words.map(({ stem: base }) => base) };
}

/** The last change of each item that is active after it, in order. */
function activeOf(changes: readonly AppliedChange[]): AppliedChange[] {
  return lastOf(changes).filter(({ after }) => after?.active === true);
}

function goneOf(changes: readonly AppliedChange[]): AppliedChange[] {
  return lastOf(changes).filter(({ after }) => after?.active !== true);
}

function lastOf(changes: readonly AppliedChange[]): AppliedChange[] {
  const last = new Map<number, AppliedChange>();
  for (const change of changes) last.set(change.no, change);
  return [...last.values()];
}
