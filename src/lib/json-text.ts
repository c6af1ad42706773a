import { cloneText } from './detached-copies.ts';

/**
 * Reads the structure of JSON text without changing it. `JSON.parse` turns `1.0` into `1`, moves integer-like keys to the front and
 * rounds long numbers; items are stored as sent, so their values are located in the text.
 *
 * All functions require text that `JSON.parse` accepts.
 */

const QUOTE = 34;
const COMMA = 44;
const MINUS = 45;
const DIGIT_ZERO = 48;
const DIGIT_NINE = 57;
const COLON = 58;
const OPEN_LIST = 91;
const BACKSLASH = 92;
const CLOSE_LIST = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

/** A value in the text: `text.slice(start, end)`. */
interface JsonSlice {
  readonly start: number;
  readonly end: number;
}

export interface JsonField extends JsonSlice {
  /** The unescaped key. */
  readonly key: string;
}

/** The fields of the object at `start`, in order; a repeated key is listed each time. */
export function objectFields(text: string, start: number): JsonField[] {
  const fields: JsonField[] = [];
  let at = skipWhitespace(text, start + 1);
  while (text.charCodeAt(at) !== CLOSE_OBJECT) {
    const keyEnd = endOfString(text, at);
    const key = stringAt(text, at, keyEnd);
    const valueStart = skipWhitespace(text, skipWhitespace(text, keyEnd) + 1);
    const valueEnd = endOfValue(text, valueStart);
    fields.push({ key, start: valueStart, end: valueEnd });
    at = skipWhitespace(text, valueEnd);
    if (text.charCodeAt(at) === COMMA) at = skipWhitespace(text, at + 1);
  }
  return fields;
}

/**
 * The string values of some top-level fields, without parsing the rest; also numbers as written, in fields that `numbers`
 * accepts. Highlighting needs a name, and parsing the whole item would cost more than the search.
 */
export function stringFields(
  text: string,
  names: readonly string[],
  numbers: (name: string) => boolean = () => false,
): Record<string, string> {
  const found: Record<string, string> = {};
  let missing = names.length;
  let at = skipWhitespace(text, text.indexOf('{') + 1);
  while (missing > 0 && text.charCodeAt(at) !== CLOSE_OBJECT) {
    const keyEnd = endOfString(text, at);
    const key = stringAt(text, at, keyEnd);
    const valueStart = skipWhitespace(text, skipWhitespace(text, keyEnd) + 1);
    const valueEnd = endOfValue(text, valueStart);
    if (names.includes(key)) {
      missing--;
      const first = text.charCodeAt(valueStart);
      if (first === QUOTE) found[key] = stringAt(text, valueStart, valueEnd);
      else if (isNumberStart(first) && numbers(key)) found[key] = text.slice(valueStart, valueEnd);
    }
    at = skipWhitespace(text, valueEnd);
    if (text.charCodeAt(at) === COMMA) at = skipWhitespace(text, at + 1);
  }
  return found;
}

export function skipWhitespace(text: string, at: number): number {
  for (;;) {
    const code = text.charCodeAt(at);
    if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return at;
    at++;
  }
}

function isNumberStart(code: number): boolean {
  return code === MINUS || (code >= DIGIT_ZERO && code <= DIGIT_NINE);
}

function stringAt(text: string, start: number, end: number): string {
  const raw = text.slice(start + 1, end - 1);
  return raw.includes('\\') ? (JSON.parse(text.slice(start, end)) as string) : cloneText(raw);
}

/** Index after the closing quote of the string at `start`; the length if unclosed. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote === -1) return text.length;
    let backslashes = 0;
    while (text.charCodeAt(quote - 1 - backslashes) === BACKSLASH) backslashes++;
    // In text like `"\"` the count stops at the opening quote.
    if (backslashes % 2 === 0) return quote + 1;
    at = quote + 1;
  }
}

function endOfValue(text: string, start: number): number {
  const first = text.charCodeAt(start);
  if (first === QUOTE) return endOfString(text, start);
  if (first === OPEN_OBJECT || first === OPEN_LIST) {
    let depth = 0;
    for (let at = start; ; at++) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) at = endOfString(text, at) - 1;
      else if (code === OPEN_OBJECT || code === OPEN_LIST) depth++;
      else if ((code === CLOSE_OBJECT || code === CLOSE_LIST) && --depth === 0) return at + 1;
    }
  }
  let at = start;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === COMMA || code === CLOSE_OBJECT || code === CLOSE_LIST || code === COLON || code <= 32) break;
  }
  return at;
}
