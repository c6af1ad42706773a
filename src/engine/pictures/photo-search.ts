import type { Filter } from '../../ports/filters.ts';
import { categoryFields } from '../../ports/item-fields.ts';
import { limits } from '../../ports/limits.ts';
import type { NearestCategory, PhotoConfidence, PhotoResult } from '../../ports/pictures.ts';
import type { TextQuery } from '../../ports/text.ts';
import type { PictureSearchResult } from '../../kernel/vectors/picture-index.ts';
import type { EmbeddedTextIndex } from '../search/text-index.ts';
import { nearestCategories, nearestItems } from './nearest-categories.ts';
import type { PictureVectors } from './picture-vectors.ts';

/** Items ranked by similarity to a photo: as many as can be paged through. All others are found too, and rank behind them. */
const nearestMax = limits.searchWindowMax;
/** The score of items beyond those, and of items without a vector. */
const dissimilarScore = -1;
/** With a sort, the minimum share of the best score that an item must have. */
const sortedShareMin = 0.5;

interface Options {
  readonly text: EmbeddedTextIndex;
  /** The vectors that serve now. */
  readonly serving: () => PictureVectors;
  /** The source of an item's picture; null where it has changed. */
  readonly sourceOf: (itemId: string, position: number) => string | null;
  /** The number of the item with the shop's id, or -1. */
  readonly numberOf: (itemId: string) => number;
  /** Learns the features of photos. */
  readonly observe: (feature: Float32Array) => void;
}

/** Searches the pictures of a project by photos. */
export class PhotoSearch {
  readonly #options: Options;
  /** By the feature of a photo: its nearest items without restrictions, for the search after `bestMatch()`. */
  readonly #nearest = new WeakMap<
    Float32Array,
    { vectors: PictureVectors; revision: number; result: PictureSearchResult }
  >();

  constructor(options: Options) {
    this.#options = options;
  }

  async search(feature: Float32Array, query: TextQuery): Promise<PhotoResult> {
    const { text, serving, sourceOf, numberOf, observe } = this.#options;
    const vectors = serving();
    const nearest = this.#nearestOf(feature, query);
    const { confidence } = nearest;
    if (confidence === 'out_of_catalog') {
      const found = await text.searchLike({ ...query, ...withoutPins(query) }, { scoreOf: () => null });
      return { ...found, hits: [], confidence, nearestCategories: [] };
    }
    observe(feature);
    const best = new Map(nearest.hits.map((hit) => [hit.key, hit]));
    const isSorted = query.sort.length > 0;
    const scoreMin = isSorted ? (nearest.hits[0]?.score ?? 0) * sortedShareMin : -Infinity;
    const found = await text.searchLike(query, {
      scoreOf: (no) => {
        const score = best.get(no)?.score ?? (vectors.has(no) ? dissimilarScore : null);
        return score === null || score < scoreMin ? null : score;
      },
    });
    const hits = found.hits.map((hit) => {
      const { score = dissimilarScore, picture: position } = best.get(numberOf(hit.item.id)) ?? {};
      const source = position === undefined ? null : sourceOf(hit.item.id, position);
      const picture = position === undefined || source === null ? null : { source, position };
      return { ...hit, score, picture };
    });
    return { ...found, hits, confidence, nearestCategories: this.#categoriesOf(nearest, query) };
  }

  bestMatch(feature: Float32Array, next?: TextQuery): { score: number; confidence: PhotoConfidence } {
    const { serving, text } = this.#options;
    const { hits, confidence } =
      next !== undefined && !isRestricted(next)
        ? this.#nearestOf(feature, next)
        : serving().search(feature, 1, text.matcher(undefined));
    return { score: hits[0]?.score ?? dissimilarScore, confidence };
  }

  #categoriesOf(
    { hits, confidence }: PictureSearchResult,
    { privateFields = [] }: TextQuery,
  ): NearestCategory[] {
    if (confidence !== 'low') return [];
    const fields = categoryFields.filter((field) => !privateFields.includes(field));
    const { text } = this.#options;
    return nearestCategories(
      hits.slice(0, nearestItems).map(({ key }) => key),
      (no, field) => text.valuesOf(no, field),
      fields,
    );
  }

  /** The nearest of the items that may be listed. */
  #nearestOf(feature: Float32Array, query: TextQuery): PictureSearchResult {
    const vectors = this.#options.serving();
    const { revision } = vectors;
    const kept = this.#nearest.get(feature);
    if (!isRestricted(query) && kept?.vectors === vectors && kept.revision === revision) return kept.result;
    const hidden = (query.rules?.hidden ?? []).map(({ items }) => items);
    const allow = this.#options.text.matcher(filterOf(query), hidden, query.local);
    const result = vectors.search(feature, nearestMax, allow);
    if (!isRestricted(query)) this.#nearest.set(feature, { vectors, revision, result });
    return result;
  }
}

/** The similarity threshold of a sort depends on the photo and the catalog, not on the filter. */
function filterOf({ sort, filter }: TextQuery): Filter | undefined {
  return sort.length > 0 ? undefined : filter;
}

function isRestricted(query: TextQuery): boolean {
  return filterOf(query) !== undefined || (query.rules?.hidden ?? []).length > 0;
}

/** The rules of a query without pins. */
function withoutPins({ rules }: TextQuery): Pick<TextQuery, 'rules'> {
  return rules === undefined ? {} : { rules: { ...rules, pins: [] } };
}
