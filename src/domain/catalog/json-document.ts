import { isUtf8 } from 'node:buffer';
import { VitrineError, type InputError } from '../../ports/errors.ts';
import type { Json } from '../../ports/json.ts';
import { limits } from '../../ports/limits.ts';
import { tooDeepAt } from '../../lib/json-text.ts';

/** JSON that came from outside: the value, and the text that it was read from. */
export interface JsonDocument {
  readonly value: Json;
  readonly text: string;
}

/** @throws VitrineError invalid_json (with the position), json_too_deep */
export function parseJsonBytes(bytes: Uint8Array): JsonDocument {
  if (!isUtf8(bytes)) throw new VitrineError('invalid_json', 'Cannot read the JSON as it is not UTF-8');
  // A byte order mark is not JSON, but some editors write one.
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString('utf8')
    .replace(/^\uFEFF/, '');
  return parseJsonText(text);
}

/** @throws VitrineError invalid_json (with the position), json_too_deep */
export function parseJsonText(text: string): JsonDocument {
  const deep = tooDeepAt(text, limits.jsonDepthMax);
  if (deep !== -1) {
    throw new VitrineError(
      'json_too_deep',
      `Cannot read the JSON as it nests deeper than ${limits.jsonDepthMax} levels at position ${deep}`,
    );
  }
  try {
    return { value: JSON.parse(text) as Json, text };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new VitrineError('invalid_json', `Cannot read the JSON: ${error.message}`);
  }
}

/**
 * Strings that no system can keep faithfully: NUL ends strings elsewhere, and half a surrogate pair is no
 * character. They can be in JSON text only as escapes, so that most text is cleared by one search.
 */
export function textErrors(document: JsonDocument, path: string): InputError[] {
  if (!/\\u(?:0000|[dD][89a-fA-F])/.test(document.text)) return [];
  const errors: InputError[] = [];
  collectTextErrors(document.value, path, errors);
  return errors;
}

/** What is wrong with a string, or null. */
export function textFault(text: string): string | null {
  if (text.includes('\0')) return 'must not contain NUL';
  return text.isWellFormed() ? null : 'must be well-formed Unicode: it has half a surrogate pair';
}

function collectTextErrors(value: Json, path: string, errors: InputError[]): void {
  if (typeof value === 'string') {
    const fault = textFault(value);
    if (fault !== null)
      errors.push({ path, code: 'invalid_text', detail: `${path || 'the value'} ${fault}` });
  } else if (Array.isArray(value)) {
    value.forEach((element, index) => collectTextErrors(element, `${path}[${index}]`, errors));
  } else if (value !== null && typeof value === 'object') {
    for (const [key, inner] of Object.entries(value)) {
      const at = path === '' ? key : `${path}.${key}`;
      const fault = textFault(key);
      if (fault !== null)
        errors.push({ path: at.toWellFormed(), code: 'invalid_text', detail: `A name ${fault}` });
      collectTextErrors(inner, at, errors);
    }
  }
}
