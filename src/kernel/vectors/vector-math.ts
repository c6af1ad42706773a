/** The dot product of two vectors of equal length, which begin at `aAt` and `bAt` in their arrays. */
export function dot(a: Float32Array, aAt: number, b: Float32Array, bAt: number, dimensions: number): number {
  // Four sums run in parallel: with one, each addition would depend on the previous one.
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  const even = dimensions - (dimensions % 4);
  for (let i = 0; i < even; i += 4) {
    s0 += a[aAt + i]! * b[bAt + i]!;
    s1 += a[aAt + i + 1]! * b[bAt + i + 1]!;
    s2 += a[aAt + i + 2]! * b[bAt + i + 2]!;
    s3 += a[aAt + i + 3]! * b[bAt + i + 3]!;
  }
  for (let i = even; i < dimensions; i++) s0 += a[aAt + i]! * b[bAt + i]!;
  return s0 + s1 + (s2 + s3);
}

/** The vector scaled to length 1, as a new array; zeros stay zeros. */
export function l2Normalise(vector: Float32Array): Float32Array {
  const square = dot(vector, 0, vector, 0, vector.length);
  const scale = square > 0 ? 1 / Math.sqrt(square) : 0;
  const scaled = new Float32Array(vector.length);
  // A plain loop takes a third of the time of map().
  for (let i = 0; i < scaled.length; i++) scaled[i] = vector[i]! * scale;
  return scaled;
}

/** The mean of at least one vector, not normalised; all have the length of the first. */
export function averageVectors(vectors: readonly Float32Array[]): Float32Array {
  const sum = new Float64Array(vectors[0]?.length ?? 0);
  for (const vector of vectors) for (let i = 0; i < sum.length; i++) sum[i]! += vector[i]!;
  return Float32Array.from(sum, (value) => value / vectors.length);
}

/** L2(a + b), which joins two views of a picture. */
export function joinViews(a: Float32Array, b: Float32Array): Float32Array {
  const sum = new Float32Array(a.length);
  for (let i = 0; i < sum.length; i++) sum[i] = a[i]! + b[i]!;
  return l2Normalise(sum);
}
