/** An array with room for at least `size` values: the same one if it has, otherwise a copy at least half as long again. */
export function growUint32(array: Uint32Array, size: number): Uint32Array {
  if (array.length >= size) return array;
  const grown = new Uint32Array(grownLength(array.length, size));
  grown.set(array);
  return grown;
}

/** As {@link growUint32}, for doubles. */
export function growFloat64(array: Float64Array, size: number): Float64Array {
  if (array.length >= size) return array;
  const grown = new Float64Array(grownLength(array.length, size));
  grown.set(array);
  return grown;
}

/** As {@link growUint32}, for integers of either sign. */
export function growInt32(array: Int32Array, size: number): Int32Array {
  if (array.length >= size) return array;
  const grown = new Int32Array(grownLength(array.length, size));
  grown.set(array);
  return grown;
}

/** As {@link growUint32}, for short integers. */
export function growInt16(array: Int16Array, size: number): Int16Array {
  if (array.length >= size) return array;
  const grown = new Int16Array(grownLength(array.length, size));
  grown.set(array);
  return grown;
}

/** As {@link growUint32}, for bytes. */
export function growUint8(array: Uint8Array, size: number): Uint8Array {
  if (array.length >= size) return array;
  const grown = new Uint8Array(grownLength(array.length, size));
  grown.set(array);
  return grown;
}

function grownLength(length: number, size: number): number {
  return Math.max(size, length + (length >> 1), 4);
}
