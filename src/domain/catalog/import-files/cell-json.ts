import {
  readAmountText,
  readDecimals,
  isAmbiguous,
  type DecimalReadings,
  type DecimalSign,
} from '../../../lib/decimal-text.ts';
import { decodeEntities } from '../../../lib/html-entities.ts';
import { parsedByteCost, scanRecord } from '../../contract/json-document.ts';
import { readAddresses, splitAtSemicolons } from './cell-lists.ts';
import type { TableColumn } from './columns.ts';

/** Why a cell cannot be read; `text` is the requirement that it violates. */
export class CellError extends Error {
  readonly column: string;
  readonly code: string;
  readonly text: string;

  constructor(column: string, code: string, text: string) {
    super(text);
    this.column = column;
    this.code = code;
    this.text = text;
  }
}

/** An amount in JSON notation, with the ISO 4217 code of its currency if its cell names one. */
export interface Amount {
  readonly json: string;
  readonly currency: string | null;
}

const plainPrice = /^(?:0|[1-9]\d{0,8})(?:\.\d{1,2})?$/;
const mayBeJson = /^\s*[[{]/;

/**
 * The JSON text of a cell; each pass over JSON or pictures is a step.
 * @throws CellError for an amount that is not clear
 */
export function* convertCell(written: string, column: TableColumn): Generator<number, string> {
  if (column.kind === 'plain')
    return JSON.stringify(hasMarkup(written, column) ? written : decodeEntities(written));
  const json = mayBeJson.test(written) ? yield* checkJson(decodeEntities(written, escapeForJson)) : null;
  if (json !== null) return column.kind === 'pictures' ? flattenPictures(json) : json;
  const cell = hasMarkup(written, column) ? written : decodeEntities(written);
  if (column.kind === 'pictures') return yield* convertPictures(cell);
  if (column.kind === 'text') return JSON.stringify(cell);
  if (column.kind === 'list') return listJson(cell, column.sign);
  if (column.kind === 'amount') return readAmount(cell, column)?.json ?? convertValue(cell, null);
  return convertValue(cell, column.sign);
}

/**
 * The amount of a cell; null for a text that is none.
 * @throws CellError if it has two meanings, or not the decimal sign of its column
 */
export function readAmount(cell: string, { name, sign }: TableColumn): Amount | null {
  // Most prices; every decimal sign reads them the same, or only the point is possible.
  if (sign !== 'comma' && plainPrice.test(cell)) return { json: cell, currency: null };
  const amount = readAmountText(cell);
  if (amount === null) return null;
  const json = sign === null ? clearNumber(amount.readings) : amount.readings[sign];
  if (json !== null) return { json, currency: amount.currency };
  const value = JSON.stringify(cell.slice(0, 40));
  if (sign !== null) {
    const text = `must have a decimal ${sign}, like the other values of its column: current value is ${value}`;
    throw new CellError(name, 'format', text);
  }
  const { point, comma } = amount.readings;
  throw new CellError(
    name,
    'ambiguous',
    `must have one meaning, but ${value} can be ${point} or ${comma}: import with decimal=point or decimal=comma`,
  );
}

/**
 * The amount of a cell with text.
 * @throws CellError also for a text that is none
 */
export function readPrice(cell: string, column: TableColumn): Amount {
  const amount = readAmount(cell, column);
  if (amount !== null) return amount;
  const text = `must be a price: current value is ${JSON.stringify(cell.slice(0, 40))}`;
  throw new CellError(column.name, 'type', text);
}

/** A cell with its character references replaced, inside the texts of a list or object in JSON, too. */
export function decodeCell(cell: string): string {
  if (!cell.includes('&')) return cell;
  if (mayBeJson.test(cell)) {
    const json = decodeEntities(cell, escapeForJson);
    try {
      JSON.parse(json);
      return json;
    } catch {
      // A text in brackets.
    }
  }
  return decodeEntities(cell);
}

/** In HTML, `&lt;` is no tag: its character references stay. A name is never HTML. */
function hasMarkup(cell: string, { field }: TableColumn): boolean {
  return field !== 'name' && /<[a-z/!]/i.test(cell);
}

function escapeForJson(characters: string): string {
  return JSON.stringify(characters).slice(1, -1);
}

/** The number of readings that agree. */
function clearNumber(readings: DecimalReadings): string | null {
  return isAmbiguous(readings) ? null : (readings.point ?? readings.comma);
}

/** A JSON list or object as written; null for any other text. */
function* checkJson(cell: string): Generator<number, string | null> {
  yield cell.length;
  const bytes = Buffer.from(cell);
  yield bytes.length;
  // A cell that is too deep or too large is rejected with its line.
  if (scanRecord(bytes) !== null) return cell;
  yield parsedByteCost * bytes.length;
  try {
    JSON.parse(cell);
    return cell;
  } catch {
    return null;
  }
}

function* convertPictures(cell: string): Generator<number, string> {
  yield cell.length;
  return JSON.stringify(readAddresses(cell));
}

/** The addresses in elements inside an element, such as `<images><image>`; other pictures as they are. */
function flattenPictures(json: string): string {
  if (!json.trimStart().startsWith('{')) return json;
  const value = JSON.parse(json) as Record<string, unknown>;
  return Object.hasOwn(value, 'url') ? json : JSON.stringify(listTexts(value).flatMap(readAddresses));
}

function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return value === null || typeof value !== 'object' ? [] : Object.values(value).flatMap(listTexts);
}

/** A list of the texts after each other, or the text or number if there is one. */
function listJson(cell: string, sign: DecimalSign | null): string {
  const values = splitAtSemicolons(cell);
  return values.length > 1 ? JSON.stringify(values) : convertValue(cell, sign);
}

function convertValue(cell: string, sign: DecimalSign | null): string {
  if (/^(true|false)$/i.test(cell)) return cell.toLowerCase();
  const isAsInJson = isNumber(cell);
  if (sign === null || (isAsInJson && sign === 'point')) return isAsInJson ? cell : JSON.stringify(cell);
  return parseSignedNumber(cell, sign) ?? JSON.stringify(cell);
}

/** A number of a column with a decimal sign, with or without thousands separators; null for a code such as `007`. */
function parseSignedNumber(cell: string, sign: DecimalSign): string | null {
  const number = readDecimals(cell)[sign];
  if (number === null || /^-?0\d/.test(cell)) return null;
  return number.replaceAll(/[-.]/g, '').length > digitsMax ? null : number;
}

/** Longer digit strings exceed the precision of a number: they are codes. */
const digitsMax = 15;

/** A decimal in JSON notation; `007`, `1e5` and a code of 20 digits are texts. */
function isNumber(cell: string): boolean {
  if (cell.length > 2 * digitsMax) return false;
  if (String(Number(cell)) === cell) return Number.isFinite(Number(cell));
  return /^-?(0|[1-9]\d*)(\.\d+)?$/.test(cell) && cell.replaceAll(/[-.]/g, '').length <= digitsMax;
}
