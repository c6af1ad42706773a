import { cloneText } from './detached-copies.ts';

/**
 * Reads the structure of JSON text without changing it. `JSON.parse` turns `1.0` into `1`, moves integer-like keys to the front and
 * rounds long numbers; items are stored as sent, so their values are located in the text.
 *
 * All functions require text that `JSON.parse` accepts.
 */

const quoteCode = 34;
const commaCode = 44;
const colonCode = 58;
const openBracketCode = 91;
const backslashCode = 92;
const closeBracketCode = 93;
const openBraceCode = 123;
const closeBraceCode = 125;

/** A value in the text: `text.slice(start, end)`. */
export interface JsonSlice {
  readonly start: number;
  readonly end: number;
}

export interface JsonField extends JsonSlice {
  /** The unescaped key. */
  readonly key: string;
}

/** The fields of the object at `start`, in order; a repeated key is listed each time. */
export function listObjectFields(text: string, start: number): JsonField[] {
  const fields: JsonField[] = [];
  let at = skipWhitespace(text, start + 1);
  while (text.charCodeAt(at) !== closeBraceCode) {
    const keyEnd = endOfString(text, at);
    const key = readString(text, at, keyEnd);
    const valueStart = skipWhitespace(text, skipWhitespace(text, keyEnd) + 1);
    const valueEnd = endOfValue(text, valueStart);
    fields.push({ key, start: valueStart, end: valueEnd });
    at = skipWhitespace(text, valueEnd);
    if (text.charCodeAt(at) === commaCode) at = skipWhitespace(text, at + 1);
  }
  return fields;
}

/** The elements of the array at `start`, in order. */
export function listArrayElements(text: string, start: number): JsonSlice[] {
  const elements: JsonSlice[] = [];
  let at = skipWhitespace(text, start + 1);
  while (text.charCodeAt(at) !== closeBracketCode) {
    const end = endOfValue(text, at);
    elements.push({ start: at, end });
    at = skipWhitespace(text, end);
    if (text.charCodeAt(at) === commaCode) at = skipWhitespace(text, at + 1);
  }
  return elements;
}

export function skipWhitespace(text: string, at: number): number {
  for (;;) {
    const code = text.charCodeAt(at);
    if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return at;
    at++;
  }
}

function readString(text: string, start: number, end: number): string {
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
    while (text.charCodeAt(quote - 1 - backslashes) === backslashCode) backslashes++;
    // In text like `"\"` the count stops at the opening quote.
    if (backslashes % 2 === 0) return quote + 1;
    at = quote + 1;
  }
}

function endOfValue(text: string, start: number): number {
  const first = text.charCodeAt(start);
  if (first === quoteCode) return endOfString(text, start);
  if (first === openBraceCode || first === openBracketCode) {
    let depth = 0;
    for (let at = start; ; at++) {
      const code = text.charCodeAt(at);
      if (code === quoteCode) at = endOfString(text, at) - 1;
      else if (code === openBraceCode || code === openBracketCode) depth++;
      else if ((code === closeBraceCode || code === closeBracketCode) && --depth === 0) return at + 1;
    }
  }
  let at = start;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (
      code === commaCode ||
      code === closeBraceCode ||
      code === closeBracketCode ||
      code === colonCode ||
      code <= 32
    )
      break;
  }
  return at;
}
