/** Query codes have twelve bits: sums of 8,192 products with the codes of a row still fit in int32. */
const codeMax = 2_047;

/**
 * A query as the integers that the kernels multiply with the codes of rows. Its error is negligible compared with that of the rows.
 */
export class QuantisedQuery {
  /** The numbers themselves, for precise scores. */
  readonly values: Float32Array;
  /** The codes, padded with zeros to the length of a row. */
  readonly codes: Int16Array;
  /** A number is about its code times this. */
  scale = 0;
  /** Sums over the numbers and the codes, for rows whose codes count from an offset. */
  sum = 0;
  codeSum = 0;

  constructor(dimensions: number, rowLength: number) {
    this.values = new Float32Array(dimensions);
    this.codes = new Int16Array(rowLength);
  }

  /** Replaces the query by a vector of finite numbers. */
  set(query: Float32Array): void {
    const { values, codes } = this;
    const dimensions = values.length;
    let largest = 0;
    for (let i = 0; i < dimensions; i++) largest = Math.max(largest, Math.abs(query[i]!));
    const scale = largest / codeMax;
    this.scale = scale;
    this.sum = 0;
    this.codeSum = 0;
    for (let i = 0; i < dimensions; i++) {
      const code = scale > 0 ? Math.round(query[i]! / scale) : 0;
      codes[i] = code;
      this.codeSum += code;
      this.sum += query[i]!;
    }
    values.set(query);
  }
}
