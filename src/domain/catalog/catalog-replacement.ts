import type { Catalog, ItemChange, ItemContent } from '../../ports/catalog/catalog.ts';
import { VitrineError } from '../../ports/errors.ts';
import type { Json, JsonObject } from '../../ports/catalog/json.ts';
import { limits } from '../../ports/limits.ts';
import type { DefaultedField } from './item-input.ts';
import { countContentBytes, isStored } from './items.ts';

/** Bytes that an item of the file takes in addition to its content. */
const itemBytes = 100;
/** Lines between two reports of the progress. */
const reportedLines = 1_000;

interface Replaced {
  readonly change: ItemChange;
  readonly defaulted: readonly DefaultedField[];
  readonly bytes: number;
}

/** Counts of a replacement. */
export interface ReplacementCounts {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly removed: number;
  readonly defaulted: readonly DefaultedField[];
}

/**
 * The items of a file that replaces the whole catalog in one step. Items that are as the file has them are not written; those whose
 * lines were rejected stay as they are.
 */
export class CatalogReplacement {
  readonly #catalog: Catalog;
  readonly #allowsRejected: boolean;
  readonly #writesSame: boolean;
  readonly #report: () => Promise<unknown>;
  /** The last line of each id, or null if the item is as the line has it. */
  readonly #items = new Map<string, Replaced | null>();
  /** Ids of rejected lines. */
  readonly #rejected = new Set<string>();
  /** Rejected lines, and those without a readable id. */
  #failed = 0;
  #unread = 0;
  #bytes = 0;
  #lines = 0;

  /**
   * `report` is called after every 1,000 lines. With `writesSame`, unchanged items are written too, as the counts
   * would reveal values that the writer does not see.
   */
  constructor(
    catalog: Catalog,
    {
      allowsRejected,
      writesSame = false,
      report,
    }: { allowsRejected: boolean; writesSame?: boolean; report: () => Promise<unknown> },
  ) {
    this.#catalog = catalog;
    this.#allowsRejected = allowsRejected;
    this.#writesSame = writesSame;
    this.#report = report;
  }

  /** @throws VitrineError catalog_not_replaced: the file is too large */
  async add(content: ItemContent, defaulted: readonly DefaultedField[]): Promise<void> {
    const { id } = content;
    const stored = await this.#catalog.get({ id });
    const item =
      !this.#writesSame && isStored(stored, content) ? null : createReplacement(content, defaulted);
    this.#bytes += itemBytes + (item?.bytes ?? 0) - (this.#items.get(id)?.bytes ?? 0);
    this.#items.set(id, item);
    await this.#onLine();
  }

  /** `id` is that of a rejected line, or null if none can be read. */
  async reject(id: string | null): Promise<void> {
    this.#failed++;
    if (id === null) this.#unread++;
    else this.#rejected.add(id);
    this.#bytes += itemBytes;
    await this.#onLine();
  }

  /** @throws VitrineError catalog_not_replaced: nothing was changed */
  async commit(): Promise<ReplacementCounts> {
    if (this.#failed > 0 && !this.#allowsRejected)
      throw createReplacementError(
        this.#failed === 1 ? 'a line was rejected' : `${this.#failed} lines were rejected`,
      );
    if (this.#unread > 0)
      throw createReplacementError(
        this.#unread === 1
          ? 'a rejected line has no readable id, so that its item cannot be kept'
          : `${this.#unread} rejected lines have no readable id, so that their items cannot be kept`,
      );
    if (this.#items.size === 0)
      throw createReplacementError(
        'the file has no items. To delete all items use POST /api/items/delete with `all: true`',
      );
    const changed = Array.from(this.#items.values()).filter((item) => item !== null);
    const keeps = (id: string): boolean => this.#items.has(id) || this.#rejected.has(id);
    const { outcomes, removed } = await this.#catalog.replaceAll(
      changed.map(({ change }) => change),
      keeps,
    );
    const created = outcomes.filter((outcome) => outcome.kind === 'stored' && outcome.created).length;
    return {
      created,
      updated: changed.length - created,
      unchanged: this.#items.size - changed.length,
      removed,
      defaulted: changed.flatMap(({ defaulted }) => defaulted),
    };
  }

  async #onLine(): Promise<void> {
    if (this.#bytes > limits.replacedBytesMax)
      throw createReplacementError(
        `its new and changed items have more than ${limits.replacedBytesMax} bytes`,
      );
    if (++this.#lines % reportedLines === 0) await this.#report();
  }
}

function createReplacementError(why: string): VitrineError {
  return new VitrineError('catalog_not_replaced', `Cannot replace the catalog as ${why}`);
}

/** Parses the fields again when they are read: parsed, they take several times the memory of their text. */
function createReplacement(content: ItemContent, defaulted: readonly DefaultedField[]): Replaced {
  const { id, fieldsJson } = content;
  const light: ItemContent = {
    ...content,
    get fields(): JsonObject {
      return JSON.parse(`{${fieldsJson}}`) as Json as JsonObject;
    },
  };
  return { change: { address: { id }, decide: () => light }, defaulted, bytes: countContentBytes(content) };
}
