import { isDeepStrictEqual } from 'node:util';
import type { SearchSettings } from '../../ports/configuration/settings.ts';
import type { JsonObject } from '../../ports/catalog/json.ts';
import { decodeUtf8 } from '../../lib/utf8.ts';
import type { AppliedChange } from '../log/applied-change.ts';
import type { EmbeddedCatalog } from '../catalog/catalog-store.ts';
import type { ProjectDatabase } from '../log/project-database.ts';
import type { SharedChanges } from '../log/shared-changes.ts';
import type { StatementBatch } from '../storage/writer.ts';
import {
  hashPart,
  itemHashes,
  missingHashes,
  newHashPart,
  textParts,
  type ItemHash,
} from './embedding-rows.ts';
import {
  createItemTexts,
  hashTexts,
  selectEmbeddedFields,
  type ItemTexts,
  type TextFields,
} from './item-text.ts';
import { TextHashes } from './text-hashes.ts';

/** Items whose texts are checked between two turns of the event loop. */
const itemsPerTurn = 500;

/** Receives the changes of texts. */
export interface TextsListener {
  /** An item has other texts; an empty hash means none. */
  textSet(itemNumber: number, hash: string): void;
  /** Also called before texts are replaced. */
  textRemoved(itemNumber: number): void;
  /** A batch of changes ended. */
  textsChanged(): void;
}

/** The texts of a project's items that are embedded, and their hashes in the database and in memory. */
export class EmbeddedItemTexts {
  readonly #database: ProjectDatabase;
  readonly #onError: (error: unknown) => void;
  /** The hash of each item's texts; empty if it has none or they are not known yet. */
  readonly #hashes = new TextHashes();
  readonly #listeners: TextsListener[] = [];
  readonly #changeHashes = new WeakMap<AppliedChange, string>();
  #count = 0;
  #settings: TextFields;
  #catalog: EmbeddedCatalog | null = null;
  #rehashRun = 0;
  #closed = false;

  constructor(options: {
    database: ProjectDatabase;
    settings: SearchSettings;
    onError: (error: unknown) => void;
  }) {
    this.#database = options.database;
    this.#onError = options.onError;
    this.#settings = options.settings;
    for (const [itemNumber, hash] of itemHashes(this.#database.reads)) this.#setHash(itemNumber, hash);
    this.#database.onReplicated('texts', (texts) => () => this.#apply(texts));
  }

  /** Number of items with a text. */
  get count(): number {
    return this.#count;
  }

  /** Number of items. */
  get itemCount(): number {
    return this.#hashes.size;
  }

  /** Adds a listener. */
  onChange(listener: TextsListener): void {
    this.#listeners.push(listener);
  }

  /** Connects the catalog, and stores the hashes of items that a version without text embeddings stored. */
  async bind(catalog: EmbeddedCatalog): Promise<void> {
    this.#catalog = catalog;
    const missing = missingHashes(this.#database.reads);
    for (let from = 0; from < missing.length; from += itemsPerTurn) {
      const rows = missing
        .slice(from, from + itemsPerTurn)
        .map((itemNumber) => ({ no: itemNumber, hash: hashTexts(this.#read(itemNumber)), before: null }));
      await this.#write(rows, [newHashPart(rows)]);
    }
  }

  /** The names of at most `limit` items, evenly distributed over the catalog. */
  sampleNames(limit: number): string[] {
    const numbers = Array.from(this.#hashes.entries(), ([itemNumber]) => itemNumber);
    const count = Math.min(limit, numbers.length);
    return Array.from(
      { length: count },
      (_, i) => this.#read(numbers[Math.floor((i * numbers.length) / count)]!).name,
    );
  }

  findHash(itemNumber: number): string | undefined {
    return this.#hashes.get(itemNumber);
  }

  /** The hashes by ascending item number. */
  hashes(): Iterable<[itemNumber: number, hash: string]> {
    return this.#hashes.entries();
  }

  /**
   * The texts of an item, or null while they are not those of its hash: a newer state is being applied, or an earlier version hashed
   * the item's own text alone. The second is corrected in the background.
   */
  findTexts(itemNumber: number): ItemTexts | null {
    const texts = this.#read(itemNumber);
    const before = this.#hashes.get(itemNumber);
    const hash = hashTexts(texts);
    if (hash === before) return texts;
    // Without effect if the hash changes before.
    if (before !== undefined) this.#rehashInBackground([{ no: itemNumber, hash, before }]);
    return null;
  }

  /** The statements for the texts of changed items, run in the items' transaction. */
  parts(changes: readonly AppliedChange[]): StatementBatch[] {
    const last = new Map<number, ItemHash>();
    for (const change of changes) last.set(change.no, { no: change.no, hash: this.#computeHash(change) });
    return textParts([...last.values()]);
  }

  itemsChanged(changes: readonly AppliedChange[]): void {
    for (const change of changes) {
      const hash = this.#computeHash(change);
      if (hash === null) this.#remove(change.no);
      else this.#set(change.no, hash);
    }
    this.#report();
  }

  /** Checks all texts again in the background if the name fields or the searchable fields change. */
  settingsChanged(settings: SearchSettings): void {
    const isSame = isDeepStrictEqual(selectEmbeddedFields(settings), selectEmbeddedFields(this.#settings));
    this.#settings = settings;
    if (!isSame) this.#inBackground(this.#rehash(++this.#rehashRun));
  }

  close(): void {
    this.#closed = true;
    this.#rehashRun++;
  }

  #apply(texts: SharedChanges['texts']): void {
    for (const { no, hash, before } of texts)
      if (before === null || this.#hashes.get(no) === before) this.#set(no, hash);
    this.#report();
  }

  #report(): void {
    for (const listener of this.#listeners) listener.textsChanged();
  }

  /** Records the current hash of an item. */
  #set(itemNumber: number, hash: string): void {
    if (this.#hashes.get(itemNumber) === hash) return;
    this.#remove(itemNumber);
    this.#setHash(itemNumber, hash);
    for (const listener of this.#listeners) listener.textSet(itemNumber, hash);
  }

  #setHash(itemNumber: number, hash: string): void {
    this.#hashes.set(itemNumber, hash);
    if (hash !== '') this.#count++;
  }

  #remove(itemNumber: number): void {
    if ((this.#hashes.get(itemNumber) ?? '') !== '') this.#count--;
    this.#hashes.delete(itemNumber);
    for (const listener of this.#listeners) listener.textRemoved(itemNumber);
  }

  /** The hash of the texts after a change, or null if the item was deleted. */
  #computeHash(change: AppliedChange): string | null {
    if (change.content === null) return null;
    let hash = this.#changeHashes.get(change);
    if (hash === undefined) {
      hash = hashTexts(createItemTexts(change.content.fields, this.#settings));
      this.#changeHashes.set(change, hash);
    }
    return hash;
  }

  #read(itemNumber: number): ItemTexts {
    const item = this.#catalog?.findItem(itemNumber) ?? null;
    if (item === null) return { text: '', name: '', translations: [] };
    return createItemTexts(JSON.parse(decodeUtf8(item.json)) as JsonObject, this.#settings);
  }

  async #rehash(run: number): Promise<void> {
    const numbers = Array.from(this.#hashes.entries(), ([itemNumber]) => itemNumber);
    for (let from = 0; from < numbers.length && run === this.#rehashRun; from += itemsPerTurn) {
      const changed = numbers.slice(from, from + itemsPerTurn).flatMap((itemNumber) => {
        const before = this.#hashes.get(itemNumber);
        const hash = hashTexts(this.#read(itemNumber));
        return before === undefined || before === hash ? [] : [{ no: itemNumber, hash, before }];
      });
      await this.#write(changed, [hashPart(changed)]);
    }
  }

  #rehashInBackground(changed: readonly { no: number; hash: string; before: string }[]): void {
    this.#inBackground(this.#write(changed, [hashPart(changed)]));
  }

  #write(texts: SharedChanges['texts'], parts: readonly StatementBatch[]): Promise<void> {
    const write = { change: { kind: 'texts', data: texts } as const, parts, apply: () => this.#apply(texts) };
    return this.#database.write(() => ({ write, result: undefined }));
  }

  /** No request waits for the work; its errors are ignored once the project is closing. */
  #inBackground(work: Promise<void>): void {
    work.catch((error: unknown) => {
      if (!this.#closed) this.#onError(error);
    });
  }
}
