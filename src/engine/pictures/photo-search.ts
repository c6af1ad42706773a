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
import { localFields } from '../search/local-fields.ts';
import type { EmbeddedTextIndex } from '../search/text-index.ts';
import { nearestCategories, nearestItems } from './nearest-categories.ts';
import type { ConfirmedPhotos } from './confirmed-photos.ts';
import type { PictureVectors } from './picture-vectors.ts';

/** Items ranked by similarity to a photo: as many as can be paged through. All others are found too, and rank behind them. */
const nearestMax = limits.searchWindowMax;
/** The score of items beyond those, and of items without a vector. */
const dissimilarScore = -1;
/** With a sort, the minimum share of the best score that an item must have, unless it is verified. */
const sortedShareMin = 0.5;

interface Options {
  readonly text: EmbeddedTextIndex;
  /** The vectors that serve now. */
  readonly serving: () => PictureVectors;
  /** The source of an item's picture; null where it has changed. */
  readonly sourceOf: (itemId: string, position: number) => string | null;
  /** The number of the item with the shop's id, or -1. */
  readonly numberOf: (itemId: string) => number;
  readonly confirmed: Pick<ConfirmedPhotos, 'bonuses'>;
  /** Learns the features of photos. */
  readonly observe: (feature: Float32Array) => void;
}

/** The items nearest to a photo by similarity, and what confirmed photos change in their order, by number. */
interface NearestItems extends PictureSearchResult {
  readonly confirmations: ReadonlyMap<number, Confirmation>;
}

/** Searches the pictures of a project by photos. */
export class PhotoSearch {
  readonly #options: Options;
  /**
   * By the feature of a photo: its nearest items, for the search after `bestMatch()` and `candidates()`. `query`: null without
   * restrictions.
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
    const nearest = this.#nearestOf(feature, query);
    const showsNoItem = isFlat && verified.size === 0 && serving().showsNoItem(feature);
    if (nearest.confidence === 'out_of_catalog' || showsNoItem) {
      const confidence = 'out_of_catalog';
      const found = await text.searchLike({ ...query, ...withoutPins(query) }, { scoreOf: () => null });
      return { ...found, hits: [], confidence, nearestCategories: [] };
    }
    observe(feature);
    const bonuses = this.#bonusesOf(nearest, verified);
    const confidence = verifiedConfidence(nearest, bonuses);
    const listed = new Set<number>();
    const ranked = await this.#ranked(nearest, query, verified, listed);
    const nearestCategories = confidence === 'low' ? this.#categoriesOf(nearest, listed, query) : [];
    return { ...ranked, confidence, nearestCategories };
  }

  async candidates(feature: Float32Array, query: TextQuery, limit: number): Promise<PhotoHit[]> {
    const nearest = this.#nearestOf(feature, query);
    if (nearest.confidence === 'out_of_catalog' || query.sort.length > 0) return [];
    const { facetSelection: _, ...rest } = query;
    const first = { ...rest, facets: [], highlight: [], offset: 0, limit, explain: false, variants: 0 };
    const { hits } = await this.#ranked(nearest, first, new Map());
    return hits.filter(({ rules, pinnedIn }) => (rules?.pinned ?? null) === null && pinnedIn === null);
  }

  /** The items in the order of their similarity and bonus. `listed`: receives the nearest items that match the query. */
  async #ranked(
    nearest: NearestItems,
    query: TextQuery,
    verified: ReadonlyMap<string, VerifiedPicture>,
    listed?: Set<number>,
  ): Promise<Omit<PhotoResult, 'confidence' | 'nearestCategories'>> {
    const { text, serving, sourceOf, numberOf } = this.#options;
    const vectors = serving();
    const best = new Map(nearest.hits.map((hit) => [hit.key, hit]));
    const bonuses = this.#bonusesOf(nearest, verified);
    const verifiedNos = new Set(verified.keys().map(numberOf));
    const isSorted = query.sort.length > 0;
    const scoreMin = isSorted ? (nearest.hits[0]?.score ?? 0) * sortedShareMin : -Infinity;
    const found = await text.searchLike(query, {
      scoreOf: (no) => {
        const near = best.get(no);
        const score = near?.score ?? (vectors.has(no) ? dissimilarScore : null);
        if (score === null || (score < scoreMin && !verifiedNos.has(no))) return null;
        if (near !== undefined) listed?.add(no);
        // Half of the sum of two numbers up to 1 is a similarity again. Without bonuses, too: pages must agree on boosts, which end at 1.
        return (score + (bonuses.get(no) ?? 0)) / 2;
      },
    });
    const hits = found.hits.map((hit) => {
      const no = numberOf(hit.item.id);
      const { score = dissimilarScore, picture: position } = best.get(no) ?? {};
      const source = position === undefined ? null : sourceOf(hit.item.id, position);
      const picture = position === undefined || source === null ? null : { source, position };
      const matchedPoints = verified.get(hit.item.id)?.matchedPoints;
      const confirmation = nearest.confirmations.get(no);
      return {
        ...hit,
        score,
        picture,
        ...(matchedPoints === undefined ? {} : { matchedPoints }),
        ...(confirmation === undefined ? {} : { confirmation }),
      };
    });
    return { ...found, hits };
  }

  bestMatch(feature: Float32Array, next?: TextQuery): { score: number; confidence: PhotoConfidence } {
    const { serving, text } = this.#options;
    const { hits, confidence } =
      next !== undefined && !isRestricted(next)
        ? this.#nearestOf(feature, next)
        : serving().search(feature, 1, text.matcher(undefined));
    return { score: hits[0]?.score ?? dissimilarScore, confidence };
  }

  /** The bonuses of verified and of confirmed items, by number; together at most 1. */
  #bonusesOf(
    { confirmations }: NearestItems,
    verified: ReadonlyMap<string, VerifiedPicture>,
  ): ReadonlyMap<number, number> {
    const bonuses = new Map([...confirmations].map(([no, { bonus }]) => [no, bonus]));
    for (const [id, { bonus }] of verified) {
      const no = this.#options.numberOf(id);
      bonuses.set(no, Math.min(1, bonus + (bonuses.get(no) ?? 0)));
    }
    return bonuses;
  }

  #categoriesOf(
    { hits }: PictureSearchResult,
    listed: ReadonlySet<number>,
    { privateFields = [], local }: TextQuery,
  ): NearestCategory[] {
    const fields = categoryFields.filter((field) => !privateFields.includes(field));
    const { text } = this.#options;
    const seen = localFields(local, () => text.fieldNames());
    const keys = hits.map(({ key }) => key).filter((key) => listed.has(key));
    return nearestCategories(
      keys.slice(0, nearestItems),
      (no, field) => text.valuesOf(no, seen.field(field)),
      fields,
    );
  }

  /** The nearest of the items that may be listed. */
  #nearestOf(feature: Float32Array, query: TextQuery): NearestItems {
    const vectors = this.#options.serving();
    const { revision } = vectors;
    const restricted = isRestricted(query) ? query : null;
    const kept = this.#nearest.get(feature);
    const isSame = kept?.vectors === vectors && kept.revision === revision && kept.query === restricted;
    if (isSame) return kept.result;
    const hidden = (query.rules?.hidden ?? []).map(({ items }) => items);
    const allow = this.#options.text.matcher(filterOf(query), hidden, query.local);
    const found = vectors.search(feature, nearestMax, allow);
    const confirmations = this.#options.confirmed.bonuses(feature, found.hits, vectors.model, (photo) =>
      vectors.centred(photo),
    );
    const result = { ...found, confirmations };
    this.#nearest.set(feature, { vectors, revision, query: restricted, result });
    return result;
  }
}

/** The confidence by similarity and bonus: a picture that is found in the photo is a clear match. */
function verifiedConfidence(
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
