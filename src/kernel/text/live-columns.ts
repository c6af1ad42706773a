import { growableUint16, growableUint32 } from '../bits/growable.ts';
import { comparables, type Column } from './columns.ts';
import type { FieldValue, IndexValue } from './document.ts';

/** A column under construction. Ordinals are given in the order of first appearance. */
export class LiveColumn implements Column {
  readonly immutable = false;
  readonly values: FieldValue[] = [];
  readonly #documents = growableUint16(4);
  readonly #ordinals = growableUint32(4);
  readonly #ordinalByValue = new Map<FieldValue, number>();

  get entryCount(): number {
    return this.#documents.length;
  }

  get documents(): Uint16Array {
    return this.#documents.data;
  }

  get ordinals(): Uint32Array {
    return this.#ordinals.data;
  }

  /**
   * Documents come in ascending order. A value that the document has already, but for its case, is not added again, so that a facet counts documents. */
  add(document: number, value: FieldValue): void {
    let ordinal = this.#ordinalByValue.get(value);
    if (ordinal === undefined) {
      ordinal = this.values.length;
      this.values.push(value);
      this.#ordinalByValue.set(value, ordinal);
    }
    for (let i = this.entryCount - 1; i >= 0 && this.documents[i] === document; i--) {
      const other = this.ordinals[i]!;
      if (other === ordinal) return;
      if (typeof value === 'number' || typeof this.values[other] === 'number') continue;
      const texts = comparables(this);
      if (texts[other] === texts[ordinal]) return;
    }
    this.#documents.push(document);
    this.#ordinals.push(ordinal);
  }
}

export class LiveColumns {
  readonly #byField = new Map<string, LiveColumn>();

  get fields(): string[] {
    return [...this.#byField.keys()];
  }

  column(field: string): LiveColumn | undefined {
    return this.#byField.get(field);
  }

  /** Numbers that are not finite compare with nothing and are left out. */
  add(document: number, values: readonly IndexValue[]): void {
    for (const { field, value } of values) {
      if (typeof value === 'number' && !Number.isFinite(value)) continue;
      let column = this.#byField.get(field);
      if (column === undefined) {
        column = new LiveColumn();
        this.#byField.set(field, column);
      }
      column.add(document, value === 0 ? 0 : value);
    }
  }
}
