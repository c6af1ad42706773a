import { VitrineError, type Warning } from '../../ports/errors.ts';
import type { Filter } from '../../ports/search/filters.ts';
import { limits } from '../../ports/limits.ts';
import { createRangeBetween, readBound, createRange, type Bound } from './filter-bounds.ts';
import { FilterValidator, type ItemFields } from './filter-validation.ts';
import { FilterFault, formatToken, type Token } from './syntax/filter-tokens.ts';
import { parseFilterTree, type FilterTree } from './syntax/filter-tree.ts';
import { timeForms, parseTimeSpan } from './syntax/time-span.ts';

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
  try {
    const { tree, conditions } = parseFilterTree(text);
    return new TreeReader(now, conditions, context).read(tree);
  } catch (error) {
    throw error instanceof FilterFault ? createFilterError(error, path) : error;
  }
}

function createFilterError({ code, expected, at }: FilterFault, path: string): VitrineError {
  const detail = `${path} must have ${expected} at position ${at}`;
  return new VitrineError('invalid_filter', detail, {
    errors: [{ path, code, detail }],
    members: { position: at },
  });
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
  const { tree } = parseFilterTree(text);
  if (tree.kind !== 'and' || filter.kind !== 'and') return [{ text: text.trim(), filter }];
  return tree.clauses.map(({ at, end }, i) => ({ text: text.slice(at, end), filter: filter.clauses[i]! }));
}

/** A field name at a position of the filter; `path` starts at the item. */
interface Field {
  readonly name: string;
  readonly at: number;
  readonly path: string;
}

/** Reads the values of conditions: numbers, times, texts, and those of the referenced item. */
class TreeReader {
  readonly #now: number;
  readonly #about: ValueLookup | null;
  readonly #fields: FilterValidator;
  #conditions: number;

  constructor(now: number, conditions: number, context: FilterContext) {
    const { path = 'filters', about = null, items = null, warnings = null } = context;
    this.#now = now;
    this.#conditions = conditions;
    this.#about = about;
    this.#fields = new FilterValidator(items, warnings, path);
  }

  /** `list` is the path of the enclosing list with a trailing dot. */
  read(tree: FilterTree, list = ''): Filter {
    switch (tree.kind) {
      case 'and':
      case 'or':
        return { kind: tree.kind, clauses: tree.clauses.map((clause) => this.read(clause, list)) };
      case 'not':
        return { kind: 'not', clause: this.read(tree.clause, list) };
      case 'parentheses':
        return this.read(tree.clause, list);
      case 'element':
        this.#fields.warnOfObjectField(list + tree.list, tree.at);
        return {
          kind: 'element',
          list: tree.list,
          clause: this.read(tree.clause, `${list}${tree.list}.`),
        };
      default: {
        const { text: name, at } = tree.field;
        return this.#readCondition(tree, { name, at, path: list + name });
      }
    }
  }

  #readCondition(tree: Extract<FilterTree, { readonly field: Token }>, field: Field): Filter {
    switch (tree.kind) {
      case 'comparison':
        return this.#readComparison(field, tree.operator, tree.value);
      case 'span': {
        const [from, to] = [this.#readBound(tree.from), this.#readBound(tree.to)];
        return this.#createSpan(field, tree.from, from, to);
      }
      case 'list':
        return { kind: 'or', clauses: tree.values.map((value) => this.#readFieldValue(field, value)) };
      case 'exists':
        return { kind: 'exists', field: field.name };
      case 'within':
        this.#fields.warnOfObjectField(field.path, field.at);
        return { kind: 'within', field: field.name, from: tree.from, metres: tree.metres };
      case 'box':
        this.#fields.warnOfObjectField(field.path, field.at);
        return { kind: 'box', field: field.name, box: tree.box };
    }
  }

  #readComparison(field: Field, operator: string, value: Token): Filter {
    const ownValues = this.#findItemValues(value);
    if (ownValues !== null) return this.#compareWithItem(field.name, operator, ownValues, value);
    if (/^[<>]/.test(operator)) {
      const bound = this.#readBound(value);
      this.#checkRange(field, bound.isTime, value);
      return createRange(field.name, operator, bound);
    }
    const equals = this.#readFieldValue(field, value);
    return operator === '!=' ? { kind: 'not', clause: equals } : equals;
  }

  /** `5..50`, a day or a month is a range; any other value is an equality. */
  #readFieldValue(field: Field, token: Token): Filter {
    const span = token.kind === 'word' ? this.#readSpan(field, token) : null;
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
  #readSpan(field: Field, token: Token): Filter | null {
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

  /** The referenced item's values, if the value is `item.<field>`; otherwise null. */
  #findItemValues({ kind, text }: Token): readonly string[] | null {
    const name = kind === 'word' && this.#about !== null ? fromItem.exec(text)?.[1] : undefined;
    return name === undefined || name.includes('..') ? null : (this.#about?.(name) ?? []);
  }

  /** Compares with values of the referenced item: equality with any of them, order with the first. */
  #compareWithItem(field: string, operator: string, values: readonly string[], { at }: Token): Filter {
    if (/^[<>]/.test(operator)) {
      const bound = readBound((values[0] ?? '').trim(), this.#now);
      return bound === null ? nothing : createRange(field, operator, bound);
    }
    this.#conditions += Math.max(0, values.length - 1);
    if (this.#conditions > limits.filterClausesMax)
      throw this.#createError(
        'too_many',
        `at most ${limits.filterClausesMax} conditions: the item has ${values.length} values to compare with`,
        at,
      );
    const clauses = values.map((value): Filter => ({ kind: 'equals', field, value }));
    const equals: Filter = clauses.length === 0 ? nothing : { kind: 'or', clauses };
    return operator === '!=' ? { kind: 'not', clause: equals } : equals;
  }

  #readBound(token: Token): Bound {
    const bound = readBound(token.text.trim(), this.#now);
    if (bound === null)
      throw this.#createError('syntax', `a number or ${timeForms}, not ${formatToken(token)}`, token.at);
    return bound;
  }

  #createError(code: string, expected: string, at: number): FilterFault {
    return new FilterFault(code, expected, at);
  }
}
