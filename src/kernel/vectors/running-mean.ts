/** The mean of a changing set of vectors. Sums are in float64, so that removal leaves no significant error. */
export class RunningMean {
  readonly #sum: Float64Array;
  #count = 0;

  constructor(dimensions: number) {
    this.#sum = new Float64Array(dimensions);
  }

  get count(): number {
    return this.#count;
  }

  add(vector: Float32Array): void {
    for (let i = 0; i < this.#sum.length; i++) this.#sum[i]! += vector[i]!;
    this.#count += 1;
  }

  remove(vector: Float32Array): void {
    for (let i = 0; i < this.#sum.length; i++) this.#sum[i]! -= vector[i]!;
    this.#count -= 1;
    if (this.#count === 0) this.#sum.fill(0);
  }

  /** The mean, or zeros without vectors. */
  computeMean(): Float32Array {
    const scale = this.#count > 0 ? 1 / this.#count : 0;
    return Float32Array.from(this.#sum, (sum) => sum * scale);
  }
}
