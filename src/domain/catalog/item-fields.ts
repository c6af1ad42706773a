import { VitrineError, type InputError } from '../../ports/errors.ts';
import type { Json, JsonObject } from '../../ports/catalog/json.ts';
import { limits } from '../../ports/limits.ts';
import { cloneText } from '../../lib/detached-copies.ts';
import { listObjectFields, skipWhitespace } from '../../lib/json-text.ts';
import { decimalPrice } from './item-schema.ts';

/** The fields of an item as JSON texts, in stored order. */
export type RawFields = Map<string, string>;

/** The fields of a text, which is kept while none changes if it is as {@link writeRawFields} would write it. */
class ParsedFields extends Map<string, string> {
  text: string | null = null;

  override set(name: string, value: string): this {
    this.text = null;
    return super.set(name, value);
  }

  override delete(name: string): boolean {
    this.text = null;
    return super.delete(name);
  }

  override clear(): void {
    this.text = null;
    super.clear();
  }
}

/** The text of each field. The last of several equal names wins, as in `JSON.parse`. */
export function readRawFields(text: string): RawFields {
  const raw = new ParsedFields();
  const fields = listObjectFields(text, skipWhitespace(text, 0));
  let length = 1;
  for (const { key, start, end } of fields) {
    raw.set(key, text.slice(start, end));
    length += key.length + quotesColonAndComma + end - start;
  }
  // Blanks, and escapes in names, make the text longer.
  if (raw.size > 0 && raw.size === fields.length && text.length === length) raw.text = text;
  return raw;
}

/** The characters of a field but its name and value; the comma after the last one is the closing bracket. */
const quotesColonAndComma = 4;

export function writeRawFields(raw: RawFields): string {
  if (raw instanceof ParsedFields && raw.text !== null) return raw.text;
  return `{${[...raw].map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`;
}

export function checkName(name: string, path: string, errors: InputError[]): void {
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

export function readIdentifier(
  name: 'id' | '_id' | 'sku',
  fields: JsonObject,
  raw: RawFields,
  path: string,
  errors: InputError[],
): string | undefined {
  const value = fields[name];
  if (value === undefined || value === null) return undefined;
  const at = `${path}.${name}`;
  if (typeof value !== 'string' && typeof value !== 'number') {
    errors.push(createTypeError(at, 'a string (or a number)', value));
    return undefined;
  }
  // Keeps all digits of a long number, which `String(value)` would round.
  const idText = raw.get(name) ?? '';
  const id = typeof value === 'string' ? value : /^-?\d+$/.test(idText) ? cloneText(idText) : String(value);
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

export function checkText(
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
    errors.push(createTypeError(at, 'a string', value));
  } else if (value.length < lengthMin || value.length > lengthMax) {
    const detail = `${at} must have ${lengthMin} to ${lengthMax} characters: it has ${value.length}`;
    errors.push({ path: at, code: value.length < lengthMin ? 'too_short' : 'too_long', detail });
  }
}

export function readPrice(fields: JsonObject, raw: RawFields, path: string, errors: InputError[]): void {
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
    errors.push(createTypeError(at, 'a number or a decimal string', value));
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

export function isAbsent(value: Json | undefined): boolean {
  return value === undefined || value === null;
}

export function reportMissing(name: string, path: string, errors: InputError[]): void {
  errors.push({ path: `${path}.${name}`, code: 'required', detail: `${path}.${name} is required` });
}

export function createTypeError(path: string, expected: string, value: Json): InputError {
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

const shownValue = ': current value is ';

/** The errors without values: that of an operation is made from the stored one, which may be private. */
export function removeValues(error: VitrineError): VitrineError {
  return createItemError(
    error.errors.map((fault) => ({ ...fault, detail: fault.detail.split(shownValue, 1)[0] ?? '' })),
  );
}

export function createItemError(errors: readonly InputError[]): VitrineError {
  return new VitrineError('invalid_item', errors[0]?.detail ?? 'The item is not valid', {
    errors: errors.slice(0, 100),
  });
}
