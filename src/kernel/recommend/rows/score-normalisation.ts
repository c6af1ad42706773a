import type { Steps } from '../../bits/steps.ts';
import type { NeighbourList } from './maintained-row.ts';
import { TopScores } from '../../bits/top-scores.ts';

/** Number of rows whose maxima determine the scale. */
const sampleMax = 256;

/** Access to the rows. */
interface Rows {
  readonly getTieBreaker: (item: number) => number;
  readonly hasInteractions: (item: number) => boolean;
  readonly cut: (item: number) => NeighbourList;
  readonly rowFactor: (item: number) => number;
}

/**
 * The mean of the row maxima of a sample: the items with interactions and the lowest hashes, so that it depends on
 * ids alone. Only sampled rows that changed are read again.
 */
export class ScoreNormalisation {
  readonly #rows: Rows;
  /** The sample, or undefined when it must be drawn again. */
  #sample: number[] | undefined;
  #positions = new Map<number, number>();
  readonly #maxima = new Float64Array(sampleMax);
  /** The item of each row's maximum; -1 for an empty row. */
  readonly #tops = new Int32Array(sampleMax);
  readonly #changed = new Set<number>();
  #mean: number | undefined;

  constructor(rows: Rows) {
    this.#rows = rows;
  }

  /** Call when an item got its first interaction or lost its last; updates or drops the sample. */
  onPresenceChanged(item: number): void {
    const sample = this.#sample;
    if (sample === undefined) return;
    const { getTieBreaker, hasInteractions } = this.#rows;
    const tie = getTieBreaker(item);
    const position = sample.findIndex((other) => getTieBreaker(other) >= tie);
    if (position < 0 && sample.length === sampleMax) return;
    // Drawing the sample again takes a scan over all items and a read of each sampled row.
    if (hasInteractions(item) && (position < 0 || getTieBreaker(sample[position]!) > tie))
      this.#insert(sample, position < 0 ? sample.length : position, item);
    else this.#sample = undefined;
  }

  /** Call when a row changed. */
  onRowChanged(item: number): void {
    const position = this.#positions.get(item);
    if (position !== undefined) this.#changed.add(position);
  }

  markAllChanged(): void {
    this.#sample?.forEach((_, position) => this.#changed.add(position));
  }

  /** Call when an item's factors changed: this affects its row, and the rows whose maximum it is. */
  onStepChanged(item: number): void {
    this.onRowChanged(item);
    if (this.#sample === undefined) return;
    for (
      let position = this.#tops.indexOf(item);
      position >= 0;
      position = this.#tops.indexOf(item, position + 1)
    )
      this.#changed.add(position);
  }

  /** Reads the changed rows, one per step, so that `mean()` need not; rows may change between steps. */
  *prepare(size: number): Steps<void> {
    for (let read = 0; read < sampleMax; read++) {
      if (this.#sample === undefined) this.#draw(size);
      const [position] = this.#changed;
      if (position === undefined) return;
      this.#changed.delete(position);
      this.#read(position, this.#sample![position]!);
      yield 1;
    }
  }

  /** The mean, or 1 without transitions. Item numbers are below `size`. */
  mean(size: number): number {
    if (this.#sample === undefined) this.#draw(size);
    else if (this.#changed.size === 0 && this.#mean !== undefined) return this.#mean;
    const sample = this.#sample!;
    for (const position of this.#changed) this.#read(position, sample[position]!);
    this.#changed.clear();
    let sum = 0;
    let rows = 0;
    for (let position = 0; position < sample.length; position++) {
      if (this.#tops[position] === -1) continue;
      sum += this.#maxima[position]!;
      rows++;
    }
    this.#mean = rows === 0 ? 1 : sum / rows;
    return this.#mean;
  }

  #read(position: number, item: number): void {
    this.#mean = undefined;
    const { items, scores } = this.#rows.cut(item);
    this.#tops[position] = items[0] ?? -1;
    this.#maxima[position] = items.length === 0 ? 0 : scores[0]! * this.#rows.rowFactor(item);
  }

  /** Inserts an item at its position in the order of ties; drops the last one if there are too many. */
  #insert(sample: number[], position: number, item: number): void {
    const positions = [...this.#changed].map((each) => (each >= position ? each + 1 : each));
    sample.splice(position, 0, item);
    this.#maxima.copyWithin(position + 1, position);
    this.#tops.copyWithin(position + 1, position);
    this.#tops[position] = -1;
    sample.length = Math.min(sample.length, sampleMax);
    this.#positions = new Map(sample.map((each, at) => [each, at]));
    this.#changed.clear();
    for (const each of [...positions, position]) if (each < sample.length) this.#changed.add(each);
  }

  #draw(size: number): void {
    const lowest = new TopScores(sampleMax);
    for (let item = 0; item < size; item++) {
      if (this.#rows.hasInteractions(item)) lowest.offer(item, 0, this.#rows.getTieBreaker(item));
    }
    this.#sample = [...lowest.drain().items];
    this.#positions = new Map(this.#sample.map((item, position) => [item, position]));
    this.#tops.fill(-1);
    this.markAllChanged();
  }
}
