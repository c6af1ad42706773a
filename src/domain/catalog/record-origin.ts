import type { ItemContent, StoredItem } from '../../ports/catalog/catalog.ts';
import type { Json, JsonObject } from '../../ports/catalog/json.ts';
import { endOfString, endOfValue, skipSpace } from '../../lib/json-bytes.ts';
import { decodeUtf8 } from '../../lib/utf8.ts';
import type { RawFields } from './item-fields.ts';

/**
 * Differences between an item and the record of another service's client that it was made from. Stored as the first of the item's own
 * members, so that replies can give the record back as it was sent.
 */
export interface RecordOrigin {
  /** Fields that the record lacks: they have defaults. */
  readonly filled: readonly string[];
  /** Names in the record, by field. */
  readonly names: Readonly<Record<string, string>>;
  /** Values in the record, by field. */
  readonly sent: JsonObject;
  /** Fields that are texts in the record and stored as numbers or booleans, or the reverse: `"price": "12.50"`. Absent means none. */
  readonly quoted?: readonly string[];
}

/** The member of the stored JSON. */
export const originMember = '_record';

const commaByte = 44;
const closeBraceByte = 125;
const underscoreByte = 95;
/** The first letter of the member's name after its underscore; no other member of the service has it. */
const originByte = 114;

/** The stored JSON of an item, apart from the members of the service, which come first. */
export interface OwnMembers {
  /** `"id":"a","name":"Oak chair"}` */
  readonly bytes: Uint8Array;
  /** Null means that the item was not made from a record. */
  readonly origin: RecordOrigin | null;
}

/** Walks over the members of the service once: each hit of a search needs both. */
export function readServiceMembers(json: Uint8Array): OwnMembers {
  let origin: RecordOrigin | null = null;
  let at = skipSpace(json, 1);
  while (json[at + 1] === underscoreByte) {
    const isOrigin = json[at + 2] === originByte;
    const value = skipSpace(json, skipSpace(json, endOfString(json, at)) + 1);
    const end = endOfValue(json, value);
    if (isOrigin) origin = JSON.parse(decodeUtf8(json.subarray(value, end))) as RecordOrigin;
    at = skipSpace(json, end);
    if (json[at] === commaByte) at = skipSpace(json, at + 1);
    else if (json[at] === closeBraceByte) break;
  }
  const bytes = json.subarray(at);
  return { bytes, origin };
}

/** The member of an origin, if there are such fields. */
export function createQuotedMember(quoted: readonly string[]): Pick<RecordOrigin, 'quoted'> {
  return quoted.length === 0 ? {} : { quoted };
}

/** The content of an item that was made from a record. */
export function withOrigin(content: ItemContent, origin: RecordOrigin | null): ItemContent {
  if (origin === null) return content;
  return { ...content, fieldsJson: `"${originMember}":${JSON.stringify(origin)},${content.fieldsJson}` };
}

/** The fields whose JSON texts differ only by their quotes. */
export function findQuotedFields(fields: RawFields, stored: RawFields): string[] {
  const names: string[] = [];
  for (const [name, text] of fields) {
    const other = stored.get(name);
    if (other !== undefined && other !== text && escapeQuotes(other) === text) names.push(name);
  }
  return names;
}

/** `12.50` of `"12.50"`, and the reverse. */
export function escapeQuotes(json: string): string {
  return json.startsWith('"') ? json.slice(1, -1) : `"${json}"`;
}

/** The origin of an item after these fields were changed as fields of the item. */
export function updateOrigin(item: StoredItem, changed: Iterable<string>): RecordOrigin | null {
  const { origin } = readServiceMembers(item.json);
  if (origin === null) return null;
  const names = new Set(changed);
  const omitChanged = <T>(members: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(members).filter(([name]) => !names.has(name)));
  return {
    filled: origin.filled.filter((name) => !names.has(name)),
    names: omitChanged(origin.names),
    sent: omitChanged<Json>(origin.sent),
    ...createQuotedMember((origin.quoted ?? []).filter((name) => !names.has(name))),
  };
}
