import { computeConfirmationBonuses, type ConfirmedItem } from '../../kernel/vectors/confirmation-bonus.ts';
import { decodeVector, encodeVector } from '../../kernel/vectors/vector-codec.ts';
import type { Clock } from '../../lib/clock.ts';
import type { ShopEvent } from '../../ports/recommendations/events.ts';
import { limits } from '../../ports/limits.ts';
import type { Confirmation, SearchedPhoto } from '../../ports/pictures/pictures.ts';
import type { AppliedChange } from '../log/applied-change.ts';
import type { ProjectDatabase } from '../log/project-database.ts';
import { eventKey, visitorKey } from '../storage/event-rows.ts';
import type { Row } from '../storage/row-codec.ts';
import { resolveAlias } from '../storage/visitor-aliases.ts';
import type { StatementBatch } from '../storage/writer.ts';

/** The photos of an item count once those of this many visitors are confirmed. */
const visitorsMin = 5;
/** Number of nearest items whose confirmed photos are compared with a photo. */
const comparedItems = 30;
/** Number of items of a reply that can be confirmed. */
const shownMax = 100;
/** Maximum visitors of one address that count for an item and day: even on two days they are too few. */
const visitorsPerAddressMax = 2;
/** The time of an event may be ahead by this much, as it may come from the clock of the visitor. */
const clockAheadMax = 5 * 60_000;
const purgeEveryMs = 60 * 60_000;
/** Events that confirm the item of a photo; a weaker one does not replace a stronger one. */
const strengths: ReadonlyMap<string, number> = new Map([
  ['click', 1],
  ['cart', 2],
]);

const putPhoto =
  'INSERT INTO photos (id, at, key, model, feature, shown) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING';
const selectOwner = (key: string): string =>
  `coalesce((SELECT 'u:' || user FROM aliases WHERE alias = ${key}), ${key})`;
/** Parameters: item, strength, visitor and search of an event, and the time from which photos wait. Only the visitor of the search confirms. */
const confirmPhoto = `UPDATE photos SET item = ?1, strength = ?2, key = coalesce(key, ?3)
  WHERE id = ?4 AND strength <= ?2 AND (item IS NOT NULL OR at >= ?5)
  AND (key IS NULL OR ${selectOwner('photos.key')} = ${selectOwner('?3')})
  AND EXISTS (SELECT 1 FROM json_each(shown) WHERE value = ?1)`;
const deleteBeyond = (condition: string, parameter: string): string =>
  `DELETE FROM photos WHERE id IN (
     SELECT id FROM photos WHERE ${condition} ORDER BY at DESC, id DESC LIMIT -1 OFFSET ${parameter})`;
const deleteExpired = 'DELETE FROM photos WHERE item IS NULL AND at < ?';

interface Options {
  readonly database: ProjectDatabase;
  readonly clock: Clock;
  /** The setting `learnFromPhotos`. */
  readonly isOn: () => boolean;
  /** The number of the item with the shop's id, or -1. */
  readonly findNumber: (itemId: string) => number;
}

/**
 * The vectors of shoppers' photos in a project's database. A photo that no event confirms expires after a day. A confirmed photo belongs
 * to an item; a search confirms at most one, and so does a visitor for an item. Results are computed from the rows, so threads, processes
 * and restarts agree, and deleted rows have no effect.
 */
export class ConfirmedPhotos {
  readonly #options: Options;
  #timer: NodeJS.Timeout | undefined;
  /** Whether this process has written a row, which reads may not see yet. */
  #hasWritten = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Begins to delete what is beyond the limits. */
  start(): void {
    this.purge();
    this.#timer = setInterval(() => this.purge(), purgeEveryMs).unref();
  }

  /** Stores the vector of a photo for a later event that names its search. A failed write loses it. */
  keep({ searchId, at, visitor, shown, model, feature }: SearchedPhoto): void {
    if (!this.#options.isOn()) return;
    this.#hasWritten = true;
    const key = visitor === null ? null : visitorKey(visitor);
    const numbers = shown.slice(0, shownMax).map((id) => this.#options.findNumber(id));
    const row: Row = [searchId, at, key, model, encodeVector(feature, 'int8'), JSON.stringify(numbers)];
    this.#write([
      { sql: putPhoto, rows: [row] },
      { sql: deleteExpired, rows: [[at - limits.photoKeptMsMax]] },
      { sql: deleteBeyond('item IS NULL', '?'), rows: [[limits.photosKeptMax]] },
    ]);
  }

  /** Creates the statements that confirm photos by events which name their searches. They run in the transaction of the events. */
  parts(events: readonly ShopEvent[]): StatementBatch[] {
    const { isOn, clock } = this.#options;
    if (!isOn() || !this.#hasPhotos()) return [];
    const now = clock.now();
    const since = now - limits.photoKeptMsMax;
    const confirmed = events.flatMap((event) => {
      const { searchId: id, items, at, addressRank = 0, suspectedBot } = event;
      const strength = strengths.get(event.type);
      if (strength === undefined || id === null || items.length !== 1) return [];
      // Photos are ranked by day, and an event may claim any day.
      const isNew = at >= since && at <= now + clockAheadMax;
      if (!isNew || suspectedBot || addressRank >= visitorsPerAddressMax) return [];
      const itemNumber = this.#options.findNumber(items[0]!.id);
      return itemNumber < 0 ? [] : [{ id, no: itemNumber, strength, key: eventKey(event) }];
    });
    if (confirmed.length === 0) return [];
    const createRows = (of: (one: (typeof confirmed)[number]) => Row): Row[] => confirmed.map(of);
    return [
      {
        sql: confirmPhoto,
        rows: createRows(({ no, strength, key, id }) => [no, strength, key, id, since]),
      },
      {
        sql: 'DELETE FROM photos WHERE item = ?1 AND id <> ?2 AND key = (SELECT key FROM photos WHERE id = ?2 AND item = ?1)',
        rows: createRows(({ no, id }) => [no, id]),
      },
      {
        sql: deleteBeyond('item = ?', '?'),
        rows: createRows(({ no }) => [no, limits.confirmedPhotosPerItemMax]),
      },
      {
        sql: deleteBeyond('item IS NOT NULL AND key = (SELECT key FROM photos WHERE id = ?)', '?'),
        rows: createRows(({ id }) => [id, limits.confirmedPhotosPerVisitorMax]),
      },
    ];
  }

  /** The statements for changed items, run in their transaction. */
  itemParts(changes: readonly AppliedChange[]): StatementBatch[] {
    const removed = changes.filter(({ content }) => content === null);
    return [{ sql: 'DELETE FROM photos WHERE item = ?', rows: removed.map(({ no }): Row => [no]) }];
  }

  /** The rows to delete with an erasure. */
  erase(keys: readonly string[]): StatementBatch {
    return { sql: 'DELETE FROM photos WHERE key = ?', rows: keys.map((key): Row => [key]) };
  }

  /**
   * The bonuses of confirmed photos for the nearest items. `centred` converts features of `model`, of the
   * photo and of confirmed ones, to the form in which they are compared with pictures.
   */
  bonuses(
    feature: Float32Array,
    nearest: readonly { readonly key: number }[],
    model: string,
    centre: (feature: Float32Array) => Float32Array,
  ): ReadonlyMap<number, Confirmation> {
    if (!this.#options.isOn()) return new Map();
    const items = nearest.slice(0, comparedItems).flatMap(({ key }): ConfirmedItem[] => {
      // Photos of a replaced model of the same name cannot be compared.
      const features = this.#readPhotos(key, model).filter(({ length }) => length === feature.length);
      return features.length < visitorsMin ? [] : [{ key, photos: features.map(centre) }];
    });
    if (items.length === 0) return new Map();
    const counts = new Map(items.map(({ key, photos }) => [key, photos.length]));
    const bonuses = computeConfirmationBonuses(centre(feature), items);
    return new Map([...bonuses].map(([key, bonus]) => [key, { bonus, photos: counts.get(key)! }]));
  }

  /** Deletes what is beyond the limits; everything where the setting is off. */
  purge(): void {
    if (!this.#hasPhotos()) return;
    if (!this.#options.isOn()) {
      this.#write([{ sql: 'DELETE FROM photos', rows: [[]] }]);
      return;
    }
    this.#write([
      { sql: deleteExpired, rows: [[this.#options.clock.now() - limits.photoKeptMsMax]] },
      { sql: deleteBeyond('item IS NOT NULL', '?'), rows: [[limits.confirmedPhotosMax]] },
    ]);
  }

  /** Whether a photo waits for an event or for its deletion. */
  get isWaiting(): boolean {
    const { reads } = this.#options.database;
    return reads.number('SELECT EXISTS (SELECT 1 FROM photos WHERE item IS NULL)') === 1;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** The confirmed photos of an item, one of each visitor, after all merges. */
  #readPhotos(itemNumber: number, model: string): Float32Array[] {
    const { reads } = this.#options.database;
    const rows = reads
      .prepare('SELECT key, feature FROM photos WHERE item = ? AND model = ? ORDER BY at DESC, id DESC')
      .all(itemNumber, model) as { key: string; feature: Uint8Array }[];
    if (rows.length < visitorsMin) return [];
    const newest = new Map<string, Uint8Array>();
    for (const { key, feature } of rows) {
      const owner = resolveAlias(reads, key);
      if (!newest.has(owner)) newest.set(owner, feature);
    }
    return [...newest.values()].map(decodeVector);
  }

  #hasPhotos(): boolean {
    return (
      this.#hasWritten || this.#options.database.reads.number('SELECT EXISTS (SELECT 1 FROM photos)') === 1
    );
  }

  #write(parts: StatementBatch[]): void {
    const write = { change: { kind: 'rows', data: null }, parts, apply: () => undefined } as const;
    const written = this.#options.database.write(() => ({ write, result: undefined }));
    // Losing a photo is acceptable; the next purge repeats a lost deletion.
    written.catch(() => undefined);
  }
}
