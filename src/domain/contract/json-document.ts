import { isUtf8 } from 'node:buffer';
import { VitrineError, type InputError } from '../../ports/errors.ts';
import type { Json } from '../../ports/catalog/json.ts';
import { limits } from '../../ports/limits.ts';
import { JsonScan, type JsonExcess, type JsonLimits } from '../../lib/json-scan.ts';
import { WorkSlices } from '../../lib/work-slices.ts';

/** JSON of a request: the value and its source text. */
export interface JsonDocument {
  readonly value: Json;
  readonly text: string;
}

/** An item or event of a body, parsed separately. */
export interface JsonRecord extends JsonDocument {
  /** Why it was not parsed; then the value is null and the text empty. */
  readonly fault: VitrineError | null;
}

export interface JsonRecords {
  /** Whether they were sent as a list; otherwise there is one. */
  readonly isList: boolean;
  readonly records: readonly JsonRecord[];
  /** Number of records; only the first ones up to the maximum are parsed. */
  readonly count: number;
}

/** A body with its records. */
export interface JsonBody extends JsonDocument {
  readonly records: JsonRecords | null;
}

/** Limits of a body without its records. */
const documentLimits: JsonLimits = {
  depthMax: limits.jsonDepthMax,
  keysMax: limits.jsonKeysMax,
  valuesMax: limits.jsonValuesMax,
  bytesMax: limits.bodyBytesMax,
  longStringsApart: false,
  totalBytesMax: limits.itemsBodyBytesMax,
};
/** Limits of an item or event in a body, a line of NDJSON or a row of CSV. */
const recordLimits: JsonLimits = {
  depthMax: limits.jsonDepthMax,
  keysMax: limits.recordKeysMax,
  valuesMax: limits.recordValuesMax,
  bytesMax: limits.recordBytesMax,
  longStringsApart: true,
  totalBytesMax: limits.importLineBytesMax,
};

/** Bytes scanned between two pauses, and the approximate milliseconds of that. */
export const jsonSliceBytes = 1024 * 1024;
export const jsonSliceMs = 2;
/** Cost of parsing or validating a byte, in scanned bytes. */
export const parsedByteCost = 8;
const byteOrderMark = [0xef, 0xbb, 0xbf];

/** Slices of JSON work; the unit is a scanned byte. */
export function createJsonSlices(pause?: () => Promise<unknown>): WorkSlices {
  return new WorkSlices(jsonSliceBytes, pause);
}

/** The member with the items or events of a body, and the maximum of parsed records. */
export interface RecordsMember {
  readonly member: string;
  readonly countMax: number;
}

/**
 * Parses a JSON body.
 * @throws VitrineError invalid_json (with the position), json_too_deep, json_too_large, body_too_large
 */
export async function readJson(bytes: Uint8Array, slices: WorkSlices): Promise<JsonDocument> {
  const body = viewBytes(bytes);
  await scan(new JsonScan(body, documentLimits), createDocumentError, slices);
  await slices.spend(parsedByteCost * body.length);
  return parseDocument(body.toString('utf8'), 'the JSON');
}

/**
 * Parses a body whose member holds an item or event, a list of them, or a string with the JSON of either. Parses each
 * separately, in slices; one that is too large or too deep is rejected alone.
 * @throws VitrineError invalid_json, json_too_deep, json_too_large, body_too_large
 */
export async function readJsonRecords(
  bytes: Uint8Array,
  { member, countMax }: RecordsMember,
  slices: WorkSlices,
): Promise<JsonBody> {
  const body = viewBytes(bytes);
  const found = await scan(
    new JsonScan(body, documentLimits, { member, limits: recordLimits, countMax }),
    createDocumentError,
    slices,
  );
  if (found.isRepeated)
    throw new VitrineError('invalid_json', `Cannot read the JSON as it names \`${member}\` twice`);
  const document = parseWithoutRecords(body, found, 'the JSON');
  if (found.span === null) return { ...document, records: null };
  let records = await parseRecords(body, found, member, slices);
  const [only] = records.records;
  if (!records.isList && typeof only?.value === 'string')
    records = await readTextRecords(only.value, { member, countMax }, slices);
  const [single] = records.records;
  if (!records.isList && single !== undefined && single.fault !== null) throw single.fault;
  const value = document.value as Record<string, Json>;
  value[member] = records.isList ? records.records.map((record) => record.value) : (single?.value ?? null);
  return { ...document, records };
}

/**
 * Parses a single item, such as a line of an import.
 * @throws VitrineError invalid_json, json_too_deep, json_too_large
 */
export async function readJsonRecord(
  bytes: Uint8Array,
  name: string,
  slices: WorkSlices,
): Promise<JsonDocument> {
  const body = viewBytes(bytes);
  await scan(new JsonScan(body, recordLimits), (excess) => recordFault(excess, name), slices);
  await slices.spend(parsedByteCost * body.length);
  return parseDocument(body.toString('utf8'), 'the JSON');
}

/** The first limit of an item that the JSON exceeds, or null. The scan stops at the limits. */
export function scanRecord(bytes: Uint8Array): JsonExcess | null {
  const jsonScan = new JsonScan(bytes, recordLimits);
  while (!jsonScan.advance(jsonSliceBytes / 16))
    if (jsonScan.excessSoFar !== null) return jsonScan.excessSoFar;
  return jsonScan.excess;
}

/** Parses the JSON of a string inside a body. */
async function readTextRecords(
  text: string,
  { member, countMax }: RecordsMember,
  slices: WorkSlices,
): Promise<JsonRecords> {
  const fault = findTextFault(text);
  if (fault !== null)
    throw new VitrineError('invalid_json', `Cannot read the JSON in ${member} as it ${fault}`);
  const body = Buffer.from(text);
  const found = await scan(
    new JsonScan(body, documentLimits, { member: null, limits: recordLimits, countMax }),
    createDocumentError,
    slices,
  );
  parseWithoutRecords(body, found, `the JSON in ${member}`);
  return parseRecords(body, found, member, slices);
}

/** `createError` makes the error for an exceeded limit, which is thrown at once. */
async function scan(
  found: JsonScan,
  createError: (excess: JsonExcess) => VitrineError,
  slices: WorkSlices,
): Promise<JsonScan> {
  for (;;) {
    const isAtEnd = found.advance(jsonSliceBytes);
    const excess = isAtEnd ? found.excess : found.excessSoFar;
    if (excess !== null) throw createError(excess);
    if (isAtEnd) return found;
    await slices.spend(jsonSliceBytes);
  }
}

/** The document with null in place of the records. */
function parseWithoutRecords(body: Buffer, { span, isMalformed }: JsonScan, name: string): JsonDocument {
  if (isMalformed)
    throw new VitrineError('invalid_json', `Cannot read ${name}: a list does not end with its bracket`);
  if (span === null) return parseDocument(body.toString('utf8'), name);
  return parseDocument(`${body.toString('utf8', 0, span.start)}null${body.toString('utf8', span.end)}`, name);
}

async function parseRecords(
  body: Buffer,
  { span, records, recordCount }: JsonScan,
  member: string,
  slices: WorkSlices,
): Promise<JsonRecords> {
  const isList = span?.isList === true;
  const read: JsonRecord[] = [];
  for (const [index, { start, end, excess }] of records.entries()) {
    const name = isList ? `${member}[${index}]` : member;
    if (excess === null) {
      read.push({ ...parseDocument(body.toString('utf8', start, end), name), fault: null });
      await slices.spend(parsedByteCost * (end - start));
    } else read.push({ value: null, text: '', fault: recordFault(excess, name) });
  }
  return { isList, records: read, count: recordCount };
}

function parseDocument(text: string, name: string): JsonDocument {
  try {
    return { value: JSON.parse(text) as Json, text };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new VitrineError('invalid_json', `Cannot read ${name}: ${error.message}`);
  }
}

/** Strips a byte order mark, which is not JSON but written by some editors. */
function viewBytes(bytes: Uint8Array): Buffer {
  if (!isUtf8(bytes)) throw new VitrineError('invalid_json', 'Cannot read the JSON as it is not UTF-8');
  const start = byteOrderMark.every((byte, at) => bytes[at] === byte) ? byteOrderMark.length : 0;
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, bytes.byteLength - start);
}

function createDocumentError(excess: JsonExcess): VitrineError {
  const { bytesMax, totalBytesMax, depthMax, keysMax, valuesMax } = documentLimits;
  const without = 'without items and events';
  switch (excess) {
    case 'depth':
      return new VitrineError('json_too_deep', `The JSON must nest at most ${depthMax} levels`);
    case 'keys':
      return new VitrineError('json_too_large', `The JSON must have at most ${keysMax} keys, ${without}`);
    case 'values':
      return new VitrineError('json_too_large', `The JSON must have at most ${valuesMax} values, ${without}`);
    case 'bytes':
      return new VitrineError('body_too_large', `The JSON must be at most ${bytesMax} bytes, ${without}`);
    case 'total bytes':
      return new VitrineError('body_too_large', `The JSON must be at most ${totalBytesMax} bytes`);
  }
}

function recordFault(excess: JsonExcess, path: string): VitrineError {
  const { bytesMax, totalBytesMax, depthMax, keysMax, valuesMax } = recordLimits;
  const faults = {
    depth: ['json_too_deep', 'too_deep', `nest at most ${depthMax} levels`],
    keys: ['json_too_large', 'too_many', `have at most ${keysMax} keys`],
    values: ['json_too_large', 'too_many', `have at most ${valuesMax} values`],
    bytes: ['json_too_large', 'too_long', `be at most ${bytesMax} bytes of JSON, without pictures`],
    'total bytes': ['json_too_large', 'too_long', `be at most ${totalBytesMax} bytes`],
  } as const;
  const [code, placeCode, expected] = faults[excess];
  const detail = `${path} must ${expected}`;
  return new VitrineError(code, detail, { errors: [{ path, code: placeCode, detail }] });
}

/**
 * Strings that not every system stores faithfully: NUL ends strings elsewhere, and an unpaired surrogate is not a character.
 * JSON contains them only as escapes, so one search clears most texts.
 */
export function listTextErrors(document: JsonDocument, path: string): InputError[] {
  if (!/\\u(?:0000|[dD][89a-fA-F])/.test(document.text)) return [];
  const errors: InputError[] = [];
  collectTextErrors(document.value, path, errors);
  return errors;
}

/** The error of a string, or null. */
export function findTextFault(text: string): string | null {
  if (text.includes('\0')) return 'must not contain NUL';
  return text.isWellFormed() ? null : 'must be well-formed Unicode: it has half a surrogate pair';
}

function collectTextErrors(value: Json, path: string, errors: InputError[]): void {
  if (typeof value === 'string') {
    const fault = findTextFault(value);
    if (fault !== null)
      errors.push({ path, code: 'invalid_text', detail: `${path || 'the value'} ${fault}` });
  } else if (Array.isArray(value)) {
    value.forEach((element, index) => collectTextErrors(element, `${path}[${index}]`, errors));
  } else if (value !== null && typeof value === 'object') {
    for (const [key, inner] of Object.entries(value)) {
      const at = path === '' ? key : `${path}.${key}`;
      const fault = findTextFault(key);
      if (fault !== null)
        errors.push({ path: at.toWellFormed(), code: 'invalid_text', detail: `A name ${fault}` });
      collectTextErrors(inner, at, errors);
    }
  }
}
