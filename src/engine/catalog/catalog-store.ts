import { VitrineError } from '../../ports/errors.ts';
import type {
  Catalog,
  ChangeOutcome,
  ItemAddress,
  ItemChange,
  ItemContent,
  ItemKey,
  ItemListing,
  MediaFile,
  StoredItem,
} from '../../ports/catalog/catalog.ts';
import { limits } from '../../ports/limits.ts';
import type { Clock } from '../../lib/clock.ts';
import type { RecordCacheChange } from '../../kernel/bits/record-cache.ts';
import { cloneView, Utf8Batch } from '../../lib/detached-copies.ts';
import type { IdSource } from '../../lib/random-id.ts';
import { countChangedBytes, type AppliedChange, type NumberedItem } from '../log/applied-change.ts';
import type { ProjectDatabase } from '../log/project-database.ts';
import type { SharedChanges, SharedChange } from '../log/shared-changes.ts';
import type { CatalogIndex, CatalogListener, CatalogProjection } from './catalog-projections.ts';
import { noteDropped } from '../storage/dropped-memory.ts';
import { ItemCache } from './item-cache.ts';
import { ItemKeyIndexes } from './item-key-indexes.ts';
import { ItemNumbers } from './item-numbers.ts';
import { itemColumns, readItemRow } from './item-rows.ts';
import { buildItemStatements } from './item-statements.ts';
import { PinnedReads } from './pinned-reads.ts';
import { StagedItems } from './staged-items.ts';
import type { StatementBatch } from '../storage/writer.ts';
import type { JsonObject } from '../../ports/catalog/json.ts';
import { decodeUtf8 } from '../../lib/utf8.ts';

/** Bytes of items in the cache, unless others are given; other items are read from the database on demand. */
const cacheBytesDefault = 256 * 1024 * 1024;
const exportChunk = 500;
/** Maximum retries of a replacement after write conflicts with other processes: it takes longer than most writes. */
const attemptsMax = 20;

/** What the changes of one write share. */
interface DecidedBatch {
  readonly now: number;
  readonly iso: string;
  readonly bytes: Utf8Batch;
}

export class EmbeddedCatalog implements Catalog {
  readonly #database: ProjectDatabase;
  readonly #clock: Clock;
  readonly #ids: IdSource;
  readonly #index: CatalogIndex;
  readonly #projections: readonly CatalogProjection[];
  readonly #projectionParts: (changes: readonly AppliedChange[]) => StatementBatch[];
  readonly #staged = new StagedItems();
  readonly #numbers = new ItemNumbers();
  readonly #cache: ItemCache;
  readonly #reads: PinnedReads;
  readonly #keys = new ItemKeyIndexes({
    readAfter: (after, limit) => this.#readAfter(after, limit),
    find: (itemNumber) => this.findItem(itemNumber),
  });
  #nextNo = 0;
  #listener: CatalogListener | null = null;
  #active = 0;

  constructor(options: {
    database: ProjectDatabase;
    clock: Clock;
    ids: IdSource;
    index: CatalogIndex;
    projections: readonly CatalogProjection[];
    /** The statements of the projections for changed items, run in the same transaction. */
    projectionParts: (changes: readonly AppliedChange[]) => StatementBatch[];
    cacheBytesMax?: number | undefined;
  }) {
    this.#cache = new ItemCache(options.cacheBytesMax ?? cacheBytesDefault);
    this.#database = options.database;
    this.#clock = options.clock;
    this.#ids = options.ids;
    this.#index = options.index;
    this.#projections = options.projections;
    this.#projectionParts = options.projectionParts;
    // Both queries read indexes only: table rows hold whole items.
    const { reads } = this.#database;
    this.#reads = new PinnedReads(reads, options.database.path);
    const sql = 'SELECT id, no FROM items WHERE id > ? ORDER BY id';
    for (const [id, itemNumber] of reads.tuples<[string, number]>(sql, '')) this.#numbers.set(id, itemNumber);
    const inactive = reads.number('SELECT count(*) FROM items WHERE active = 0');
    this.#active = this.#numbers.size - inactive;
    this.#renumber();
    this.#database.onReset(() => {
      this.#staged.clear();
      this.#reads.release();
      this.#listener?.dropStaged();
      this.#renumber();
    });
    this.#database.onReplicated('items', (items) => {
      // The pin is allowed, as no write of this process is in progress.
      const release = items.length > 1 ? this.#reads.pin() : undefined;
      const applied = items.map((item) => this.#toAppliedChange(item));
      return () => {
        this.#index.itemsStored(applied);
        return this.#apply(applied, release);
      };
    });
  }

  /** Calls `listener` after every change; null removes it. */
  onChange(listener: CatalogListener | null): void {
    this.#listener = listener;
    this.#cache.onChange(listener === null ? null : (change) => listener.itemCacheChanged(change));
  }

  /** See {@link StagedItems.pending}. */
  get pending(): StagedItems['pending'] {
    return this.#staged.pending;
  }

  count(): { total: number; active: number } {
    return { total: this.#numbers.size, active: this.#active };
  }

  change(changes: readonly ItemChange[]): Promise<ChangeOutcome[]> {
    return this.#database.write(() => {
      const { outcomes, applied, parts } = this.#decideAll(changes);
      const apply = (): Promise<void> => this.#apply(applied);
      const prepare = (): void => this.#index.itemsStored(applied);
      const write = { change: encodeSharedChange(applied), parts, apply, prepare };
      return { write: applied.length === 0 ? null : write, result: outcomes };
    });
  }

  replaceAll(
    changes: readonly ItemChange[],
    keeps: (id: string) => boolean,
  ): Promise<{ outcomes: ChangeOutcome[]; removed: number }> {
    let attempts = 0;
    return this.#database.writeAlone(() => {
      if (++attempts > attemptsMax)
        throw new VitrineError('overloaded', 'Cannot replace the catalog while other processes write', {
          retryAfterSeconds: 30,
        });
      const absent = Array.from(this.#numbers.ids()).filter((id) => !keeps(id));
      const removals = absent.map((id): ItemChange => ({ address: { id }, decide: () => null }));
      const { outcomes, applied, parts } = this.#decideAll(
        [...changes, ...removals],
        limits.replacedBytesMax,
      );
      const result = { outcomes: outcomes.slice(0, changes.length), removed: removals.length };
      if (applied.length === 0) return { write: null, result };
      const release = this.#reads.pin();
      const apply = (): Promise<void> => this.#apply(applied, release);
      const prepare = (): void => this.#index.itemsStored(applied);
      return {
        write: { change: encodeSharedChange(applied), parts, apply, prepare, onEnd: release },
        result,
      };
    });
  }

  async get(address: ItemAddress): Promise<StoredItem | null> {
    return 'id' in address ? this.findById(address.id) : this.#findByServiceId(address._id);
  }

  async list(listing: ItemListing): Promise<{ items: StoredItem[]; total: number }> {
    const conditions: string[] = [];
    const values: (string | number)[] = [];
    if (listing.id !== undefined) {
      conditions.push('id = ?');
      values.push(listing.id);
    }
    if (listing.sku !== undefined) {
      conditions.push('sku = ?');
      values.push(listing.sku);
    }
    if (listing.active !== undefined) {
      conditions.push(listing.active ? 'active = 1' : 'active = 0');
    }
    const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
    const items = this.#reads.current
      .prepare(`SELECT ${itemColumns} FROM items ${where} ORDER BY no LIMIT ? OFFSET ?`)
      .all(...values, listing.limit, listing.offset)
      .map((row) => readItemRow(row, this.#database));
    let total: number;
    if (listing.id !== undefined || listing.sku !== undefined) {
      total = this.#reads.current.number(`SELECT count(*) FROM items ${where}`, ...values);
    } else if (listing.active === undefined) {
      total = this.#numbers.size;
    } else {
      total = listing.active ? this.#active : this.#numbers.size - this.#active;
    }
    return { items, total };
  }

  async *export(): AsyncIterable<StoredItem> {
    let after = -1;
    for (;;) {
      const items = this.#readAfter(after, exportChunk);
      yield* items;
      const last = items.at(-1);
      if (last === undefined) return;
      after = last.no;
      // Lets requests run between two chunks.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  findByKey(key: ItemKey, value: string, limit: number): Promise<StoredItem[]> {
    return this.#keys.find(key, value, limit);
  }

  async readMedia(hash: string): Promise<MediaFile | null> {
    const row = this.#database.reads
      .prepare('SELECT hash, type, bytes FROM media WHERE hash = ?')
      .get(hash) as { hash: string; type: string; bytes: Uint8Array } | undefined;
    return row === undefined ? null : { hash: row.hash, contentType: row.type, bytes: row.bytes };
  }

  /** The number of a durable item, or -1. */
  findNumber(id: string): number {
    return this.#numbers.get(id) ?? -1;
  }

  /** The numbers of all applied items, in no particular order. */
  numbers(): Iterable<number> {
    return this.#numbers.numbers();
  }

  /** The applied state of the item with this number; the database may be ahead of it. */
  findItem(itemNumber: number): NumberedItem | null {
    const staged = this.#staged.findApplied(itemNumber);
    if (staged !== undefined) return staged;
    const cached = this.#cache.get(itemNumber);
    if (cached !== undefined) return cached;
    const row = this.#database.reads.prepare(`SELECT ${itemColumns} FROM items WHERE no = ?`).get(itemNumber);
    if (row === undefined) return null;
    const item = readItemRow(row, this.#database);
    this.#cache.set(item);
    return item;
  }

  findById(id: string): NumberedItem | null {
    const itemNumber = this.#numbers.get(id);
    return itemNumber === undefined ? null : this.findItem(itemNumber);
  }

  /** The changes with which an `ItemCacheReplica` begins. */
  cacheState(): readonly RecordCacheChange[] {
    return this.#cache.state();
  }

  /** Caches items that other threads did not find in the cache. */
  cacheItems(numbers: readonly number[]): void {
    for (const itemNumber of numbers) this.findItem(itemNumber);
  }

  /** Gives back the memory of cached items: reading one again takes 7 us. */
  releaseCache(): void {
    noteDropped(this.#cache.bytes);
    this.#cache.clear();
  }

  get cacheBytes(): number {
    return this.#cache.bytes;
  }

  #readAfter(itemNumber: number, limit: number): NumberedItem[] {
    const rows = this.#reads.current
      .prepare(`SELECT ${itemColumns} FROM items WHERE no > ? ORDER BY no LIMIT ?`)
      .all(itemNumber, limit);
    return rows.map((row) => readItemRow(row, this.#database));
  }

  #findByServiceId(serviceId: string): NumberedItem | null {
    const row = this.#reads.current.prepare(`SELECT ${itemColumns} FROM items WHERE _id = ?`).get(serviceId);
    return row === undefined ? null : readItemRow(row, this.#database);
  }

  /** The newest accepted state, durable or not. */
  #findNewest(address: ItemAddress): NumberedItem | null {
    if ('id' in address) {
      const staged = this.#staged.findById(address.id);
      return staged === undefined ? this.findById(address.id) : staged;
    }
    const staged = this.#staged.findByServiceId(address._id);
    if (staged !== undefined) return staged;
    const durable = this.#findByServiceId(address._id);
    return durable === null ? null : this.findItem(durable.no);
  }

  /** Decides all changes; if one throws, drops all staged state. `bytesMax` limits the size of the items before and after. */
  #decideAll(
    changes: readonly ItemChange[],
    bytesMax = Infinity,
  ): {
    outcomes: ChangeOutcome[];
    applied: AppliedChange[];
    parts: StatementBatch[];
  } {
    const now = this.#clock.now();
    const applied: AppliedChange[] = [];
    try {
      const batch = { now, iso: new Date(now).toISOString(), bytes: new Utf8Batch(changes.length) };
      let bytes = 0;
      const outcomes = changes.map((change) => {
        const lengthBefore = applied.length;
        const outcome = this.#decide(change, batch, applied);
        if (applied.length > lengthBefore) bytes += countChangedBytes(applied[lengthBefore]!);
        if (bytes <= bytesMax) return outcome;
        throw new VitrineError(
          'catalog_not_replaced',
          `Cannot replace the catalog as its new, changed and removed items have more than ${bytesMax} bytes`,
        );
      });
      const parts =
        applied.length === 0
          ? []
          : [
              ...buildItemStatements(applied, now, () => this.#database.takeRevision()),
              ...this.#projectionParts(applied),
            ];
      return { outcomes, applied, parts };
    } catch (error) {
      this.#database.abandon();
      throw error;
    }
  }

  #decide(change: ItemChange, batch: DecidedBatch, applied: AppliedChange[]): ChangeOutcome {
    const before = this.#findNewest(change.address);
    let content: ItemContent | null;
    try {
      content = change.decide(before);
    } catch (error) {
      if (!(error instanceof VitrineError)) throw error;
      return { kind: 'refused', error };
    }
    if (content === null && before === null) return { kind: 'absent' };
    const after = content === null ? null : this.#createStoredChange(content, before, batch);
    const accepted: AppliedChange = { no: (after ?? before)?.no ?? 0, before, after, content };
    applied.push(accepted);
    this.#stage(accepted);
    if (after !== null) return { kind: 'stored', item: after, created: before === null };
    return before === null ? { kind: 'absent' } : { kind: 'deleted', item: before };
  }

  #createStoredChange(
    content: ItemContent,
    before: NumberedItem | null,
    { now, iso, bytes }: DecidedBatch,
  ): NumberedItem {
    const _id = before?._id ?? this.#ids.next(now);
    const version = (before?.version ?? 0) + 1;
    const createdAt = before?.createdAt ?? now;
    const createdIso = createdAt === now ? iso : new Date(createdAt).toISOString();
    const serviceFields = `{"_id":"${_id}","_version":${version},"_createdAt":"${createdIso}","_updatedAt":"${iso}",`;
    return {
      no: before?.no ?? this.#nextNo++,
      _id,
      id: content.id,
      sku: content.sku,
      active: content.active,
      version,
      createdAt,
      json: bytes.encode(`${serviceFields}${content.fieldsJson}}`),
    };
  }

  /** Converts a change of another process to one of this process. */
  #toAppliedChange({ no, id, after: shared, pictures }: SharedChanges['items'][number]): AppliedChange {
    // Copies the bytes, which are a view on a log entry that may hold a thousand items.
    const after = shared === null ? null : { ...shared, json: cloneView(shared.json) };
    const content = after === null ? null : { ...toContent(after), pictures };
    const change = { no, before: this.#findNewest({ id }), after, content };
    this.#stage(change);
    return change;
  }

  /** Publishes committed changes to readers and projections. Calls `onSettled` in the step in which readers see them. */
  async #apply(applied: readonly AppliedChange[], onSettled: () => void = () => undefined): Promise<void> {
    const faults: unknown[] = [];
    // A durable change must reach the other projections even where one fails.
    const attempt = async (change: () => void | Promise<void>): Promise<void> => {
      try {
        await change();
      } catch (error) {
        faults.push(error);
      }
    };
    let isSettled = false;
    const settle = (): void => {
      if (isSettled) return;
      isSettled = true;
      for (const change of applied) this.#settle(change);
      onSettled();
    };
    await attempt(() => this.#index.itemsChanged(applied, settle));
    settle();
    // Updates the text index first: an item must be searchable before any other projection returns it.
    for (const projection of this.#projections) await attempt(() => projection.itemsChanged(applied));
    if (faults.length > 0) throw new AggregateError(faults, 'Cannot apply stored changes to all projections');
  }

  #stage(change: AppliedChange): void {
    this.#staged.add(change);
    this.#listener?.itemStaged(change);
  }

  #settle(change: AppliedChange): void {
    const { before, after, no } = change;
    this.#active += Number(after?.active ?? false) - Number(before?.active ?? false);
    if (after === null) {
      this.#cache.delete(no);
      if (before !== null) this.#numbers.delete(before.id);
    } else {
      this.#cache.set(after);
      this.#numbers.set(after.id, no);
    }
    this.#staged.remove(change);
    this.#keys.apply(change);
    this.#listener?.itemApplied(change);
  }

  #renumber(): void {
    // SQLite keeps the highest number ever used, so that numbers of deleted items are not reused.
    this.#nextNo = this.#database.reads.number("SELECT seq FROM sqlite_sequence WHERE name = 'items'") + 1;
  }
}

/** The change for other processes. */
function encodeSharedChange(applied: readonly AppliedChange[]): SharedChange {
  const data = applied.map(({ no, before, after, content }) => ({
    no,
    id: (after ?? before)?.id ?? '',
    after,
    pictures: content?.pictures ?? [],
  }));
  return { kind: 'items', data };
}

/** The shop's own fields of an item, without the service's fields. */
function toContent({ id, sku, active, json }: NumberedItem): ItemContent {
  const { _id, _version, _createdAt, _updatedAt, ...fields } = JSON.parse(decodeUtf8(json)) as JsonObject;
  return { id, sku, active, fields, fieldsJson: '', pictures: [], media: [] };
}
