import type { JsonObject } from '../../ports/catalog/json.ts';
import type { Recommended } from '../../ports/recommendations/recommenders.ts';
import type { Cap } from '../../ports/configuration/settings.ts';
import { readTexts, withoutPaths } from '../../lib/json-values.ts';
import { decodeUtf8 } from '../../lib/utf8.ts';
import { extractFeatures, FeatureIds, jaccard } from './item-similarity.ts';

/** Constraints on a list as a whole. */
export interface ListConstraints {
  /** At most one variant of a product. */
  readonly oneVariant: boolean;
  readonly caps: readonly Cap[];
  /** 0: by score alone; 1: each item as different as possible from those before it. */
  readonly diversity: number;
  /** Fields excluded from diversity: the order would reveal their values. */
  readonly privateFields: readonly string[];
  /** Minimum share of the best score; above 0 disables fallbacks. */
  readonly minRelevance: number;
}

/** Why a candidate was excluded. */
export type ExclusionReason = 'variant_in_list' | 'cap' | 'below_min_relevance';

export interface ExcludedCandidate {
  readonly item: Recommended['item'];
  readonly score: number;
  readonly why: ExclusionReason;
}

/** The values of an item that constraints use. */
interface Traits {
  /** Distinct values of the field of each cap. */
  readonly values: readonly ReadonlySet<string>[];
  /** Feature ids for the similarity; empty without diversity. */
  readonly features: Uint32Array;
}

/** A candidate with cached bounds. */
interface Candidate {
  readonly entry: Recommended;
  /** Largest similarity to the first `compared` positions; it can only grow. */
  similarity: number;
  compared: number;
  /** First position that its caps may allow. */
  allowedFrom: number;
}

/** Cost of reading an item's features, in comparisons of two items. */
const readUnits = 200;
/** Candidates compared in one step. */
const candidatesPerStep = 100;
const nothing = new Uint32Array(0);

/** Maximum of cached fields per item. */
const knownFieldsMax = 20;

/** A list that is filled position by position. */
export class ConstrainedList {
  readonly #shape: ListConstraints;
  readonly #limit: number;
  #entries: Recommended[] = [];
  /** Positions of each value by cap, ascending. */
  #positionsByValue: Map<string, number[]>[];
  /** Cached traits by item id: items are read once per list. */
  #traits = new Map<string, Traits>();
  #featureIds = new FeatureIds();
  /** Work since the last step, in comparisons. */
  #units = 0;
  readonly #products: Set<string>;
  #bestScore: number | null = null;

  /** `products` count as if the list already contained one of their variants. */
  constructor(shape: ListConstraints, limit: number, products: Iterable<string>) {
    this.#shape = shape;
    this.#limit = limit;
    this.#products = new Set(products);
    this.#positionsByValue = shape.caps.map(() => new Map());
  }

  copy(): ConstrainedList {
    const copy = new ConstrainedList(this.#shape, this.#limit, this.#products);
    copy.#entries = [...this.#entries];
    copy.#positionsByValue = this.#positionsByValue.map(
      (byValue) => new Map([...byValue].map(([value, positions]) => [value, [...positions]])),
    );
    copy.#traits = this.#traits;
    copy.#featureIds = this.#featureIds;
    copy.#bestScore = this.#bestScore;
    return copy;
  }

  get entries(): readonly Recommended[] {
    return this.#entries;
  }

  get missing(): number {
    return this.#limit - this.#entries.length;
  }

  /** Whether constraints may exclude candidates, so that more than `limit` are needed. */
  get mayExclude(): boolean {
    const { caps, diversity } = this.#shape;
    return caps.length > 0 || diversity > 0;
  }

  /**
   * Fills positions from candidates, best first, until the list is full or none is allowed. Takes the best allowed candidate:
   * by score, or by maximal marginal relevance, (1 - diversity) score / best score - diversity x largest similarity to the
   * list (J. Carbonell, J. Goldstein, SIGIR 1998). The units of its steps are comparisons of two items.
   */
  *fill(candidates: readonly Recommended[]): Generator<number, ExcludedCandidate[]> {
    const leftOut: ExcludedCandidate[] = [];
    const exclude = (entry: Recommended, why: ExclusionReason): void => {
      leftOut.push({ item: entry.item, score: entry.score, why });
    };
    this.#bestScore ??= candidates[0]?.score ?? null;
    const least = this.#shape.minRelevance * (this.#bestScore ?? 0);
    let open: Candidate[] = [];
    for (const entry of candidates) {
      if (this.#shape.minRelevance > 0 && entry.score < least) exclude(entry, 'below_min_relevance');
      else open.push({ entry, similarity: 0, compared: 0, allowedFrom: 0 });
    }
    while (this.missing > 0 && open.length > 0) {
      const chosen = yield* this.#next(open);
      if (chosen === null) break;
      this.#placeEntry(chosen.entry);
      open = open.filter((candidate) => candidate !== chosen);
    }
    for (const { entry } of open.filter((candidate) => this.#isVariant(candidate)))
      exclude(entry, 'variant_in_list');
    if (this.missing > 0) {
      for (const candidate of open) if (!this.#isVariant(candidate)) exclude(candidate.entry, 'cap');
    }
    return leftOut;
  }

  /** The candidate for the next position; null if none is allowed. */
  *#next(open: readonly Candidate[]): Generator<number, Candidate | null> {
    const { diversity } = this.#shape;
    let best: Candidate | null = null;
    let bestGain = -Infinity;
    for (let i = 0; i < open.length; i++) {
      const candidate = open[i]!;
      if (i % candidatesPerStep === 0) yield this.#countSteps();
      if (diversity === 0) {
        if (this.#fits(candidate)) return candidate;
        continue;
      }
      const relevance = candidate.entry.score / (this.#bestScore || 1);
      // The remaining candidates score less and cannot gain more.
      if ((1 - diversity) * relevance <= bestGain) break;
      // Similarity only grows: this bound of the gain is an upper bound.
      if ((1 - diversity) * relevance - diversity * candidate.similarity <= bestGain) continue;
      if (!this.#fits(candidate)) continue;
      const gain = (1 - diversity) * relevance - diversity * this.#similarity(candidate);
      if (gain > bestGain) [best, bestGain] = [candidate, gain];
    }
    return best;
  }

  /** Units since the last step. */
  #countSteps(): number {
    const units = this.#units + candidatesPerStep / 10;
    this.#units = 0;
    return units;
  }

  #similarity(candidate: Candidate): number {
    const { features } = this.#readTraits(candidate.entry);
    this.#units += this.#entries.length - candidate.compared;
    for (; candidate.compared < this.#entries.length; candidate.compared++) {
      const listed = this.#readTraits(this.#entries[candidate.compared]!);
      candidate.similarity = Math.max(candidate.similarity, jaccard(listed.features, features));
    }
    return candidate.similarity;
  }

  #fits(candidate: Candidate): boolean {
    if (candidate.allowedFrom > this.#entries.length || this.#isVariant(candidate)) return false;
    if (this.#shape.caps.length > 0) candidate.allowedFrom = this.#nextAllowedPosition(candidate.entry);
    return candidate.allowedFrom <= this.#entries.length;
  }

  #isVariant({ entry }: Candidate): boolean {
    return this.#shape.oneVariant && entry.product !== null && this.#products.has(entry.product);
  }

  /** The first position that its caps allow in the current list. Later additions can only move it back. */
  #nextAllowedPosition(entry: Recommended): number {
    const { values } = this.#readTraits(entry);
    let allowedFrom = 0;
    this.#shape.caps.forEach(({ max, window }, cap) => {
      for (const value of values[cap]!) {
        // The first of `max` items with the value must have left the window.
        const first = this.#positionsByValue[cap]!.get(value)?.at(-max);
        if (first !== undefined) allowedFrom = Math.max(allowedFrom, first + window);
      }
    });
    return allowedFrom;
  }

  #placeEntry(entry: Recommended): void {
    this.#readTraits(entry).values.forEach((values, cap) => {
      const positionsByValue = this.#positionsByValue[cap]!;
      for (const value of values)
        positionsByValue.set(value, [...(positionsByValue.get(value) ?? []), this.#entries.length]);
    });
    this.#entries.push(entry);
    if (entry.product !== null) this.#products.add(entry.product);
  }

  #readTraits({ item }: Recommended): Traits {
    const cached = this.#traits.get(item.id);
    if (cached !== undefined) return cached;
    const { caps, diversity, privateFields } = this.#shape;
    let read: JsonObject | undefined;
    const fields = (): JsonObject => (read ??= JSON.parse(decodeUtf8(item.json)) as JsonObject);
    const traits = {
      values: readValues(item, caps, fields),
      features:
        diversity > 0
          ? this.#featureIds.toIds(extractFeatures(withoutPaths(fields(), privateFields) as JsonObject))
          : nothing,
    };
    this.#units += readUnits;
    this.#traits.set(item.id, traits);
    return traits;
  }
}

/** Cached values of cap fields: a list may read ten thousand items, and the next list the same ones. */
const knownValues = new WeakMap<Recommended['item'], Map<string, ReadonlySet<string>>>();

function readValues(
  item: Recommended['item'],
  caps: readonly Cap[],
  fields: () => JsonObject,
): ReadonlySet<string>[] {
  const valuesByField = knownValues.get(item) ?? new Map<string, ReadonlySet<string>>();
  if (caps.some(({ field }) => !valuesByField.has(field))) {
    // Field names come from requests: the cache must stay bounded.
    if (valuesByField.size + caps.length > knownFieldsMax) valuesByField.clear();
    for (const { field } of caps) valuesByField.set(field, new Set(readTexts(fields(), field)));
    knownValues.set(item, valuesByField);
  }
  return caps.map(({ field }) => valuesByField.get(field)!);
}
