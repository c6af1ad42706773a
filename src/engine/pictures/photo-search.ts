import type { Filter } from '../../ports/search/filters.ts';
import { categoryFields } from '../../ports/catalog/item-fields.ts';
import { limits } from '../../ports/limits.ts';
import type {
  Confirmation,
  NearestCategory,
  PhotoConfidence,
  PhotoHit,
  PhotoResult,
  VerifiedPicture,
} from '../../ports/pictures/pictures.ts';
import type { TextQuery } from '../../ports/search/text.ts';
import { marginHighMin, type PictureSearchResult } from '../../kernel/vectors/picture-index.ts';
import { createLocalFields } from '../search/local-fields.ts';
import type { EmbeddedTextIndex } from '../search/text-index.ts';
import { findNearestCategories, nearestItems } from './nearest-categories.ts';
import type { ConfirmedPhotos } from './confirmed-photos.ts';
import type { PictureVectors } from './picture-vectors.ts';

/** Number of items ranked by similarity to a photo: as many as can be paged through. All others rank behind them. */
const nearestMax = limits.searchWindowMax;
/** The score of all other items, and of items without a vector. */
const dissimilarScore = -1;
/** The minimum share of the best score that an item must have if the request sorts, unless it is verified. */
const sortedShareMin = 0.5;

interface Options {
  readonly text: EmbeddedTextIndex;
  /** The vectors that serve now. */
  readonly serving: () => PictureVectors;
  /** The source of an item's picture, or null if it has changed. */
  readonly findSource: (itemId: string, position: number) => string | null;
  /** The number of the item with the shop's id, or -1. */
  readonly findNumber: (itemId: string) => number;
  readonly confirmed: Pick<ConfirmedPhotos, 'bonuses'>;
  /** Learns the features of photos. */
  readonly observe: (feature: Float32Array) => void;
}

/** The items nearest to a photo by similarity, and the confirmations that change their order, by number. */
interface NearestItems extends PictureSearchResult {
  readonly confirmations: ReadonlyMap<number, Confirmation>;
}

/** Searches the pictures of a project by photos. */
export class PhotoSearch {
  readonly #options: Options;
  /**
   * The nearest items by a photo's feature, kept for the search after `bestMatch()` and `candidates()`.
   * `query` is null without restrictions.
   */
  readonly #nearest = new WeakMap<
    Float32Array,
    { vectors: PictureVectors; revision: number; query: TextQuery | null; result: NearestItems }
  >();

  constructor(options: Options) {
    this.#options = options;
  }

  async search(
    feature: Float32Array,
    query: TextQuery,
    verified: ReadonlyMap<string, VerifiedPicture> = new Map(),
    isFlat = false,
  ): Promise<PhotoResult> {
    const { text, observe, serving } = this.#options;
    const nearest = this.#findNearest(feature, query);
    const showsNoItem = isFlat && verified.size === 0 && serving().showsNoItem(feature);
    if (nearest.confidence === 'out_of_catalog' || showsNoItem) {
      const confidence = 'out_of_catalog';
      const results = await text.searchBySimilarity(
        { ...query, ...removePins(query) },
        { getScore: () => null },
      );
      return { ...results, hits: [], confidence, nearestCategories: [] };
    }
    observe(feature);
    const bonuses = this.#sumBonuses(nearest, verified);
    const confidence = rateConfidence(nearest, bonuses);
    const listed = new Set<number>();
    const ranked = await this.#rank(nearest, query, verified, listed);
    const nearestCategories = confidence === 'low' ? this.#listCategories(nearest, listed, query) : [];
    return { ...ranked, confidence, nearestCategories };
  }

  async candidates(feature: Float32Array, query: TextQuery, limit: number): Promise<PhotoHit[]> {
    const nearest = this.#findNearest(feature, query);
    if (nearest.confidence === 'out_of_catalog' || query.sort.length > 0) return [];
    const { facetSelection: _, ...rest } = query;
    const first = { ...rest, facets: [], highlight: [], offset: 0, limit, explain: false, variants: 0 };
    const { hits } = await this.#rank(nearest, first, new Map());
    return hits.filter(({ rules, pinnedIn }) => (rules?.pinned ?? null) === null && pinnedIn === null);
  }

  /** Ranks items by their similarity and bonus. `listed` receives the nearest items that match the query. */
  async #rank(
    nearest: NearestItems,
    query: TextQuery,
    verified: ReadonlyMap<string, VerifiedPicture>,
    listed?: Set<number>,
  ): Promise<Omit<PhotoResult, 'confidence' | 'nearestCategories'>> {
    const { text, serving, findSource, findNumber } = this.#options;
    const vectors = serving();
    const best = new Map(nearest.hits.map((hit) => [hit.key, hit]));
    const bonuses = this.#sumBonuses(nearest, verified);
    const verifiedNumbers = new Set(verified.keys().map(findNumber));
    const isSorted = query.sort.length > 0;
    const scoreMin = isSorted ? (nearest.hits[0]?.score ?? 0) * sortedShareMin : -Infinity;
    const results = await text.searchBySimilarity(query, {
      getScore: (itemNumber) => {
        const near = best.get(itemNumber);
        const score = near?.score ?? (vectors.has(itemNumber) ? dissimilarScore : null);
        if (score === null || (score < scoreMin && !verifiedNumbers.has(itemNumber))) return null;
        if (near !== undefined) listed?.add(itemNumber);
        // Halves the sum so that it is at most 1, also without bonuses: pages must agree on boosts, which end at 1.
        return (score + (bonuses.get(itemNumber) ?? 0)) / 2;
      },
    });
    const hits = results.hits.map((hit) => {
      const itemNumber = findNumber(hit.item.id);
      const { score = dissimilarScore, picture: position } = best.get(itemNumber) ?? {};
      const source = position === undefined ? null : findSource(hit.item.id, position);
      const picture = position === undefined || source === null ? null : { source, position };
      const matchedPoints = verified.get(hit.item.id)?.matchedPoints;
      const confirmation = nearest.confirmations.get(itemNumber);
      return {
        ...hit,
        score,
        picture,
        ...(matchedPoints === undefined ? {} : { matchedPoints }),
        ...(confirmation === undefined ? {} : { confirmation }),
      };
    });
    return { ...results, hits };
  }

  bestMatch(feature: Float32Array, next?: TextQuery): { score: number; confidence: PhotoConfidence } {
    const { serving, text } = this.#options;
    const { hits, confidence } =
      next !== undefined && !isRestricted(next)
        ? this.#findNearest(feature, next)
        : serving().search(feature, 1, text.buildMatcher(undefined));
    return { score: hits[0]?.score ?? dissimilarScore, confidence };
  }

  /** The bonuses of verified and confirmed items, by number; an item gets at most 1. */
  #sumBonuses(
    { confirmations }: NearestItems,
    verified: ReadonlyMap<string, VerifiedPicture>,
  ): ReadonlyMap<number, number> {
    const bonuses = new Map([...confirmations].map(([itemNumber, { bonus }]) => [itemNumber, bonus]));
    for (const [id, { bonus }] of verified) {
      const itemNumber = this.#options.findNumber(id);
      bonuses.set(itemNumber, Math.min(1, bonus + (bonuses.get(itemNumber) ?? 0)));
    }
    return bonuses;
  }

  #listCategories(
    { hits }: PictureSearchResult,
    listed: ReadonlySet<number>,
    { privateFields = [], local }: TextQuery,
  ): NearestCategory[] {
    const fields = categoryFields.filter((field) => !privateFields.includes(field));
    const { text } = this.#options;
    const fieldMap = createLocalFields(local, () => text.listFieldNames());
    const keys = hits.map(({ key }) => key).filter((key) => listed.has(key));
    return findNearestCategories(
      keys.slice(0, nearestItems),
      (itemNumber, field) => text.readTexts(itemNumber, fieldMap.field(field)),
      fields,
    );
  }

  /** The nearest of the items that may be listed. */
  #findNearest(feature: Float32Array, query: TextQuery): NearestItems {
    const vectors = this.#options.serving();
    const { revision } = vectors;
    const restricted = isRestricted(query) ? query : null;
    const cached = this.#nearest.get(feature);
    const isSame = cached?.vectors === vectors && cached.revision === revision && cached.query === restricted;
    if (isSame) return cached.result;
    const hidden = (query.rules?.hidden ?? []).map(({ items }) => items);
    const allow = this.#options.text.buildMatcher(selectFilter(query), hidden, query.local);
    const nearest = vectors.search(feature, nearestMax, allow);
    const confirmations = this.#options.confirmed.bonuses(feature, nearest.hits, vectors.model, (photo) =>
      vectors.centre(photo),
    );
    const result = { ...nearest, confirmations };
    this.#nearest.set(feature, { vectors, revision, query: restricted, result });
    return result;
  }
}

/** The confidence by similarity and bonus. A verified picture is a clear match. */
function rateConfidence(
  { hits, confidence }: PictureSearchResult,
  bonuses: ReadonlyMap<number, number>,
): PhotoConfidence {
  if (bonuses.size === 0) return confidence;
  // A bonus may be negative, so the best two without one are compared, too.
  const others = hits.filter(({ key }) => !bonuses.has(key)).slice(0, 2);
  const [first = 0, second = -Infinity] = [...others, ...hits.filter(({ key }) => bonuses.has(key))]
    .map(({ key, score }) => score + (bonuses.get(key) ?? 0))
    .sort((a, b) => b - a);
  return first - second >= marginHighMin ? 'high' : 'low';
}

/** Omits the filter if the request sorts: the similarity threshold then depends on the photo and the catalog alone. */
function selectFilter({ sort, filter }: TextQuery): Filter | undefined {
  return sort.length > 0 ? undefined : filter;
}

function isRestricted(query: TextQuery): boolean {
  return selectFilter(query) !== undefined || (query.rules?.hidden ?? []).length > 0;
}

/** The rules of a query without pins. */
function removePins({ rules }: TextQuery): Pick<TextQuery, 'rules'> {
  return rules === undefined ? {} : { rules: { ...rules, pins: [] } };
}
