import { findFirstIndex } from '../../bits/binary-search.ts';
/** Bins per feature: codes fit a byte, and a histogram a few cache lines. */
export const binsMax = 64;
/** Maximum values sampled for the bin limits. */
const sampleMax = 20_000;

/** Rows of features as bin codes, the input of tree growing. */
export interface BinnedRows {
  /** The codes of all rows by feature. */
  readonly codes: readonly Uint8Array[];
  /** The largest value of each bin but the last, by feature. Bin b has values above limit b - 1 and at most limit b. */
  readonly limits: readonly Float64Array[];
}

/** Divides each feature into at most 64 bins of about equally many rows. `parts` are arrays of rows, stored one after the other. */
export function binRows(parts: readonly Float32Array[], width: number): BinnedRows {
  const rows = parts.reduce((sum, part) => sum + part.length, 0) / width;
  const codes: Uint8Array[] = [];
  const limits: Float64Array[] = [];
  for (let feature = 0; feature < width; feature++) {
    const edges = chooseLimits(parts, width, feature, rows);
    const column = new Uint8Array(rows);
    let row = 0;
    for (const part of parts)
      for (let at = feature; at < part.length; at += width) {
        const value = part[at]!;
        column[row++] = findFirstIndex(0, edges.length, (bin) => edges[bin]! >= value);
      }
    codes.push(column);
    limits.push(edges);
  }
  return { codes, limits };
}

function chooseLimits(
  parts: readonly Float32Array[],
  width: number,
  feature: number,
  rows: number,
): Float64Array {
  const step = Math.max(1, Math.floor(rows / sampleMax));
  const sample = new Float64Array(Math.ceil(rows / step));
  let count = 0;
  let row = 0;
  for (const part of parts)
    for (let at = feature; at < part.length; at += width) if (row++ % step === 0) sample[count++] = part[at]!;
  sample.sort();
  const distinct = sample.filter((value, at) => at === 0 || value !== sample[at - 1]);
  if (distinct.length <= binsMax) return distinct.slice(0, -1);
  // Zero is the value of many rows: quantiles of the others keep the bins distinct.
  const edges = new Set<number>();
  if (distinct.includes(0)) edges.add(0);
  const others = sample.filter((value) => value !== 0);
  for (let bin = 1; bin < binsMax - 1; bin++)
    edges.add(others[Math.floor((bin * others.length) / (binsMax - 1))]!);
  edges.delete(distinct.at(-1)!);
  return Float64Array.from(edges).sort();
}
