import type { JsonObject } from './json.ts';

/** An item as it is kept and as it is sent: `json` is the reply's object, made once, at write time. */
export interface StoredItem {
  /** The service's own identifier. Never given out twice, never changed by an update. */
  readonly _id: string;
  /** The shop's identifier, unique among the items that exist now. */
  readonly id: string;
  readonly sku: string;
  readonly active: boolean;
  /** 1 when created, one more with each change. */
  readonly version: number;
  /** UTF-8 JSON of an object that begins with `_id`; `_version`, `_createdAt` and `_updatedAt` follow, then the shop's fields. */
  readonly json: Uint8Array;
}

/** What a change leaves behind. The engine adds `_id`, the version and the times. */
export interface ItemContent {
  readonly id: string;
  readonly sku: string;
  readonly active: boolean;
  /** The shop's fields, parsed. For indexing only: what is stored and sent is `fieldsJson`. */
  readonly fields: JsonObject;
  /** The shop's fields as JSON text without the braces, each value to the byte as it was sent. */
  readonly fieldsJson: string;
  /** Addresses of the pictures, in order: http(s) URLs or `/media/<hash>` of kept ones. */
  readonly pictures: readonly string[];
  /** Pictures that came inside the item, to be kept with it. */
  readonly media: readonly MediaFile[];
}

export interface MediaFile {
  /** Lower-case hex SHA-256 of the bytes: the address of the picture. */
  readonly hash: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** Which item a change is about. */
export type ItemAddress = { readonly id: string } | { readonly _id: string };

export interface ItemChange {
  readonly address: ItemAddress;
  /**
   * Decides on the newest state, which includes changes that are accepted and not yet durable. Returns the
   * new content, or null to delete. Throws a VitrineError to refuse: only this change is refused.
   * Runs synchronously, possibly more than once (where another process was faster).
   */
  readonly decide: (current: StoredItem | null) => ItemContent | null;
}

export type ChangeOutcome =
  | { readonly kind: 'stored'; readonly item: StoredItem; readonly created: boolean }
  | { readonly kind: 'deleted'; readonly item: StoredItem }
  /** Nothing was there and nothing was written. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'refused'; readonly error: Error };

export interface ItemListing {
  readonly limit: number;
  readonly offset: number;
  readonly id?: string;
  readonly sku?: string;
  readonly active?: boolean;
}

/** The items of one project. */
export interface Catalog {
  /** Items there are, inactive ones included. */
  count(): { total: number; active: number };

  /**
   * Applies changes in order, all in one durable step. When the promise resolves, what was stored survives
   * a crash and the next call of any port of this project sees it: text, vectors and recommenders too.
   * Outcomes are in the order of the changes. A change that refuses does not stop the others.
   * @throws VitrineError storage_failed: nothing of the batch was stored.
   */
  change(changes: readonly ItemChange[]): Promise<ChangeOutcome[]>;

  get(address: ItemAddress): Promise<StoredItem | null>;

  /** Oldest first, by time of creation; `total` counts what the listing's conditions match. */
  list(listing: ItemListing): Promise<{ items: StoredItem[]; total: number }>;

  /** Every item, oldest first, as of some moment during the call for each item. Constant memory. */
  export(): AsyncIterable<StoredItem>;

  media(hash: string): Promise<MediaFile | null>;
}
