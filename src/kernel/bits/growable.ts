/** Typed arrays that grow by doubling. Growth replaces `data`: read it again after every push. */

interface Elements {
  readonly length: number;
  [index: number]: number;
  set(source: ArrayLike<number>): void;
}

class Growable<A extends Elements> {
  data: A;
  length = 0;
  readonly #allocate: (length: number) => A;

  constructor(allocate: (length: number) => A, capacity: number) {
    this.#allocate = allocate;
    this.data = allocate(capacity);
  }

  push(value: number): void {
    if (this.length === this.data.length) this.reserve(this.length + 1);
    this.data[this.length++] = value;
  }

  /** Reserves room for `capacity` elements in total. */
  reserve(capacity: number): void {
    if (capacity <= this.data.length) return;
    const grown = this.#allocate(Math.max(capacity, this.data.length * 2, 16));
    grown.set(this.data as ArrayLike<number>);
    this.data = grown;
  }
}

export type GrowableUint8 = Growable<Uint8Array>;
export type GrowableUint16 = Growable<Uint16Array>;
export type GrowableUint32 = Growable<Uint32Array>;
export type GrowableFloat32 = Growable<Float32Array>;
export type GrowableFloat64 = Growable<Float64Array>;

export const growableUint8 = (capacity = 64): GrowableUint8 =>
  new Growable((n) => new Uint8Array(n), capacity);
export const growableUint16 = (capacity = 64): GrowableUint16 =>
  new Growable((n) => new Uint16Array(n), capacity);
export const growableUint32 = (capacity = 64): GrowableUint32 =>
  new Growable((n) => new Uint32Array(n), capacity);
export const growableFloat32 = (capacity = 64): GrowableFloat32 =>
  new Growable((n) => new Float32Array(n), capacity);
export const growableFloat64 = (capacity = 64): GrowableFloat64 =>
  new Growable((n) => new Float64Array(n), capacity);
