import type {
  FacetRequest,
  FacetValues,
  FieldTypes,
  QueryAnalyzer,
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
import { KernelQueryAnalyzer } from './query-analyzer.ts';
import { settingsFingerprint } from '../../kernel/text/segments/segment-format.ts';
import type { TextSettings } from '../../kernel/text/schema/settings.ts';
import { SegmentedIndex as KernelIndex } from '../../kernel/text/search/segmented-index.ts';
import type { CommonWords } from '../../kernel/text/expansion/typo-rules.ts';
import { ActiveItems } from './active-items.ts';
import type { AppliedChange, NumberedItem } from '../log/applied-change.ts';
import type { CatalogProjection } from '../catalog/catalog-store.ts';
import { ItemHighlights } from './item-highlights.ts';
import type { IndexBuilder } from './index-builder.ts';
import { IndexSnapshotter } from './index-snapshotter.ts';
import type { IndexReply } from './index-messages.ts';
import type { ProjectDatabase } from '../log/project-database.ts';
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

/** A segment of changed items in progress, for the index that was serving at its start. */
interface Building {
  readonly keys: Uint32Array;
  readonly kernel: KernelIndex;
  readonly reply: Promise<IndexReply | null>;
}

/** Full-text search on the serving thread; segments are built and merged on other threads. */
export class EmbeddedTextIndex implements TextIndex, CatalogProjection {
  readonly #path: string;
  readonly #builder: IndexBuilder;
  readonly #database: ProjectDatabase;
  readonly #snapshotter: IndexSnapshotter;
  #kernel: KernelIndex;
  #queryAnalyzer: KernelQueryAnalyzer;
  #highlights: ItemHighlights;
  readonly #completions = new CompletionCache();
  readonly #active = new ActiveItems();
  readonly #onError: (error: unknown) => void;
  /** Segments in progress, by their changes. */
  readonly #building = new WeakMap<readonly AppliedChange[], Building>();
  /** The index with other settings that is being built. */
  #reindexing: Reindexing | null = null;
  /** Resolves when the last reindexing has ended. */
  #reindexed: Promise<void> = Promise.resolve();
  #onReplaced: () => void = () => undefined;
  #items: ItemSource | null = null;
  #semanticOf: SemanticLookup = () => undefined;
  readonly #maintenance: SegmentMaintenance;

  private constructor(options: OpenOptions, snapshotter: IndexSnapshotter, kernel: KernelIndex) {
    this.#path = options.path;
    this.#builder = options.builder;
    this.#database = options.database;
    this.#onError = options.onError;
    this.#snapshotter = snapshotter;
    this.#kernel = kernel;
    this.#queryAnalyzer = new KernelQueryAnalyzer(kernel);
    this.#highlights = new ItemHighlights(kernel.analyzer);
    this.#maintenance = new SegmentMaintenance({ ...options, kernel: () => this.#kernel });
  }

  /** Restores the index of a project's database, or builds it. */
  static async open(options: OpenOptions): Promise<EmbeddedTextIndex> {
    const snapshotter = new IndexSnapshotter({ ...options, reads: options.database.reads });
    const restored = await snapshotter.restore(options.settings, options.commonWords);
    if (restored !== null) return new EmbeddedTextIndex(options, snapshotter, restored);
    const kernel = new KernelIndex(options.settings, options.commonWords);
    const index = new EmbeddedTextIndex(options, snapshotter, kernel);
    await scanAll(options.builder, options.path, index.#kernel, () => true);
    index.#scheduleSave();
    return index;
  }

  /**
   * Connects the index: hits are read from `items`, `semanticOf` computes semantic similarity, and `onReplaced` is
   * called when an index with other settings replaces this one.
   */
  bind(items: ItemSource, semanticOf: SemanticLookup, onReplaced: () => void): void {
    this.#items = items;
    this.#semanticOf = semanticOf;
    this.#onReplaced = onReplaced;
  }

  /**
   * Takes effect immediately where the documents are the same under the new settings; otherwise after reindexing in
   * the background.
   */
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
    const completed = reindexing.run(
      (indexed) => progress(indexed, this.#kernel.size),
      () => {
        this.#kernel = reindexing.kernel;
        this.#queryAnalyzer = new KernelQueryAnalyzer(this.#kernel);
        this.#highlights = new ItemHighlights(this.#kernel.analyzer);
        this.#reindexing = null;
        this.#completions.changed();
        this.#onReplaced();
        this.#maintenance.schedule();
        this.#scheduleSave();
      },
    );
    this.#reindexed = reindexing.ended;
    return completed;
  }

  get size(): number {
    return this.#kernel.size;
  }

  get bytes(): number {
    return this.#kernel.segmentBytes;
  }

  /** Bytes of the caches of tokenized texts and completions. */
  get cacheBytes(): number {
    return this.#highlights.bytes + this.#completions.bytes;
  }

  /** Whether the item with this number is active. */
  has(no: number): boolean {
    return this.#active.has(this.#kernel, no);
  }

  /** Sets the popularity of an item, from the next search on. */
  setPopularity(no: number, rank: number): void {
    this.#kernel.setPopularity(no, rank);
    this.#completions.ranked(this.#kernel.size);
  }

  get queryAnalyzer(): QueryAnalyzer {
    return this.#queryAnalyzer;
  }

  /** A test whether items, by number, are active, match and are not hidden; valid until the next change. */
  matcher(filter: FilterNode | undefined, hidden: readonly ItemSet[] = []): (no: number) => boolean {
    const node = visibleNode(filter, hidden, this.#names);
    return node === undefined ? (no) => this.has(no) : this.#kernel.filter(node);
  }

  /** The items that pass a filter, by number and unordered, where there are at most `max`; null where there are more. */
  itemsPassing(filter: FilterNode, hidden: readonly ItemSet[], max: number): number[] | null {
    const query = { text: '', filter, rules: hiddenPart(hidden, this.#names), grouped: false, offset: 0 };
    if (this.#kernel.search({ ...query, limit: 0 }).total > max) return null;
    return this.#kernel.search({ ...query, limit: max }).hits.map(({ key }) => key);
  }

  /** A search ranked by another similarity than words, such as that to a photo. */
  async searchLike(query: TextQuery, similarity: SimilarityScorer): Promise<TextResult> {
    return slices().run(executeSearch(this.#serving, query, similarity));
  }

  /** Starts building a segment of many changed items early, so that it is nearly ready when they are applied. */
  itemsStored(changes: readonly AppliedChange[]): void {
    const keys = activeOf(changes).map(({ no }) => no);
    if (keys.length <= inlineMax) return;
    this.#building.set(changes, this.#build(Uint32Array.from(keys)));
  }

  async itemsChanged(changes: readonly AppliedChange[]): Promise<void> {
    this.#reindexing?.recordChanges(changes);
    let building = this.#building.get(changes);
    let built = (await building?.reply) ?? null;
    while (building !== undefined && building.kernel !== this.#kernel) {
      // Another index replaced the serving one in the meantime, and cannot read this segment.
      building = this.#build(building.keys);
      built = await building.reply;
    }
    this.#completions.changed();
    // The rest runs in one step: the serving index, and one that is being built, see all changes or none.
    for (const { no } of changes) this.#active.invalidate(no);
    for (const { no } of inactiveOf(changes)) this.#kernel.remove(no);
    if (built?.buffer != null) {
      this.#kernel.attach(built.buffer);
    } else if (built === null) {
      // Few items, or a failed build: they are added inline, which blocks this thread but keeps the write's promise.
      for (const { no, after, content } of activeOf(changes)) {
        if (after !== null && content !== null)
          this.#kernel.add(indexDocument(no, content.fields, after.createdAt, this.#kernel.settings));
      }
    }
    this.#maintenance.schedule();
    this.#scheduleSave();
  }

  fieldTypes(field: string): FieldTypes | null {
    return this.#kernel.columnTypes(field);
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

  async suggest(text: string, limit: number, options: SuggestOptions = {}): Promise<Suggestion[]> {
    await slices().run(this.#kernel.prepare({ text, offset: 0, limit: 0 }));
    const { kernel, highlights, names, item } = this.#serving;
    const { hidden = [], searches = [], privateFields = [] } = options;
    const rules = hiddenPart(hidden, names);
    const isNamed = !privateFields.includes('name');
    const compute = (): Suggestion[] =>
      suggestions(kernel, (no) => (isNamed ? highlights.nameOf(item(no)) : null), {
        text,
        limit,
        rules,
        searches,
        privateFields,
      });
    return hidden.length > 0
      ? compute()
      : [...this.#completions.of([text, limit, searches, privateFields], compute)];
  }

  /** Resolves when the last reindexing has completed or was cancelled. */
  get reindexed(): Promise<void> {
    return this.#reindexed;
  }

  /** Resolves when no build or merge is in progress. */
  settled(): Promise<void> {
    return this.#maintenance.settled();
  }

  /** `saves`: writes unsaved changes of the index to disk. */
  async close(saves: boolean): Promise<void> {
    await this.#maintenance.close();
    await this.#snapshotter.close(saves ? this.#current() : null).catch(this.#onError);
    await this.#builder.request({ kind: 'close', path: this.#path });
  }

  /** Computes the caches that the query needs in steps, between which other requests run. */
  async #prepare(query: TextQuery): Promise<void> {
    const serving = { ...this.#serving, semanticOf: () => undefined };
    await slices().run(serving.kernel.prepare(kernelQuery(query, serving)));
  }

  #build(keys: Uint32Array): Building {
    const kernel = this.#kernel;
    const { settings } = kernel;
    const reply = this.#builder
      .request({ kind: 'items', path: this.#path, keys, settings })
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
      queryTextOf: this.#queryAnalyzer.queryTextOf,
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

  #scheduleSave(): void {
    this.#snapshotter.changed(() => this.#current());
  }
}

/** The last change of each item that is active after it, in order. */
function activeOf(changes: readonly AppliedChange[]): AppliedChange[] {
  return lastOf(changes).filter(({ after }) => after?.active === true);
}

function inactiveOf(changes: readonly AppliedChange[]): AppliedChange[] {
  return lastOf(changes).filter(({ after }) => after?.active !== true);
}

function lastOf(changes: readonly AppliedChange[]): AppliedChange[] {
  const last = new Map<number, AppliedChange>();
  for (const change of changes) last.set(change.no, change);
  return [...last.values()];
}
