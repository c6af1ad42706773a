import type { JsonObject } from '../../ports/json.ts';
import type { Recommended } from '../../ports/recommenders.ts';
import { textsOf, withoutPaths } from '../../lib/json-values.ts';
import { decodeUtf8 } from '../../lib/utf8.ts';
import { featuresOf, FeatureIds, jaccard } from './item-similarity.ts';

/** At most `max` items with the same value of a field among any `window` places in a row. */
export interface Cap {
  readonly field: string;
  readonly max: number;
  readonly window: number;
}

/** What a list may look like, besides which items may be in it. */
export interface ListConstraints {
  /** Of the variants of one product, only the best. */
  readonly oneVariant: boolean;
  readonly caps: readonly Cap[];
  /** 0: by score alone; 1: each as unlike those before it as can be. */
  readonly diversity: number;
  /** Fields that say nothing of how alike items are: the order would tell of them. */
  readonly privateFields: readonly string[];
  /** Share of the best score that an item must reach; above 0 nothing fills the list up. */
  readonly minRelevance: number;
}

/** Why a candidate is not in the list. */
export type ExclusionReason = 'variant_in_list' | 'cap' | 'below_min_relevance';

export interface ExcludedCandidate {
  readonly item: Recommended['item'];
  readonly score: number;
  readonly why: ExclusionReason;
}

/** What a shape needs of an item. */
interface Traits {
  /** By cap, the values of its field, each once. */
  readonly values: readonly ReadonlySet<string>[];
  /** What it is like, by `FeatureNumbers`; empty where the list need not be diverse. */
  readonly features: Uint32Array;
}

/** A candidate, and what is known by now of its chances. */
interface Candidate {
  readonly entry: Recommended;
  /** Its largest likeness to the first `compared` places: it can only grow. */
  likeness: number;
  compared: number;
  /** No place before this one is free of its caps. */
  freeAt: number;
}

/** Cost of reading an item's features, in comparisons of two items. */
const readUnits = 200;
/** Candidates compared in one step. */
const candidatesPerStep = 100;
const nothing = new Uint32Array(0);

/** Fields whose values are remembered of an item. */
const KNOWN_FIELDS_MAX = 20;

/** A list as it grows, place by place. */
export class ConstrainedList {
  readonly #shape: ListConstraints;
  readonly #limit: number;
  #places: Recommended[] = [];
  /** By cap, where each value stands, ascending. */
  #standing: Map<string, number[]>[];
  /** By item's id. Items are read once for a list, however often and from wherever they are offered. */
  #traits = new Map<string, Traits>();
  #numbers = new FeatureIds();
  /** Comparisons, and as many as reading costs, since the last step. */
  #units = 0;
  readonly #products: Set<string>;
  #bestScore: number | null = null;

  /** `products` are in the list as if one of their variants stood there already. */
  constructor(shape: ListConstraints, limit: number, products: Iterable<string>) {
    this.#shape = shape;
    this.#limit = limit;
    this.#products = new Set(products);
    this.#standing = shape.caps.map(() => new Map());
  }

  copy(): ConstrainedList {
    const copy = new ConstrainedList(this.#shape, this.#limit, this.#products);
    copy.#places = [...this.#places];
    copy.#standing = this.#standing.map(
      (standing) => new Map([...standing].map(([value, places]) => [value, [...places]])),
    );
    copy.#traits = this.#traits;
    copy.#numbers = this.#numbers;
    copy.#bestScore = this.#bestScore;
    return copy;
  }

  get entries(): readonly Recommended[] {
    return this.#places;
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
   * those already in the list (J. Carbonell, J. Goldstein, SIGIR 1998). In steps, whose units are comparisons of two items.
   */
  *fill(candidates: readonly Recommended[]): Generator<number, ExcludedCandidate[]> {
    const leftOut: ExcludedCandidate[] = [];
    const leave = (entry: Recommended, why: ExclusionReason): void => {
      leftOut.push({ item: entry.item, score: entry.score, why });
    };
    this.#bestScore ??= candidates[0]?.score ?? null;
    const least = this.#shape.minRelevance * (this.#bestScore ?? 0);
    let open: Candidate[] = [];
    for (const entry of candidates) {
      if (this.#shape.minRelevance > 0 && entry.score < least) leave(entry, 'below_min_relevance');
      else open.push({ entry, likeness: 0, compared: 0, freeAt: 0 });
    }
    while (this.missing > 0 && open.length > 0) {
      const chosen = yield* this.#next(open);
      if (chosen === null) break;
      this.#put(chosen.entry);
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
  *#next(open: readonly Candidate[]): Generator<number, Candidate | null> {
    const { diversity } = this.#shape;
    let best: Candidate | null = null;
    let bestGain = -Infinity;
    for (let i = 0; i < open.length; i++) {
      const candidate = open[i]!;
      if (i % candidatesPerStep === 0) yield this.#spent();
      if (diversity === 0) {
        if (this.#fits(candidate)) return candidate;
        continue;
      }
      const relevance = candidate.entry.score / (this.#bestScore || 1);
      // The others score less, so none of them can gain more.
      if ((1 - diversity) * relevance <= bestGain) break;
      // Likeness only grows: who would not gain enough with what it was, gains less with what it is.
      if ((1 - diversity) * relevance - diversity * candidate.likeness <= bestGain) continue;
      if (!this.#fits(candidate)) continue;
      const gain = (1 - diversity) * relevance - diversity * this.#likeness(candidate);
      if (gain > bestGain) [best, bestGain] = [candidate, gain];
    }
    return best;
  }

  /** Units since the last step. */
  #spent(): number {
    const units = this.#units + candidatesPerStep / 10;
    this.#units = 0;
    return units;
  }

  #likeness(candidate: Candidate): number {
    const { features } = this.#traitsOf(candidate.entry);
    this.#units += this.#places.length - candidate.compared;
    for (; candidate.compared < this.#places.length; candidate.compared++) {
      const place = this.#traitsOf(this.#places[candidate.compared]!);
      candidate.likeness = Math.max(candidate.likeness, jaccard(place.features, features));
    }
    return candidate.likeness;
  }

  #fits(candidate: Candidate): boolean {
    if (candidate.freeAt > this.#places.length || this.#isVariant(candidate)) return false;
    if (this.#shape.caps.length > 0) candidate.freeAt = this.#freeAt(candidate.entry);
    return candidate.freeAt <= this.#places.length;
  }

  #isVariant({ entry }: Candidate): boolean {
    return this.#shape.oneVariant && entry.product !== null && this.#products.has(entry.product);
  }

  /** The first place that caps leave it, as the list is by now. What is put meanwhile can only make it a later one. */
  #freeAt(entry: Recommended): number {
    const { values } = this.#traitsOf(entry);
    let freeAt = 0;
    this.#shape.caps.forEach(({ max, window }, cap) => {
      for (const value of values[cap]!) {
        // Of `max` that stand there, the first one must have left the window.
        const first = this.#standing[cap]!.get(value)?.at(-max);
        if (first !== undefined) freeAt = Math.max(freeAt, first + window);
      }
    });
    return freeAt;
  }

  #put(entry: Recommended): void {
    this.#traitsOf(entry).values.forEach((values, cap) => {
      const standing = this.#standing[cap]!;
      for (const value of values) standing.set(value, [...(standing.get(value) ?? []), this.#places.length]);
    });
    this.#places.push(entry);
    if (entry.product !== null) this.#products.add(entry.product);
  }

  #traitsOf({ item }: Recommended): Traits {
    const known = this.#traits.get(item.id);
    if (known !== undefined) return known;
    const { caps, diversity, privateFields } = this.#shape;
    let read: JsonObject | undefined;
    const fields = (): JsonObject => (read ??= JSON.parse(decodeUtf8(item.json)) as JsonObject);
    const traits = {
      values: valuesOf(item, caps, fields),
      features:
        diversity > 0
          ? this.#numbers.of(featuresOf(withoutPaths(fields(), privateFields) as JsonObject))
          : nothing,
    };
    this.#units += readUnits;
    this.#traits.set(item.id, traits);
    return traits;
  }
}

/** What items have in the fields of caps: a list may look at ten thousand of them, and the next list at the same. */
const knownValues = new WeakMap<Recommended['item'], Map<string, ReadonlySet<string>>>();

function valuesOf(
  item: Recommended['item'],
  caps: readonly Cap[],
  fields: () => JsonObject,
): ReadonlySet<string>[] {
  const known = knownValues.get(item) ?? new Map<string, ReadonlySet<string>>();
  if (caps.some(({ field }) => !known.has(field))) {
    // Of what shops ask for; a stranger's names would fill the memory.
    if (known.size + caps.length > KNOWN_FIELDS_MAX) known.clear();
    for (const { field } of caps) known.set(field, new Set(textsOf(fields(), field)));
    knownValues.set(item, known);
  }
  return caps.map(({ field }) => known.get(field)!);
}
