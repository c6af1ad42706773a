import type { PointPair, RefinedFeatures } from './vision.ts';
import type { VisitorId } from '../recommendations/events.ts';
import type { TextHit, TextQuery, TextResult } from '../search/text.ts';

/** The state of one picture of an item. */
export type PictureStatus = 'pending' | 'embedded' | 'refined' | 'failed';

export interface PictureState {
  /** URL of the picture. */
  readonly source: string;
  readonly status: PictureStatus;
  /** The last error: code and message. */
  readonly error: { code: string; detail: string } | null;
  readonly attempts: number;
  /** Time of the next attempt, in ms, or null. */
  readonly retryAt: number | null;
}

/** Failed pictures of one host with one error. */
export interface PictureFailureGroup {
  /** Lower case, with the port if it is unusual; empty for pictures that are stored here, or whose address names no host. */
  readonly host: string;
  readonly code: string;
  readonly count: number;
  /** The newest of them. */
  readonly example: { readonly itemId: string; readonly state: PictureState };
}

/** A background job on one picture. */
export interface PictureJob {
  readonly itemId: string;
  /** The engine's number of the item. */
  readonly no: number;
  /** Index of the picture in `imgs`, from 0. */
  readonly position: number;
  readonly source: string;
  /** Previous attempts. */
  readonly attempts: number;
  /**
   * `embed` makes the picture searchable; `refine` improves it later, and extracts its keypoints; `points` extracts those of one that
   * was refined without.
   */
  readonly step: 'embed' | 'refine' | 'points';
  /** Other stored pictures of the shop, used as backgrounds in refinement. */
  readonly backgrounds: readonly string[];
}

export type PictureJobResult =
  /** `hash` of the picture's bytes, to recognise duplicates; null means not to be reused. */
  | { readonly step: 'embed'; readonly feature: Float32Array; readonly hash: string | null }
  /** `points` is omitted where a later job extracts them. */
  | { readonly step: 'refine'; readonly refined: RefinedFeatures; readonly points?: Uint8Array }
  | { readonly step: 'points'; readonly points: Uint8Array };

export interface PhotoHit extends TextHit {
  /** The best matching picture; null for a pinned item without a picture. */
  readonly picture: {
    readonly source: string;
    /** Index among the item's pictures, from 0. */
    readonly position: number;
  } | null;
  /** The keypoints of the picture that were found in the photo; omitted where it was not compared, or too few are. */
  readonly matchedPoints?: readonly PointPair[];
  /** Effects of confirmed photos of the item; absent if too few visitors confirmed one. */
  readonly confirmation?: Confirmation;
}

/** Photos of other visitors for which they chose the item. */
export interface Confirmation {
  readonly photos: number;
  /** Added to the similarity for the order, -0.05 to 0.5. */
  readonly bonus: number;
}

/** A photo of a shopper that was searched; the picture itself is not kept. */
export interface SearchedPhoto {
  readonly searchId: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly visitor: VisitorId | null;
  /** Ids of the items of the reply. */
  readonly shown: readonly string[];
  /** The feature that was searched by, and its model. */
  readonly feature: Float32Array;
  readonly model: string;
}

export interface PhotoResult extends TextResult {
  /** Scores are cosines, -1 to 1, of each item's best picture. */
  readonly hits: PhotoHit[];
  /**
   * The certainty of the first result. `out_of_catalog` means that no product of the catalog resembles the photo, and there are no results.
   * Without `verified`, it is decided by similarity alone.
   */
  readonly confidence: PhotoConfidence;
  /**
   * With confidence `low`, the categories of the nearest items, most frequent first: within the right one, the photo is far more
   * certain. Empty if all items are in one category, or with another confidence.
   */
  readonly nearestCategories: readonly NearestCategory[];
}

/** A category of the items nearest to a photo. */
export interface NearestCategory {
  readonly field: string;
  /** A value, or the first levels of a path. */
  readonly value: string;
  /** Number of the nearest items in it, or in a category below. */
  readonly count: number;
}

export type PhotoConfidence = 'high' | 'low' | 'out_of_catalog';

/** Longest delay until a failed picture is retried. */
export const pictureRetryMsMax = 24 * 60 * 60_000;

/** A picture that geometric verification found in the photo. */
export interface VerifiedPicture {
  readonly matchedPoints: readonly PointPair[];
  /** Added to the similarity for the order, 0 to 1. */
  readonly bonus: number;
}

/** Pictures by state. */
export interface PictureCounts extends Readonly<Record<PictureStatus, number>> {
  /** Refined pictures whose keypoints are not extracted yet. */
  readonly withoutPoints: number;
}

/** The pictures of one project: jobs, states and photo search. */
export interface Pictures {
  /**
   * The model of the serving vectors, which must embed the photos: the target model, or the previous one until all pictures
   * are re-embedded. Empty if there are none.
   */
  readonly model: string;
  /**
   * A search among items with a picture; with words, among their keyword matches. Ranks by the similarity of an item's pictures, of which the
   * best counts most, in place of the text score. With a sort, lists only items at least half as similar as the nearest, and verified ones.
   * The items in `verified`, whose pictures geometric verification found in the photo, rank higher. With `isFlat` the photo was drawn, such as a
   * screenshot; it is out of catalog unless a picture was found in it, or it is as similar to a picture as one that shows the same product.
   */
  search(
    feature: Float32Array,
    query: TextQuery,
    verified?: ReadonlyMap<string, VerifiedPicture>,
    isFlat?: boolean,
  ): Promise<PhotoResult>;
  /**
   * Keeps the feature of a photo for a day. A click or cart event of its visitor on a shown item confirms the item: from five visitors on, it
   * ranks the item in later searches. With the setting `learnFromPhotos` off, does nothing.
   */
  keepPhoto(photo: SearchedPhoto): void;
  /** The first hits that `search` would list, without pinned ones; with a sort, none. */
  candidates(feature: Float32Array, query: TextQuery, limit: number): Promise<PhotoHit[]>;
  /** The stored keypoints of an item's picture; null where they are not extracted yet, or it has none. */
  points(itemId: string, position: number): Uint8Array | null;
  /**
   * Similarity and confidence of the nearest picture among all active items; used to choose between views of a photo. `next`:
   * the query that is probably searched next by this feature, which then need not compare all pictures again.
   */
  bestMatch(feature: Float32Array, next?: TextQuery): { score: number; confidence: PhotoConfidence };
  /** Due jobs, oldest item first, without jobs in progress. A retry time beyond `pictureRetryMsMax` is due: the clock was set back. */
  take(limit: number, now: number, steps: readonly PictureJob['step'][]): Promise<PictureJob[]>;
  /** Stores the result unless the item's picture has changed. Durable, and searchable when it resolves. */
  finish(job: PictureJob, result: PictureJobResult, model: string): Promise<void>;
  /** Finishes an `embed` job with the vectors of identical bytes elsewhere in the catalog; false if there are none. */
  reuse(job: PictureJob, hash: string, model: string): Promise<boolean>;
  /** Pictures with identical bytes in several items, most frequent first. */
  findDuplicates(limit: number): Promise<{ readonly source: string; readonly itemIds: readonly string[] }[]>;
  fail(job: PictureJob, error: { code: string; detail: string }, retryAt: number | null): Promise<void>;
  readStates(itemId: string): Promise<PictureState[]>;
  countByState(): PictureCounts;
  /** Failed pictures, newest first. */
  listFailures(limit: number): Promise<{ itemId: string; state: PictureState }[]>;
  /** Failed pictures by host and error code, most frequent first. */
  groupFailures(limit: number): Promise<PictureFailureGroup[]>;
  /** Calls `wake` when there may be new jobs. */
  onWork(wake: () => void): void;
  /** Retries failed pictures: of the item, host and error code, where they are not null. Returns their number. */
  retry(which: {
    readonly itemId: string | null;
    readonly host: string | null;
    readonly code: string | null;
  }): Promise<number>;
}
