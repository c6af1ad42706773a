import type { JsonObject } from '../../ports/json.ts';
import type { Recommended } from '../../ports/recommenders.ts';
import { textsOf } from '../../lib/json-values.ts';
import { decodeUtf8 } from '../../lib/utf8.ts';
import { describe, overlap } from './likeness.ts';

/** At most `max` items with the same value of a field among any `window` places in a row. */
export interface Cap {
  readonly field: string;
  readonly max: number;
  readonly window: number;
}

/** What a list may look like, besides which items may be in it. */
export interface ListShape {
  /** Of the variants of one product, only the best. */
  readonly oneVariant: boolean;
  readonly caps: readonly Cap[];
  /** 0: by score alone; 1: each as unlike those before it as can be. */
  readonly diversity: number;
  /** Share of the best score that an item must reach; above 0 nothing fills the list up. */
  readonly minRelevance: number;
}

/** Why a candidate is not in the list. */
export type LeftOutWhy = 'variant_in_list' | 'cap' | 'below_min_relevance';

export interface LeftOut {
  readonly item: Recommended['item'];
  readonly score: number;
  readonly why: LeftOutWhy;
}

/** A candidate with what the shape needs of its item, each read once and only where it is asked for. */
class Candidate {
  readonly entry: Recommended;
  #fields: JsonObject | null = null;
  #features: ReadonlySet<string> | null = null;

  constructor(entry: Recommended) {
    this.entry = entry;
  }

  get fields(): JsonObject {
    return (this.#fields ??= JSON.parse(decodeUtf8(this.entry.item.json)) as JsonObject);
  }

  get features(): ReadonlySet<string> {
    return (this.#features ??= describe(this.fields));
  }

  valuesOf(field: string): string[] {
    return textsOf(this.fields, field);
  }
}

/** A list as it grows, place by place. */
export class ListUnderShape {
  readonly #shape: ListShape;
  readonly #limit: number;
  #places: Candidate[] = [];
  readonly #products: Set<string>;
  #bestScore: number | null = null;

  /** `products` are in the list as if one of their variants stood there already. */
  constructor(shape: ListShape, limit: number, products: Iterable<string>) {
    this.#shape = shape;
    this.#limit = limit;
    this.#products = new Set(products);
  }

  copy(): ListUnderShape {
    const copy = new ListUnderShape(this.#shape, this.#limit, this.#products);
    copy.#places = [...this.#places];
    copy.#bestScore = this.#bestScore;
    return copy;
  }

  get entries(): readonly Recommended[] {
    return this.#places.map(({ entry }) => entry);
  }

  get missing(): number {
    return this.#limit - this.#places.length;
  }

  /** Whether a list of the best may have to pass over some, so that it needs more of them than it has places. */
  get isPicky(): boolean {
    const { caps, diversity } = this.#shape;
    return caps.length > 0 || diversity > 0;
  }

  /**
   * Fills places from candidates, best first, until the list is full or none fits. Each place takes the best that fits:
   * by score, or by maximal marginal relevance, (1 - diversity) score / best score - diversity x the largest likeness to
   * those already in the list (J. Carbonell, J. Goldstein, SIGIR 1998).
   */
  take(candidates: readonly Recommended[]): LeftOut[] {
    const leftOut: LeftOut[] = [];
    const leave = (entry: Recommended, why: LeftOutWhy): void => {
      leftOut.push({ item: entry.item, score: entry.score, why });
    };
    this.#bestScore ??= candidates[0]?.score ?? null;
    const least = this.#shape.minRelevance * (this.#bestScore ?? 0);
    let open: Candidate[] = [];
    for (const entry of candidates) {
      if (this.#shape.minRelevance > 0 && entry.score < least) leave(entry, 'below_min_relevance');
      else open.push(new Candidate(entry));
    }
    while (this.missing > 0 && open.length > 0) {
      const chosen = this.#next(open);
      if (chosen === null) break;
      this.#put(chosen);
      open = open.filter((candidate) => candidate !== chosen);
    }
    for (const { entry } of open.filter((candidate) => this.#isVariant(candidate)))
      leave(entry, 'variant_in_list');
    if (this.missing > 0) {
      for (const candidate of open) if (!this.#isVariant(candidate)) leave(candidate.entry, 'cap');
    }
    return leftOut;
  }

  /** The one for the next place, or null where none fits there. */
  #next(open: readonly Candidate[]): Candidate | null {
    const { diversity } = this.#shape;
    if (diversity === 0) return open.find((candidate) => this.#fits(candidate)) ?? null;
    let best: Candidate | null = null;
    let bestGain = -Infinity;
    for (const candidate of open) {
      const relevance = candidate.entry.score / (this.#bestScore || 1);
      // The others score less, so none of them can gain more.
      if ((1 - diversity) * relevance <= bestGain) break;
      if (!this.#fits(candidate)) continue;
      const gain = (1 - diversity) * relevance - diversity * this.#likeness(candidate);
      if (gain > bestGain) [best, bestGain] = [candidate, gain];
    }
    return best;
  }

  #likeness(candidate: Candidate): number {
    return this.#places.reduce(
      (most, { features }) => Math.max(most, overlap(features, candidate.features)),
      0,
    );
  }

  #fits(candidate: Candidate): boolean {
    return !this.#isVariant(candidate) && this.#shape.caps.every((cap) => this.#isUnder(cap, candidate));
  }

  #isVariant({ entry }: Candidate): boolean {
    return this.#shape.oneVariant && entry.product !== null && this.#products.has(entry.product);
  }

  #isUnder({ field, max, window }: Cap, candidate: Candidate): boolean {
    const before = this.#places.slice(Math.max(0, this.#places.length - window + 1));
    return candidate.valuesOf(field).every((value) => {
      const same = before.filter((place) => place.valuesOf(field).includes(value));
      return same.length < max;
    });
  }

  #put(candidate: Candidate): void {
    this.#places.push(candidate);
    if (candidate.entry.product !== null) this.#products.add(candidate.entry.product);
  }
}
