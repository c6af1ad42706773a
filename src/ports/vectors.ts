import type { StoredItem } from './catalog.ts';
import type { SceneFeatures } from './vision.ts';
import type { Filter } from './filters.ts';
import type { ItemSet } from './rules.ts';
import type { FacetChoice, FacetRequest, FacetResult } from './text.ts';

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
  readonly others: readonly string[];
}

export type PictureResult =
  | { readonly step: 'embed'; readonly feature: Float32Array }
  /** Null for a picture without a clear product on white. */
  | { readonly step: 'refine'; readonly scenes: SceneFeatures | null };

export interface VectorQuery {
  /** Words that the items must have too; empty for none. */
  readonly text: string;
  readonly filter?: Filter;
  readonly facets: readonly FacetRequest[];
  readonly facetChoice?: FacetChoice;
  readonly offset: number;
  readonly limit: number;
  /** As if they were not there. */
  readonly hidden?: readonly ItemSet[];
}

export interface VectorResult {
  /** Items with a picture that match the filter and are like the photo at all. */
  readonly total: number;
  readonly hits: {
    readonly item: StoredItem;
    readonly score: number;
    /** Address of the picture that matched best. */
    readonly picture: string;
  }[];
  readonly facets: Readonly<Record<string, FacetResult>>;
  /** How sure the first place is; `foreign` where the photo is like nothing in the catalog. */
  readonly confidence: 'high' | 'low' | 'foreign';
}

/** Pictures of the items of one project: what is to be done, what is known, and search among them. */
export interface Pictures {
  search(feature: Float32Array, query: VectorQuery): Promise<VectorResult>;
  /** Work that is due, the oldest item first; never a job that was taken and not finished or failed yet. */
  take(limit: number, now: number, steps: readonly PictureJob['step'][]): Promise<PictureJob[]>;
  /** Stores the result, unless the item's picture changed meanwhile. Durable, and searched from now on. */
  finish(job: PictureJob, result: PictureResult, model: string): Promise<void>;
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
