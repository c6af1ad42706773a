import { VitrineError } from '../../ports/errors.ts';
import type { Filter } from '../../ports/filters.ts';
import { limits } from '../../ports/limits.ts';
import { filterFault, readToken, type Token } from './filter-tokens.ts';

/**
 * The filters that shops write:
 *
 *   brand:Nike AND (price < 100 OR onSale:true) AND NOT color:red
 *   price:10 TO 50      category:"Home > Kitchen"      EXISTS stock      size IN [38, 39]
 *   variants.{color:blue AND size:XXL}
 *
 *   any      = all { OR all }
 *   all      = one { AND one }
 *   one      = NOT one | "(" any ")" | EXISTS field | field ".{" any "}" | field comparison
 *   comparison = (":" | "=" | "!=") value | ":" value TO value | ("<" | "<=" | ">" | ">=") value
 *              | IN "[" value { "," value } "]"
 *
 * Names and values are bare words or quoted; a date (`2026-01-31`, ISO 8601) compares as its milliseconds.
 * @throws VitrineError invalid_filter with the position and what was expected there
 */
export function parseFilter(text: string, path = 'filters'): Filter {
  if (text.length > limits.filterLengthMax) {
    const detail = `${path} must have at most ${limits.filterLengthMax} characters: it has ${text.length}`;
    throw new VitrineError('invalid_filter', detail, { errors: [{ path, code: 'too_long', detail }] });
  }
  return new Parser(text, path).parse();
}

const date = /^\d{4}-\d{2}(-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?)?$/;

/** Recursive descent, one token ahead. */
class Parser {
  readonly #text: string;
  readonly #path: string;
  #next: Token;
  #clauses = 0;

  constructor(text: string, path: string) {
    this.#text = text;
    this.#path = path;
    this.#next = readToken(text, 0, path);
  }

  parse(): Filter {
    const filter = this.#any(0);
    if (this.#next.kind !== 'end') throw this.#expected('AND, OR or the end');
    return filter;
  }

  #any(depth: number): Filter {
    const clauses = [this.#all(depth)];
    while (this.#takeWord('OR')) clauses.push(this.#all(depth));
    return clauses.length === 1 ? (clauses[0] as Filter) : { kind: 'or', clauses };
  }

  #all(depth: number): Filter {
    const clauses = [this.#one(depth)];
    while (this.#takeWord('AND')) clauses.push(this.#one(depth));
    return clauses.length === 1 ? (clauses[0] as Filter) : { kind: 'and', clauses };
  }

  #one(depth: number): Filter {
    if (depth > limits.filterDepthMax)
      throw this.#fault('too_deep', `at most ${limits.filterDepthMax} levels of nesting`);
    if (++this.#clauses > limits.filterClausesMax)
      throw this.#fault('too_many', `at most ${limits.filterClausesMax} conditions`);
    if (this.#takeWord('NOT')) return { kind: 'not', clause: this.#one(depth + 1) };
    if (this.#takeSymbol('(')) {
      const inner = this.#any(depth + 1);
      if (!this.#takeSymbol(')')) throw this.#expected('AND, OR or ")"');
      return inner;
    }
    if (this.#takeWord('EXISTS')) return { kind: 'exists', field: this.#field() };
    const element = this.#element(depth);
    return element ?? this.#comparison(this.#field());
  }

  /** `list.{...}`: what stands in the braces holds for one and the same element. */
  #element(depth: number): Filter | null {
    const name = this.#next;
    const dot = name.kind === 'quoted' ? readToken(this.#text, name.end, this.#path) : name;
    const isOpened = dot.kind === 'word' && dot.text.endsWith('.') && this.#text.charAt(dot.end) === '{';
    if (!isOpened || (dot !== name && (dot.at !== name.end || dot.text !== '.'))) return null;
    const list = dot === name ? name.text.slice(0, -1) : name.text;
    this.#checkName(list);
    this.#next = readToken(this.#text, dot.end + 1, this.#path);
    const clause = this.#any(depth + 1);
    if (!this.#takeSymbol('}')) throw this.#expected('AND, OR or "}"');
    return { kind: 'element', list, clause };
  }

  #comparison(field: string): Filter {
    const operator = this.#next;
    if (this.#takeWord('IN')) return this.#oneOf(field);
    if (operator.kind !== 'symbol' || !/^(:|=|!=|<=?|>=?)$/.test(operator.text)) {
      throw this.#expected('":", "=", "!=", "<", "<=", ">", ">=" or IN');
    }
    this.#advance();
    if (operator.text.startsWith('<') || operator.text.startsWith('>')) {
      const exclusive = operator.text.length === 1;
      const bound = this.#number();
      return operator.text.startsWith('<')
        ? { kind: 'range', field, max: bound, ...(exclusive ? { maxExclusive: true } : {}) }
        : { kind: 'range', field, min: bound, ...(exclusive ? { minExclusive: true } : {}) };
    }
    const first = this.#next;
    const value = this.#value();
    if (operator.text === ':' && this.#takeWord('TO')) {
      return { kind: 'range', field, min: this.#numberOf(first), max: this.#number() };
    }
    const equals: Filter = { kind: 'equals', field, value };
    return operator.text === '!=' ? { kind: 'not', clause: equals } : equals;
  }

  #oneOf(field: string): Filter {
    if (!this.#takeSymbol('[')) throw this.#expected('"["');
    const clauses: Filter[] = [];
    do {
      if (++this.#clauses > limits.filterClausesMax)
        throw this.#fault('too_many', `at most ${limits.filterClausesMax} conditions`);
      clauses.push({ kind: 'equals', field, value: this.#value() });
    } while (this.#takeSymbol(','));
    if (!this.#takeSymbol(']')) throw this.#expected('"," or "]"');
    return { kind: 'or', clauses };
  }

  #field(): string {
    const token = this.#next;
    const name = token.kind === 'word' || token.kind === 'quoted' ? token.text : '';
    this.#checkName(name);
    this.#advance();
    return name;
  }

  #checkName(name: string): void {
    if (name === '' || /^(AND|OR|NOT|TO|IN)$/.test(name)) throw this.#expected('the name of a field');
    if (name.length > limits.fieldNameLengthMax)
      throw this.#fault('too_long', `a name of at most ${limits.fieldNameLengthMax} characters`);
  }

  #value(): string {
    const token = this.#next;
    if (token.kind !== 'word' && token.kind !== 'quoted') throw this.#expected('a value');
    this.#advance();
    return token.text;
  }

  #number(): number {
    const token = this.#next;
    const number = this.#numberOf(token);
    this.#advance();
    return number;
  }

  #numberOf(token: Token): number {
    const readable = token.kind === 'word' || token.kind === 'quoted';
    const number = readable && token.text.trim() !== '' ? Number(token.text) : Number.NaN;
    if (Number.isFinite(number)) return number;
    const time = readable && date.test(token.text) ? Date.parse(token.text) : Number.NaN;
    if (Number.isFinite(time)) return time;
    throw this.#expected('a number or a date (2026-01-31)', token);
  }

  #takeWord(word: string): boolean {
    if (this.#next.kind !== 'word' || this.#next.text !== word) return false;
    this.#advance();
    return true;
  }

  #takeSymbol(symbol: string): boolean {
    if (this.#next.kind !== 'symbol' || this.#next.text !== symbol) return false;
    this.#advance();
    return true;
  }

  #advance(): void {
    this.#next = readToken(this.#text, this.#next.end, this.#path);
  }

  #expected(what: string, token: Token = this.#next): VitrineError {
    const found = token.kind === 'end' ? 'the end' : JSON.stringify(token.text.slice(0, 40));
    return this.#fault('syntax', `${what}, not ${found}`, token.at);
  }

  #fault(code: string, expected: string, at: number = this.#next.at): VitrineError {
    return filterFault(this.#path, code, expected, at);
  }
}
