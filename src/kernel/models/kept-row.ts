import { roomUint32 } from './typed-columns.ts';

/** The best neighbours of one item: C_ij / (n_j + shrink)^columnPower, before the row's own factor and the scale. */
export interface CutRow {
  readonly items: Uint32Array;
  readonly scores: Float64Array;
}

export const EMPTY_CUT: CutRow = { items: new Uint32Array(0), scores: new Float64Array(0) };

/**
 * The upper part of one item's transitions, kept up by each event: the exact units of some neighbours, and a bound for all
 * others. So that most events leave the best neighbours known without a look at the histories.
 */
export interface KeptRow {
  /** The neighbours, and C_ij and C_ji of each, in units; the first `size` count. */
  keys: Uint32Array;
  forward: Uint32Array;
  backward: Uint32Array;
  size: number;
  /** Steps of the neighbours' counts that the cut was made with. */
  steps: Int16Array;
  /** No neighbour beside these had a higher score when the row was made; 0: there was none. */
  readonly bound: number;
  /** What neighbours beside these gained of C_ij since, in units. */
  readonly gained: Map<number, number>;
  cut: CutRow;
  /** Whether units have changed since the cut was made. */
  isChanged: boolean;
  /** When it was last asked for. */
  used: number;
}

/** The place of a neighbour, or -1. */
export function placeIn(row: KeptRow, key: number): number {
  const place = row.keys.indexOf(key);
  return place < row.size ? place : -1;
}

/** Adds a neighbour that the row does not have. */
export function addKey(row: KeptRow, key: number, forward: number, backward: number): void {
  const place = row.size++;
  row.keys = roomUint32(row.keys, row.size);
  row.forward = roomUint32(row.forward, row.size);
  row.backward = roomUint32(row.backward, row.size);
  row.keys[place] = key;
  row.forward[place] = forward;
  row.backward[place] = backward;
}

/** Counts one more transition between the row's item and a neighbour. */
export function addUnits(row: KeptRow, key: number, forward: number, backward: number): void {
  row.isChanged = true;
  const place = placeIn(row, key);
  if (place >= 0) {
    row.forward[place] = row.forward[place]! + forward;
    row.backward[place] = row.backward[place]! + backward;
  } else if (row.bound === 0) {
    addKey(row, key, forward, backward);
  } else {
    row.gained.set(key, (row.gained.get(key) ?? 0) + forward);
  }
}
