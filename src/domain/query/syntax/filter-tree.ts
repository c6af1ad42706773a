import { limits } from '../../../ports/limits.ts';
import type { GeoBox, GeoPoint } from '../../../ports/search/filters.ts';
import { FilterFault, formatToken, readToken, type Token } from './filter-tokens.ts';
import { timeForms } from './time-span.ts';

/** A filter as it is written: conditions with their fields and values, and the place of each in the text. */
export type FilterTree =
  | (Placed & { readonly kind: 'and' | 'or'; readonly clauses: readonly FilterTree[] })
  | (Placed & { readonly kind: 'not' | 'parentheses'; readonly clause: FilterTree })
  | (Placed & { readonly kind: 'element'; readonly list: string; readonly clause: FilterTree })
  | (Placed & Named & { readonly kind: 'exists' })
  | (Placed & Named & { readonly kind: 'comparison'; readonly operator: string; readonly value: Token })
  | (Placed & Named & { readonly kind: 'span'; readonly from: Token; readonly to: Token })
  | (Placed & Named & { readonly kind: 'list'; readonly values: readonly Token[] })
  | (Placed & Named & { readonly kind: 'within'; readonly from: GeoPoint; readonly metres: number })
  | (Placed & Named & { readonly kind: 'box'; readonly box: GeoBox });

/** From the first character to after the last. */
interface Placed {
  readonly at: number;
  readonly end: number;
}

interface Named {
  readonly field: Token;
}

/**
 * Reads the syntax of a filter. The types of its values are checked by `parseFilter()`.
 * @throws FilterFault with the position and the expected syntax
 */
export function parseFilterTree(text: string): { readonly tree: FilterTree; readonly conditions: number } {
  return new Parser(text).parse();
}

const metresByUnit = { m: 1, km: 1_000, mi: 1_609.344 } as const;

/** Recursive descent, one token ahead. */
class Parser {
  readonly #text: string;
  #next: Token;
  /** End of the token before. */
  #end = 0;
  #clauses = 0;

  constructor(text: string) {
    this.#text = text;
    this.#next = readToken(text, 0);
  }

  parse(): { readonly tree: FilterTree; readonly conditions: number } {
    const tree = this.#parseDisjunction(0);
    if (this.#next.kind !== 'end') throw this.#createSyntaxError('AND, OR or the end');
    return { tree, conditions: this.#clauses };
  }

  #parseDisjunction(depth: number): FilterTree {
    const clauses = [this.#parseConjunction(depth)];
    while (this.#takeWord('OR')) clauses.push(this.#parseConjunction(depth));
    return this.#join('or', clauses);
  }

  #parseConjunction(depth: number): FilterTree {
    const clauses = [this.#parseOperand(depth)];
    while (this.#takeWord('AND')) clauses.push(this.#parseOperand(depth));
    return this.#join('and', clauses);
  }

  #join(kind: 'and' | 'or', clauses: readonly FilterTree[]): FilterTree {
    const first = clauses[0] as FilterTree;
    return clauses.length === 1 ? first : { kind, clauses, at: first.at, end: this.#end };
  }

  #parseOperand(depth: number): FilterTree {
    if (depth > limits.filterDepthMax)
      throw this.#createError('too_deep', `at most ${limits.filterDepthMax} levels of nesting`);
    this.#countClause();
    const { at } = this.#next;
    if (this.#takeWord('NOT')) {
      const clause = this.#parseOperand(depth + 1);
      return { kind: 'not', clause, at, end: this.#end };
    }
    if (this.#takeSymbol('(')) {
      const clause = this.#parseDisjunction(depth + 1);
      if (!this.#takeSymbol(')')) throw this.#createSyntaxError('AND, OR or ")"');
      return { kind: 'parentheses', clause, at, end: this.#end };
    }
    if (this.#takeWord('EXISTS')) {
      const field = this.#takeField();
      return { kind: 'exists', field, at, end: this.#end };
    }
    return this.#parseElement(depth) ?? this.#parseComparison(this.#takeField());
  }

  #countClause(): void {
    if (++this.#clauses > limits.filterClausesMax)
      throw this.#createError('too_many', `at most ${limits.filterClausesMax} conditions`);
  }

  /** `list.{...}`: one element satisfies all conditions in the braces. */
  #parseElement(depth: number): FilterTree | null {
    const name = this.#next;
    const dot = name.kind === 'quoted' ? readToken(this.#text, name.end) : name;
    const isOpened = dot.kind === 'word' && dot.text.endsWith('.') && this.#text.charAt(dot.end) === '{';
    if (!isOpened || (dot !== name && (dot.at !== name.end || dot.text !== '.'))) return null;
    const list = dot === name ? name.text.slice(0, -1) : name.text;
    this.#checkName(list);
    this.#next = readToken(this.#text, dot.end + 1);
    const clause = this.#parseDisjunction(depth + 1);
    if (!this.#takeSymbol('}')) throw this.#createSyntaxError('AND, OR or "}"');
    return { kind: 'element', list, clause, at: name.at, end: this.#end };
  }

  #parseComparison(field: Token): FilterTree {
    const operator = this.#next;
    if (this.#takeWord('WITHIN')) return this.#parseRadius(field);
    if (this.#takeWord('IN'))
      return this.#takeWord('BOX') ? this.#parseBox(field) : this.#parseValueList(field);
    if (operator.kind !== 'symbol' || !/^(:|=|!=|<=?|>=?)$/.test(operator.text)) {
      throw this.#createSyntaxError('":", "=", "!=", "<", "<=", ">", ">=", IN or WITHIN');
    }
    this.#readNextToken();
    const value = /^[<>]/.test(operator.text) ? this.#takeBound() : this.#takeValue();
    if (operator.text === ':' && this.#takeWord('TO'))
      return { kind: 'span', field, from: value, to: this.#takeBound(), at: field.at, end: this.#end };
    return { kind: 'comparison', field, operator: operator.text, value, at: field.at, end: this.#end };
  }

  #parseValueList(field: Token): FilterTree {
    if (!this.#takeSymbol('[')) throw this.#createSyntaxError('"["');
    const values: Token[] = [];
    do {
      this.#countClause();
      values.push(this.#takeValue());
    } while (this.#takeSymbol(','));
    if (!this.#takeSymbol(']')) throw this.#createSyntaxError('"," or "]"');
    return { kind: 'list', field, values, at: field.at, end: this.#end };
  }

  #takeField(): Token {
    const token = this.#next;
    this.#checkName(token.kind === 'word' || token.kind === 'quoted' ? token.text : '');
    this.#readNextToken();
    return token;
  }

  #checkName(name: string): void {
    if (name === '' || /^(AND|OR|NOT|TO|IN)$/.test(name))
      throw this.#createSyntaxError('the name of a field');
    if (name.length > limits.fieldNameLengthMax)
      throw this.#createError('too_long', `a name of at most ${limits.fieldNameLengthMax} characters`);
  }

  #takeValue(expected = 'a value'): Token {
    const token = this.#next;
    if (token.kind !== 'word' && token.kind !== 'quoted') throw this.#createSyntaxError(expected);
    this.#readNextToken();
    return token;
  }

  #takeBound(): Token {
    return this.#takeValue(`a number or ${timeForms}`);
  }

  /** `5km OF 59.33,18.06` */
  #parseRadius(field: Token): FilterTree {
    const token = this.#next;
    const [, number, unit] = /^(\d+(?:\.\d+)?)(m|km|mi)$/.exec(token.kind === 'word' ? token.text : '') ?? [];
    const metres =
      unit === undefined ? undefined : Number(number) * metresByUnit[unit as keyof typeof metresByUnit];
    if (metres === undefined) throw this.#createSyntaxError('a distance (500m, 5km, 3mi)');
    this.#readNextToken();
    if (!this.#takeWord('OF')) throw this.#createSyntaxError('OF');
    const lat = this.#takeDegrees('a latitude', 90);
    this.#takeComma();
    const lng = this.#takeDegrees('a longitude', 180);
    return { kind: 'within', field, from: { lat, lng }, metres, at: field.at, end: this.#end };
  }

  /** `59.2,17.8,59.4,18.2` */
  #parseBox(field: Token): FilterTree {
    const south = this.#takeDegrees('the southern latitude', 90);
    this.#takeComma();
    const west = this.#takeDegrees('the western longitude', 180);
    this.#takeComma();
    const north = this.#takeDegrees('the northern latitude', 90, south);
    this.#takeComma();
    const east = this.#takeDegrees('the eastern longitude', 180);
    return { kind: 'box', field, box: { south, west, north, east }, at: field.at, end: this.#end };
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
    this.#end = this.#next.end;
    this.#next = readToken(this.#text, this.#end);
  }

  #createSyntaxError(what: string): FilterFault {
    return this.#createError('syntax', `${what}, not ${formatToken(this.#next)}`);
  }

  #createError(code: string, expected: string): FilterFault {
    return new FilterFault(code, expected, this.#next.at);
  }
}
