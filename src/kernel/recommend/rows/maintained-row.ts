import { insertPosition, positionOfKey, type PositionIndex } from '../../bits/hash-slots.ts';
import { ensureCapacity } from '../../bits/growable.ts';

/**
 * The best neighbours of one item, with scores C_ij / (n_j + shrink)^columnPower, before the row's own factor and the
 * scale.
 */
export interface NeighbourList {
  readonly items: Uint32Array;
  readonly scores: Float64Array;
}

const noSteps = new Int16Array(0);
export const noNeighbours: NeighbourList = { items: new Uint32Array(0), scores: new Float64Array(0) };
/** Maximum neighbours of a row that may change between two queries before the whole row is checked again. */
export const changedMax = 24;

/**
 * The upper part of one item's transitions, maintained by each event: the exact units of some neighbours, and a bound
 * for all others. After most events the best neighbours are known without reading the histories.
 */
export interface MaintainedRow {
  /** The neighbours, and C_ij and C_ji of each, in units; the first `size` are in use. */
  keys: Uint32Array;
  forward: Uint32Array;
  backward: Uint32Array;
  size: number;
  /** An index of the neighbours' positions. */
  index: PositionIndex;
  /** The best neighbours, and the count steps by which they were scored. */
  cut: NeighbourList;
  steps: Int16Array;
  /** The number of step changes when the steps were last checked. */
  stepChanges: number;
  /** No neighbour with a score below this is in the cut. */
  floor: number;
  /** The highest score of other neighbours when the row was built, or 0 if there were none. */
  readonly bound: number;
  /** The gains of other neighbours in C_ij since then, in units. */
  gained: Map<number, number> | null;
  /** An upper bound of the scores of neighbours that gained. */
  gainedHighest: number;
  /** Neighbours whose units changed since the cut and that may be in it, at most one more than `changedMax`. */
  readonly changed: number[];
  /** The time of the last query. */
  usedAt: number;
}

/** An empty row with room for `room` neighbours, in one block of memory: separate arrays cost 250 bytes each. */
export function createMaintainedRow(room: number, bound: number): MaintainedRow {
  const slots = indexLength(room);
  const block = new ArrayBuffer(12 * room + 2 * slots);
  return {
    keys: new Uint32Array(block, 0, room),
    forward: new Uint32Array(block, 4 * room, room),
    backward: new Uint32Array(block, 8 * room, room),
    size: 0,
    index: new Uint16Array(block, 12 * room, slots),
    cut: noNeighbours,
    steps: noSteps,
    stepChanges: 0,
    floor: 0,
    bound,
    gained: null,
    gainedHighest: 0,
    changed: [],
    usedAt: 0,
  };
}

/** The position of a neighbour, or -1. */
export function findPosition({ keys, index }: MaintainedRow, key: number): number {
  return positionOfKey(index, keys, key);
}

export function addKey(row: MaintainedRow, key: number, forward: number, backward: number): void {
  const position = row.size++;
  row.keys = ensureCapacity(row.keys, row.size);
  row.forward = ensureCapacity(row.forward, row.size);
  row.backward = ensureCapacity(row.backward, row.size);
  row.keys[position] = key;
  row.forward[position] = forward;
  row.backward[position] = backward;
  if (indexLength(row.size) > row.index.length) indexKeys(row);
  else insertPosition(row.index, key, position);
}

/** Makes room for `count` neighbours in a row's cut; reuses a cut of the same size. */
export function reserveCut(row: MaintainedRow, count: number): void {
  if (row.cut.items.length === count) return;
  const block = new ArrayBuffer(14 * count);
  const scores = new Float64Array(block, 0, count);
  row.cut = { scores, items: new Uint32Array(block, 8 * count, count) };
  row.steps = new Int16Array(block, 12 * count, count);
}

/** At least a third of the slots are free. */
function indexLength(size: number): number {
  let length = 8;
  while (length * 2 < size * 3) length *= 2;
  return length;
}

function indexKeys(row: MaintainedRow): void {
  row.index = new Uint16Array(indexLength(row.size));
  for (let position = 0; position < row.size; position++)
    insertPosition(row.index, row.keys[position]!, position);
}

/**
 * Adds (or subtracts) transitions between the row's item and a neighbour; `factor` converts the neighbour's units
 * into a score.
 */
export function addUnits(
  row: MaintainedRow,
  key: number,
  forward: number,
  backward: number,
  factor: number,
): void {
  const position = findPosition(row, key);
  if (position < 0 && row.bound > 0) {
    row.gained ??= new Map();
    const gained = (row.gained.get(key) ?? 0) + forward;
    row.gained.set(key, gained);
    row.gainedHighest = Math.max(row.gainedHighest, row.bound + gained * factor);
    return;
  }
  let highest = forward;
  if (position < 0) {
    addKey(row, key, forward, backward);
  } else {
    const before = row.forward[position]!;
    row.forward[position] = before + forward;
    row.backward[position] = row.backward[position]! + backward;
    highest = Math.max(before, before + forward);
  }
  const isInReach = highest * factor >= row.floor && row.changed.length <= changedMax;
  if (isInReach && !row.changed.includes(key)) row.changed.push(key);
}

/** Whether the cut may have changed, apart from the steps of counts. */
export function isChanged(row: MaintainedRow): boolean {
  return row.changed.length > 0 || (row.gainedHighest > 0 && row.gainedHighest >= row.floor);
}
