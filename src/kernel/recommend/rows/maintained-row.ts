import { growUint32 } from './array-capacity.ts';

/** The best neighbours of one item: C_ij / (n_j + shrink)^columnPower, before the row's own factor and the scale. */
export interface NeighbourList {
  readonly items: Uint32Array;
  readonly scores: Float64Array;
}

const NO_STEPS = new Int16Array(0);
export const NO_NEIGHBOURS: NeighbourList = { items: new Uint32Array(0), scores: new Float64Array(0) };
/** So many neighbours of a row may change between two questions before the whole row is looked at again. */
export const CHANGED_MAX = 24;

/**
 * The upper part of one item's transitions, kept up by each event: the exact units of some neighbours, and a bound for all
 * others. So that most events leave the best neighbours known without a look at the histories.
 */
export interface MaintainedRow {
  /** The neighbours, and C_ij and C_ji of each, in units; the first `size` count. */
  keys: Uint32Array;
  forward: Uint32Array;
  backward: Uint32Array;
  size: number;
  /** Where each neighbour is, plus 1, by a hash of it. */
  index: Uint16Array;
  /** The best neighbours, and the steps of their counts that their scores were made with. */
  cut: NeighbourList;
  steps: Int16Array;
  /** How many changes of steps there had been when those were last looked at. */
  stepChanges: number;
  /** No neighbour with a score below this is in the cut. */
  floor: number;
  /** No neighbour beside these had a higher score when the row was made; 0: there was none. */
  readonly bound: number;
  /** What neighbours beside these gained of C_ij since, in units. */
  gained: Map<number, number> | null;
  /** None of them has a score above this. */
  gainedHighest: number;
  /** Neighbours whose units have changed since the cut was made and that may be in it; one too many where more have. */
  readonly changed: number[];
  /** When it was last asked for. */
  used: number;
}

/** A row with room for so many neighbours, of which it has none yet. One block of memory: each of its own costs 250 bytes. */
export function maintainedRow(room: number, bound: number): MaintainedRow {
  const slots = indexLength(room);
  const block = new ArrayBuffer(12 * room + 2 * slots);
  return {
    keys: new Uint32Array(block, 0, room),
    forward: new Uint32Array(block, 4 * room, room),
    backward: new Uint32Array(block, 8 * room, room),
    size: 0,
    index: new Uint16Array(block, 12 * room, slots),
    cut: NO_NEIGHBOURS,
    steps: NO_STEPS,
    stepChanges: 0,
    floor: 0,
    bound,
    gained: null,
    gainedHighest: 0,
    changed: [],
    used: 0,
  };
}

/** The place of a neighbour, or -1. */
export function placeIn({ keys, index }: MaintainedRow, key: number): number {
  const mask = index.length - 1;
  let slot = hashOf(key) & mask;
  for (let place = index[slot]!; place !== 0; place = index[slot]!) {
    if (keys[place - 1] === key) return place - 1;
    slot = (slot + 1) & mask;
  }
  return -1;
}

/** Adds a neighbour that the row does not have. */
export function addKey(row: MaintainedRow, key: number, forward: number, backward: number): void {
  const place = row.size++;
  row.keys = growUint32(row.keys, row.size);
  row.forward = growUint32(row.forward, row.size);
  row.backward = growUint32(row.backward, row.size);
  row.keys[place] = key;
  row.forward[place] = forward;
  row.backward[place] = backward;
  if (indexLength(row.size) > row.index.length) indexKeys(row);
  else enter(row.index, key, place);
}

/** Room in a row's cut for so many neighbours: what it had where that is as many. */
export function roomInCut(row: MaintainedRow, count: number): void {
  if (row.cut.items.length === count) return;
  const block = new ArrayBuffer(14 * count);
  const scores = new Float64Array(block, 0, count);
  row.cut = { scores, items: new Uint32Array(block, 8 * count, count) };
  row.steps = new Int16Array(block, 12 * count, count);
}

/** A third of the slots are free, or more. */
function indexLength(size: number): number {
  let length = 8;
  while (length * 2 < size * 3) length *= 2;
  return length;
}

function indexKeys(row: MaintainedRow): void {
  row.index = new Uint16Array(indexLength(row.size));
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
  row: MaintainedRow,
  key: number,
  forward: number,
  backward: number,
  factor: number,
): void {
  const place = placeIn(row, key);
  if (place < 0 && row.bound > 0) {
    row.gained ??= new Map();
    const gained = (row.gained.get(key) ?? 0) + forward;
    row.gained.set(key, gained);
    row.gainedHighest = Math.max(row.gainedHighest, row.bound + gained * factor);
    return;
  }
  let highest = forward;
  if (place < 0) {
    addKey(row, key, forward, backward);
  } else {
    const before = row.forward[place]!;
    row.forward[place] = before + forward;
    row.backward[place] = row.backward[place]! + backward;
    highest = Math.max(before, before + forward);
  }
  const isInReach = highest * factor >= row.floor && row.changed.length <= CHANGED_MAX;
  if (isInReach && !row.changed.includes(key)) row.changed.push(key);
}

/** Whether the cut may be another one than when it was made, but for the steps of counts. */
export function isChanged(row: MaintainedRow): boolean {
  return row.changed.length > 0 || (row.gainedHighest > 0 && row.gainedHighest >= row.floor);
}
