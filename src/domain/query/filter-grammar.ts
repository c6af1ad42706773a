import { VitrineError, type Warning } from '../../ports/errors.ts';
import type { Filter } from '../../ports/search/filters.ts';
import { limits } from '../../ports/limits.ts';
import { createRangeBetween, readBound, createRange, type Bound } from './filter-bounds.ts';
import { FilterValidator, type ItemFields } from './filter-validation.ts';
import { filterFault, readToken, type Token } from './filter-tokens.ts';
import { timeForms, parseTimeSpan } from './time-span.ts';

/**
 * Parses a filter, such as
 *
 *   brand:Nike AND (price < 100 OR onSale:true) AND NOT color:red
 *   price:10 TO 50      price:10..50      category:"Home > Kitchen"      EXISTS stock      size IN [38, 39]
 *   variants.{color:blue AND size:XXL}      releasedAt >= now-30d      releasedAt:2026-01 TO 2026-03
 *   location WITHIN 5km OF 59.33,18.06      location IN BOX 59.2,17.8,59.4,18.2
 *
 * The grammar is in `docs/reference/filters.md`. `now` is the value of the word in dates, in ms since 1970.
 * @throws VitrineError invalid_filter with the position and the expected syntax
 */
export function parseFilter(text: string, now: number, context: FilterContext = {}): Filter {
  const { path = 'filters' } = context;
  if (text.length > limits.filterLengthMax) {
    const detail = `${path} must have at most ${limits.filterLengthMax} characters: it has ${text.length}`;
    throw new VitrineError('invalid_filter', detail, { errors: [{ path, code: 'too_long', detail }] });
  }
  return new Parser(text, now, context).parse();
}

/** The origin of a filter and the catalog it applies to. */
export interface FilterContext {
  /** Name of the parameter, for errors; default `filters`. */
  readonly path?: string;
  /** The item that `item.<field>` refers to. */
  readonly about?: ValueLookup | null;
  /** Types of the fields: unsatisfiable conditions are rejected or reported in `warnings`. */
  readonly items?: ItemFields | null;
  readonly warnings?: Warning[];
}

/** Values of a field of the referenced item, as texts. */
export type ValueLookup = (field: string) => readonly string[];

/** Matches no item, as `item.color` for an item without a colour. */
const nothing: Filter = { kind: 'or', clauses: [] };
/** A value of the referenced item: `item.price`. In quotes it is a plain text. */
const fromItem = /^item\.(.+)$/;

/** A top-level AND clause of a filter, with its source text. */
export interface FilterClause {
  readonly text: string;
  readonly filter: Filter;
}

/** The top-level AND clauses of a filter, or the whole filter as one clause. @throws VitrineError invalid_filter */
export function filterClauses(text: string, now: number): FilterClause[] {
  const filter = parseFilter(text, now);
  return new Parser(text, now, {}).parseClauses() ?? [{ text: text.trim(), filter }];
}

/** A field name at a position of the filter; `path` starts at the item. */
interface Field {
  readonly name: string;
  readonly at: number;
  readonly path: string;
}

const metresByUnit = { m: 1, km: 1_000, mi: 1_609.344 } as const;

/** Recursive descent, one token ahead. */
class Parser {
  readonly #text: string;
  readonly #now: number;
  readonly #path: string;
  readonly #about: ValueLookup | null;
  readonly #fields: FilterValidator;
  #next: Token;
  #clauses = 0;
  /** Path of the enclosing list with a trailing dot. */
  #list = '';

  constructor(text: string, now: number, { path = 'filters', about = null, items, warnings }: FilterContext) {
    this.#text = text;
    this.#now = now;
    this.#path = path;
    this.#about = about;
    this.#fields = new FilterValidator(items ?? null, warnings ?? null, path);
    this.#next = readToken(text, 0, path);
  }

  parse(): Filter {
    const filter = this.#parseDisjunction(0);
    if (this.#next.kind !== 'end') throw this.#createSyntaxError('AND, OR or the end');
    return filter;
  }

  /** The clauses of a valid filter; null if they are not all joined by AND. */
  parseClauses(): FilterClause[] | null {
    const clauses: FilterClause[] = [];
    do {
      const { at } = this.#next;
      const filter = this.#parseOperand(0);
      clauses.push({ text: this.#text.slice(at, this.#next.at).trim(), filter });
    } while (this.#takeWord('AND'));
    return this.#next.kind === 'end' ? clauses : null;
  }

  #parseDisjunction(depth: number): Filter {
    const clauses = [this.#parseConjunction(depth)];
    while (this.#takeWord('OR')) clauses.push(this.#parseConjunction(depth));
    return clauses.length === 1 ? (clauses[0] as Filter) : { kind: 'or', clauses };
  }

  #parseConjunction(depth: number): Filter {
    const clauses = [this.#parseOperand(depth)];
    while (this.#takeWord('AND')) clauses.push(this.#parseOperand(depth));
    return clauses.length === 1 ? (clauses[0] as Filter) : { kind: 'and', clauses };
  }

  #parseOperand(depth: number): Filter {
    if (depth > limits.filterDepthMax)
      throw this.#createError('too_deep', `at most ${limits.filterDepthMax} levels of nesting`);
    if (++this.#clauses > limits.filterClausesMax)
      throw this.#createError('too_many', `at most ${limits.filterClausesMax} conditions`);
    if (this.#takeWord('NOT')) return { kind: 'not', clause: this.#parseOperand(depth + 1) };
    if (this.#takeSymbol('(')) {
      const inner = this.#parseDisjunction(depth + 1);
      if (!this.#takeSymbol(')')) throw this.#createSyntaxError('AND, OR or ")"');
      return inner;
    }
    if (this.#takeWord('EXISTS')) return { kind: 'exists', field: this.#takeField() };
    const element = this.#parseElement(depth);
    if (element !== null) return element;
    const { at } = this.#next;
    const name = this.#takeField();
    return this.#parseComparison({ name, at, path: this.#list + name });
  }

  /** `list.{...}`: one element satisfies all conditions in the braces. */
  #parseElement(depth: number): Filter | null {
    const name = this.#next;
    const dot = name.kind === 'quoted' ? readToken(this.#text, name.end, this.#path) : name;
    const isOpened = dot.kind === 'word' && dot.text.endsWith('.') && this.#text.charAt(dot.end) === '{';
    if (!isOpened || (dot !== name && (dot.at !== name.end || dot.text !== '.'))) return null;
    const list = dot === name ? name.text.slice(0, -1) : name.text;
    this.#checkName(list);
    const outer = this.#list;
    this.#fields.warnOfObjectField(outer + list, name.at);
    this.#list = `${outer}${list}.`;
    this.#next = readToken(this.#text, dot.end + 1, this.#path);
    const clause = this.#parseDisjunction(depth + 1);
    if (!this.#takeSymbol('}')) throw this.#createSyntaxError('AND, OR or "}"');
    this.#list = outer;
    return { kind: 'element', list, clause };
  }

  #parseComparison(field: Field): Filter {
    const operator = this.#next;
    if (this.#takeWord('WITHIN')) return this.#parseRadius(field);
    if (this.#takeWord('IN'))
      return this.#takeWord('BOX') ? this.#parseBox(field) : this.#parseValueList(field);
    if (operator.kind !== 'symbol' || !/^(:|=|!=|<=?|>=?)$/.test(operator.text)) {
      throw this.#createSyntaxError('":", "=", "!=", "<", "<=", ">", ">=", IN or WITHIN');
    }
    this.#readNextToken();
    const ownValues = this.#readItemReference();
    if (ownValues !== null) return this.#compareWithItem(field.name, operator.text, ownValues);
    const first = this.#next;
    if (/^[<>]/.test(operator.text)) {
      const bound = this.#readBound();
      this.#checkRange(field, bound.isTime, first);
      return createRange(field.name, operator.text, bound);
    }
    this.#takeValue();
    if (operator.text === ':' && this.#takeWord('TO')) {
      const from = this.#parseBound(first);
      return this.#createSpan(field, first, from, this.#readBound());
    }
    const equals = this.#parseFieldValue(field, first);
    return operator.text === '!=' ? { kind: 'not', clause: equals } : equals;
  }

  /** `5..50`, a day or a month is a range; any other value is an equality. */
  #parseFieldValue(field: Field, token: Token): Filter {
    const span = token.kind === 'word' ? this.#parseSpan(field, token) : null;
    if (span !== null) return span;
    const equals: Filter = { kind: 'equals', field: field.name, value: token.text };
    const day = token.kind === 'word' && field.path !== 'price' ? parseTimeSpan(token.text, this.#now) : null;
    if (day !== null && day.until > day.from) {
      const { from: min, until: max } = day;
      const within: Filter = { kind: 'range', field: field.name, min, max, maxExclusive: true, dates: true };
      return { kind: 'or', clauses: [equals, within] };
    }
    const expected = this.#fields.checkEquality(field.path, token.text, field.at);
    if (expected !== null)
      throw this.#createError('type', `${expected}, not ${formatToken(token)}`, token.at);
    return equals;
  }

  /** `5..50`, `5..`, `..50`; null if the ends are not bounds, as in a text with two dots. */
  #parseSpan(field: Field, token: Token): Filter | null {
    const dots = token.text.indexOf('..');
    if (dots === -1 || token.text === '..') return null;
    const [from, to] = [token.text.slice(0, dots), token.text.slice(dots + 2)];
    const [low, high] = [readBound(from, this.#now), readBound(to, this.#now)];
    if ((low === null && from !== '') || (high === null && to !== '')) return null;
    if (low !== null && high !== null) return this.#createSpan(field, token, low, high);
    this.#checkRange(field, (low ?? high)?.isTime === true, token);
    return low === null ? createRange(field.name, '<=', high as Bound) : createRange(field.name, '>=', low);
  }

  #createSpan(field: Field, token: Token, from: Bound, to: Bound): Filter {
    this.#checkRange(field, from.isTime || to.isTime, token);
    const filter = createRangeBetween(field.name, from, to);
    if (filter === null)
      throw this.#createError('out_of_range', 'a range that begins below its end', token.at);
    return filter;
  }

  #checkRange(field: Field, dates: boolean, token: Token): void {
    const expected = this.#fields.checkRange(field.path, dates, field.at);
    if (expected !== null) throw this.#createError('type', expected, token.at);
  }

  /** The referenced item's values, if the next token is `item.<field>`; otherwise null. */
  #readItemReference(): readonly string[] | null {
    const { kind, text } = this.#next;
    const name = kind === 'word' && this.#about !== null ? fromItem.exec(text)?.[1] : undefined;
    if (name === undefined || name.includes('..')) return null;
    this.#readNextToken();
    return this.#about?.(name) ?? [];
  }

  /** Compares with values of the referenced item: equality with any of them, order with the first. */
  #compareWithItem(field: string, operator: string, values: readonly string[]): Filter {
    if (/^[<>]/.test(operator)) {
      const bound = readBound((values[0] ?? '').trim(), this.#now);
      return bound === null ? nothing : createRange(field, operator, bound);
    }
    this.#clauses += Math.max(0, values.length - 1);
    if (this.#clauses > limits.filterClausesMax)
      throw this.#createError(
        'too_many',
        `at most ${limits.filterClausesMax} conditions: the item has ${values.length} values to compare with`,
      );
    const clauses = values.map((value): Filter => ({ kind: 'equals', field, value }));
    const equals: Filter = clauses.length === 0 ? nothing : { kind: 'or', clauses };
    return operator === '!=' ? { kind: 'not', clause: equals } : equals;
  }

  #parseValueList(field: Field): Filter {
    if (!this.#takeSymbol('[')) throw this.#createSyntaxError('"["');
    const clauses: Filter[] = [];
    do {
      if (++this.#clauses > limits.filterClausesMax)
        throw this.#createError('too_many', `at most ${limits.filterClausesMax} conditions`);
      const token = this.#next;
      this.#takeValue();
      clauses.push(this.#parseFieldValue(field, token));
    } while (this.#takeSymbol(','));
    if (!this.#takeSymbol(']')) throw this.#createSyntaxError('"," or "]"');
    return { kind: 'or', clauses };
  }

  #takeField(): string {
    const token = this.#next;
    const name = token.kind === 'word' || token.kind === 'quoted' ? token.text : '';
    this.#checkName(name);
    this.#readNextToken();
    return name;
  }

  #checkName(name: string): void {
    if (name === '' || /^(AND|OR|NOT|TO|IN)$/.test(name))
      throw this.#createSyntaxError('the name of a field');
    if (name.length > limits.fieldNameLengthMax)
      throw this.#createError('too_long', `a name of at most ${limits.fieldNameLengthMax} characters`);
  }

  #takeValue(): string {
    const token = this.#next;
    if (token.kind !== 'word' && token.kind !== 'quoted') throw this.#createSyntaxError('a value');
    this.#readNextToken();
    return token.text;
  }

  #readBound(): Bound {
    const bound = this.#parseBound(this.#next);
    this.#readNextToken();
    return bound;
  }

  #parseBound(token: Token): Bound {
    const text = token.kind === 'word' || token.kind === 'quoted' ? token.text.trim() : '';
    const bound = readBound(text, this.#now);
    if (bound === null) throw this.#createSyntaxError(`a number or ${timeForms}`, token);
    return bound;
  }

  /** `5km OF 59.33,18.06` */
  #parseRadius(field: Field): Filter {
    this.#fields.warnOfObjectField(field.path, field.at);
    const token = this.#next;
    const [, number, unit] = /^(\d+(?:\.\d+)?)(m|km|mi)$/.exec(token.kind === 'word' ? token.text : '') ?? [];
    const metres =
      unit === undefined ? undefined : Number(number) * metresByUnit[unit as keyof typeof metresByUnit];
    if (metres === undefined) throw this.#createSyntaxError('a distance (500m, 5km, 3mi)');
    this.#readNextToken();
    if (!this.#takeWord('OF')) throw this.#createSyntaxError('OF');
    const lat = this.#takeDegrees('a latitude', 90);
    this.#takeComma();
    return {
      kind: 'within',
      field: field.name,
      from: { lat, lng: this.#takeDegrees('a longitude', 180) },
      metres,
    };
  }

  /** `59.2,17.8,59.4,18.2` */
  #parseBox(field: Field): Filter {
    this.#fields.warnOfObjectField(field.path, field.at);
    const south = this.#takeDegrees('the southern latitude', 90);
    this.#takeComma();
    const west = this.#takeDegrees('the western longitude', 180);
    this.#takeComma();
    const north = this.#takeDegrees('the northern latitude', 90, south);
    this.#takeComma();
    return {
      kind: 'box',
      field: field.name,
      box: { south, west, north, east: this.#takeDegrees('the eastern longitude', 180) },
    };
  }

  #takeDegrees(what: string, most: number, least = -most): number {
    const { kind, text } = this.#next;
    const degrees = kind === 'word' && /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
    if (!(degrees >= least && degrees <= most))
      throw this.#createSyntaxError(`${what} from ${least} to ${most}`);
    this.#readNextToken();
    return degrees;
  }

  #takeComma(): void {
    if (!this.#takeSymbol(',')) throw this.#createSyntaxError('","');
  }

  #takeWord(word: string): boolean {
    if (this.#next.kind !== 'word' || this.#next.text !== word) return false;
    this.#readNextToken();
    return true;
  }

  #takeSymbol(symbol: string): boolean {
    if (this.#next.kind !== 'symbol' || this.#next.text !== symbol) return false;
    this.#readNextToken();
    return true;
  }

  #readNextToken(): void {
    this.#next = readToken(this.#text, this.#next.end, this.#path);
  }

  #createSyntaxError(what: string, token: Token = this.#next): VitrineError {
    return this.#createError('syntax', `${what}, not ${formatToken(token)}`, token.at);
  }

  #createError(code: string, expected: string, at: number = this.#next.at): VitrineError {
    return filterFault(this.#path, code, expected, at);
  }
}

function formatToken(token: Token): string {
  return token.kind === 'end' ? 'the end' : JSON.stringify(token.text.slice(0, 40));
}
