import { hashWord } from '../language/word-table.ts';
import { listComparables, type Column } from '../segments/columns.ts';

/** Slots for each text of a table. */
const slotsPerText = 2;

/** A hash table with linear probing of a column's comparable texts. */
interface TextTable {
  /** Ordinals plus 1, or 0 in unused slots. The length is a power of 2. */
  readonly slots: Uint32Array;
  /** Whether a text is a path, which has ancestors. */
  readonly hasPaths: boolean;
}

const tables = new WeakMap<Column, TextTable>();

function readTextTable(column: Column): TextTable {
  let table = tables.get(column);
  if (table === undefined) {
    const texts = listComparables(column);
    let length = 2;
    while (length < slotsPerText * texts.length) length *= 2;
    const slots = new Uint32Array(length);
    let hasPaths = false;
    texts.forEach((text, ordinal) => {
      hasPaths ||= text.includes(' > ');
      let slot = hashWord(text) & (length - 1);
      while (slots[slot] !== 0) slot = (slot + 1) & (length - 1);
      slots[slot] = ordinal + 1;
    });
    table = { slots, hasPaths };
    tables.set(column, table);
  }
  return table;
}

/**
 * The ordinals of an immutable column with this comparable text, in a field with many values, such as an identifier. The first call for a
 * column takes as long as comparing all of its values, later ones a microsecond. Null if the column has paths, as ordinals then match by
 * an ancestor, too.
 */
export function findTextOrdinals(column: Column, text: string): number[] | null {
  const { slots, hasPaths } = readTextTable(column);
  if (hasPaths) return null;
  const texts = listComparables(column);
  const ordinals: number[] = [];
  const mask = slots.length - 1;
  let slot = hashWord(text) & mask;
  for (let entry = slots[slot]!; entry !== 0; entry = slots[slot]!) {
    if (texts[entry - 1] === text) ordinals.push(entry - 1);
    slot = (slot + 1) & mask;
  }
  return ordinals;
}
