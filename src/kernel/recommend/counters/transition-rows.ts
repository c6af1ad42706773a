import type { Steps } from '../../bits/steps.ts';
import { BestNeighbours } from './best-neighbours.ts';
import { ItemCounts } from './item-counts.ts';
import {
  addKey,
  addUnits,
  isChanged,
  createMaintainedRow,
  noNeighbours,
  findPosition,
} from '../rows/maintained-row.ts';
import type { MaintainedRow, NeighbourList } from '../rows/maintained-row.ts';
import { selectKthLargest } from '../rows/kth-largest.ts';
import { ScoreNormalisation } from '../rows/score-normalisation.ts';
import { NeighbourListCache } from '../rows/pooled-rows.ts';
import { rowBounds, type RowBounds } from './row-bounds.ts';
import { ScoreThreshold } from '../rows/score-threshold.ts';
import { transitionUnit, type TransitionSums } from './transition-sums.ts';
import { ensureCapacity } from '../../bits/growable.ts';
import type { RecommenderWeights } from './weights.ts';

/** Maximum interactions to scan for rows that fallen counts may raise, for example after an erasure; with more, all rows are rebuilt. */
const risenInteractionsMax = 2000;
/** For arbitrary pairs, the whole row of an item with up to this many interactions is summed: half a millisecond. */
const summedInteractionsMax = 1000;

export interface SavedTransitions {
  /** Counts by item. */
  readonly counts: Float64Array;
}

/** Maintained neighbours per interaction of the item, so that a few events do not promote others to the best hundred. */
const maintainedPerInteraction = 4;

/** The share of rows that is evicted when there are too many: the least recently used. */
const evictedShare = 1 / 8;

/**
 * Item counts n, exact integers, and the normalised transitions S_ij = C_ij / ((n_i + shrink)^rowPower (n_j +
 * shrink)^columnPower), with C as in {@link TransitionSums}.
 *
 * Rows are summed on demand. For recently used ones the upper part is maintained incrementally, so that every result is a
 * function of the histories alone. Counts enter S in steps of 4 %, so that a new event leaves nearly all other rows unchanged.
 */
export class TransitionRows {
  readonly #sums: TransitionSums;
  readonly counts: ItemCounts;
  readonly #bounds: RowBounds;
  readonly #rows: (MaintainedRow | undefined)[] = [];
  /** Rows with a cut only: they are evicted at the first change, as summing such a row again is as fast as maintaining it. */
  readonly #light: NeighbourListCache;
  /** The number of step changes at the last check of each light row, by item. */
  #lightSeen: Float64Array = new Float64Array(64);
  /** The units of C_ij of each cached row with other items, by item. */
  #rowUnits: Float64Array = new Float64Array(64);
  readonly #best: BestNeighbours;
  readonly #cuts = new ScoreThreshold();
  /** Scratch of the row being built: the scores of its neighbours, and a copy that is reordered. */
  #scores: Float64Array = new Float64Array(64);
  #ordered: Float64Array = new Float64Array(64);
  #rowCount = 0;
  #time = 0;
  /** Items whose column factor rose since the last query: rows without them may have wrong bounds. */
  readonly #risen = new Set<number>();
  readonly #scale: ScoreNormalisation;

  constructor(
    sums: TransitionSums,
    weights: RecommenderWeights,
    getTieBreaker: (item: number) => number,
    bounds: RowBounds = rowBounds,
  ) {
    this.#sums = sums;
    this.#bounds = bounds;
    this.#light = new NeighbourListCache(bounds.cutItems, bounds.lightRowsMax, true);
    const counts = new ItemCounts(transitionUnit, weights);
    this.counts = counts;
    this.#best = new BestNeighbours(bounds.cutItems, counts, getTieBreaker);
    this.#scale = new ScoreNormalisation({
      getTieBreaker: getTieBreaker,
      hasInteractions: (item) => counts.hasInteractions(item),
      cut: (item) => this.cut(item),
      rowFactor: (item) => counts.rowFactor(item),
    });
  }

  save(): SavedTransitions {
    return { counts: this.counts.units() };
  }

  load({ counts }: SavedTransitions): void {
    if (counts.length > 0) this.addCount(counts.length - 1, 0);
    counts.forEach((count, item) => {
      if (count !== 0) this.addCount(item, count);
    });
  }

  /** The number of interactions of the item, weighted by event type (a real number). */
  count(item: number): number {
    return this.counts.count(item);
  }

  addCount(item: number, units: number): void {
    const hadInteractions = this.counts.hasInteractions(item);
    const rise = this.counts.add(item, units);
    if (this.counts.hasInteractions(item) !== hadInteractions) this.#scale.onPresenceChanged(item);
    if (rise < 0) this.#risen.add(item);
    if (rise !== 0) this.#scale.onStepChanged(item);
  }

  /** Records a transition that the histories gained, or lost (below 0), in units. */
  addTransition(from: number, to: number, forward: number, backward: number): void {
    if (from === to) {
      // C_ii counts both directions.
      this.#addUnits(from, to, forward + backward, forward + backward);
    } else {
      this.#addUnits(from, to, forward, backward);
      this.#addUnits(to, from, backward, forward);
    }
    this.#scale.onRowChanged(from);
    this.#scale.onRowChanged(to);
  }

  /** Records any other change of an item's transitions. */
  evict(item: number): void {
    this.#drop(item);
    this.#scale.onRowChanged(item);
  }

  /** The sum of C_ij over all other items j, as a real number. */
  sumTransitions(item: number): number {
    return this.cut(item).items.length === 0 ? 0 : this.#rowUnits[item]! / transitionUnit;
  }

  /** C_ij + C_ji of different items, as a real number. */
  mass(item: number, other: number): number {
    const row = this.#rows[item];
    const position = row === undefined ? -1 : findPosition(row, other);
    if (row !== undefined && (position >= 0 || row.bound === 0))
      return position < 0 ? 0 : (row.forward[position]! + row.backward[position]!) / transitionUnit;
    const { forward, backward } = this.#sums.pair(item, other);
    return (forward + backward) / transitionUnit;
  }

  /**
   * S_ij and S_ji, scaled, and C_ij, of an item and some others. For an item with more than a thousand interactions only its
   * best hundred neighbours have values; others are 0.
   */
  pairsWith(item: number, others: Uint32Array): { score: number; back: number; mass: number }[] {
    const factor = this.rowFactor(item);
    const isSummed = this.count(item) <= summedInteractionsMax;
    const columnFactors = this.counts.columnFactors();
    const { size } = this.counts;
    const { items } = isSummed ? noNeighbours : this.cut(item);
    const row = this.#rows[item];
    if (isSummed) this.#sums.sumRow(item, size);
    return Array.from(others, (other) => {
      if (item >= size || other >= size) return { score: 0, back: 0, mass: 0 };
      const position = items.includes(other) && row !== undefined ? findPosition(row, other) : -1;
      const forward = isSummed ? this.#sums.forward(other) : (row?.forward[position] ?? 0);
      const backward = isSummed ? this.#sums.backward(other) : (row?.backward[position] ?? 0);
      return {
        score: forward * columnFactors[other]! * factor,
        back: backward * columnFactors[item]! * this.rowFactor(other),
        mass: forward / transitionUnit,
      };
    });
  }

  /** Calls `visit(other, C_ij / n_i)` for the best hundred neighbours of an item: their transitions per interaction with it. */
  forEachShare(item: number, visit: (other: number, share: number) => void): void {
    const { items, scores } = this.cut(item);
    const factors = this.counts.columnFactors();
    const units = this.counts.getUnits(item);
    for (let position = 0; position < items.length; position++) {
      const other = items[position]!;
      if (units > 0) visit(other, scores[position]! / (factors[other]! * units));
    }
  }

  /** The factor that turns scores of a cut row into S, scaled so that the mean row maximum is 1. */
  rowFactor(item: number): number {
    return item < this.counts.size ? this.counts.rowFactor(item) / this.scale() : 0;
  }

  /** The mean of the sampled rows' maxima. S is divided by it, so that scores are comparable between shops of any size. */
  scale(): number {
    if (this.#risen.size > 0) this.#evictRisen();
    return this.#scale.mean(this.counts.size);
  }

  /** Computes `scale()` in steps of one row. Unchanged rows take no step. */
  prepareScale(): Steps<void> {
    if (this.#risen.size > 0) this.#evictRisen();
    return this.#scale.prepare(this.counts.size);
  }

  /** The best hundred neighbours of an item, best first; valid until the next event. */
  cut(item: number): NeighbourList {
    if (item >= this.counts.size) return noNeighbours;
    if (this.#risen.size > 0) this.#evictRisen();
    const row = this.#rows[item];
    if (row === undefined) return this.#lightCut(item) ?? this.#buildRow(item);
    row.usedAt = ++this.#time;
    return isChanged(row) || this.#hasSteppedNeighbour(row) ? this.#updateRow(item, row) : row.cut;
  }

  /** All C_ij of an item in units, by j, for tests. */
  entries(item: number): [number, number][] {
    this.#sums.sumRow(item, this.counts.size);
    const entries = Array.from(this.#sums.keys(), (key): [number, number] => [key, this.#sums.forward(key)]);
    return entries.filter(([, units]) => units > 0).sort((a, b) => a[0] - b[0]);
  }

  /** An estimate of the memory used, in bytes. */
  get bytes(): number {
    return (
      this.counts.size * 35 +
      this.#rowCount * (this.#bounds.maintainedMin * 16 + this.#bounds.cutItems * 14 + 900) +
      this.#light.bytes
    );
  }

  #addUnits(item: number, other: number, forward: number, backward: number): void {
    const row = this.#rows[item];
    if (row === undefined) {
      this.#light.delete(item);
      return;
    }
    addUnits(row, other, forward, backward, this.counts.columnFactors()[other]!);
    if (other !== item) this.#rowUnits[item]! += forward;
    if (row.size > 2 * this.#bounds.maintainedMax) this.evict(item);
  }

  /** The cached cut of a light row, if the factors of all its neighbours are unchanged. */
  #lightCut(item: number): NeighbourList | undefined {
    const cut = this.#light.get(item);
    if (cut === undefined || this.#lightSeen[item] === this.counts.stepChanges) return cut;
    const rowSteps = this.#light.getSteps(item);
    const steps = this.counts.steps();
    for (let position = 0; position < rowSteps.length; position++)
      if (rowSteps[position] !== steps[cut.items[position]!]) return undefined;
    this.#lightSeen[item] = this.counts.stepChanges;
    return cut;
  }

  /** Sums a row, stores its upper part, and cuts it. */
  #buildRow(item: number): NeighbourList {
    const sums = this.#sums;
    sums.sumRow(item, this.counts.size);
    const keys = sums.keys();
    const count = keys.length;
    if (count === 0) return noNeighbours;
    this.#rowUnits = ensureCapacity(this.#rowUnits, item + 1);
    this.#rowUnits[item] = sums.sumOthers(item);
    const { cutItems, lightInteractions } = this.#bounds;
    const scores = this.#scoreAll(keys);
    const cut = count <= cutItems ? 0 : this.#cuts.findThreshold(scores, count, cutItems);
    this.#best.clear();
    for (let at = 0; at < count; at++) if (scores[at]! >= cut) this.#best.offer(keys[at]!, scores[at]!);
    this.#drop(item);
    if (this.count(item) <= lightInteractions) {
      this.#best.addTo(this.#light, item);
      this.#lightSeen = ensureCapacity(this.#lightSeen, item + 1);
      this.#lightSeen[item] = this.counts.stepChanges;
      return this.#light.get(item)!;
    }
    const row = this.#selectUpperPart(item, keys, scores);
    row.usedAt = ++this.#time;
    this.#addRow(item, row);
    this.#best.cut(row);
    return row.cut;
  }

  /** Selects the upper part of the row that was summed last. */
  #selectUpperPart(item: number, keys: Uint32Array, scores: Float64Array): MaintainedRow {
    const count = keys.length;
    const { cutItems, maintainedMin, maintainedMax } = this.#bounds;
    const ordered = (this.#ordered = ensureCapacity(this.#ordered, count));
    for (let at = 0; at < count; at++) ordered[at] = scores[at]!;
    const proportional = maintainedPerInteraction * this.count(item);
    const size = Math.min(maintainedMax, Math.max(maintainedMin, proportional));
    const bound = count <= size ? 0 : selectKthLargest(ordered, count, size);
    let keptCount = count;
    // Takes the neighbours above the bound, and those equal to it if the others are fewer than are read.
    if (bound > 0) {
      keptCount = 0;
      for (let at = 0; at < count; at++) if (scores[at]! > bound) keptCount++;
    }
    const isEqualKept = keptCount < cutItems;
    if (isEqualKept) for (let at = 0; at < count; at++) if (scores[at] === bound && bound > 0) keptCount++;
    const row = createMaintainedRow(keptCount, bound);
    for (let at = 0; at < count; at++) {
      const score = scores[at]!;
      if (score < bound || (score === bound && bound > 0 && !isEqualKept)) continue;
      addKey(row, keys[at]!, this.#sums.forward(keys[at]!), this.#sums.backward(keys[at]!));
    }
    return row;
  }

  /** The scores of the row that was summed last, by the position of its keys. */
  #scoreAll(keys: Uint32Array): Float64Array {
    const scores = (this.#scores = ensureCapacity(this.#scores, keys.length));
    const factors = this.counts.columnFactors();
    const units = this.#sums.units();
    for (let at = 0; at < keys.length; at++) scores[at] = units[2 * at]! * factors[keys[at]!]!;
    return scores;
  }

  /** Cuts a row again after changes; sums it again if the maintained part cannot determine the best neighbours. */
  #updateRow(item: number, row: MaintainedRow): NeighbourList {
    const best = this.#best;
    if (!best.offerChanged(row)) best.offerAll(row);
    const { floor } = best;
    if (row.bound > 0 && row.bound >= floor) return this.#buildRow(item);
    if (row.gained !== null && row.gainedHighest >= floor && !this.#addGained(item, row, floor))
      return this.#buildRow(item);
    best.cut(row);
    return row.cut;
  }

  /** Adds neighbours that gained enough to be among the best, by summing pairs; returns false if summing the whole row is as fast. */
  #addGained(item: number, row: MaintainedRow, floor: number): boolean {
    const gained = row.gained!;
    const factors = this.counts.columnFactors();
    const uncertain: number[] = [];
    const itemUnits = this.counts.getUnits(item);
    let interactions = 0;
    let highest = 0;
    for (const [key, units] of gained) {
      const score = row.bound + units * factors[key]!;
      if (score < floor) {
        highest = Math.max(highest, score);
        continue;
      }
      uncertain.push(key);
      interactions += Math.min(itemUnits, this.counts.getUnits(key));
    }
    if (interactions > itemUnits || row.size + uncertain.length > 2 * this.#bounds.maintainedMax)
      return false;
    row.gainedHighest = highest;
    for (const key of uncertain) {
      const { forward, backward } = this.#sums.pair(item, key);
      gained.delete(key);
      addKey(row, key, forward, backward);
      this.#best.offer(key, forward * factors[key]!);
    }
    return true;
  }

  /** Whether the factor of a neighbour in the cut changed since it was computed; other factors only fell. */
  #hasSteppedNeighbour(row: MaintainedRow): boolean {
    if (row.stepChanges === this.counts.stepChanges) return false;
    const { items } = row.cut;
    const steps = this.counts.steps();
    for (let position = 0; position < items.length; position++)
      if (row.steps[position] !== steps[items[position]!]) return true;
    row.stepChanges = this.counts.stepChanges;
    return false;
  }

  #drop(item: number): void {
    if (this.#rows[item] !== undefined) this.#rowCount--;
    this.#rows[item] = undefined;
    this.#light.delete(item);
  }

  #addRow(item: number, row: MaintainedRow): void {
    if (this.#rows[item] === undefined && ++this.#rowCount > this.#bounds.rowsMax) this.#evictOldest();
    this.#rows[item] = row;
  }

  #evictOldest(): void {
    const times = Float64Array.from(
      this.#rows.filter((row) => row !== undefined),
      (row) => row.usedAt,
    ).sort();
    const oldestKept = times[Math.ceil(times.length * evictedShare)]!;
    this.#rows.forEach((row, item) => {
      if (row === undefined || row.usedAt >= oldestKept) return;
      this.#rows[item] = undefined;
      this.#rowCount--;
    });
  }

  #evictRisen(): void {
    let interactions = 0;
    for (const item of this.#risen) interactions += this.count(item);
    const items = interactions > risenInteractionsMax ? [] : [...this.#risen];
    this.#risen.clear();
    if (interactions > risenInteractionsMax) {
      this.#rows.fill(undefined);
      this.#light.clear();
      this.#rowCount = 0;
      this.#scale.markAllChanged();
    }
    for (const item of items) {
      // Both directions of a pair are counted together, so the rows with this item are those in its own row.
      this.#sums.sumRow(item, this.counts.size);
      for (const key of this.#sums.keys()) this.evict(key);
    }
  }
}
