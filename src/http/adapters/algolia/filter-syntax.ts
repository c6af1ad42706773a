import { createParameterError } from '../../requests/invalid-parameter.ts';
import type { Filter } from '../../../ports/search/filters.ts';
import { limits } from '../../../ports/limits.ts';
import { VitrineError } from '../../../ports/errors.ts';
import { toField, tagsField } from './attributes.ts';

/** A filter and how much it counts in a sum of optional filters. */
export interface ScoredFilter {
  readonly filter: Filter;
  readonly score: number;
}

const comparison = /^(<=|>=|!=|=|<|>)/;
const scoreSuffix = /<score=(\d{1,3})>$/;
const operators = [':', '<', '>', '=', '!'];

/**
 * Parses the parameter `filters`: `brand:Apple AND (price < 100 OR NOT onSale:true)`. Values are bare words, or in double or single
 * quotes; a value alone is a tag.
 * @throws VitrineError invalid_request with the position
 */
export function parseFilters(text: string): Filter | null {
  return text.trim() === '' ? null : new FilterParser(text).parse();
}

class FilterParser {
  readonly #text: string;
  #at = 0;
  #conditions = 0;

  constructor(text: string) {
    this.#text = text;
  }

  parse(): Filter {
    const filter = this.#parseDisjunction(0);
    this.#skipSpace();
    if (this.#at < this.#text.length) throw this.#createError('AND, OR or the end');
    return filter;
  }

  #parseDisjunction(depth: number): Filter {
    const clauses = [this.#parseConjunction(depth)];
    while (this.#takeWord('OR')) clauses.push(this.#parseConjunction(depth));
    return clauses.length === 1 ? clauses[0]! : { kind: 'or', clauses };
  }

  #parseConjunction(depth: number): Filter {
    const clauses = [this.#parseOperand(depth)];
    while (this.#takeWord('AND')) clauses.push(this.#parseOperand(depth));
    return clauses.length === 1 ? clauses[0]! : { kind: 'and', clauses };
  }

  #parseOperand(depth: number): Filter {
    if (depth > limits.filterDepthMax)
      throw this.#createError(`at most ${limits.filterDepthMax} levels of parentheses`);
    if (this.#takeWord('NOT')) return { kind: 'not', clause: this.#parseOperand(depth + 1) };
    this.#skipSpace();
    if (this.#text[this.#at] !== '(') return this.#parseCondition();
    this.#at++;
    const inner = this.#parseDisjunction(depth + 1);
    this.#skipSpace();
    if (this.#text[this.#at] !== ')') throw this.#createError('AND, OR or ")"');
    this.#at++;
    return inner;
  }

  #parseCondition(): Filter {
    if (++this.#conditions > limits.filterClausesMax)
      throw this.#createError(`at most ${limits.filterClausesMax} conditions`);
    const name = this.#readText(/[\s():<>=!]/);
    this.#skipSpace();
    const rest = this.#text.slice(this.#at, this.#at + 2);
    if (rest.startsWith(':')) {
      this.#at++;
      return this.#parseFieldValue(toField(name));
    }
    const operator = comparison.exec(rest)?.[1];
    if (operator === undefined) return { kind: 'equals', field: tagsField, value: name };
    this.#at += operator.length;
    return compareField(toField(name), operator, this.#readNumber());
  }

  #parseFieldValue(field: string): Filter {
    const start = this.#at;
    const value = this.#readText(/[\s()]/);
    if (this.#takeWord('TO')) {
      const min = parseNumber(value);
      if (min === null) throw this.#createError('a number before TO', start);
      return { kind: 'range', field, min, max: this.#readNumber() };
    }
    return { kind: 'equals', field, value: value.replace(scoreSuffix, '') };
  }

  #readNumber(): number {
    this.#skipSpace();
    const start = this.#at;
    const number = parseNumber(this.#readText(/[\s()]/));
    if (number === null) throw this.#createError('a number', start);
    return number;
  }

  /** A text in quotes, or a bare one up to a character that matches `end`. */
  #readText(end: RegExp): string {
    this.#skipSpace();
    const quote = this.#text[this.#at];
    if (quote === '"' || quote === "'") return this.#readQuoted(quote);
    const start = this.#at;
    while (this.#at < this.#text.length && !end.test(this.#text[this.#at]!)) this.#at++;
    if (this.#at === start) throw this.#createError('an attribute or a value');
    return this.#text.slice(start, this.#at);
  }

  #readQuoted(quote: string): string {
    let text = '';
    for (this.#at++; this.#at < this.#text.length; this.#at++) {
      const char = this.#text[this.#at]!;
      if (char === quote) {
        this.#at++;
        return text;
      }
      const next = this.#text[this.#at + 1];
      if (char === '\\' && (next === quote || next === '\\')) this.#at++;
      text += this.#text[this.#at]!;
    }
    throw this.#createError(`a closing ${quote}`);
  }

  #takeWord(word: string): boolean {
    this.#skipSpace();
    const end = this.#at + word.length;
    const after = this.#text[end] ?? ' ';
    if (this.#text.slice(this.#at, end) !== word || !/[\s(]/.test(after)) return false;
    this.#at = end;
    return true;
  }

  #skipSpace(): void {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at++;
  }

  #createError(expected: string, at: number = this.#at): VitrineError {
    const detail = `filters: expected ${expected} at position ${at + 1}`;
    return new VitrineError('invalid_request', detail, {
      errors: [{ path: 'filters', code: 'syntax', detail }],
    });
  }
}

/**
 * A condition of `facetFilters` or `optionalFilters`: `brand:Apple`, `brand:-Apple` without the value, `brand:\-1` for a value with a
 * minus, with `<score=3>` at its end.
 * @throws VitrineError invalid_request
 */
export function parseFacetCondition(text: string, path: string): ScoredFilter {
  const colon = text.indexOf(':');
  const isExcluding = text.startsWith('-') && colon > 0;
  const name = text.slice(isExcluding ? 1 : 0, colon).trim();
  if (colon < 1 || name === '')
    throw createParameterError(path, 'format', 'conditions such as "brand:Apple"');
  const score = Number(scoreSuffix.exec(text)?.[1] ?? 1);
  const sent = text
    .slice(colon + 1)
    .replace(scoreSuffix, '')
    .trim();
  const isNegated = isExcluding || sent.startsWith('-');
  const value = sent.replace(isExcluding ? '' : /^-/, '').replace(/^\\(?=-)/, '');
  const equals: Filter = { kind: 'equals', field: toField(removeQuotes(name)), value: removeQuotes(value) };
  return { filter: isNegated ? { kind: 'not', clause: equals } : equals, score };
}

/** A condition of `numericFilters`: `price>=10`, `price:10 TO 20`. @throws VitrineError invalid_request */
export function parseNumericFilter(text: string): Filter {
  const at = findNameEnd(text);
  const name = text.slice(0, at).trim();
  const rest = text.slice(at);
  const operator = comparison.exec(rest)?.[1];
  const field = toField(removeQuotes(name));
  if (name !== '' && operator !== undefined) {
    const value = parseNumber(rest.slice(operator.length).trim());
    if (value !== null) return compareField(field, operator, value);
  }
  if (name !== '' && rest.startsWith(':')) {
    const [min, max, ...others] = rest
      .slice(1)
      .split(/\sTO\s/i)
      .map((one) => parseNumber(one.trim()));
    if (min != null && max != null && others.length === 0) return { kind: 'range', field, min, max };
  }
  throw createParameterError(
    'numericFilters',
    'format',
    'conditions such as "price>=10" or "price:10 TO 20"',
  );
}

/** The index of the operator after a name, which may be in quotes. */
function findNameEnd(text: string): number {
  let quote = '';
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    if (quote !== '') quote = char === quote ? '' : quote;
    else if (char === '"' || char === "'") quote = char;
    else if (operators.includes(char)) return at;
  }
  return text.length;
}

/** Parses a decimal number. Returns null if the text is none. */
function parseNumber(text: string): number | null {
  const number = /^[-+.\d][\d.eE+-]*$/.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(number) ? number : null;
}

function compareField(field: string, operator: string, value: number): Filter {
  switch (operator) {
    case '<':
      return { kind: 'range', field, max: value, maxExclusive: true };
    case '<=':
      return { kind: 'range', field, max: value };
    case '>':
      return { kind: 'range', field, min: value, minExclusive: true };
    case '>=':
      return { kind: 'range', field, min: value };
    default: {
      const equals: Filter = { kind: 'range', field, min: value, max: value };
      return operator === '!=' ? { kind: 'not', clause: equals } : equals;
    }
  }
}

function removeQuotes(text: string): string {
  const quoted = /^(["'])(.*)\1$/s.exec(text);
  return quoted === null ? text : quoted[2]!;
}
