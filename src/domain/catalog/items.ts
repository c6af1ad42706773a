import type {
  Catalog,
  ChangeOutcome,
  ItemAddress,
  ItemChange,
  ItemContent,
  StoredItem,
} from '../../ports/catalog/catalog.ts';
import { VitrineError } from '../../ports/errors.ts';
import type { ItemSettings } from '../../ports/configuration/settings.ts';
import { decodeDataUris } from './data-uri-pictures.ts';
import {
  applyItemChange,
  parseImportedItem,
  parseNewItem,
  type DefaultedField,
  type ItemInput,
  type ItemUpdate,
} from './item-input.ts';
import type { WriteRules } from './hidden-fields.ts';
import type { JsonRecords } from '../contract/json-document.ts';

/** The single item of a member of a body. @throws VitrineError invalid_request */
export function readItem({ records: [only] }: JsonRecords, member = 'data'): ItemInput {
  if (only === undefined || only.value === null || typeof only.value !== 'object')
    throw createDataError(member, 'type', 'an item or a list of items');
  return { value: only.value, text: only.text, path: member };
}

/** @throws VitrineError invalid_item, item_exists */
export async function addItem(catalog: Catalog, input: ItemInput): Promise<StoredItem> {
  const [outcome] = await catalog.change([prepareAddition(await decodePictures(input))]);
  return requireStoredItem(outcome);
}

/**
 * Changes the fields in `input`.
 * @throws VitrineError item_not_found, invalid_item; item_changed if `ifVersion` is not the item's version
 */
export async function changeItem(
  catalog: Catalog,
  address: ItemAddress,
  input: ItemInput | null,
  settings: WriteRules,
  ifVersion: number | null,
): Promise<StoredItem> {
  const changed = await decodePictures(input ?? { value: {}, text: '{}', path: 'data' });
  const [outcome] = await catalog.change([prepareUpdate({ address, ifVersion, input: changed }, settings)]);
  return requireStoredItem(outcome);
}

/** Changes fields of an item. @throws from `decide`: VitrineError item_not_found, item_changed, invalid_item */
export function prepareUpdate(
  { address, ifVersion, input, newNames }: ItemUpdate,
  settings: WriteRules,
): ItemChange {
  return {
    address,
    decide: (current) => {
      const item = requireItem(current, address);
      checkVersion(item, ifVersion);
      return applyItemChange(item, input, settings, newNames);
    },
  };
}

/** @throws VitrineError item_changed */
function checkVersion({ version }: Pick<StoredItem, 'version'>, ifVersion: number | null): void {
  if (ifVersion !== null && ifVersion !== version) throw createItemChangedError(version, ifVersion);
}

/** The error of a change that expects another version of the item. */
export function createItemChangedError(version: number, expected: number): VitrineError {
  const detail = `Cannot change the item as its version is ${version}, not ${expected}`;
  return new VitrineError('item_changed', detail, { members: { version } });
}

/** A change that is decided in advance, and the bytes of its item. */
export interface PreparedChange {
  readonly change: ItemChange;
  readonly bytes: number;
}

/**
 * Decides a change in advance, on the stored item: the decisions of a write run in one step, and other requests wait. The write
 * decides again only if the item has changed since, such as by an earlier change of the same write.
 */
export async function prepareChange(catalog: Catalog, change: ItemChange): Promise<PreparedChange> {
  const { address } = change;
  const stored = await catalog.get(address);
  const bytes = stored?.json.length ?? 0;
  let content: ItemContent | null;
  try {
    content = change.decide(stored);
  } catch (error) {
    if (!(error instanceof VitrineError)) throw error;
    // The newest state may allow it.
    return { change, bytes };
  }
  const decide = (current: StoredItem | null): ItemContent | null =>
    current?._id === stored?._id && current?.version === stored?.version ? content : change.decide(current);
  return { change: { address, decide }, bytes };
}

/** Deletes an item. @throws from `decide`: VitrineError item_not_found */
export function prepareRemoval(address: ItemAddress, ifVersion: number | null = null): ItemChange {
  return {
    address,
    decide: (current) => {
      checkVersion(requireItem(current, address), ifVersion);
      return null;
    },
  };
}

/** @throws VitrineError item_not_found; item_changed if `ifVersion` is not the item's version */
export async function removeItem(
  catalog: Catalog,
  address: ItemAddress,
  ifVersion: number | null = null,
): Promise<StoredItem> {
  const [outcome] = await catalog.change([prepareRemoval(address, ifVersion)]);
  if (outcome?.kind === 'deleted') return outcome.item;
  return requireStoredItem(outcome);
}

/**
 * Adds an item of an import, or replaces the one with its id, keeping its `_id`. `defaulted` has the fields with a default.
 * @throws VitrineError invalid_item
 */
export function prepareUpsert(
  input: ItemInput,
  settings: Pick<ItemSettings, 'priceOptional'>,
): { content: ItemContent; change: ItemChange; defaulted: readonly DefaultedField[] } {
  const { content, defaulted } = parseImportedItem(input, settings);
  return { content, change: { address: { id: content.id }, decide: () => content }, defaulted };
}

/** Bytes of an item and its pictures, as they are written. */
export function countContentBytes({ fieldsJson, media }: ItemContent): number {
  return media.reduce((sum, file) => sum + file.bytes.length, Buffer.byteLength(fieldsJson));
}

/** Whether an item is stored with exactly this content. */
export function isStored(item: StoredItem | null, content: ItemContent | null): boolean {
  if (item === null || content === null) return false;
  // The service's fields come first.
  const fields = Buffer.from(`${content.fieldsJson}}`);
  const start = item.json.length - fields.length;
  if (start < 0 || !fields.equals(item.json.subarray(start))) return false;
  return /"_updatedAt":[^,{}]*,$/.test(
    Buffer.from(item.json.subarray(Math.max(0, start - 80), start)).toString(),
  );
}

/** Finds an item by the shop's id, or else by `_id`; null if there is none. */
export async function findItem(catalog: Catalog, idOrOurs: string): Promise<StoredItem | null> {
  return (await catalog.get({ id: idOrOurs })) ?? catalog.get({ _id: idOrOurs });
}

/** Decodes the `data:` pictures in slices: one of 10 MB is too long for one step. */
export async function decodePictures(input: ItemInput): Promise<ItemInput> {
  const { value } = input;
  const imgs = value !== null && typeof value === 'object' && !Array.isArray(value) ? value['imgs'] : null;
  return { ...input, pictures: await decodeDataUris(imgs ?? null) };
}

export function prepareAddition(input: ItemInput): ItemChange {
  const content = parseNewItem(input);
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

export function requireItem(item: StoredItem | null, address: ItemAddress): StoredItem {
  if (item !== null) return item;
  const named = 'id' in address ? address.id : address._id;
  throw new VitrineError('item_not_found', `There is no item ${JSON.stringify(named)}`);
}

function requireStoredItem(outcome: ChangeOutcome | undefined): StoredItem {
  if (outcome?.kind === 'stored') return outcome.item;
  if (outcome?.kind === 'refused') throw outcome.error;
  throw new Error(`Cannot answer with an item as the change ended as ${outcome?.kind}`);
}

export function createDataError(path: string, code: string, expected: string): VitrineError {
  const detail = `${path} must be ${expected}`;
  return new VitrineError('invalid_request', detail, { errors: [{ path, code, detail }] });
}
