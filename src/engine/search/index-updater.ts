import type { JsonObject } from '../../ports/catalog/json.ts';
import type { SearchSettings } from '../../ports/configuration/settings.ts';
import { hashSettings } from '../../kernel/text/segments/segment-format.ts';
import type { TextSettings } from '../../kernel/text/schema/settings.ts';
import { SegmentedIndex as KernelIndex } from '../../kernel/text/search/segmented-index.ts';
import type { CommonWords } from '../../kernel/text/expansion/typo-rules.ts';
import type { AppliedChange, NumberedItem } from '../log/applied-change.ts';
import type { CatalogIndex } from '../catalog/catalog-projections.ts';
import type { IndexBuilder } from './index-builder.ts';
import { IndexSnapshotter } from './index-snapshotter.ts';
import type { BuildResult } from './index-messages.ts';
import type { ProjectDatabase } from '../log/project-database.ts';
import { encodeRows } from '../storage/row-codec.ts';
import { Reindexing, scanAll, scanCount } from './reindexing.ts';
import { indexDocument } from './index-document.ts';
import { SegmentMaintenance } from './segment-maintenance.ts';
import { EmbeddedTextIndex, type ItemSource } from './text-index.ts';

/** Maximum changed items that are added inline; a worker builds a segment of more. */
const inlineMax = 64;

interface OpenOptions {
  readonly path: string;
  readonly builder: IndexBuilder;
  readonly settings: TextSettings;
  readonly commonWords?: CommonWords;
  readonly database: ProjectDatabase;
  readonly onError: (error: unknown) => void;
}

/** The catalog. */
interface IndexedItems extends ItemSource {
  /** Items, by number, with changes that are not applied yet. */
  readonly pending: ReadonlyMap<number, unknown>;
}

type PopularityLookup = (id: string, fields: JsonObject) => number;

/** A segment of changed items that is being built, for the index that was serving at its start. */
interface Building {
  readonly items: readonly NumberedItem[];
  readonly kernel: KernelIndex;
  /** A reply for each segment, or null if one could not be built. */
  readonly replies: Promise<readonly BuildResult[] | null>;
}

/** Keeps the text index of a project up to date; segments are built and merged on other threads. */
export class IndexUpdater implements CatalogIndex {
  readonly text: EmbeddedTextIndex;
  readonly #path: string;
  readonly #builder: IndexBuilder;
  readonly #database: ProjectDatabase;
  readonly #snapshotter: IndexSnapshotter;
  readonly #onError: (error: unknown) => void;
  /** Segments that are being built, by their changes. */
  readonly #building = new WeakMap<readonly AppliedChange[], Building>();
  /** The index with other settings that is being built. */
  #reindexing: Reindexing | null = null;
  /** Resolves when the last reindexing has ended. */
  #reindexed: Promise<void> = Promise.resolve();
  #onReplaced: () => void = () => undefined;
  #items: IndexedItems | null = null;
  #computePopularity: PopularityLookup = () => 0;
  readonly #maintenance: SegmentMaintenance;

  private constructor(options: OpenOptions, snapshotter: IndexSnapshotter, kernel: KernelIndex) {
    this.text = new EmbeddedTextIndex(kernel);
    this.#path = options.path;
    this.#builder = options.builder;
    this.#database = options.database;
    this.#onError = options.onError;
    this.#snapshotter = snapshotter;
    this.#maintenance = new SegmentMaintenance({
      ...options,
      kernel: () => this.#kernel,
      onCompacted: () => this.#scheduleSave(),
    });
  }

  /** Restores the index of a project's database, or builds it. */
  static async open(options: OpenOptions): Promise<IndexUpdater> {
    const snapshotter = new IndexSnapshotter({ ...options, reads: options.database.reads });
    const restored = await snapshotter.restore(options.settings, options.commonWords);
    if (restored !== null) {
      const updater = new IndexUpdater(options, snapshotter, restored);
      updater.#maintenance.schedule();
      return updater;
    }
    const kernel = new KernelIndex(options.settings, options.commonWords);
    const updater = new IndexUpdater(options, snapshotter, kernel);
    await scanAll(options.builder, options.path, kernel, () => true);
    updater.#maintenance.schedule();
    updater.#scheduleSave();
    return updater;
  }

  /**
   * `items` is the catalog. `onReplaced` is called when an index with other settings replaces the serving
   * one. `computePopularity` returns the popularity of an item with this shop's id and these fields.
   */
  bind(
    items: IndexedItems,
    { onReplaced, computePopularity }: { onReplaced: () => void; computePopularity: PopularityLookup },
  ): void {
    this.#items = items;
    this.#onReplaced = onReplaced;
    this.#computePopularity = computePopularity;
  }

  /** Applies settings immediately if the documents are the same under them; otherwise after reindexing in the background. */
  settingsChanged(
    settings: SearchSettings,
    progress: (indexed: number, total: number) => void,
  ): Promise<boolean> | null {
    this.#reindexing?.cancel();
    this.#reindexing = null;
    if (hashSettings(settings) === hashSettings(this.#kernel.settings)) {
      this.#kernel.configure(settings);
      this.text.invalidate([]);
      return null;
    }
    const reindexing = new Reindexing({
      path: this.#path,
      builder: this.#builder,
      kernel: new KernelIndex(settings, this.#kernel.commonWords),
      findItem: (itemNumber) => this.#items?.findItem(itemNumber) ?? null,
      pending: () => this.#items?.pending.keys() ?? [],
      after: this.#reindexed,
    });
    this.#reindexing = reindexing;
    const completed = reindexing.run(
      (indexed) => progress(indexed, this.#kernel.size),
      () => {
        this.text.replaceKernel(reindexing.kernel);
        this.#reindexing = null;
        this.#onReplaced();
        this.#maintenance.schedule();
        this.#scheduleSave();
      },
    );
    this.#reindexed = reindexing.ended;
    return completed;
  }

  /** Starts building a segment of many changed items early, so that it is nearly ready when they are applied. */
  itemsStored(changes: readonly AppliedChange[]): void {
    const items = selectActive(changes).flatMap(({ after }) => after ?? []);
    if (items.length <= inlineMax) return;
    this.#building.set(changes, this.#build(items));
  }

  async itemsChanged(changes: readonly AppliedChange[], publishItems: () => void): Promise<void> {
    let building = this.#building.get(changes);
    let built = (await building?.replies) ?? null;
    while (building !== undefined && building.kernel !== this.#kernel) {
      // Another index replaced the serving one in the meantime, and cannot read this segment.
      building = this.#build(building.items);
      built = await building.replies;
    }
    // The rest runs in one step, so that the catalog, the serving index and one that is being built see all changes or none.
    publishItems();
    this.#reindexing?.recordChanges(changes);
    this.text.invalidate(changes.map(({ no }) => no));
    for (const { no } of selectInactive(changes)) this.#kernel.remove(no);
    for (const { buffer } of built ?? []) if (buffer !== null) this.#kernel.attach(buffer);
    if (built === null) {
      // If items are few, or a build failed, they are added inline, which blocks this thread but keeps the write's promise.
      for (const { no, after, content } of selectActive(changes)) {
        if (after !== null && content !== null)
          this.#kernel.add(indexDocument(no, content.fields, after.createdAt, this.#kernel.settings));
      }
    }
    // The rank is set in this step, as otherwise a search could find a changed item that is not ranked yet.
    for (const { no, after, content } of selectActive(changes))
      if (after !== null && content !== null)
        this.#kernel.setPopularity(no, this.#computePopularity(after.id, content.fields));
    this.#maintenance.schedule();
    this.#scheduleSave();
  }

  /** Whether an index with other settings is being built. */
  get isReindexing(): boolean {
    return this.#reindexing !== null;
  }

  /** Resolves when the last reindexing has completed or was cancelled. */
  get reindexed(): Promise<void> {
    return this.#reindexed;
  }

  /** Resolves when no build or merge is in progress. */
  waitUntilSettled(): Promise<void> {
    return this.#maintenance.waitUntilSettled();
  }

  /** Closes; if `saves`, writes unsaved changes of the index to disk. */
  async close(saves: boolean): Promise<void> {
    await this.#maintenance.close();
    await this.#snapshotter.close(saves ? this.#readCurrent() : null).catch(this.#onError);
    await this.#builder.request({ kind: 'close', path: this.#path });
  }

  #build(items: readonly NumberedItem[]): Building {
    const kernel = this.#kernel;
    const { settings } = kernel;
    const requests: Promise<BuildResult>[] = [];
    for (let at = 0; at < items.length; at += scanCount) {
      const part = items.slice(at, at + scanCount);
      const rows = encodeRows(part.map(({ no, createdAt, json }) => [no, createdAt, json]));
      requests.push(this.#builder.request({ kind: 'changed', items: rows, settings }));
    }
    const replies = Promise.all(requests).catch((error: unknown) => {
      this.#onError(error);
      return null;
    });
    return { items, kernel, replies };
  }

  get #kernel(): KernelIndex {
    return this.text.kernel;
  }

  #readCurrent(): { kernel: KernelIndex; revision: number } {
    return { kernel: this.#kernel, revision: this.#database.appliedRevision };
  }

  #scheduleSave(): void {
    this.#snapshotter.scheduleSave(() => this.#readCurrent());
  }
}

/** The last change of each item after which the item is active, in order. */
function selectActive(changes: readonly AppliedChange[]): AppliedChange[] {
  return selectLast(changes).filter(({ after }) => after?.active === true);
}

function selectInactive(changes: readonly AppliedChange[]): AppliedChange[] {
  return selectLast(changes).filter(({ after }) => after?.active !== true);
}

function selectLast(changes: readonly AppliedChange[]): AppliedChange[] {
  const last = new Map<number, AppliedChange>();
  for (const change of changes) last.set(change.no, change);
  return [...last.values()];
}
