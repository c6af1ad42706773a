import type { IndexField } from '../../kernel/text/schema/index-field.ts';
import { VitrineError } from '../../ports/errors.ts';
import type { QueryAnalyzer } from '../../ports/search/query-analyzer.ts';
import type {
  FacetValues,
  FieldTypes,
  TextIndex,
  TextQuery,
  TextResult,
  Explanation,
} from '../../ports/search/text.ts';
import type { SuggestOptions, Suggestion } from '../../ports/search/suggestions.ts';
import type { Filter } from '../../ports/search/filters.ts';
import type { LocalValues } from '../../ports/catalog/local-values.ts';
import type { ItemSet } from '../../ports/search/rules.ts';
import type { SimilarityScorer } from '../../kernel/text/query/query.ts';
import type { FilterNode } from '../../kernel/text/query/query.ts';
import { requestSlices, type WorkSlices } from '../../lib/work-slices.ts';
import { KernelQueryAnalyzer } from './query-analyzer.ts';
import type { TextSettings } from '../../kernel/text/schema/settings.ts';
import { evictOldest } from '../../lib/evict-oldest.ts';
import type { IndexChange, SegmentedIndex as KernelIndex } from '../../kernel/text/search/segmented-index.ts';
import { ActiveItems } from './active-items.ts';
import { LearnedOrder } from '../../kernel/click-model/learned-order.ts';
import type { NumberedItem } from '../log/applied-change.ts';
import { tokenizeItemName } from './item-highlights.ts';
import {
  excludeHiddenItems,
  toKernelQuery,
  buildVisibleNode,
  type CorrectionLookup,
  type ItemNames,
  type SemanticLookup,
} from './kernel-query.ts';
import { CompletionCache } from './completion-cache.ts';
import { createLocalFields } from './local-fields.ts';
import { PinnedText } from './pinned-text.ts';
import { adaptSettings } from './settings-view.ts';
import { findSuggestions } from './suggestions.ts';
import { executeFacetSearch, executeSearch, executeExplain, type ServingIndex } from './search-execution.ts';

/** Maximum units of a search between two pauses (see `Steps`): about ten milliseconds. */
const unitsMax = 3_000_000;
/** Maximum cached views under other settings. */
const viewsMax = 8;
const createSlices = (): WorkSlices => requestSlices(unitsMax);

export interface ItemSource {
  findItem(itemNumber: number): NumberedItem | null;
  /** The number of the item with the shop's id, or -1. */
  findNumber(id: string): number;
}

/** Receives the changes of the index for replicas in other threads. */
export interface IndexListener {
  indexChanged(change: IndexChange): void;
  /** Called when another index serves from now on. */
  indexReplaced(kernel: KernelIndex): void;
}

/** An index under other settings, and the names of those that it cannot apply. */
interface TextView {
  readonly text: EmbeddedTextIndex;
  readonly notApplied: readonly string[];
}

/** Full-text search of a project, on the thread of its kernel index. `IndexUpdater` keeps it up to date. */
export class EmbeddedTextIndex implements TextIndex {
  #kernel: KernelIndex;
  #queryAnalyzer: KernelQueryAnalyzer;
  readonly #completions = new CompletionCache();
  readonly #active = new ActiveItems();
  #items: ItemSource | null = null;
  #findSemanticScores: SemanticLookup = () => undefined;
  #learned = new LearnedOrder();
  #findCorrection: CorrectionLookup = () => null;
  #listener: IndexListener | null = null;
  /** Views by their settings; the most recently used is last. */
  readonly #views = new Map<TextSettings, TextView>();

  constructor(kernel: KernelIndex) {
    this.#kernel = kernel;
    this.#queryAnalyzer = new KernelQueryAnalyzer(kernel, () => this.#names);
  }

  /** Connects the index: hits are read from `items`, and `findSemanticScores` computes semantic similarity. */
  bindItems(items: ItemSource, findSemanticScores: SemanticLookup): void {
    this.#items = items;
    this.#findSemanticScores = findSemanticScores;
  }

  /** Orders lists by the order learned from clicks, from now on. */
  bindLearnedOrder(learned: LearnedOrder): void {
    this.#learned = learned;
  }

  /** Replaces words that no item has by these corrections from now on. */
  bindCorrections(findCorrection: CorrectionLookup): void {
    this.#findCorrection = findCorrection;
  }

  /** The texts among the values of a field of an active item. */
  readTexts(itemNumber: number, field: IndexField): string[] {
    return this.#kernel.readValues(itemNumber, field).filter((value) => typeof value === 'string');
  }

  /** The index that serves; its changes must be reported by {@link invalidate}. */
  get kernel(): KernelIndex {
    return this.#kernel;
  }

  /** Serves another index from now on. */
  replaceKernel(kernel: KernelIndex): void {
    this.#kernel.onChange(null);
    this.#kernel = kernel;
    this.#queryAnalyzer = new KernelQueryAnalyzer(kernel, () => this.#names);
    this.#completions.clear();
    this.#views.clear();
    this.#listen();
    this.#listener?.indexReplaced(kernel);
  }

  /** Calls `listener` after every change of the index; null removes it. */
  setListener(listener: IndexListener | null): void {
    this.#listener = listener;
    this.#listen();
  }

  /** Call in the same step as a change of the index. `numbers` are the changed items, none for changed settings, or null if unknown. */
  invalidate(numbers: readonly number[] | null): void {
    this.#completions.clear();
    if (numbers === null) this.#active.clear();
    else for (const itemNumber of numbers) this.#active.invalidate(itemNumber);
    for (const { text } of this.#views.values()) text.invalidate(numbers);
  }

  get size(): number {
    return this.#kernel.size;
  }

  get bytes(): number {
    return this.#kernel.segmentBytes;
  }

  /** Bytes of the cache of completions. */
  get cacheBytes(): number {
    return this.#completions.bytes;
  }

  has(itemNumber: number): boolean {
    return this.#active.has(this.#kernel, itemNumber);
  }

  /** Sets the popularity of an item, from the next search on. */
  setPopularity(itemNumber: number, popularity: number): void {
    this.#kernel.setPopularity(itemNumber, popularity);
    // A view has completions of its own, ranked by the same popularity.
    for (const { text } of [{ text: this }, ...this.#views.values()])
      text.#completions.countRanked(this.#kernel.size);
  }

  pinSettings(): TextIndex {
    const kernel = this.#kernel;
    const { settings } = kernel;
    // After reindexing, the kernel index may have other settings: a view keeps those of this moment.
    return new PinnedText(() =>
      this.#kernel !== kernel || kernel.settings === settings ? this : this.withSettings(settings).text,
    );
  }

  /** Returns the view under other settings, the same one while it is cached. */
  withSettings(target: TextSettings): TextView {
    let view = this.#views.get(target);
    this.#views.delete(target);
    if (view === undefined) {
      const { settings, notApplied } = adaptSettings(target, this.#kernel.settings);
      view = { text: new EmbeddedTextIndex(this.#kernel.view(settings)), notApplied };
      if (this.#items !== null) view.text.bindItems(this.#items, this.#findSemanticScores);
      view.text.bindLearnedOrder(this.#learned);
      view.text.bindCorrections(this.#findCorrection);
      evictOldest(this.#views, viewsMax - 1);
    }
    this.#views.set(target, view);
    return view;
  }

  get queryAnalyzer(): QueryAnalyzer {
    return this.#queryAnalyzer;
  }

  /** Returns a test whether items, by number, are active, match and are not hidden; valid until the next change. */
  buildMatcher(
    filter: FilterNode | undefined,
    hidden: readonly ItemSet[] = [],
    local?: LocalValues,
  ): (itemNumber: number) => boolean {
    const node = buildVisibleNode(filter, hidden, this.#serving, local);
    return node === undefined ? (itemNumber) => this.has(itemNumber) : this.#kernel.filter(node);
  }

  /** The numbers of the items that pass a filter, unordered; null if there are more than `max`. */
  listMatching(
    filter: FilterNode,
    hidden: readonly ItemSet[],
    max: number,
    local?: LocalValues,
  ): number[] | null {
    return this.#kernel.findKeysPassing(buildVisibleNode(filter, hidden, this.#serving, local), max);
  }

  /** A search ranked by another similarity than words, such as that to a photo. */
  async searchBySimilarity(query: TextQuery, similarity: SimilarityScorer): Promise<TextResult> {
    return createSlices().run(executeSearch(this.#serving, query, similarity));
  }

  findFieldTypes(field: string): FieldTypes | null {
    return this.#kernel.findColumnTypes(field);
  }

  listFieldNames(): ReadonlySet<string> {
    return this.#kernel.listFieldNames();
  }

  async search(query: TextQuery): Promise<TextResult> {
    await this.#prepare(query);
    return createSlices().run(executeSearch(this.#serving, query));
  }

  async explain(query: TextQuery, clauses: readonly Filter[], id: string): Promise<Explanation | null> {
    return createSlices().run(executeExplain(this.#serving, query, clauses, id));
  }

  async searchFacetValues(query: TextQuery, text: string): Promise<Record<string, FacetValues>> {
    await this.#prepare(query);
    return createSlices().run(executeFacetSearch(this.#serving, query, text));
  }

  async suggest(text: string, limit: number, options: SuggestOptions = {}): Promise<Suggestion[]> {
    await createSlices().run(this.#kernel.prepare({ text, offset: 0, limit: 0 }));
    const { kernel, names, item } = this.#serving;
    const { hidden = [], searches = [], privateFields = [] } = options;
    const rules = excludeHiddenItems(hidden, names);
    const showsNames = !privateFields.includes('name');
    const compute = (): Suggestion[] =>
      findSuggestions(kernel, (itemNumber) => (showsNames ? tokenizeItemName(item(itemNumber)) : null), {
        text,
        limit,
        rules,
        searches,
        privateFields,
      });
    return hidden.length > 0
      ? compute()
      : [...this.#completions.getOrCompute([text, limit, searches, privateFields], compute)];
  }

  async findMatching(
    filter: Filter,
    ids: readonly string[],
    local?: LocalValues,
  ): Promise<ReadonlySet<string>> {
    const passes = this.#kernel.filter(createLocalFields(local, () => this.listFieldNames()).filter(filter));
    const names = this.#names;
    return new Set(ids.filter((id) => passes(names.findNumber(id))));
  }

  /** Fills the caches that the query needs in steps, between which other requests run. */
  async #prepare(query: TextQuery): Promise<void> {
    const serving = { ...this.#serving, findSemanticScores: () => undefined };
    await createSlices().run(serving.kernel.prepare(toKernelQuery(query, serving)));
  }

  /** Passes the changes of the serving kernel index to the listener, which outlives kernel indexes. */
  #listen(): void {
    const listener = this.#listener;
    this.#kernel.onChange(listener === null ? null : (change) => listener.indexChanged(change));
  }

  get #names(): ItemNames {
    return {
      findNumber: (id) => this.#items?.findNumber(id) ?? -1,
      groupBy: this.#kernel.settings.groupBy,
    };
  }

  get #serving(): ServingIndex {
    const findNumberedItem = (itemNumber: number): NumberedItem => this.#requireItem(itemNumber);
    return {
      kernel: this.#kernel,
      names: this.#names,
      item: findNumberedItem,
      learned: this.#learned,
      analyzer: this.#queryAnalyzer,
      readValues: (itemNumber, field) => this.readTexts(itemNumber, field),
      findSemanticScores: this.#findSemanticScores,
      findCorrection: this.#findCorrection,
      findQueryText: this.#queryAnalyzer.findQueryText,
      fieldNames: () => this.listFieldNames(),
    };
  }

  #requireItem(itemNumber: number): NumberedItem {
    const item = this.#items?.findItem(itemNumber) ?? null;
    if (item === null)
      throw new VitrineError('database_damaged', 'An item that the search found is not in the database', {
        cause: new Error(`The text index has item ${itemNumber}, which the catalog does not have`),
      });
    return item;
  }
}
