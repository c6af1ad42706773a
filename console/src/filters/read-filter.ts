import { readToken, type Token } from '../../../src/domain/query/syntax/filter-tokens.ts';
import { parseFilterTree, type FilterTree } from '../../../src/domain/query/syntax/filter-tree.ts';
import { parseTimeSpan } from '../../../src/domain/query/syntax/time-span.ts';
import {
  depthMax,
  measureDepth,
  type FilterGroup,
  type FilterNode,
  type FilterRow,
  type Relation,
} from './filter-model.ts';

/** A filter as rows, or why it stays a text. */
export type ReadFilter =
  | { readonly rows: FilterGroup; readonly reason: null }
  | { readonly rows: null; readonly reason: string };

/** A filter without conditions. */
export const noConditions: FilterGroup = {
  kind: 'group',
  key: 0,
  source: null,
  at: 0,
  joined: 'and',
  negated: false,
  nodes: [],
};

/** `aboutProduct`: an unquoted `item.price` is the price of the product of the page. */
export function readFilter(text: string, aboutProduct = false): ReadFilter {
  if (text.trim() === '') return { rows: { ...noConditions, source: text }, reason: null };
  try {
    const reader = new RowReader(text, aboutProduct);
    const node = reader.read(parseFilterTree(text).tree);
    const root = node.kind === 'group' ? node : { ...noConditions, key: reader.createKey(), nodes: [node] };
    if (measureDepth(root) > depthMax)
      throw new NoRows('It has groups in groups, deeper than rows can show.');
    return { rows: { ...root, source: text, at: 0 }, reason: null };
  } catch (error) {
    if (error instanceof NoRows) return { rows: null, reason: error.message };
    return { rows: null, reason: 'It is not complete, or has a mistake.' };
  }
}

/** A condition that has no row. */
class NoRows extends Error {}

const relationsByOperator: Readonly<Record<string, Relation>> = {
  ':': 'is',
  '=': 'is',
  '!=': 'isNot',
  '<': 'lessThan',
  '<=': 'atMost',
  '>': 'moreThan',
  '>=': 'atLeast',
};
const productRelations: Readonly<Record<string, Relation>> = {
  ':': 'sameAsProduct',
  '=': 'sameAsProduct',
  '!=': 'otherThanProduct',
  '<': 'lessThanOfProduct',
  '<=': 'atMostOfProduct',
  '>': 'moreThanOfProduct',
  '>=': 'atLeastOfProduct',
};
const negations: Partial<Record<Relation, Relation>> = {
  is: 'isNot',
  oneOf: 'noneOf',
  exists: 'missing',
  sameAsProduct: 'otherThanProduct',
};

class RowReader {
  readonly #text: string;
  readonly #aboutProduct: boolean;
  #keys = 0;

  constructor(text: string, aboutProduct: boolean) {
    this.#text = text;
    this.#aboutProduct = aboutProduct;
  }

  createKey(): number {
    return ++this.#keys;
  }

  read(tree: FilterTree): FilterNode {
    switch (tree.kind) {
      case 'and':
      case 'or':
        return this.#createGroup(
          tree,
          tree.kind,
          false,
          tree.clauses.map((clause) => this.read(clause)),
        );
      case 'parentheses':
        return this.#placed(this.read(tree.clause), tree);
      case 'not':
        return this.#negate(tree);
      case 'element':
        throw new NoRows('It has a condition on one element of a list.');
      case 'within':
      case 'box':
        throw new NoRows('It has a condition on a place.');
      default:
        return this.#readRow(tree);
    }
  }

  #negate(tree: Extract<FilterTree, { readonly clause: FilterTree }>): FilterNode {
    const inner = this.read(tree.clause);
    const negated = inner.kind === 'row' ? negations[inner.relation] : undefined;
    if (inner.kind === 'row' && negated !== undefined)
      return this.#placed({ ...inner, relation: negated }, tree);
    if (inner.kind === 'group' && !inner.negated) return this.#placed({ ...inner, negated: true }, tree);
    return this.#createGroup(tree, 'and', true, [inner]);
  }

  #readRow(tree: Extract<FilterTree, { readonly field: Token }>): FilterRow {
    const { text: field } = tree.field;
    const row = (relation: Relation, values: readonly string[]): FilterRow => ({
      kind: 'row',
      key: this.createKey(),
      field,
      relation,
      values,
      source: this.#text.slice(tree.at, tree.end),
      at: tree.at,
    });
    switch (tree.kind) {
      case 'exists':
        return row('exists', []);
      case 'span':
        return row('between', [tree.from.text.trim(), tree.to.text.trim()]);
      case 'list':
        if (tree.values.some((value) => isRange(field, value))) throw new NoRows('It has a list of ranges.');
        return row(
          'oneOf',
          tree.values.map(({ text }) => text),
        );
      case 'comparison': {
        const { operator, value } = tree;
        const product = this.#aboutProduct && value.kind === 'word' ? /^item\.(.+)$/.exec(value.text) : null;
        if (product !== null && !value.text.slice(5).includes('..'))
          return row(productRelations[operator] ?? 'is', [product[1] ?? '']);
        return row(...readComparison(field, operator, value));
      }
      default:
        throw new NoRows('It has a condition on a place.');
    }
  }

  #createGroup(
    { at, end }: FilterTree,
    joined: 'and' | 'or',
    negated: boolean,
    nodes: readonly FilterNode[],
  ): FilterGroup {
    const source = this.#text.slice(at, end);
    return { kind: 'group', key: this.createKey(), joined, negated, nodes, source, at };
  }

  /** The node as read from a longer text, such as that with its parentheses. */
  #placed<T extends FilterNode>(node: T, { at, end }: FilterTree): T {
    return { ...node, source: this.#text.slice(at, end), at };
  }
}

function readComparison(field: string, operator: string, value: Token): [Relation, readonly string[]] {
  const relation = relationsByOperator[operator] ?? 'is';
  if (/^[<>]/.test(operator)) {
    const days = operator === '>=' ? /^now-(\d+)d$/.exec(value.text.trim())?.[1] : undefined;
    return days === undefined ? [relation, [value.text.trim()]] : ['lastDays', [days]];
  }
  if (!isRange(field, value)) return [relation, [value.text]];
  if (operator === '!=') throw new NoRows('It excludes a range.');
  if (!value.text.includes('..')) return ['during', [value.text]];
  const dots = value.text.indexOf('..');
  const [from, to] = [value.text.slice(0, dots), value.text.slice(dots + 2)];
  if (from !== '' && to !== '') return ['between', [from, to]];
  return from === '' ? ['atMost', [to]] : ['atLeast', [from]];
}

/** Whether a value without quotes is a range: `5..50`, a day or a month. */
function isRange(field: string, { kind, text }: Token): boolean {
  if (kind !== 'word') return false;
  const dots = text.indexOf('..');
  if (dots !== -1 && text !== '..') {
    const isBound = (end: string): boolean =>
      end === '' || Number.isFinite(Number(end)) || parseTimeSpan(end, 0) !== null;
    if (isBound(text.slice(0, dots)) && isBound(text.slice(dots + 2))) return true;
  }
  const span = field === 'price' ? null : parseTimeSpan(text, 0);
  return span !== null && span.until > span.from;
}

/** Whether a text without quotes is one word of a filter. */
export function isWord(text: string): boolean {
  try {
    const token = readToken(text, 0);
    return token.kind === 'word' && token.text === text && token.at === 0;
  } catch {
    return false;
  }
}
