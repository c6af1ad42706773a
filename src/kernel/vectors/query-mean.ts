import { l2Normalise } from './vector-math.ts';

/** How many photos the catalog's mean counts for, as long as few photos were seen. */
const CATALOG_WEIGHT = 5;
const FORMAT_VERSION = 1;
const HEADER_BYTES = 16;

/**
 * What the photos of a shop's customers have in common: hands, shelves, lamps. Subtracting it leaves what a photo is
 * of. mean = (5 m_c + sum of the photos before) / (5 + n), m_c the catalog's mean.
 */
export class QueryMean {
  readonly #sum: Float64Array;
  #count = 0;

  constructor(dimensions: number) {
    this.#sum = new Float64Array(dimensions);
  }

  /** How many photos were observed. */
  get count(): number {
    return this.#count;
  }

  /** Counts a photo in; to be called after it was searched for, and not for photos of something foreign. */
  observe(feature: Float32Array): void {
    for (let i = 0; i < this.#sum.length; i++) this.#sum[i]! += feature[i]!;
    this.#count += 1;
  }

  /** L2(feature - mean). */
  centre(feature: Float32Array, catalogMean: Float32Array): Float32Array {
    const weight = CATALOG_WEIGHT + this.#count;
    return l2Normalise(
      feature.map((value, i) => value - (CATALOG_WEIGHT * catalogMean[i]! + this.#sum[i]!) / weight),
    );
  }

  /** The state as bytes: uint32 version, uint32 dimensions, float64 count, float64 sums. */
  toBytes(): Uint8Array {
    const bytes = new Uint8Array(HEADER_BYTES + this.#sum.byteLength);
    const view = new DataView(bytes.buffer);
    view.setUint32(0, FORMAT_VERSION, true);
    view.setUint32(4, this.#sum.length, true);
    view.setFloat64(8, this.#count, true);
    this.#sum.forEach((sum, i) => view.setFloat64(HEADER_BYTES + i * 8, sum, true));
    return bytes;
  }

  /** Reads what `toBytes` gave. Throws a RangeError for anything else. */
  static fromBytes(bytes: Uint8Array): QueryMean {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const version = bytes.length >= HEADER_BYTES ? view.getUint32(0, true) : 0;
    if (version !== FORMAT_VERSION) {
      throw new RangeError(`Cannot read a query mean of version ${version}: expected ${FORMAT_VERSION}`);
    }
    const dimensions = view.getUint32(4, true);
    if (bytes.length !== HEADER_BYTES + dimensions * 8) {
      throw new RangeError(`Cannot read a query mean: ${bytes.length} bytes for ${dimensions} dimensions`);
    }
    const mean = new QueryMean(dimensions);
    mean.#count = view.getFloat64(8, true);
    for (let i = 0; i < dimensions; i++) mean.#sum[i] = view.getFloat64(HEADER_BYTES + i * 8, true);
    return mean;
  }
}
