import { NeighbourListCache } from '../rows/pooled-rows.ts';
import { stableHash } from '../../bits/hashing.ts';
import { comesBefore, TopScores } from '../../bits/top-scores.ts';
import { ensureCapacity } from '../../bits/growable.ts';
import { Uint32Rows, type SavedRows } from '../rows/uint32-rows.ts';
import { rowBounds, type RowBounds } from './row-bounds.ts';
import { recommenderBounds } from './weights.ts';
import { noNeighbours, type NeighbourList } from '../rows/maintained-row.ts';
import { log } from '../../../math/logarithm.ts';

/** The features of an item other than interactions. */
export interface ItemFeatures {
  /** Attributes such as "brand=Nike" and "category=Shoes"; the first eight are also used for the attribute lift. */
  readonly attributes: readonly string[];
  /** The analysed words of the name. */
  readonly words: readonly string[];
  /** The levels of the category, the highest first, each as a path: siblings have all but the last in common. */
  readonly levels?: readonly string[];
  /** The product type, narrower than the category. */
  readonly type?: string;
  readonly category?: string;
  /** The price in the shop's currency. */
  readonly price?: number;
  /** The product of a variant. */
  readonly product?: string;
}

export interface SavedContent {
  /** Feature numbers by name. */
  readonly attributes: ReadonlyMap<string, number>;
  readonly words: ReadonlyMap<string, number>;
  readonly levels: ReadonlyMap<string, number>;
  /** idf^2 by feature at the last refresh, and the number of writes since. */
  readonly gains: Float64Array;
  readonly writes: number;
  /** Features by item; `has` is 0 for an item without content. */
  readonly features: SavedRows;
  readonly has: Uint8Array;
  /** By item: the logarithm of the price, NaN without one; the hash of the product, 0 without one. */
  readonly logPrices: Float64Array;
  readonly products: Uint32Array;
  /** By item, the lowest level of its category: its feature plus 1, or 0. By feature, the level above it, likewise, and the depth of a level. */
  readonly leaves: Uint32Array;
  readonly parents: Uint32Array;
  readonly depths: Uint8Array;
}

/** Features are read rarest first up to this many postings; the rarest is always read. */
const postingsReadMax = 1000;
/** Up to this many items, the weights are refreshed after every write; beyond, after this share of the catalog was written. */
const exactItemsMax = 1000;
const staleShare = 0.02;
/** Maximum variants of a product in a row, as those of a few products would fill it. */
const variantsMax = 3;
/** A factor that exceeds any rounding error. */
const roundingMargin = 1 - 1e-9;

/**
 * Items by their features (attributes and name words), with the cosine of their idf-weighted feature sets: cos(i, j)
 * = sum of idf^2 over common features / (|i| |j|), idf = ln(1 + items / items with the feature).
 *
 * A write evicts only the cached rows of the items that share a feature, so a shop that is edited all day keeps its
 * rows. In exchange the idf values lag by up to 2 % of the catalog, in catalogs above a thousand items.
 */
export class ContentIndex {
  readonly #getTieBreaker: (item: number) => number;
  /** Feature numbers by kind: an attribute and a word of the same text are different features. */
  readonly #attributeIds = new Map<string, number>();
  readonly #wordIds = new Map<string, number>();
  readonly #levelIds = new Map<string, number>();
  readonly #featureHashes: number[] = [];
  /** idf^2 by feature at the last refresh. */
  readonly #gains: number[] = [];
  /** Items by feature, unordered. */
  readonly #postings = new Uint32Rows();
  /** Features by item, in an order independent of when they were first seen. */
  readonly #features = new Uint32Rows();
  /** 1 for items with content, even without features. */
  #has: Uint8Array = new Uint8Array(64);
  #logPrices: Float64Array = new Float64Array(64);
  /** The lowest level of an item's category: its feature plus 1, or 0. */
  #leaves: Uint32Array = new Uint32Array(64);
  /** By the feature of a level, the one above it, likewise, and its depth from 1. */
  #parents: Uint32Array = new Uint32Array(64);
  #depths: Uint8Array = new Uint8Array(64);
  /** Hashes of products, 0 for none. */
  #products: Uint32Array = new Uint32Array(64);
  readonly #rows: NeighbourListCache;
  /** One more than the highest item number. */
  #size = 0;
  /** Norm by item, 0 before it is computed. */
  #norms: Float64Array = new Float64Array(64);
  readonly #best = new TopScores(recommenderBounds.contentItems);
  /** Scratch of the row being computed: the slot of each item plus 1, or 0; the item and the sum of each slot. */
  #slots: Uint32Array = new Uint32Array(64);
  #keys: Uint32Array = new Uint32Array(64);
  #sums: Float64Array = new Float64Array(64);
  /** The best variants of each product in the row being computed, best first. */
  readonly #variants = new Map<number, { readonly item: number; readonly score: number }[]>();
  /** Items whose row was read from a feature with more postings than the limit. */
  readonly #readingCommon = new Set<number>();
  #itemCount = 0;
  #writes = 0;

  constructor(getTieBreaker: (item: number) => number, { contentRowsMax }: RowBounds = rowBounds) {
    this.#getTieBreaker = getTieBreaker;
    this.#rows = new NeighbourListCache(recommenderBounds.contentItems, contentRowsMax);
  }

  save(): SavedContent {
    return {
      attributes: this.#attributeIds,
      words: this.#wordIds,
      levels: this.#levelIds,
      gains: Float64Array.from(this.#gains),
      writes: this.#writes,
      features: this.#features.save(),
      has: this.#has.slice(0, this.#size),
      logPrices: this.#logPrices.slice(0, this.#size),
      products: this.#products.slice(0, this.#size),
      leaves: this.#leaves.slice(0, this.#size),
      parents: this.#parents.slice(0, this.#postings.rowCount),
      depths: this.#depths.slice(0, this.#postings.rowCount),
    };
  }

  load(saved: SavedContent): void {
    const { gains, writes, features, has } = saved;
    const kinds = [
      [this.#attributeIds, saved.attributes, 'a'],
      [this.#wordIds, saved.words, 'w'],
      [this.#levelIds, saved.levels, 'l'],
    ] as const;
    for (const [ids, names, kind] of kinds) {
      for (const [name, feature] of names) {
        ids.set(name, feature);
        this.#featureHashes[feature] = stableHash(`${kind}:${name}`);
      }
    }
    for (const gain of gains) {
      this.#gains.push(gain);
    }
    this.#features.load(features);
    this.#parents = saved.parents.slice();
    this.#depths = saved.depths.slice();
    const lengths = new Uint32Array(gains.length);
    for (let item = 0; item < features.lengths.length; item++) {
      const itemFeatures = this.#features.row(item);
      for (let at = 0; at < itemFeatures.length; at++)
        lengths[itemFeatures[at]!] = lengths[itemFeatures[at]!]! + 1;
    }
    this.#postings.reserveAll(lengths);
    this.#reserve(has.length);
    has.forEach((hasContent, item) => {
      this.#addItem();
      if (hasContent === 0) return;
      this.#has[item] = 1;
      this.#logPrices[item] = saved.logPrices[item]!;
      this.#products[item] = saved.products[item]!;
      this.#leaves[item] = saved.leaves[item]!;
      this.#itemCount++;
      const features = this.#features.row(item);
      for (let at = 0; at < features.length; at++) this.#postings.push(features[at]!, item);
    });
    this.#writes = writes;
  }

  get itemCount(): number {
    return this.#itemCount;
  }

  set(item: number, content: ItemFeatures | null): void {
    const had = this.#has[item] === 1;
    const previous = this.#features.length(item) === 0 ? noFeatures : this.#features.row(item).slice();
    const next = content === null ? noFeatures : this.#readFeatures(content);
    while (this.#size <= item) this.#addItem();
    const product = content?.product === undefined ? 0 : stableHash(content.product);
    const isSameProduct = product === this.#products[item];
    this.#products[item] = product;
    this.#logPrices[item] = readLogPrice(content);
    // A long name of a category is no feature, so features may stay the same where levels change.
    this.#leaves[item] = this.#addLevels(content?.levels ?? []);
    if (had === (content !== null) && isSame(previous, next) && isSameProduct) return;
    // Features in both sets stay: removing an item from a common feature's postings scans them.
    const cached = previous.length === 0 ? noShared : new Set(previous).intersection(new Set(next));
    for (const feature of previous) {
      this.#evictRows(feature);
      if (!cached.has(feature)) this.#postings.remove(feature, item);
    }
    for (const feature of next) {
      if (cached.has(feature)) continue;
      this.#evictRows(feature);
      this.#postings.push(feature, item);
    }
    this.#itemCount += (content === null ? 0 : 1) - (had ? 1 : 0);
    this.#has[item] = content === null ? 0 : 1;
    this.#features.set(item, next);
    this.#evictRow(item);
    this.#norms[item] = 0;
    this.#writes++;
  }

  /** The cosine of two items' features. */
  computeSimilarity(item: number, other: number): number {
    if (this.#has[item] !== 1 || this.#has[other] !== 1) return 0;
    this.#refreshIfStale();
    const [features, others] = [this.#features.row(item), this.#features.row(other)];
    const hashes = this.#featureHashes;
    let sum = 0;
    let at = 0;
    let otherAt = 0;
    while (at < features.length && otherAt < others.length) {
      const feature = features[at]!;
      const otherFeature = others[otherAt]!;
      if (feature === otherFeature) {
        sum += this.#gains[feature]!;
        at++;
        otherAt++;
        continue;
      }
      // Both rows are in the order of `#byHash()`.
      const order = hashes[feature]! - hashes[otherFeature]! || feature - otherFeature;
      if (order < 0) at++;
      else otherAt++;
    }
    return sum === 0 ? 0 : sum / (this.#norm(item) * this.#norm(other));
  }

  /** The share of the levels of two items' categories that are the same, from the highest on; NaN if one has none. */
  compareCategories(item: number, other: number): number {
    let level = this.#leaves[item] ?? 0;
    let otherLevel = this.#leaves[other] ?? 0;
    if (level === 0 || otherLevel === 0) return Number.NaN;
    const depths = this.#depths;
    const depth = Math.max(depths[level - 1]!, depths[otherLevel - 1]!);
    while (level !== otherLevel) {
      if (depths[level - 1]! >= depths[otherLevel - 1]!) level = this.#parents[level - 1]!;
      else otherLevel = this.#parents[otherLevel - 1]!;
      if (level === 0 || otherLevel === 0) return 0;
    }
    return depths[level - 1]! / depth;
  }

  /** The natural logarithm of an item's price; NaN without one. */
  getLogPrice(item: number): number {
    return this.#logPrices[item] ?? Number.NaN;
  }

  /** Whether an item has content. */
  hasContent(item: number): boolean {
    return this.#has[item] === 1;
  }

  /** The best sixty neighbours by content, best first, without the item itself; of a product, at most three variants. */
  neighbours(item: number): NeighbourList {
    if (this.#has[item] !== 1) return noNeighbours;
    this.#refreshIfStale();
    const cached = this.#rows.get(item);
    if (cached !== undefined) return cached;
    const row = this.#computeRow(item);
    this.#rows.add(item, row);
    return row;
  }

  get bytes(): number {
    return this.#postings.bytes + this.#features.bytes + this.#rows.bytes + this.#size * 16;
  }

  #refreshIfStale(): void {
    const writesMax = this.#itemCount <= exactItemsMax ? 0 : this.#itemCount * staleShare;
    if (this.#writes > writesMax) this.#refresh();
  }

  #addItem(): void {
    this.#size++;
    this.#reserve(this.#size);
    this.#logPrices[this.#size - 1] = Number.NaN;
    this.#features.addRows(this.#size);
  }

  /** Makes room for this many items. */
  #reserve(size: number): void {
    this.#logPrices = ensureCapacity(this.#logPrices, size);
    this.#products = ensureCapacity(this.#products, size);
    this.#leaves = ensureCapacity(this.#leaves, size);
    this.#has = ensureCapacity(this.#has, size);
    this.#norms = ensureCapacity(this.#norms, size);
  }

  #computeRow(item: number): NeighbourList {
    const features = [...this.#features.row(item)];
    features.sort((a, b) => this.#postings.length(a) - this.#postings.length(b) || this.#byHash(a, b));
    const count = this.#sumOver(item, features);
    const norm = this.#norm(item);
    const best = this.#best;
    best.clear();
    this.#variants.clear();
    // An item's norm is at least the root of its common sum, so most items are excluded by their sums alone.
    let sumMin = 0;
    for (let slot = 0; slot < count; slot++) {
      const sum = this.#sums[slot]!;
      const other = this.#keys[slot]!;
      if (sum < sumMin || other === item) continue;
      const score = sum / (norm * this.#norm(other));
      if (score < best.floor) continue;
      if (this.#products[other] === 0) best.offer(other, score, this.#getTieBreaker(other));
      else this.#addVariant(other, score);
      if (best.full) sumMin = (best.floor * norm) ** 2 * roundingMargin;
    }
    for (const variants of this.#variants.values())
      for (const { item: other, score } of variants) best.offer(other, score, this.#getTieBreaker(other));
    return best.drain();
  }

  /** Adds a variant to the best ones of its product in the row being computed. */
  #addVariant(item: number, score: number): void {
    const product = this.#products[item]!;
    const variants = this.#variants.get(product);
    if (variants === undefined) {
      this.#variants.set(product, [{ item, score }]);
      return;
    }
    const tie = this.#getTieBreaker(item);
    let at = variants.length;
    while (
      at > 0 &&
      comesBefore(score, tie, variants[at - 1]!.score, this.#getTieBreaker(variants[at - 1]!.item))
    )
      at--;
    if (at === variantsMax) return;
    variants.splice(at, 0, { item, score });
    if (variants.length > variantsMax) variants.pop();
  }

  /**
   * Sums the gains of the features that each item has in common with this one, rarest first; returns the number of
   * items with any.
   */
  #sumOver(item: number, features: readonly number[]): number {
    const slots = (this.#slots = ensureCapacity(this.#slots, this.#size));
    let count = 0;
    let read = 0;
    for (const feature of features) {
      const postings = this.#postings.row(feature);
      if (read > 0 && read + postings.length > postingsReadMax) break;
      read += postings.length;
      if (read > postingsReadMax) this.#readingCommon.add(item);
      const keys = (this.#keys = ensureCapacity(this.#keys, count + postings.length));
      const sums = (this.#sums = ensureCapacity(this.#sums, keys.length));
      const gain = this.#gains[feature]!;
      for (let at = 0; at < postings.length; at++) {
        const key = postings[at]!;
        const slot = slots[key]!;
        if (slot > 0) {
          sums[slot - 1] = sums[slot - 1]! + gain;
          continue;
        }
        keys[count] = key;
        sums[count] = gain;
        slots[key] = ++count;
      }
    }
    for (let slot = 0; slot < count; slot++) slots[this.#keys[slot]!] = 0;
    return count;
  }

  #norm(item: number): number {
    let norm = this.#norms[item]!;
    if (norm === 0) {
      let sum = 0;
      for (const feature of this.#features.row(item)) sum += this.#gains[feature]!;
      norm = Math.sqrt(sum);
      this.#norms[item] = norm;
    }
    return norm;
  }

  /**
   * Evicts the rows that read a feature's postings, before or after a write to them. For a very common feature these
   * are only the items without a rarer one. During an import without queries there are no rows.
   */
  #evictRows(feature: number): void {
    if (this.#rows.count === 0) return;
    const postings = this.#postings.row(feature);
    if (postings.length <= postingsReadMax + 1) {
      for (const item of postings) this.#evictRow(item);
      return;
    }
    for (const item of this.#readingCommon)
      if (this.#features.row(item).includes(feature)) this.#evictRow(item);
  }

  #evictRow(item: number): void {
    this.#rows.delete(item);
    this.#readingCommon.delete(item);
  }

  #gain(feature: number): number {
    return log(1 + this.#itemCount / Math.max(1, this.#postings.length(feature))) ** 2;
  }

  /** Computes the weights by the current catalog, and evicts all rows. */
  #refresh(): void {
    this.#writes = 0;
    this.#rows.clear();
    this.#readingCommon.clear();
    this.#norms.fill(0);
    for (let feature = 0; feature < this.#gains.length; feature++) this.#gains[feature] = this.#gain(feature);
  }

  /** The distinct features in an order independent of when they were first seen. */
  #readFeatures({ attributes, words, levels = [] }: ItemFeatures): Uint32Array {
    const features: number[] = [];
    const add = (feature: number): void => {
      let at = features.length;
      while (at > 0 && this.#byHash(features[at - 1]!, feature) > 0) at--;
      if (at > 0 && features[at - 1] === feature) return;
      features.splice(at, 0, feature);
    };
    for (const attribute of attributes) add(this.#featureId(this.#attributeIds, 'a', attribute));
    for (const word of words) add(this.#featureId(this.#wordIds, 'w', word));
    // The last level is an attribute, unless the whole path is too long for one.
    for (let at = 0; at < levels.length - 1; at++) add(this.#featureId(this.#levelIds, 'l', levels[at]!));
    return Uint32Array.from(features);
  }

  /** Adds the levels of a category; returns the lowest one. */
  #addLevels(levels: readonly string[]): number {
    let above = 0;
    levels.forEach((level, at) => {
      const feature = this.#featureId(this.#levelIds, 'l', level);
      this.#parents = ensureCapacity(this.#parents, feature + 1);
      this.#depths = ensureCapacity(this.#depths, feature + 1);
      this.#parents[feature] = above;
      this.#depths[feature] = at + 1;
      above = feature + 1;
    });
    return above;
  }

  #byHash(a: number, b: number): number {
    return this.#featureHashes[a]! - this.#featureHashes[b]! || a - b;
  }

  #featureId(ids: Map<string, number>, kind: 'a' | 'w' | 'l', name: string): number {
    const id = ids.get(name);
    if (id !== undefined) return id;
    const feature = this.#postings.rowCount;
    ids.set(name, feature);
    this.#featureHashes.push(stableHash(`${kind}:${name}`));
    this.#postings.addRows(feature + 1);
    this.#gains.push(this.#gain(feature));
    return feature;
  }
}

function readLogPrice(content: ItemFeatures | null): number {
  const price = content?.price ?? 0;
  return price > 0 ? log(price) : Number.NaN;
}

const noFeatures = new Uint32Array(0);
const noShared: ReadonlySet<number> = new Set();

function isSame(a: Uint32Array, b: Uint32Array): boolean {
  return a.length === b.length && a.every((feature, at) => feature === b[at]);
}
