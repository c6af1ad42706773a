import type { Catalog, ChangeOutcome, ItemAddress, ItemChange, StoredItem } from '../../ports/catalog.ts';
import { VitrineError, type InputError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import type { ItemSettings } from '../../ports/settings.ts';
import type { WorkSlices } from '../../lib/work-slices.ts';
import { decodeDataUris } from './data-uri-pictures.ts';
import { changedItem, importedItem, newItem, type DefaultedField, type ItemInput } from './item-input.ts';
import { parsedByteCost, type JsonRecords } from './json-document.ts';

/** Why an item of a list was not stored. */
export interface ItemError {
  readonly index: number;
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly InputError[];
  readonly [member: string]: unknown;
}

/** The single item of `data`. @throws VitrineError invalid_request */
export function readItem({ records: [only] }: JsonRecords): ItemInput {
  if (only === undefined || only.value === null || typeof only.value !== 'object')
    throw wrongData('data', 'type', 'an item or a list of items');
  return { value: only.value, text: only.text, path: 'data' };
}

/**
 * The items of the list in `data`; in place of an unreadable one, its error.
 * @throws VitrineError invalid_request
 */
export function readItems({ records, count }: JsonRecords): (ItemInput | VitrineError)[] {
  if (count === 0) throw wrongData('data', 'too_few', 'a list of at least one item');
  if (count > limits.itemsPerWriteMax) {
    const expected = `a list of at most ${limits.itemsPerWriteMax} items, not ${count}; larger ones go through POST /api/items/import`;
    throw wrongData('data', 'too_many', expected);
  }
  return records.map(({ value, text, fault }, index) => fault ?? { value, text, path: `data[${index}]` });
}

/** Adds items that must not exist yet. Outcomes have the order of the inputs. */
export async function addItems(
  catalog: Catalog,
  inputs: readonly (ItemInput | VitrineError)[],
  slices: WorkSlices,
): Promise<{ items: StoredItem[]; refusals: ItemError[] }> {
  const refused = new Map<number, VitrineError>();
  const changes: ItemChange[] = [];
  const indexes: number[] = [];
  for (const [index, input] of inputs.entries()) {
    try {
      if (input instanceof VitrineError) throw input;
      await slices.spend(parsedByteCost * input.text.length);
      changes.push(addition(await withPictures(input)));
      indexes.push(index);
    } catch (error) {
      if (!(error instanceof VitrineError)) throw error;
      refused.set(index, error);
    }
  }
  const outcomes = changes.length === 0 ? [] : await catalog.change(changes);
  const items: StoredItem[] = [];
  outcomes.forEach((outcome, at) => {
    if (outcome.kind === 'stored') items.push(outcome.item);
    else if (outcome.kind === 'refused') refused.set(indexes[at] ?? 0, asVitrineError(outcome.error));
  });
  const refusals = [...refused].sort(([a], [b]) => a - b).map(([index, error]) => refusal(index, error));
  return { items, refusals };
}

/** @throws VitrineError invalid_item, item_exists */
export async function addItem(catalog: Catalog, input: ItemInput): Promise<StoredItem> {
  const [outcome] = await catalog.change([addition(await withPictures(input))]);
  return stored(outcome);
}

/**
 * Changes the fields in `input`.
 * @throws VitrineError item_not_found, invalid_item; item_changed if `ifVersion` is not the item's version
 */
export async function changeItem(
  catalog: Catalog,
  address: ItemAddress,
  input: ItemInput | null,
  settings: Pick<ItemSettings, 'priceOptional'>,
  ifVersion: number | null,
): Promise<StoredItem> {
  const changed = await withPictures(input ?? { value: {}, text: '{}', path: 'data' });
  const change: ItemChange = {
    address,
    decide: (current) => {
      const item = presentItem(current, address);
      if (ifVersion !== null && ifVersion !== item.version) {
        throw new VitrineError(
          'item_changed',
          `Cannot change the item as its version is ${item.version}, not ${ifVersion}`,
          {
            members: { version: item.version },
          },
        );
      }
      return changedItem(item, changed, settings);
    },
  };
  const [outcome] = await catalog.change([change]);
  return stored(outcome);
}

/** @throws VitrineError item_not_found */
export async function removeItem(catalog: Catalog, address: ItemAddress): Promise<StoredItem> {
  const change: ItemChange = {
    address,
    decide: (current) => {
      presentItem(current, address);
      return null;
    },
  };
  const [outcome] = await catalog.change([change]);
  if (outcome?.kind === 'deleted') return outcome.item;
  return stored(outcome);
}

/**
 * Adds an item of an import, or replaces the one with its id, keeping its `_id`. `defaulted`: the fields with a default.
 * @throws VitrineError invalid_item
 */
export function upsert(
  input: ItemInput,
  settings: Pick<ItemSettings, 'priceOptional'>,
): { change: ItemChange; defaulted: readonly DefaultedField[] } {
  const { content, defaulted } = importedItem(input, settings);
  return { change: { address: { id: content.id }, decide: () => content }, defaulted };
}

/** Finds an item by the shop's id, or else by `_id`; null if there is none. */
export async function findItem(catalog: Catalog, idOrOurs: string): Promise<StoredItem | null> {
  return (await catalog.get({ id: idOrOurs })) ?? catalog.get({ _id: idOrOurs });
}

/** Decodes the `data:` pictures in slices: one of 10 MB is too long for one step. */
export async function withPictures(input: ItemInput): Promise<ItemInput> {
  const { value } = input;
  const imgs = value !== null && typeof value === 'object' && !Array.isArray(value) ? value['imgs'] : null;
  return { ...input, pictures: await decodeDataUris(imgs ?? null) };
}

function addition(input: ItemInput): ItemChange {
  const content = newItem(input);
  return {
    address: { id: content.id },
    decide: (current) => {
      if (current === null) return content;
      throw new VitrineError(
        'item_exists',
        `Cannot add item ${JSON.stringify(content.id)} as it exists: change it by PUT /api/items/${current._id}`,
        {
          members: { _id: current._id },
        },
      );
    },
  };
}

export function presentItem(item: StoredItem | null, address: ItemAddress): StoredItem {
  if (item !== null) return item;
  const named = 'id' in address ? address.id : address._id;
  throw new VitrineError('item_not_found', `There is no item ${JSON.stringify(named)}`);
}

function stored(outcome: ChangeOutcome | undefined): StoredItem {
  if (outcome?.kind === 'stored') return outcome.item;
  if (outcome?.kind === 'refused') throw outcome.error;
  throw new Error(`Cannot answer with an item as the change ended as ${outcome?.kind}`);
}

function refusal(index: number, error: VitrineError): ItemError {
  return { ...error.members, index, code: error.code, detail: error.message, errors: error.errors };
}

function asVitrineError(error: Error): VitrineError {
  if (error instanceof VitrineError) return error;
  throw error;
}

function wrongData(path: string, code: string, expected: string): VitrineError {
  const detail = `${path} must be ${expected}`;
  return new VitrineError('invalid_request', detail, { errors: [{ path, code, detail }] });
}
