import { createGrowableUint16, createGrowableUint32 } from '../../bits/growable.ts';
import {
  listComparables,
  noElement,
  type Column,
  type ElementEntries,
  type ElementTable,
} from './columns.ts';
import type { FieldValue, IndexElement, IndexValue } from '../schema/document.ts';

/** A column under construction. Ordinals are assigned in the order of first appearance. */
export class MutableColumn implements Column {
  readonly immutable = false;
  readonly values: FieldValue[] = [];
  readonly #documents = createGrowableUint16(4);
  readonly #ordinals = createGrowableUint32(4);
  readonly #ordinalByValue = new Map<FieldValue, number>();
  #elements: MutableElementEntries | null = null;

  get elements(): ElementEntries | null {
    return this.#elements;
  }

  getValueAt(ordinal: number): FieldValue {
    return this.values[ordinal]!;
  }

  get entryCount(): number {
    return this.#documents.length;
  }

  get valueCount(): number {
    return this.values.length;
  }

  get documents(): Uint16Array {
    return this.#documents.data;
  }

  get ordinals(): Uint32Array {
    return this.#ordinals.data;
  }

  /**
   * Adds a value; documents must ascend. A value that the document already has, ignoring case, is not added again, so that
   * a facet counts documents.
   */
  add(document: number, value: FieldValue): void {
    const ordinal = this.#internValue(value);
    for (let i = this.entryCount - 1; i >= 0 && this.documents[i] === document; i--) {
      const other = this.ordinals[i]!;
      if (other === ordinal) return;
      if (typeof value === 'number' || typeof this.values[other] === 'number') continue;
      const texts = listComparables(this);
      if (texts[other] === texts[ordinal]) return;
    }
    this.#documents.push(document);
    this.#ordinals.push(ordinal);
  }

  /** Adds a value of an element; rows must ascend. */
  addInElement(row: number, value: FieldValue): void {
    this.#elements ??= new MutableElementEntries();
    this.#elements.add(row, this.#internValue(value));
  }

  #internValue(value: FieldValue): number {
    let ordinal = this.#ordinalByValue.get(value);
    if (ordinal === undefined) {
      ordinal = this.values.length;
      this.values.push(value);
      this.#ordinalByValue.set(value, ordinal);
    }
    return ordinal;
  }
}

class MutableElementEntries implements ElementEntries {
  readonly #rows = createGrowableUint32(4);
  readonly #ordinals = createGrowableUint32(4);

  get entryCount(): number {
    return this.#rows.length;
  }
  get rows(): Uint32Array {
    return this.#rows.data;
  }
  get ordinals(): Uint32Array {
    return this.#ordinals.data;
  }

  add(row: number, ordinal: number): void {
    this.#rows.push(row);
    this.#ordinals.push(ordinal);
  }
}

/** Lists are numbered in the order of first appearance. */
export class MutableElements implements ElementTable {
  /** Paths by number. */
  readonly paths: string[] = [];
  readonly #numberByPath = new Map<string, number>();
  readonly #documents = createGrowableUint16(4);
  readonly #parents = createGrowableUint32(4);
  readonly #lists = createGrowableUint32(4);

  get rowCount(): number {
    return this.#documents.length;
  }
  get documents(): Uint16Array {
    return this.#documents.data;
  }
  get parents(): Uint32Array {
    return this.#parents.data;
  }
  get lists(): Uint32Array {
    return this.#lists.data;
  }
  findList(path: string): number {
    return this.#numberByPath.get(path) ?? -1;
  }

  /** Adds the elements of a document and returns the row of the first. */
  add(document: number, elements: readonly IndexElement[]): number {
    const first = this.rowCount;
    for (const { list, parent } of elements) {
      let number = this.#numberByPath.get(list);
      if (number === undefined) {
        number = this.paths.push(list) - 1;
        this.#numberByPath.set(list, number);
      }
      this.#documents.push(document);
      this.#parents.push(parent < 0 ? noElement : first + parent);
      this.#lists.push(number);
    }
    return first;
  }
}

export class MutableColumns {
  readonly elements = new MutableElements();
  readonly #byField = new Map<string, MutableColumn>();

  get fields(): string[] {
    return [...this.#byField.keys()];
  }

  getColumn(field: string): MutableColumn | undefined {
    return this.#byField.get(field);
  }

  /** Adds the values of a document, without numbers that are not finite, as they cannot be compared. */
  add(document: number, values: readonly IndexValue[], elements: readonly IndexElement[]): void {
    const firstRow = this.elements.add(document, elements);
    for (const { field, value, element } of values) {
      if (typeof value === 'number' && !Number.isFinite(value)) continue;
      let column = this.#byField.get(field);
      if (column === undefined) {
        column = new MutableColumn();
        this.#byField.set(field, column);
      }
      // Stores -0 as 0.
      const stored = value === 0 ? 0 : value;
      column.add(document, stored);
      if (element !== undefined) column.addInElement(firstRow + element, stored);
    }
  }
}
