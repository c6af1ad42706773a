import { readStoredFields, type ItemInput } from '../../../domain/catalog/item-input.ts';
import {
  createItemError,
  isAbsent,
  writeRawFields,
  readRawFields,
  type RawFields,
} from '../../../domain/catalog/item-fields.ts';
import type { JsonDocument } from '../../../domain/contract/json-document.ts';
import { readServiceMembers, type RecordOrigin } from '../../../domain/catalog/record-origin.ts';
import { defaultedFields } from '../../../domain/catalog/item-input.ts';
import { isObject } from '../../../domain/contract/object-fields.ts';
import type { StoredItem } from '../../../ports/catalog/catalog.ts';
import type { VitrineError } from '../../../ports/errors.ts';
import type { Json, JsonObject } from '../../../ports/catalog/json.ts';
import { limits } from '../../../ports/limits.ts';
import { geoField, tagsField } from './attributes.ts';
import { restoreRecord } from './original-record.ts';

/** A record as a client sends it. */
export interface SentRecord {
  readonly id: string;
  /** JSON texts of its attributes, without `objectID`. */
  readonly fields: RawFields;
  /** The position in the request, for errors. */
  readonly path: string;
}

const idMember = 'objectID';
/** The fields of the attributes whose names the service does not store. */
const renamed: ReadonlyMap<string, string> = new Map([
  ['_geoloc', geoField],
  ['_tags', tagsField],
]);

/**
 * Reads a record. If the URL has no `id`, the record must have one, unless `newId` creates it.
 * @throws VitrineError invalid_item
 */
export function readRecord(
  { value, text }: JsonDocument,
  path: string,
  id: string | null,
  newId: (() => string) | null = null,
): SentRecord {
  if (!isObject(value)) throw createRecordError(path, 'type', 'a JSON object');
  const fields = readRawFields(text);
  const [sent, sentText = ''] = [value[idMember], fields.get(idMember)];
  fields.delete(idMember);
  if (sent !== undefined && sent !== null && typeof sent !== 'string' && typeof sent !== 'number')
    throw createRecordError(`${path}.${idMember}`, 'type', 'a text or a number');
  // All digits of a long number, which parsing rounds.
  const recordId = isAbsent(sent) ? null : /^-?\d+$/.test(sentText) ? sentText : String(sent);
  if (id !== null && recordId !== null && recordId !== id)
    throw createRecordError(`${path}.${idMember}`, 'format', 'that in the URL');
  const chosenId = id ?? recordId ?? newId?.() ?? null;
  if (chosenId === null || chosenId === '')
    throw createRecordError(`${path}.${idMember}`, 'required', 'the id of the record');
  if (chosenId.length > limits.itemIdLengthMax)
    throw createRecordError(
      `${path}.${idMember}`,
      'too_long',
      `at most ${limits.itemIdLengthMax} characters`,
    );
  return { id: chosenId, fields, path };
}

/** The attributes of the record that an item gives back. */
export function recordFields(item: StoredItem): RawFields {
  const { origin } = readServiceMembers(item.json);
  return origin === null
    ? readStoredFields(item)
    : readRawFields(restoreRecord(item.json, origin).toString());
}

/** The names that fields have in records, besides their own. */
export function listAttributes(fields: readonly string[]): string[] {
  return fields.flatMap((field) => [
    field,
    ...[...renamed].flatMap(([attribute, own]) => (own === field ? [attribute] : [])),
  ]);
}

/** The attributes after a change of whole ones: a point or tags replace those under the other name. */
export function changeFields(fields: RawFields, changes: RawFields): RawFields {
  const changed = new Map(fields);
  for (const [attribute, field] of renamed) {
    if (changes.has(attribute)) changed.delete(field);
    if (changes.has(field)) changed.delete(attribute);
  }
  for (const [name, text] of changes) changed.set(name, text);
  return changed;
}

/**
 * The item of a record. A free record lacks fields that an item must have, and is given back as it was sent.
 * @throws VitrineError invalid_item
 */
export function toItemInput({ id, fields, path }: SentRecord, isFree: boolean): ItemInput {
  const raw: RawFields = new Map([['id', JSON.stringify(id)]]);
  const names: Record<string, string> = {};
  for (const [name, text] of fields) {
    const field = renamed.get(name);
    if (field !== undefined) {
      checkRenamed(name, JSON.parse(text) as Json, path);
      if (isFree && fields.has(field) && fields.get(field) !== text)
        throw createRecordError(
          `${path}.${name}`,
          'format',
          `the same as ${field}: a record has one of them`,
        );
      names[field] = name;
      raw.set(field, text);
    } else if (name.startsWith('_'))
      throw createRecordError(
        `${path}.${name}`,
        'reserved',
        'absent: such names are the service’s own, but for _geoloc and _tags',
      );
    else if (name !== 'id' && !Object.hasOwn(names, name)) raw.set(name, text);
  }
  const origin = isFree ? withDefaults(raw, fields, id, names) : null;
  if (origin === null) checkId(fields, id, path);
  const text = writeRawFields(raw);
  const input = { value: JSON.parse(text) as JsonObject, text, path };
  return origin === null ? input : { ...input, origin };
}

/** Adds the fields that a free record lacks and an import has no default for. */
function withDefaults(
  raw: RawFields,
  fields: RawFields,
  id: string,
  names: Readonly<Record<string, string>>,
): RecordOrigin {
  const filled: string[] = [];
  const sent: Record<string, Json> = {};
  const readField = (name: string): Json | undefined => {
    const text = fields.get(name);
    return text === undefined ? undefined : (JSON.parse(text) as Json);
  };
  const ownId = readField('id');
  if (ownId === undefined) filled.push('id');
  else if (ownId !== id) sent['id'] = ownId;
  const name = readField('name');
  if (isAbsent(name) || name === '') {
    const title = readField('title');
    const isNamed = typeof title === 'string' && title.trim() !== '';
    raw.set('name', JSON.stringify(isNamed ? title.slice(0, limits.itemNameLengthMax).toWellFormed() : id));
    filled.push('name');
    if (name !== undefined) sent['name'] = name;
  }
  for (const field of defaultedFields) {
    const value = readField(field);
    // The import gives these a default, too.
    if (value === null || (value === '' && field !== 'description')) sent[field] = value;
  }
  return { filled, names, sent };
}

/** @throws VitrineError invalid_item */
function checkId(fields: RawFields, id: string, path: string): void {
  const text = fields.get('id');
  if (text === undefined) return;
  const own = JSON.parse(text) as Json;
  if (own !== null && own !== id && JSON.stringify(own) !== id)
    throw createRecordError(`${path}.id`, 'format', 'as objectID, or absent: it is the id of the item');
}

/** @throws VitrineError invalid_item */
function checkRenamed(name: string, value: Json, path: string): void {
  if (value === null) return;
  const list = Array.isArray(value) ? value : [value];
  if (name === '_tags') {
    if (!list.every((one) => typeof one === 'string' || typeof one === 'number'))
      throw createRecordError(`${path}.${name}`, 'type', 'a text or a list of texts');
  } else if (!list.every(isPoint))
    throw createRecordError(
      `${path}.${name}`,
      'format',
      'an object with `lat` and `lng` in degrees, or a list of them',
    );
}

function isPoint(value: Json): boolean {
  if (!isObject(value)) return false;
  const { lat, lng } = value;
  return typeof lat === 'number' && typeof lng === 'number' && Math.abs(lat) <= 90 && Math.abs(lng) <= 180;
}

function createRecordError(path: string, code: string, expected: string): VitrineError {
  return createItemError([{ path, code, detail: `${path} must be ${expected}` }]);
}
