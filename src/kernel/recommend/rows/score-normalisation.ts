import type { NeighbourList } from './maintained-row.ts';
import { TopScores } from './top-scores.ts';

/** Number of rows whose maxima determine the scale. */
const SAMPLE = 256;

/** Access to the rows. */
interface Rows {
  readonly tieOf: (item: number) => number;
  readonly isTouched: (item: number) => boolean;
  readonly cut: (item: number) => NeighbourList;
  readonly rowFactor: (item: number) => number;
}

/**
 * The mean of the row maxima of a sample: the items with interactions and the lowest hashes, so that it depends on
 * ids alone. Only sampled rows that changed are read again.
 */
export class ScoreNormalisation {
  readonly #rows: Rows;
  /** Undefined when it must be drawn again. */
  #sample: number[] | undefined;
  #positionOf = new Map<number, number>();
  readonly #maxima = new Float64Array(SAMPLE);
  /** The item of each row's maximum; -1 for an empty row. */
  readonly #tops = new Int32Array(SAMPLE);
  readonly #changed = new Set<number>();
  #mean: number | undefined;

  constructor(rows: Rows) {
    this.#rows = rows;
  }

  /** Call when an item got its first interaction or lost its last; updates or drops the sample. */
  touched(item: number): void {
    const sample = this.#sample;
    if (sample === undefined) return;
    const { tieOf, isTouched } = this.#rows;
    const tie = tieOf(item);
    const place = sample.findIndex((other) => tieOf(other) >= tie);
    if (place < 0 && sample.length === SAMPLE) return;
    // Drawing the sample again takes a scan over all items and a read of each sampled row.
    if (isTouched(item) && (place < 0 || tieOf(sample[place]!) > tie))
      this.#insert(sample, place < 0 ? sample.length : place, item);
    else this.#sample = undefined;
  }

  /** Call when a row changed. */
  changed(item: number): void {
    const place = this.#positionOf.get(item);
    if (place !== undefined) this.#changed.add(place);
  }

  changedAll(): void {
    this.#sample?.forEach((_, place) => this.#changed.add(place));
  }

  /** Call when an item's factors changed: those of its row, and where it is the maximum of another. */
  stepped(item: number): void {
    this.changed(item);
    if (this.#sample === undefined) return;
    for (let place = this.#tops.indexOf(item); place >= 0; place = this.#tops.indexOf(item, place + 1))
      this.#changed.add(place);
  }

  /** 1 without transitions. Item numbers are below `size`. */
  mean(size: number): number {
    if (this.#sample === undefined) this.#draw(size);
    else if (this.#changed.size === 0 && this.#mean !== undefined) return this.#mean;
    const sample = this.#sample!;
    for (const place of this.#changed) this.#read(place, sample[place]!);
    this.#changed.clear();
    let sum = 0;
    let rows = 0;
    for (let place = 0; place < sample.length; place++) {
      if (this.#tops[place] === -1) continue;
      sum += this.#maxima[place]!;
      rows++;
    }
    this.#mean = rows === 0 ? 1 : sum / rows;
    return this.#mean;
  }

  #read(place: number, item: number): void {
    const { items, scores } = this.#rows.cut(item);
    this.#tops[place] = items[0] ?? -1;
    this.#maxima[place] = items.length === 0 ? 0 : scores[0]! * this.#rows.rowFactor(item);
  }

  /** Inserts an item at its position, in the order of ties; drops the last one where there are too many. */
  #insert(sample: number[], place: number, item: number): void {
    const changed = [...this.#changed].map((each) => (each >= place ? each + 1 : each));
    sample.splice(place, 0, item);
    this.#maxima.copyWithin(place + 1, place);
    this.#tops.copyWithin(place + 1, place);
    this.#tops[place] = -1;
    sample.length = Math.min(sample.length, SAMPLE);
    this.#positionOf = new Map(sample.map((each, at) => [each, at]));
    this.#changed.clear();
    for (const each of [...changed, place]) if (each < sample.length) this.#changed.add(each);
  }

  #draw(size: number): void {
    const lowest = new TopScores(SAMPLE);
    for (let item = 0; item < size; item++) {
      if (this.#rows.isTouched(item)) lowest.offer(item, 0, this.#rows.tieOf(item));
    }
    this.#sample = [...lowest.drain().items];
    this.#positionOf = new Map(this.#sample.map((item, place) => [item, place]));
    this.#tops.fill(-1);
    this.changedAll();
  }
}
