import { createParameterError } from '../../requests/invalid-parameter.ts';
import type { Json, JsonObject } from '../../../ports/catalog/json.ts';
import { findTextFault } from '../../../domain/contract/json-document.ts';
import { limits } from '../../../ports/limits.ts';
import { isObject } from '../../../domain/contract/object-fields.ts';
import { tryParseJson } from './try-parse-json.ts';

/** Characters of parameters before they are encoded. */
const encodedLengthMax = 20_000;

/**
 * Reads the parameters of a search: members of a JSON object, or of the URL-encoded text in its member `params`, where lists are
 * JSON. An absent value, null and an empty text give the fallback. Invalid parameters, and too many of them, throw a VitrineError
 * invalid_request with the parameter as path.
 */
export class ParameterReader {
  readonly #values: ReadonlyMap<string, Json>;
  readonly #defaults: JsonObject;
  readonly #read = new Set<string>();

  /**
   * `parameters` has the members of a request or of a URL. `forced` replaces parameters of it, `defaults` adds those that it
   * lacks.
   */
  constructor(parameters: JsonObject, forced: JsonObject = {}, defaults: JsonObject = {}) {
    const { params, ...others } = parameters;
    const values = new Map<string, Json>(Object.entries(others));
    if (typeof params === 'string')
      for (const [name, value] of new URLSearchParams(params)) values.set(name, value);
    else if (isObject(params)) for (const [name, value] of Object.entries(params)) values.set(name, value);
    for (const [name, value] of Object.entries(forced)) values.set(name, value);
    if (values.size > limits.algoliaParametersMax)
      throw createParameterError('params', 'too_many', `at most ${limits.algoliaParametersMax} parameters`);
    this.#values = values;
    this.#defaults = defaults;
  }

  /** Lists the names that were sent and not read, sorted. */
  listUnread(): string[] {
    return [...this.#values.keys()].filter((name) => !this.#read.has(name)).toSorted();
  }

  /** The parameters as URL-encoded text, up to a few thousand characters: a reply must not be many times the request. */
  encodeParameters(): string {
    const params = new URLSearchParams();
    let length = 0;
    for (const [name, value] of this.#values) {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      length += name.length + text.length;
      if (length <= encodedLengthMax) params.append(name, text);
    }
    return params.toString();
  }

  has(name: string): boolean {
    return this.readValue(name) !== null;
  }

  /** Returns the value as sent, or null if it is absent. */
  readValue(name: string): Json {
    this.#read.add(name);
    const value = this.#values.get(name) ?? null;
    if (value !== null && value !== '') return value;
    return Object.hasOwn(this.#defaults, name) ? this.#defaults[name]! : null;
  }

  readText(name: string, lengthMax: number): string | null {
    const value = this.readValue(name);
    if (value === null) return null;
    if (typeof value !== 'string' && typeof value !== 'number')
      throw createParameterError(name, 'type', 'a text');
    const text = String(value);
    if (text.length > lengthMax)
      throw createParameterError(name, 'too_long', `at most ${lengthMax} characters`);
    return cleanText(name, text);
  }

  readInteger(name: string, { min, max, fallback }: { min: number; max: number; fallback: number }): number {
    const value = this.readValue(name);
    if (value === null) return fallback;
    const number = typeof value === 'string' ? Number(value) : value;
    if (typeof number === 'number' && Number.isInteger(number) && number >= min && number <= max)
      return number;
    throw createParameterError(name, 'out_of_range', `a whole number from ${min} to ${max}`);
  }

  readFlag(name: string, fallback: boolean): boolean {
    const value = this.readValue(name);
    if (value === null) return fallback;
    if (value === true || value === 'true' || value === 1 || value === '1') return true;
    if (value === false || value === 'false' || value === 0 || value === '0') return false;
    throw createParameterError(name, 'type', 'true or false');
  }

  /** Reads texts from a list, its JSON, or a text with commas. Returns null if the parameter is absent. */
  readTexts(name: string, countMax: number, lengthMax: number): string[] | null {
    const value = this.readList(name);
    if (value === null) return null;
    const texts = value.map((one) => {
      if (typeof one !== 'string') throw createParameterError(name, 'type', 'a list of texts');
      if (one.length > lengthMax)
        throw createParameterError(name, 'too_long', `texts of at most ${lengthMax} characters`);
      return one;
    });
    if (texts.length > countMax) throw createParameterError(name, 'too_many', `at most ${countMax} values`);
    return texts;
  }

  /** Reads a list, its JSON, or a text with commas. Returns null if the parameter is absent. */
  readList(name: string): readonly Json[] | null {
    const value = this.readValue(name);
    if (value === null) return null;
    const values =
      typeof value === 'string' ? parseList(name, value) : Array.isArray(value) ? value : [value];
    for (const one of values.flat()) if (typeof one === 'string') cleanText(name, one);
    return values;
  }
}

function parseList(name: string, text: string): readonly Json[] {
  if (!/^\s*\[/.test(text))
    return text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');
  const parsed = tryParseJson(text);
  if (Array.isArray(parsed)) return parsed;
  throw createParameterError(name, 'format', 'a list, or its JSON');
}

/** @throws VitrineError invalid_request */
function cleanText(name: string, text: string): string {
  const fault = findTextFault(text);
  if (fault !== null) throw createParameterError(name, 'invalid_text', `clean text: it ${fault}`);
  return text;
}
