import type { ItemContent, StoredItem } from '../../ports/catalog.ts';
import { VitrineError, type InputError } from '../../ports/errors.ts';
import type { Json, JsonObject } from '../../ports/json.ts';
import { limits } from '../../ports/limits.ts';
import type { ItemSettings } from '../../ports/settings.ts';
import { objectFields, skipWhitespace } from '../../lib/json-text.ts';
import { cloneText } from '../../lib/detached-copies.ts';
import { decodeUtf8 } from '../../lib/utf8.ts';
import type { DataUriPictures } from './data-uri-pictures.ts';
import { readPictures, type ItemPictures } from './item-pictures.ts';
import { checkLocalFields } from './local-fields.ts';
import { decimalPrice, requiredItemFields } from './item-schema.ts';
import { textErrors } from './json-document.ts';

/** An object of a request: the parsed value and its source text. */
export interface ItemInput {
  readonly value: Json;
  /** JSON text of the value. */
  readonly text: string;
  /** Path for errors: `data`, `data[3]`. */
  readonly path: string;
  /** Its `data:` pictures, if already decoded. */
  readonly pictures?: DataUriPictures;
}

/** The fields of an item as JSON texts, in stored order. */
type RawFields = Map<string, string>;

/** Fields with a default in imports; `price` only if the project makes it optional. */
export const defaultedFields = ['sku', 'imgs', 'price', 'description'] as const;
export type DefaultedField = (typeof defaultedFields)[number];

export interface ImportedItem {
  readonly content: ItemContent;
  /** The fields that received a default. */
  readonly defaulted: readonly DefaultedField[];
}

/** @throws VitrineError invalid_item with the path of every error */
export function newItem(input: ItemInput): ItemContent {
  const errors: InputError[] = [];
  const fields = objectOf(input, errors);
  return completeItem(input, fields, rawFields(input.text), requiredItemFields, errors);
}

/**
 * An item of an import, which requires `id`, `name` and `price`. Defaults: `sku` is the `id`, `imgs` an empty list,
 * `description` an empty text and, with `priceOptional`, `price` null. NDJSON accepts the conversions of CSV: a number as
 * name or description, `"true"` and `"false"` as `active`.
 * @throws VitrineError invalid_item with the path of every error
 */
export function importedItem(
  input: ItemInput,
  { priceOptional }: Pick<ItemSettings, 'priceOptional'>,
): ImportedItem {
  const errors: InputError[] = [];
  const fields = objectOf(input, errors);
  const raw = rawFields(input.text);
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
  return { content: completeItem(input, fields, raw, required, errors), defaulted };
}

/** Both formats must give the same item: as in CSV, texts are converted to the type of their field. */
function readAsInCsv(fields: JsonObject, raw: RawFields): void {
  for (const name of ['name', 'description']) {
    if (typeof fields[name] !== 'number') continue;
    fields[name] = raw.get(name) ?? '';
    raw.set(name, JSON.stringify(fields[name]));
  }
  const active = fields['active'];
  if (typeof active !== 'string' || !/^(true|false)?$/i.test(active)) return;
  if (active === '') {
    delete fields['active'];
    raw.delete('active');
  } else {
    fields['active'] = active.toLowerCase() === 'true';
    raw.set('active', active.toLowerCase());
  }
}

function completeItem(
  input: ItemInput,
  fields: JsonObject,
  raw: RawFields,
  required: readonly string[],
  errors: InputError[],
): ItemContent {
  for (const name of required) if (isAbsent(fields[name])) missing(name, input.path, errors);
  return content(check(fields, raw, input, errors));
}

/**
 * The content of an item after a change: replaces the fields of `input`; null removes an optional field. Other fields keep
 * their bytes. A price may become null with `priceOptional`; an existing null may stay.
 * @throws VitrineError invalid_item with the path of every error
 */
export function changedItem(
  current: StoredItem,
  input: ItemInput,
  { priceOptional }: Pick<ItemSettings, 'priceOptional'>,
): ItemContent {
  const errors: InputError[] = [];
  const changes = objectOf(input, errors);
  const raw = storedFields(current);
  const nullable = priceOptional || raw.get('price') === 'null' ? ['price'] : [];
  for (const name of requiredItemFields) {
    if (changes[name] === null && !nullable.includes(name)) missing(name, input.path, errors);
  }
  const checked = check(changes, rawFields(input.text), input, errors);
  if (checked.id !== undefined && checked.id !== current.id) {
    const detail = `${input.path}.id must stay ${JSON.stringify(current.id)}: an item keeps its id. Delete it and add the other`;
    throw invalid([{ path: `${input.path}.id`, code: 'immutable', detail }]);
  }
  for (const [name, text] of checked.raw) {
    if (changes[name] === null && !nullable.includes(name)) raw.delete(name);
    else raw.set(name, text);
  }
  const merged = JSON.parse(objectText(raw)) as JsonObject;
  // The stored fields are valid: only total sizes can exceed a limit now.
  return content({ ...check(merged, raw, input, []), pictures: checked.pictures ?? storedPictures(merged) });
}

/** The shop's fields of a stored item, as sent. */
export function storedFields(item: StoredItem): RawFields {
  const text = decodeUtf8(item.json);
  const raw: RawFields = new Map();
  for (const { key, start, end } of objectFields(text, 0))
    if (!key.startsWith('_')) raw.set(key, text.slice(start, end));
  return raw;
}

interface Checked {
  readonly path: string;
  readonly fields: JsonObject;
  readonly raw: RawFields;
  readonly id: string | undefined;
  readonly sku: string | undefined;
  readonly pictures: ItemPictures | null;
}

/** Validates the present fields and converts `id`, `sku`, `price` and `imgs` to their stored form. */
function check(fields: JsonObject, raw: RawFields, input: ItemInput, errors: InputError[]): Checked {
  const { path } = input;
  errors.push(...textErrors({ value: fields, text: input.text }, path));
  for (const name of Object.keys(fields)) checkName(name, path, errors);
  const id = identifier('id', fields, raw, path, errors);
  const sku = identifier('sku', fields, raw, path, errors);
  text('name', 1, limits.itemNameLengthMax, fields, path, errors);
  text('description', 0, limits.itemDescriptionLengthMax, fields, path, errors);
  price(fields, raw, path, errors);
  checkLocalFields(fields, path, errors);
  const active = fields['active'];
  if (active !== undefined && active !== null && typeof active !== 'boolean') {
    errors.push(wrongType(`${path}.active`, 'true or false', active));
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
  if (errors.length > 0) throw invalid(errors);
  return { path, fields, raw, id, sku, pictures };
}

function content(checked: Checked): ItemContent {
  const { fields, raw, id, sku, pictures, path } = checked;
  const fieldsJson = objectText(raw).slice(1, -1);
  const bytes = Buffer.byteLength(fieldsJson);
  if (bytes > limits.itemBytesMax) {
    const detail = `${path} must be at most ${limits.itemBytesMax} bytes of JSON, pictures apart: it has ${bytes}`;
    throw invalid([{ path, code: 'too_long', detail }]);
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

function objectOf(input: ItemInput, errors: InputError[]): JsonObject {
  const { value, path } = input;
  if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value;
  errors.push(wrongType(path, 'an object with the fields of the item', value));
  throw invalid(errors);
}

/** The text of each field. The last of several equal names wins, as in `JSON.parse`. */
function rawFields(text: string): RawFields {
  const raw: RawFields = new Map();
  for (const { key, start, end } of objectFields(text, skipWhitespace(text, 0)))
    raw.set(key, text.slice(start, end));
  return raw;
}

function objectText(raw: RawFields): string {
  return `{${[...raw].map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`;
}

function storedPictures(fields: JsonObject): ItemPictures {
  return readPictures(fields['imgs'] ?? [], 'imgs', []);
}

function checkName(name: string, path: string, errors: InputError[]): void {
  const at = `${path}.${name.slice(0, 100).toWellFormed()}`;
  if (name.startsWith('_')) {
    errors.push({
      path: at,
      code: 'reserved',
      detail: `${at} must not begin with "_": such names are the service's own`,
    });
  } else if (name === '' || name.length > limits.fieldNameLengthMax) {
    const detail = `${path} must have names of 1 to ${limits.fieldNameLengthMax} characters`;
    errors.push({ path: at, code: 'invalid_name', detail });
  }
}

function identifier(
  name: 'id' | 'sku',
  fields: JsonObject,
  raw: RawFields,
  path: string,
  errors: InputError[],
): string | undefined {
  const value = fields[name];
  if (value === undefined || value === null) return undefined;
  const at = `${path}.${name}`;
  if (typeof value !== 'string' && typeof value !== 'number') {
    errors.push(wrongType(at, 'a string (or a number)', value));
    return undefined;
  }
  // Keeps all digits of a long number, which `String(value)` would round.
  const sent = raw.get(name) ?? '';
  const id = typeof value === 'string' ? value : /^-?\d+$/.test(sent) ? cloneText(sent) : String(value);
  if (id.length < 1 || id.length > limits.itemIdLengthMax) {
    const detail = `${at} must have 1 to ${limits.itemIdLengthMax} characters: it has ${id.length}`;
    errors.push({ path: at, code: id.length === 0 ? 'too_short' : 'too_long', detail });
  }
  if (typeof value === 'number') {
    raw.set(name, JSON.stringify(id));
    fields[name] = id;
  }
  return id;
}

function text(
  name: string,
  lengthMin: number,
  lengthMax: number,
  fields: JsonObject,
  path: string,
  errors: InputError[],
): void {
  const value = fields[name];
  if (value === undefined || value === null) return;
  const at = `${path}.${name}`;
  if (typeof value !== 'string') {
    errors.push(wrongType(at, 'a string', value));
  } else if (value.length < lengthMin || value.length > lengthMax) {
    const detail = `${at} must have ${lengthMin} to ${lengthMax} characters: it has ${value.length}`;
    errors.push({ path: at, code: value.length < lengthMin ? 'too_short' : 'too_long', detail });
  }
}

function price(fields: JsonObject, raw: RawFields, path: string, errors: InputError[]): void {
  const value = fields['price'];
  if (value === undefined || value === null) return;
  const at = `${path}.price`;
  if (typeof value === 'string') {
    const decimal = value.trim();
    if (!decimalPrice.test(decimal)) {
      errors.push({
        path: at,
        code: 'type',
        detail: `${at} must be a number or a decimal string: current value is ${quote(value)}`,
      });
      return;
    }
    // JSON allows no leading zeros.
    raw.set('price', decimal.replace(/^0+(?=\d)/, ''));
    fields['price'] = Number(decimal);
  } else if (typeof value !== 'number') {
    errors.push(wrongType(at, 'a number or a decimal string', value));
    return;
  }
  const amount = fields['price'] as number;
  if (!Number.isFinite(amount) || amount < 0) {
    errors.push({
      path: at,
      code: 'out_of_range',
      detail: `${at} must be a finite number >= 0: current value is ${raw.get('price')}`,
    });
  }
}

function isAbsent(value: Json | undefined): boolean {
  return value === undefined || value === null;
}

function missing(name: string, path: string, errors: InputError[]): void {
  errors.push({ path: `${path}.${name}`, code: 'required', detail: `${path}.${name} is required` });
}

function wrongType(path: string, expected: string, value: Json): InputError {
  const kind =
    value === null
      ? 'null'
      : Array.isArray(value)
        ? 'a list'
        : typeof value === 'object'
          ? 'an object'
          : `a ${typeof value}`;
  return { path, code: 'type', detail: `${path} must be ${expected}, not ${kind}` };
}

function quote(value: string): string {
  return JSON.stringify(value.slice(0, 40));
}

function invalid(errors: readonly InputError[]): VitrineError {
  return new VitrineError('invalid_item', errors[0]?.detail ?? 'The item is not valid', {
    errors: errors.slice(0, 100),
  });
}
