import { roomUint32 } from './typed-columns.ts';

/** The best neighbours of one item: C_ij / (n_j + shrink)^columnPower, before the row's own factor and the scale. */
export interface CutRow {
  readonly items: Uint32Array;
  readonly scores: Float64Array;
}

const NO_INDEX = new Uint16Array(8);
const NO_STEPS = new Int16Array(0);
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
  /** Where each neighbour is, plus 1, by a hash of it. */
  index: Uint16Array;
  /** Of the neighbours in the cut, the steps of their counts that it was made with. */
  steps: Int16Array;
  /** How many changes of steps there had been when those were last looked at. */
  stepChanges: number;
  /** No neighbour with a score below this is in the cut. */
  floor: number;
  /** No neighbour beside these had a higher score when the row was made; 0: there was none. */
  readonly bound: number;
  /** What neighbours beside these gained of C_ij since, in units. */
  readonly gained: Map<number, number>;
  /** None of them has a score above this. */
  gainedHighest: number;
  cut: CutRow;
  /** Whether units have changed since the cut was made, of neighbours that may be in it. */
  isChanged: boolean;
  /** When it was last asked for. */
  used: number;
}

/** A row of these neighbours, with their units. */
export function keptRow(
  keys: Uint32Array,
  units: { forward: Uint32Array; backward: Uint32Array; bound: number },
): KeptRow {
  const row: KeptRow = {
    keys,
    ...units,
    size: keys.length,
    index: NO_INDEX,
    steps: NO_STEPS,
    stepChanges: 0,
    floor: 0,
    gained: new Map(),
    gainedHighest: 0,
    cut: EMPTY_CUT,
    isChanged: false,
    used: 0,
  };
  indexKeys(row);
  return row;
}

/** The place of a neighbour, or -1. */
export function placeIn({ keys, index }: KeptRow, key: number): number {
  const mask = index.length - 1;
  let slot = hashOf(key) & mask;
  for (let place = index[slot]!; place !== 0; place = index[slot]!) {
    if (keys[place - 1] === key) return place - 1;
    slot = (slot + 1) & mask;
  }
  return -1;
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
  if (row.size * 2 > row.index.length) indexKeys(row);
  else enter(row.index, key, place);
}

function indexKeys(row: KeptRow): void {
  let length = 8;
  while (length < row.size * 2 + 2) length *= 2;
  row.index = new Uint16Array(length);
  for (let place = 0; place < row.size; place++) enter(row.index, row.keys[place]!, place);
}

function enter(index: Uint16Array, key: number, place: number): void {
  const mask = index.length - 1;
  let slot = hashOf(key) & mask;
  while (index[slot] !== 0) slot = (slot + 1) & mask;
  index[slot] = place + 1;
}

function hashOf(key: number): number {
  const hash = Math.imul(key, 0x9e3779b1);
  return hash ^ (hash >>> 15);
}

/**
 * Counts transitions between the row's item and a neighbour, or takes them away; `factor` is what the neighbour's units are
 * multiplied with to become a score.
 */
export function addUnits(
  row: KeptRow,
  key: number,
  units: { readonly forward: number; readonly backward: number },
  factor: number,
): void {
  const { forward, backward } = units;
  const place = placeIn(row, key);
  let highest: number;
  if (place >= 0) {
    const before = row.forward[place]!;
    row.forward[place] = before + forward;
    row.backward[place] = row.backward[place]! + backward;
    highest = Math.max(before, before + forward) * factor;
  } else if (row.bound === 0) {
    addKey(row, key, forward, backward);
    highest = forward * factor;
  } else {
    const gained = (row.gained.get(key) ?? 0) + forward;
    row.gained.set(key, gained);
    highest = row.bound + gained * factor;
    row.gainedHighest = Math.max(row.gainedHighest, highest);
  }
  if (highest >= row.floor) row.isChanged = true;
}
