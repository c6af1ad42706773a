import type { JsonObject } from './json.ts';

/** A stored item. `json` is the object in replies, serialised once, when the item is written. */
export interface StoredItem {
  /** The service's own identifier: never reused, never changed by an update. */
  readonly _id: string;
  /** The shop's identifier, unique among existing items. */
  readonly id: string;
  readonly sku: string;
  readonly active: boolean;
  /** 1 when created, plus one with each change. */
  readonly version: number;
  /** UTF-8 JSON object: `_id`, `_version`, `_createdAt`, `_updatedAt`, then the shop's fields. */
  readonly json: Uint8Array;
}

/** The content of an item after a change, without `_id`, version and times, which the engine adds. */
export interface ItemContent {
  readonly id: string;
  readonly sku: string;
  readonly active: boolean;
  /** The shop's fields, parsed for indexing; stored and sent is `fieldsJson`. */
  readonly fields: JsonObject;
  /** The shop's fields as JSON text without the braces, each value byte for byte as sent. */
  readonly fieldsJson: string;
  /** URLs of the pictures, in order: http(s), or `/media/<hash>` of stored pictures. */
  readonly pictures: readonly string[];
  /** Pictures sent inside the item, stored with it. */
  readonly media: readonly MediaFile[];
}

export interface MediaFile {
  /** Lower-case hex SHA-256 of the bytes: the picture's address. */
  readonly hash: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** The item to change. */
export type ItemAddress = { readonly id: string } | { readonly _id: string };

export interface ItemChange {
  readonly address: ItemAddress;
  /**
   * Decides on the newest state, including accepted changes that are not durable yet. Returns the new content, or null to
   * delete. Throws a VitrineError to refuse this change only. Runs synchronously, possibly more than once (after a write
   * conflict).
   */
  readonly decide: (current: StoredItem | null) => ItemContent | null;
}

export type ChangeOutcome =
  | { readonly kind: 'stored'; readonly item: StoredItem; readonly created: boolean }
  | { readonly kind: 'deleted'; readonly item: StoredItem }
  /** The item did not exist; nothing was written. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'refused'; readonly error: Error };

/** A value by which items are found, such as the address of their page. */
export interface ItemKey {
  /** Where `read` would give an item another key, the name is another one, too. */
  readonly name: string;
  /** The key of an item, or null if it has none. */
  readonly read: (item: StoredItem) => string | null;
}

/** Keys whose indexes a catalog keeps; that of the key which was not used for longest is dropped. */
export const itemKeysMax = 4;

export interface ItemListing {
  readonly limit: number;
  readonly offset: number;
  readonly id?: string;
  readonly sku?: string;
  readonly active?: boolean;
}

/** The items of one project. */
export interface Catalog {
  /** Number of items, including inactive ones. */
  count(): { total: number; active: number };

  /**
   * Applies changes in order, in one durable step. When it resolves, the stored changes survive a crash, and the next call of
   * any port of this project sees them. Outcomes have the order of the changes. A refused change does not affect the others.
   * @throws VitrineError storage_failed: nothing was stored
   */
  change(changes: readonly ItemChange[]): Promise<ChangeOutcome[]>;

  /**
   * Applies the changes, and removes all items whose shop ids are not kept, in one durable step: searches, lists, counts and items
   * are those before it or those after it. `removed` is the number of removed items.
   * @throws VitrineError catalog_not_replaced: `limits.replacedBytesMax`; storage_failed: nothing was stored
   */
  replaceAll(
    changes: readonly ItemChange[],
    keeps: (id: string) => boolean,
  ): Promise<{ outcomes: ChangeOutcome[]; removed: number }>;

  get(address: ItemAddress): Promise<StoredItem | null>;

  /**
   * The items with this key, oldest first, up to `limit`. The first call with a key reads all items while other work runs in between; later ones take a
   * time that does not depend on their number.
   */
  findByKey(key: ItemKey, value: string, limit: number): Promise<StoredItem[]>;

  /** Oldest first by creation time; `total` counts all matches of the conditions. */
  list(listing: ItemListing): Promise<{ items: StoredItem[]; total: number }>;

  /** All items, oldest first, each as of some moment during the call. Constant memory. */
  export(): AsyncIterable<StoredItem>;

  readMedia(hash: string): Promise<MediaFile | null>;
}
