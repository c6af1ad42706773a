import { l2Normalise } from './vector-math.ts';

/** The catalog's mean weighs as much as this many photos. */
const catalogWeight = 5;
const formatVersion = 1;
const headerBytes = 16;

/**
 * The mean of a shop's photo queries: their common content, such as hands, shelves and lamps. Subtracting it leaves
 * the object of a photo. mean = (5 m_c + sum of the earlier photos) / (5 + n), m_c the catalog's mean.
 */
export class QueryMean {
  readonly #sum: Float64Array;
  #count = 0;

  constructor(dimensions: number) {
    this.#sum = new Float64Array(dimensions);
  }

  get dimensions(): number {
    return this.#sum.length;
  }

  get count(): number {
    return this.#count;
  }

  /** Adds a photo; call after its search, and not for photos that are out of catalog. */
  observe(feature: Float32Array): void {
    for (let i = 0; i < this.#sum.length; i++) this.#sum[i]! += feature[i]!;
    this.#count += 1;
  }

  /** Returns L2(feature - mean). */
  centre(feature: Float32Array, catalogMean: Float32Array): Float32Array {
    const weight = catalogWeight + this.#count;
    const centred = new Float32Array(feature.length);
    // A plain loop, as a search centres hundreds of confirmed photos.
    for (let i = 0; i < centred.length; i++)
      centred[i] = feature[i]! - (catalogWeight * catalogMean[i]! + this.#sum[i]!) / weight;
    return l2Normalise(centred);
  }

  /** The state as bytes: uint32 version, uint32 dimensions, float64 count, float64 sums. */
  toBytes(): Uint8Array {
    const bytes = new Uint8Array(headerBytes + this.#sum.byteLength);
    const view = new DataView(bytes.buffer);
    view.setUint32(0, formatVersion, true);
    view.setUint32(4, this.#sum.length, true);
    view.setFloat64(8, this.#count, true);
    this.#sum.forEach((sum, i) => view.setFloat64(headerBytes + i * 8, sum, true));
    return bytes;
  }

  /** Reads the result of `toBytes`. @throws RangeError for other bytes */
  static fromBytes(bytes: Uint8Array): QueryMean {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const version = bytes.length >= headerBytes ? view.getUint32(0, true) : 0;
    if (version !== formatVersion) {
      throw new RangeError(`Cannot read a query mean of version ${version}: expected ${formatVersion}`);
    }
    const dimensions = view.getUint32(4, true);
    if (bytes.length !== headerBytes + dimensions * 8) {
      throw new RangeError(`Cannot read a query mean: ${bytes.length} bytes for ${dimensions} dimensions`);
    }
    const mean = new QueryMean(dimensions);
    mean.#count = view.getFloat64(8, true);
    for (let i = 0; i < dimensions; i++) mean.#sum[i] = view.getFloat64(headerBytes + i * 8, true);
    return mean;
  }
}
