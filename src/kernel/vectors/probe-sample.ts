import { dot } from './vector-math.ts';
import type { VectorRows } from './vector-rows.ts';

/** The threshold is a first percentile: below this many probes it would be one probe's whim. */
export const PROBES_MIN = 100;
/** A larger sample moves the percentile by less than it costs on every write. */
export const PROBES_MAX = 512;
const PERCENTILE = 0.01;

interface Probe {
  readonly id: string;
  readonly key: number;
  readonly order: number;
  readonly feature: Float32Array;
  /** Its best cosine with a picture of another item, and whose that is; null key: to be found anew. */
  best: number;
  bestKey: number | null;
}

/**
 * Tells photos of something else altogether from photos of what the shop might carry. A probe is the feature of a known
 * item in a made-up scene; with its own item taken out, its best match says how alike a photo of an item that is like
 * ours, but is none of ours, must be. A photo below the first percentile of that is foreign.
 *
 * The probes are a sample that depends on nothing but what is in the catalog: those with the smallest hashes.
 */
export class ProbeSample {
  readonly #probes: Probe[] = [];
  #threshold: number | null = null;
  #isStale = true;
  /** Rows before this one were shown to every probe whose `bestKey` is set. */
  readonly #newRows = new Set<number>();

  get count(): number {
    return this.#probes.length;
  }

  /** Adds the probes of a picture (one after the other in `features`), as far as the sample takes them. */
  add(key: number, picture: number, features: Float32Array, dimensions: number): void {
    for (let at = 0; at + dimensions <= features.length; at += dimensions) {
      const id = `${key}/${picture}/`;
      const order = hash(`${id}${at / dimensions}`);
      const worst = this.#probes.at(-1);
      if (this.#probes.length >= PROBES_MAX) {
        if (order >= worst!.order) continue;
        this.#probes.pop();
      }
      const feature = features.slice(at, at + dimensions);
      const place = this.#probes.findIndex((probe) => probe.order > order);
      this.#probes.splice(place === -1 ? this.#probes.length : place, 0, {
        id,
        key,
        order,
        feature,
        best: -Infinity,
        bestKey: null,
      });
      this.#isStale = true;
    }
  }

  /** Forgets the probes of a picture. */
  remove(key: number, picture: number): void {
    const id = `${key}/${picture}/`;
    for (let i = this.#probes.length - 1; i >= 0; i--) {
      if (this.#probes[i]!.id === id) this.#probes.splice(i, 1);
    }
    this.#isStale = true;
  }

  /** A picture is new at this row. */
  noteNewRow(row: number): void {
    this.#newRows.add(row);
    this.#isStale = true;
  }

  /** The row goes, and the row `last` takes its number; probes that matched its item best look again. */
  noteRemovedRow(row: number, last: number, key: number): void {
    const isLastNew = this.#newRows.delete(last);
    this.#newRows.delete(row);
    if (isLastNew && row !== last) this.#newRows.add(row);
    for (const probe of this.#probes) if (probe.bestKey === key) probe.bestKey = null;
    this.#isStale = true;
  }

  /** The cosine below which a photo is foreign, or null while there are too few probes to say. */
  threshold(rows: VectorRows, keyOfRow: (row: number) => number): number | null {
    if (!this.#isStale) return this.#threshold;
    for (const probe of this.#probes) {
      if (probe.bestKey === null) {
        probe.best = -Infinity;
        for (let row = 0; row < rows.count; row++) match(probe, rows, row, keyOfRow(row));
      } else {
        for (const row of this.#newRows) match(probe, rows, row, keyOfRow(row));
      }
    }
    this.#newRows.clear();
    this.#isStale = false;
    const matched = this.#probes.filter((probe) => probe.bestKey !== null).map((probe) => probe.best);
    matched.sort((a, b) => a - b);
    this.#threshold = matched.length < PROBES_MIN ? null : matched[Math.floor(matched.length * PERCENTILE)]!;
    return this.#threshold;
  }
}

function match(probe: Probe, rows: VectorRows, row: number, key: number): void {
  if (key === probe.key) return;
  const cosine = dot(probe.feature, 0, rows.blockOf(row), rows.offsetOf(row), rows.dimensions);
  if (cosine <= probe.best) return;
  probe.best = cosine;
  probe.bestKey = key;
}

/** FNV-1a with a last stir, because neighbouring keys must not be neighbours in the sample's order. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x45d9f3b);
  return (value ^ (value >>> 16)) >>> 0;
}
