import type { RecommenderState } from '../counters/recommender-state.ts';

const initialDeviation = 0.1;
export const initialSquares = 0.01;

/**
 * The trained rows: one for each item, then one for each attribute. An item's vector is its own row plus the sum of its
 * attributes' rows divided by the root of their number, so that rare items rely on similar ones.
 */
export interface EmbeddingRows {
  readonly values: Float32Array;
  /** Sums of squared gradients. */
  readonly squares: Float32Array;
  /** By item: the start of its attributes in `attributes`, and the end of the last. */
  readonly starts: Uint32Array;
  readonly attributes: Uint32Array;
}

/** Random rows, or those of an earlier training of the same state with random ones for new items and attributes. */
export function startRows(
  state: RecommenderState,
  dimensions: number,
  draw: () => number,
  earlier: EmbeddingRows | null,
): EmbeddingRows {
  const attributes = Array.from({ length: state.itemCount }, (_, item) => state.lift.attributesOf(item));
  const starts = new Uint32Array(state.itemCount + 1);
  attributes.forEach((list, item) => (starts[item + 1] = starts[item]! + list.length));
  const attributeCount = attributes.reduce(
    (most, list) => Math.max(most, ...list.map((each) => each + 1)),
    0,
  );
  const size = (state.itemCount + attributeCount) * dimensions;
  const values = Float32Array.from({ length: size }, () => initialDeviation * normal(draw));
  const squares = new Float32Array(size).fill(initialSquares);
  if (earlier !== null) {
    const end = (earlier.starts.length - 1) * dimensions;
    for (const [own, from] of [
      [values, earlier.values],
      [squares, earlier.squares],
    ] as const) {
      own.set(from.subarray(0, end));
      own.set(from.subarray(end), state.itemCount * dimensions);
    }
  }
  return { values, squares, starts, attributes: Uint32Array.from(attributes.flatMap((list) => [...list])) };
}

/** An item's vector: its own row and its attributes' rows. */
export function compose(
  rows: EmbeddingRows,
  item: number,
  into: Float64Array,
  start: number,
  dimensions: number,
): void {
  const { values, starts, attributes } = rows;
  for (let at = 0; at < dimensions; at++) into[start + at] = values[item * dimensions + at]!;
  const [first, end] = [starts[item]!, starts[item + 1]!];
  if (first === end) return;
  const factor = 1 / Math.sqrt(end - first);
  for (let each = first; each < end; each++) {
    const row = (starts.length - 1 + attributes[each]!) * dimensions;
    for (let at = 0; at < dimensions; at++) into[start + at] = into[start + at]! + factor * values[row + at]!;
  }
}

/** Updates an item's rows by the gradient of its vector. */
export function updateItem(
  { values, squares, starts, attributes }: EmbeddingRows,
  item: number,
  gradient: Float64Array,
  { rate, dimensions, ridge }: { rate: number; dimensions: number; ridge: number },
): void {
  const itemStart = item * dimensions;
  for (let at = 0; at < dimensions; at++) {
    const slope = gradient[at]! + ridge * values[itemStart + at]!;
    const sum = squares[itemStart + at]! + slope * slope;
    squares[itemStart + at] = sum;
    values[itemStart + at] = values[itemStart + at]! - (rate * slope) / Math.sqrt(sum);
  }
  const [first, end] = [starts[item]!, starts[item + 1]!];
  if (first === end) return;
  const share = 1 / Math.sqrt(end - first);
  for (let each = first; each < end; each++) {
    const row = (starts.length - 1 + attributes[each]!) * dimensions;
    for (let at = 0; at < dimensions; at++) {
      const slope = share * gradient[at]!;
      const sum = squares[row + at]! + slope * slope;
      squares[row + at] = sum;
      values[row + at] = values[row + at]! - (rate * slope) / Math.sqrt(sum);
    }
  }
}

/** A normally distributed number by the Box-Muller transform. */
function normal(draw: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw());
}
