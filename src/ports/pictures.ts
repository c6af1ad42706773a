import type { RefinedFeatures } from './vision.ts';
import type { TextHit, TextQuery, TextResult } from './text.ts';

/** What is known of one picture of an item. */
export type PictureStatus = 'pending' | 'embedded' | 'refined' | 'failed';

export interface PictureState {
  /** Address of the picture. */
  readonly source: string;
  readonly status: PictureStatus;
  /** Why it failed: a stable code and a sentence. */
  readonly error: { code: string; detail: string } | null;
  readonly attempts: number;
  /** When it will be tried again, in ms; null where it will not. */
  readonly retryAt: number | null;
}

/** A piece of background work on one picture. */
export interface PictureJob {
  readonly itemId: string;
  /** The engine's own name for the item. */
  readonly no: number;
  /** Place of the picture among the item's, from 0. */
  readonly position: number;
  readonly source: string;
  /** Times it was tried before. */
  readonly attempts: number;
  /** `embed` makes the picture findable; `refine` makes it easier to find, when there is time. */
  readonly step: 'embed' | 'refine';
  /** For refining: a few other kept pictures of the shop, as backgrounds. */
  readonly backgrounds: readonly string[];
}

export type PictureJobResult =
  /** `hash`: of the picture's bytes, by which the same ones are known again; null where they are not to be. */
  | { readonly step: 'embed'; readonly feature: Float32Array; readonly hash: string | null }
  | { readonly step: 'refine'; readonly refined: RefinedFeatures };

export interface PhotoHit extends TextHit {
  /** The picture that matched best; null for an item that has its place by a rule and no picture to compare. */
  readonly picture: {
    readonly source: string;
    /** Its place among the item's pictures, from 0. */
    readonly position: number;
  } | null;
}

export interface PhotoResult extends TextResult {
  /** The scores are cosines, -1 to 1, of each item's best picture. */
  readonly hits: PhotoHit[];
  /** How sure the first place is; `out_of_catalog` where the photo is like nothing in the catalog: then nothing is found. */
  readonly confidence: PhotoConfidence;
}

export type PhotoConfidence = 'high' | 'low' | 'out_of_catalog';

/** The longest wait until a picture that failed is tried again. */
export const pictureRetryMsMax = 24 * 60 * 60_000;

/** Pictures of the items of one project: what is to be done, what is known, and search among them. */
export interface Pictures {
  /**
   * The model whose vectors photos are compared with: photos must be embedded by it. That of the wanted model; where another one's
   * go on serving until all pictures are embedded anew, that one's. Empty where there are none.
   */
  readonly model: string;
  /**
   * A search as by words, among the items with a picture: where there are words, of what these find. In place of the text score
   * stands how like the photo the best picture of an item is. Where there is a sort, only what is at least half as like the photo
   * as the nearest of all is listed: all that is there, by price, would be no answer to a photo.
   */
  search(feature: Float32Array, query: TextQuery): Promise<PhotoResult>;
  /** The likeness of the nearest picture of all active items, and how sure it is: to choose between views of a photo. */
  bestMatch(feature: Float32Array): { score: number; confidence: PhotoConfidence };
  /**
   * Work that is due, the oldest item first; never a job that was taken and not finished or failed yet. A retry farther ahead than
   * `pictureRetryMsMax` is due: the clock was set back since.
   */
  take(limit: number, now: number, steps: readonly PictureJob['step'][]): Promise<PictureJob[]>;
  /** Stores the result, unless the item's picture changed meanwhile. Durable, and searched from now on. */
  finish(job: PictureJob, result: PictureJobResult, model: string): Promise<void>;
  /**
   * Finishes an `embed` job by what is known of a picture with the same bytes, here or elsewhere in the catalog; false, and the
   * job goes on, where nothing is.
   */
  reuse(job: PictureJob, hash: string, model: string): Promise<boolean>;
  /** Pictures that several items have in the very same bytes, those of most items first. */
  duplicates(limit: number): Promise<{ readonly source: string; readonly itemIds: readonly string[] }[]>;
  fail(job: PictureJob, error: { code: string; detail: string }, retryAt: number | null): Promise<void>;
  states(itemId: string): Promise<PictureState[]>;
  counts(): { pending: number; embedded: number; refined: number; failed: number };
  /** Pictures that failed, newest first. */
  failures(limit: number): Promise<{ itemId: string; state: PictureState }[]>;
  /** Calls `wake` whenever there may be new work. */
  onWork(wake: () => void): void;
  /** Tries every failed picture of the item, or of all items, again. */
  retry(itemId: string | null): Promise<number>;
}
