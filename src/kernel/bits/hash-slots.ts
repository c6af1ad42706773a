/**
 * Hash tables of uint32 keys with linear probing. Their length is a power of two, and they are never full. A table holds the keys
 * themselves, or (`PositionIndex`) positions in a list of keys, which takes less memory for keys that the list has anyway.
 */

/** The content of an unused slot of a table of keys; never a key. */
export const emptySlot = 0xffffffff;

/** Positions plus 1, or 0 in an unused slot. */
export type PositionIndex = Uint16Array;

/** The slot of the key, or the empty slot for it. */
export function slotOfKey(keys: Uint32Array, key: number): number {
  const mask = keys.length - 1;
  let slot = hashKey(key) & mask;
  while (keys[slot] !== key && keys[slot] !== emptySlot) slot = (slot + 1) & mask;
  return slot;
}

/** The position of the key in the list, or -1. */
export function positionOfKey(index: PositionIndex, keys: Uint32Array, key: number): number {
  const mask = index.length - 1;
  let slot = hashKey(key) & mask;
  for (let position = index[slot]!; position !== 0; position = index[slot]!) {
    if (keys[position - 1] === key) return position - 1;
    slot = (slot + 1) & mask;
  }
  return -1;
}

/** Adds the position of a new key. */
export function insertPosition(index: PositionIndex, key: number, position: number): void {
  const mask = index.length - 1;
  let slot = hashKey(key) & mask;
  while (index[slot] !== 0) slot = (slot + 1) & mask;
  index[slot] = position + 1;
}

function hashKey(key: number): number {
  // The multiplier of Fibonacci hashing: 2^32 divided by the golden ratio.
  const hash = Math.imul(key, 0x9e3779b1);
  return hash ^ (hash >>> 15);
}
