import type { ItemAddress, ItemContent, StoredItem } from '../../ports/catalog/catalog.ts';
import { VitrineError, type InputError } from '../../ports/errors.ts';
import type { Json, JsonObject } from '../../ports/catalog/json.ts';
import { limits } from '../../ports/limits.ts';
import type { ItemSettings } from '../../ports/configuration/settings.ts';
import { listObjectFields } from '../../lib/json-text.ts';
import { decodeUtf8 } from '../../lib/utf8.ts';
import type { DataUriPictures } from './data-uri-pictures.ts';
import { resolveFieldChanges, type NewNames } from './field-changes.ts';
import { decideUnseen, type WriteRules } from './hidden-fields.ts';
import { readPictures, type ItemPictures } from './item-pictures.ts';
import {
  checkName,
  readIdentifier,
  createItemError,
  isAbsent,
  reportMissing,
  writeRawFields,
  readPrice,
  readRawFields,
  checkText,
  removeValues,
  createTypeError,
  type RawFields,
} from './item-fields.ts';
import { requiredItemFields } from './item-schema.ts';
import { checkLocalFields } from './local-fields.ts';
import { listTextErrors } from '../contract/json-document.ts';
import { parseYesOrNo } from './yes-no.ts';
import { hasOperation } from './value-operations.ts';
import {
  updateOrigin,
  findQuotedFields,
  createQuotedMember,
  withOrigin,
  type RecordOrigin,
} from './record-origin.ts';

/** An object of a request: the parsed value and its source text. */
export interface ItemInput {
  readonly value: Json;
  /** JSON text of the value. */
  readonly text: string;
  /** Path for errors: `data`, `data[3]`. */
  readonly path: string;
  /** Its `data:` pictures, if already decoded. */
  readonly pictures?: DataUriPictures;
  /** Maps the fields to those of the record, if another service's client sent the item as a record. */
  readonly origin?: RecordOrigin;
}

/** Fields to change, and their item. */
export interface ItemUpdate {
  readonly address: ItemAddress;
  /** The version that the item must have; null means any. */
  readonly ifVersion: number | null;
  readonly input: ItemInput;
  /** Default: `paths`. */
  readonly newNames?: NewNames;
}

/** Fields with a default in imports; `price` only if the project makes it optional. */
export const defaultedFields = ['sku', 'imgs', 'price', 'description'] as const;
export type DefaultedField = (typeof defaultedFields)[number];

export interface ImportedItem {
  readonly content: ItemContent;
  /** The fields that received a default. */
  readonly defaulted: readonly DefaultedField[];
}

/** @throws VitrineError invalid_item with the path of every error */
export function parseNewItem(input: ItemInput): ItemContent {
  const errors: InputError[] = [];
  const fields = toObject(input, errors);
  return completeItem(input, fields, readRawFields(input.text), requiredItemFields, errors);
}

/**
 * An item of an import, which requires `id`, `name` and `price`. Defaults: `sku` is the `id`, `imgs` an empty list,
 * `description` an empty text and, with `priceOptional`, `price` null. NDJSON accepts the conversions of CSV: a number as
 * name or description, and a yes or no such as `"true"`, `0` or `"nein"` as `active`.
 * @throws VitrineError invalid_item with the path of every error
 */
export function parseImportedItem(
  input: ItemInput,
  { priceOptional }: Pick<ItemSettings, 'priceOptional'>,
): ImportedItem {
  const errors: InputError[] = [];
  const fields = toObject(input, errors);
  const raw = readRawFields(input.text);
  readAsInCsv(fields, raw);
  const defaults: Record<DefaultedField, string | undefined> = {
    sku: isAbsent(fields['id']) ? undefined : raw.get('id'),
    imgs: '[]',
    price: priceOptional ? 'null' : undefined,
    description: '""',
  };
  const defaulted: DefaultedField[] = [];
  for (const name of defaultedFields) {
    const text = defaults[name];
    // An empty description is a value. Empty texts of the other fields are treated as absent, as in CSV.
    const isEmpty = name !== 'description' && fields[name] === '';
    if (!isAbsent(fields[name]) && !isEmpty) continue;
    delete fields[name];
    raw.delete(name);
    if (text === undefined) continue;
    fields[name] = JSON.parse(text) as Json;
    raw.set(name, text);
    defaulted.push(name);
  }
  const required = priceOptional ? ['id', 'name'] : ['id', 'name', 'price'];
  const complete = completeItem(input, fields, raw, required, errors);
  const { origin } = input;
  if (origin === undefined) return { content: complete, defaulted };
  const filled = [...origin.filled, ...defaulted];
  const quoted = findQuotedFields(readRawFields(input.text), raw);
  return { content: withOrigin(complete, { ...origin, filled, ...createQuotedMember(quoted) }), defaulted };
}

/** The fields that a line of an import changes. Empty texts are treated as absent, as in {@link parseImportedItem}. */
export function parseImportedUpdate(input: ItemInput): ItemUpdate {
  const fields = { ...toObject(input, []) };
  const raw = readRawFields(input.text);
  readAsInCsv(fields, raw);
  for (const name of defaultedFields) {
    if (name === 'description' || fields[name] !== '') continue;
    delete fields[name];
    raw.delete(name);
  }
  return { ...parseItemUpdate({ ...input, value: fields, text: writeRawFields(raw) }), newNames: 'columns' };
}

/** Both formats must give the same item: as in CSV, texts are converted to the type of their field. */
function readAsInCsv(fields: JsonObject, raw: RawFields): void {
  for (const name of ['name', 'description']) {
    if (typeof fields[name] !== 'number') continue;
    fields[name] = raw.get(name) ?? '';
    raw.set(name, JSON.stringify(fields[name]));
  }
  readYesOrNo(fields, raw);
  const { active } = fields;
  if (typeof active !== 'string' || active.trim() !== '') return;
  delete fields['active'];
  raw.delete('active');
}

/** `active` may be a yes or no such as `1` or `"no"`: sources of changes often have no other. */
function readYesOrNo(fields: JsonObject, raw: RawFields): void {
  const { active } = fields;
  if (typeof active !== 'string' && typeof active !== 'number') return;
  const answer = parseYesOrNo(String(active));
  if (answer === null) return;
  fields['active'] = answer;
  raw.set('active', String(answer));
}

function completeItem(
  input: ItemInput,
  fields: JsonObject,
  raw: RawFields,
  required: readonly string[],
  errors: InputError[],
): ItemContent {
  for (const name of required) if (isAbsent(fields[name])) reportMissing(name, input.path, errors);
  return createContent(validateFields(fields, raw, input, errors));
}

/**
 * The fields to change in an object of a list, which also names the item (`_id` or `id`), and possibly the `_version` that it must
 * have.
 * @throws VitrineError invalid_item with the path of every error
 */
export function parseItemUpdate(input: ItemInput): ItemUpdate {
  const { path } = input;
  const errors: InputError[] = [];
  const fields = toObject(input, errors);
  const raw = readRawFields(input.text);
  const _id = readIdentifier('_id', fields, raw, path, errors);
  const id = readIdentifier('id', fields, raw, path, errors);
  const { _id: _named, _version: version, ...value } = fields;
  for (const name of ['_id', '_version']) raw.delete(name);
  const address = _id === undefined ? { id: id ?? '' } : { _id };
  if (_id === undefined && id === undefined && errors.length === 0) reportMissing('id', path, errors);
  if (version !== undefined && !Number.isSafeInteger(version))
    errors.push(createTypeError(`${path}._version`, 'the `_version` of the item, an integer', version));
  if (errors.length > 0) throw createItemError(errors);
  const ifVersion = version === undefined ? null : Number(version);
  return { address, ifVersion, input: { ...input, value, text: writeRawFields(raw) } };
}

/**
 * The content of an item after a change: replaces the fields of `input`, or what its paths and operations name
 * ({@link resolveFieldChanges}); null removes an optional field. Other fields keep their bytes. A price may become null with
 * `priceOptional`; an existing null may stay.
 * @throws VitrineError invalid_item with the path of every error; item_changed where an operation requires another state
 */
export function applyItemChange(
  current: StoredItem,
  input: ItemInput,
  { priceOptional, hidden = [] }: WriteRules,
  newNames: NewNames = 'paths',
): ItemContent {
  const change = toObject(input, []);
  return decideUnseen(readStoredFields(current), readRawFields(input.text), hidden, (stored, texts) =>
    applyChange({ current, stored, input, changeObject: change, texts, priceOptional, newNames }),
  );
}

/** `stored` has the fields of the item, which change, and `texts` those of the change that apply. */
function applyChange({
  current,
  stored: raw,
  input,
  changeObject,
  texts,
  priceOptional,
  newNames,
}: {
  current: StoredItem;
  stored: RawFields;
  input: ItemInput;
  changeObject: JsonObject;
  texts: RawFields;
  priceOptional: boolean;
  newNames: NewNames;
}): ItemContent {
  const errors: InputError[] = [];
  const options = { path: input.path, newNames };
  // `check` converts values in place, and a change can be decided twice: the objects of the request must stay.
  const resolved = resolveFieldChanges(raw, changeObject, texts, options, errors);
  const changes = resolved.fields;
  readYesOrNo(changes, resolved.raw);
  const nullable = priceOptional || raw.get('price') === 'null' ? ['price'] : [];
  for (const name of requiredItemFields) {
    if (changes[name] === null && !nullable.includes(name)) reportMissing(name, input.path, errors);
  }
  const validated = hideValues(hasOperation(changeObject), () =>
    validateFields(changes, resolved.raw, input, errors),
  );
  if (resolved.unmet !== null)
    throw new VitrineError('item_changed', `Cannot change the item as ${resolved.unmet}`, {
      members: { version: current.version },
    });
  if (validated.id !== undefined && validated.id !== current.id) {
    const detail = `${input.path}.id must stay ${JSON.stringify(current.id)}: an item keeps its id. Delete it and add the other`;
    throw createItemError([{ path: `${input.path}.id`, code: 'immutable', detail }]);
  }
  const after: RawFields = new Map(raw);
  for (const [name, text] of validated.raw) {
    if (changes[name] === null && !nullable.includes(name)) after.delete(name);
    else after.set(name, text);
  }
  const merged = JSON.parse(writeRawFields(after)) as JsonObject;
  // The stored fields are valid: only total sizes can exceed a limit now.
  const pictures = validated.pictures ?? readStoredPictures(merged);
  return withOrigin(
    createContent({ ...validateFields(merged, after, input, []), pictures }),
    updateOrigin(current, validated.raw.keys()),
  );
}

/**
 * Checks the parts of a change that are valid or invalid for every item.
 * @throws VitrineError invalid_item with the path of every error
 */
export function checkChanges(input: ItemInput, { priceOptional }: Pick<ItemSettings, 'priceOptional'>): void {
  const errors: InputError[] = [];
  const change = toObject(input, errors);
  const { path } = input;
  if (Object.keys(change).length === 0)
    errors.push({ path, code: 'too_few', detail: `${path} must have at least one field` });
  if (change['id'] !== undefined)
    errors.push({
      path: `${path}.id`,
      code: 'immutable',
      detail: `${path}.id must not be given: an item keeps its id`,
    });
  const options = { path, newNames: 'paths' } as const;
  const texts = readRawFields(input.text);
  const { fields, raw } = resolveFieldChanges(new Map(), change, texts, options, errors);
  for (const name of raw.keys()) {
    // The result of an operation or a path depends on the item.
    if (raw.get(name) === texts.get(name)) continue;
    raw.delete(name);
    delete fields[name];
  }
  readYesOrNo(fields, raw);
  for (const name of requiredItemFields)
    if (fields[name] === null && !(name === 'price' && priceOptional)) reportMissing(name, path, errors);
  validateFields(fields, raw, input, errors);
}

/** The result of a check, whose errors do not show values that are made from stored ones. */
export function hideValues<T>(isHidden: boolean, check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (!isHidden || !(error instanceof VitrineError) || error.code !== 'invalid_item') throw error;
    throw removeValues(error);
  }
}

/** The shop's fields of a stored item, as sent. */
export function readStoredFields(item: StoredItem): RawFields {
  const text = decodeUtf8(item.json);
  const raw: RawFields = new Map();
  for (const { key, start, end } of listObjectFields(text, 0))
    if (!key.startsWith('_')) raw.set(key, text.slice(start, end));
  return raw;
}

interface ValidatedFields {
  readonly path: string;
  readonly fields: JsonObject;
  readonly raw: RawFields;
  readonly id: string | undefined;
  readonly sku: string | undefined;
  readonly pictures: ItemPictures | null;
}

/** Validates the present fields and converts `id`, `sku`, `price` and `imgs` to their stored form. */
function validateFields(
  fields: JsonObject,
  raw: RawFields,
  input: ItemInput,
  errors: InputError[],
): ValidatedFields {
  const { path } = input;
  errors.push(...listTextErrors({ value: fields, text: input.text }, path));
  for (const name of Object.keys(fields)) checkName(name, path, errors);
  const id = readIdentifier('id', fields, raw, path, errors);
  const sku = readIdentifier('sku', fields, raw, path, errors);
  checkText('name', 1, limits.itemNameLengthMax, fields, path, errors);
  checkText('description', 0, limits.itemDescriptionLengthMax, fields, path, errors);
  readPrice(fields, raw, path, errors);
  checkLocalFields(fields, path, errors);
  const active = fields['active'];
  if (active !== undefined && active !== null && typeof active !== 'boolean') {
    errors.push(createTypeError(`${path}.active`, 'true or false', active));
  }
  let pictures: ItemPictures | null = null;
  const imgs = fields['imgs'];
  if (imgs !== undefined && imgs !== null) {
    pictures = readPictures(imgs, `${path}.imgs`, errors, input.pictures);
    if (pictures.changed) {
      raw.set('imgs', JSON.stringify(pictures.stored));
      fields['imgs'] = pictures.stored;
    }
  }
  if (errors.length > 0) throw createItemError(errors);
  return { path, fields, raw, id, sku, pictures };
}

function createContent(validated: ValidatedFields): ItemContent {
  const { fields, raw, id, sku, pictures, path } = validated;
  const fieldsJson = writeRawFields(raw).slice(1, -1);
  const bytes = Buffer.byteLength(fieldsJson);
  if (bytes > limits.itemBytesMax) {
    const detail = `${path} must be at most ${limits.itemBytesMax} bytes of JSON, pictures apart: it has ${bytes}`;
    throw createItemError([{ path, code: 'too_long', detail }]);
  }
  if (id === undefined || sku === undefined || pictures === null) {
    throw new Error('Cannot store an item whose required fields were not checked');
  }
  return {
    id,
    sku,
    active: fields['active'] !== false,
    fields,
    fieldsJson,
    pictures: pictures.addresses,
    media: pictures.media,
  };
}

function toObject(input: ItemInput, errors: InputError[]): JsonObject {
  const { value, path } = input;
  if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value;
  errors.push(createTypeError(path, 'an object with the fields of the item', value));
  throw createItemError(errors);
}

function readStoredPictures(fields: JsonObject): ItemPictures {
  return readPictures(fields['imgs'] ?? [], 'imgs', []);
}
