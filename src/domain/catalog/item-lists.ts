import type { Catalog, ItemChange, StoredItem } from '../../ports/catalog/catalog.ts';
import { VitrineError, type InputError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import type { WorkSlices } from '../../lib/work-slices.ts';
import type { WriteRules } from './hidden-fields.ts';
import { parseItemUpdate, type ItemInput } from './item-input.ts';
import { prepareAddition, prepareChange, prepareUpdate, decodePictures, createDataError } from './items.ts';
import { parsedByteCost, type JsonRecords } from '../contract/json-document.ts';

/** Why an item of a list was not stored. */
export interface ItemError {
  readonly index: number;
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly InputError[];
  readonly [member: string]: unknown;
}

/** The stored items, in the order of the list, and why the others were not stored. */
export interface ListOutcome {
  readonly items: StoredItem[];
  readonly refusals: ItemError[];
}

/**
 * Stored bytes of the items of one write. A short list of changes can name many large items: written at once, they would delay
 * other requests, and be too much for an entry of a shared log.
 */
const changedBytesMax = 16 * 1024 * 1024;

/**
 * The items of the list in `data`; in place of an unreadable one, its error.
 * @throws VitrineError invalid_request
 */
export function readItems({ records, count }: JsonRecords): (ItemInput | VitrineError)[] {
  if (count === 0) throw createDataError('data', 'too_few', 'a list of at least one item');
  if (count > limits.itemsPerWriteMax) {
    const expected = `a list of at most ${limits.itemsPerWriteMax} items, not ${count}; larger ones go through POST /api/items/import`;
    throw createDataError('data', 'too_many', expected);
  }
  return records.map(({ value, text, fault }, index) => fault ?? { value, text, path: `data[${index}]` });
}

/** Adds items that must not exist yet, in one write. */
export async function addItems(
  catalog: Catalog,
  inputs: readonly (ItemInput | VitrineError)[],
  slices: WorkSlices,
): Promise<ListOutcome> {
  const list = new ListWrite(catalog);
  for (const [index, input] of inputs.entries()) {
    await list.add(index, async () => {
      if (input instanceof VitrineError) throw input;
      await slices.spend(parsedByteCost * input.text.length);
      return prepareAddition(await decodePictures(input));
    });
  }
  return list.end();
}

/**
 * Changes fields of items that exist, in the order of the list, which can name an item more than once. One write, unless the items
 * are large.
 */
export async function changeItems(
  catalog: Catalog,
  inputs: readonly (ItemInput | VitrineError)[],
  settings: WriteRules,
  slices: WorkSlices,
): Promise<ListOutcome> {
  const list = new ListWrite(catalog);
  let bytes = 0;
  for (const [index, input] of inputs.entries()) {
    await list.add(index, async () => {
      if (input instanceof VitrineError) throw input;
      const change = await prepareChange(
        catalog,
        prepareUpdate(parseItemUpdate(await decodePictures(input)), settings),
      );
      await slices.spend(parsedByteCost * (input.text.length + change.bytes));
      bytes += change.bytes;
      return change.change;
    });
    if (bytes < changedBytesMax) continue;
    await list.write();
    bytes = 0;
  }
  return list.end();
}

/** The changes of a list, which are stored or refused one by one. */
class ListWrite {
  readonly #catalog: Catalog;
  readonly #items: StoredItem[] = [];
  readonly #refused = new Map<number, VitrineError>();
  #indexes: number[] = [];
  #changes: ItemChange[] = [];

  constructor(catalog: Catalog) {
    this.#catalog = catalog;
  }

  /** Adds the change of an element, or its error. */
  async add(index: number, read: () => Promise<ItemChange>): Promise<void> {
    try {
      this.#changes.push(await read());
      this.#indexes.push(index);
    } catch (error) {
      if (!(error instanceof VitrineError)) throw error;
      this.#refused.set(index, error);
    }
  }

  async write(): Promise<void> {
    if (this.#changes.length === 0) return;
    const outcomes = await this.#catalog.change(this.#changes);
    outcomes.forEach((outcome, at) => {
      if (outcome.kind === 'stored') this.#items.push(outcome.item);
      else if (outcome.kind === 'refused')
        this.#refused.set(this.#indexes[at] ?? 0, requireVitrineError(outcome.error));
    });
    [this.#changes, this.#indexes] = [[], []];
  }

  async end(): Promise<ListOutcome> {
    await this.write();
    const refusals = [...this.#refused].sort(([a], [b]) => a - b);
    return { items: this.#items, refusals: refusals.map(([index, error]) => describeRefusal(index, error)) };
  }
}

function describeRefusal(index: number, error: VitrineError): ItemError {
  return { ...error.members, index, code: error.code, detail: error.message, errors: error.errors };
}

function requireVitrineError(error: Error): VitrineError {
  if (error instanceof VitrineError) return error;
  throw error;
}
