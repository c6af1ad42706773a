type TypedArray =
  | Uint8Array
  | Uint16Array
  | Uint32Array
  | Int16Array
  | Int32Array
  | Float32Array
  | Float64Array;

/** Returns an array with room for at least `size` values: the same one, or a copy that is at least half as long again. */
export function ensureCapacity<A extends TypedArray>(array: A, size: number): A {
  return array.length >= size ? array : copyLonger(array, size);
}

function copyLonger<A extends TypedArray>(array: A, size: number): A {
  const { length } = array;
  const longer = new (array.constructor as new (length: number) => A)(
    Math.max(size, length + (length >> 1), 4),
  );
  longer.set(array);
  return longer;
}

/** A list in a typed array. Growth replaces `data`, so read it again after every push. */
class Growable<A extends TypedArray> {
  data: A;
  length = 0;

  constructor(data: A) {
    this.data = data;
  }

  push(value: number): void {
    if (this.length === this.data.length) this.reserve(this.length + 1);
    this.data[this.length++] = value;
  }

  append(values: ArrayLike<number>): void {
    this.reserve(this.length + values.length);
    this.data.set(values, this.length);
    this.length += values.length;
  }

  /** Reserves room for `capacity` elements in total. */
  reserve(capacity: number): void {
    this.data = ensureCapacity(this.data, capacity);
  }
}

export type GrowableUint8 = Growable<Uint8Array>;
export type GrowableUint16 = Growable<Uint16Array>;
export type GrowableUint32 = Growable<Uint32Array>;
export type GrowableFloat32 = Growable<Float32Array>;
export type GrowableFloat64 = Growable<Float64Array>;

export const createGrowableUint8 = (capacity = 64): GrowableUint8 => new Growable(new Uint8Array(capacity));
export const createGrowableUint16 = (capacity = 64): GrowableUint16 =>
  new Growable(new Uint16Array(capacity));
export const createGrowableUint32 = (capacity = 64): GrowableUint32 =>
  new Growable(new Uint32Array(capacity));
export const createGrowableFloat32 = (capacity = 64): GrowableFloat32 =>
  new Growable(new Float32Array(capacity));
export const createGrowableFloat64 = (capacity = 64): GrowableFloat64 =>
  new Growable(new Float64Array(capacity));
