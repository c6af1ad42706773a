import { ensureCapacity } from '../../bits/growable.ts';
import { visitEntries } from './columns.ts';
import type { FieldValue } from '../schema/document.ts';
import type { SegmentState } from './segment-state.ts';

/** The group number of a document without a group, which is a product by itself. */
export const ungrouped = -1;

/**
 * Variants of one product are documents with the same value in one field. A search matches and filters variants, and
 * lists, counts and pages products: the best matching variant decides the position of its product.
 *
 * Groups are numbered over all segments, so that a product with variants in several segments counts once.
 */
export class VariantGroups {
  readonly #field: string;
  readonly #numbers = new Map<string, number>();
  readonly #columns = new WeakMap<SegmentState, GroupColumn>();

  constructor(field: string) {
    this.#field = field;
  }

  /** The grouping, or null if no document has a group, so that catalogs without variants cost nothing. */
  getGrouping(states: readonly SegmentState[]): Grouping | null {
    if (!states.some(({ segment }) => segment.getColumn(this.#field) !== undefined)) return null;
    const columns = states.map((state) => this.#refreshGroups(state));
    return { columns, count: this.#numbers.size };
  }

  #refreshGroups(state: SegmentState): Int32Array {
    let cached = this.#columns.get(state);
    if (cached === undefined) {
      cached = { groups: new Int32Array(0), documentCount: 0 };
      this.#columns.set(state, cached);
    }
    const { documentCount } = state.segment;
    if (cached.documentCount < documentCount) {
      const { length } = cached.groups;
      cached.groups = ensureCapacity(cached.groups, documentCount).fill(ungrouped, length);
      this.#fill(state, cached.groups, cached.documentCount);
      cached.documentCount = documentCount;
    }
    return cached.groups;
  }

  /** Fills the groups. The first of several values in a document counts. */
  #fill(state: SegmentState, groups: Int32Array, from: number): void {
    const column = state.segment.getColumn(this.#field);
    if (column === undefined) return;
    const numbers = new Int32Array(column.values.length).fill(ungrouped);
    visitEntries(column, (document, ordinal) => {
      if (document < from || groups[document] !== ungrouped) return;
      if (numbers[ordinal] === ungrouped) numbers[ordinal] = this.#internGroup(column.values[ordinal]!);
      groups[document] = numbers[ordinal]!;
    });
  }

  #internGroup(value: FieldValue): number {
    const name = String(value);
    let number = this.#numbers.get(name);
    if (number === undefined) {
      number = this.#numbers.size;
      this.#numbers.set(name, number);
    }
    return number;
  }
}

interface GroupColumn {
  groups: Int32Array;
  documentCount: number;
}

export interface Grouping {
  /** The group of each document, or `ungrouped`, by segment. */
  readonly columns: readonly Int32Array[];
  /** Groups are numbered below this. */
  readonly count: number;
}
