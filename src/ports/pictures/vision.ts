import type { EncoderStatus } from './encoder-status.ts';

/** A region of a picture, relative to width and height (0 to 1), from the top left. */
export interface Crop {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Computes image features of pictures. All pictures of a project must use the same model. */
export interface ImageEncoder {
  /** Name and hash of the model, stored with each vector to detect a change of model. Empty until it is loaded. */
  readonly model: string;
  /** Length of the features; 0 until the model is loaded. */
  readonly dimensions: number;
  /**
   * The mean feature, not normalised, of pictures that show nothing: the expected similarity of unrelated pictures. Null
   * until the model is loaded.
   */
  readonly blankFeature: Float32Array | null;
  status(): EncoderStatus;
  /**
   * Clients are served in turn, each with a queue limit of its own; `client` names this one.
   * @throws VitrineError image_*: bad picture; vision_unavailable: no working model; overloaded: queue full
   */
  embedPhoto(photo: PhotoToEmbed, client: string): Promise<EmbeddedPhoto>;
  /** The plain feature of a catalog picture, with low priority. */
  embedCatalog(bytes: Uint8Array): Promise<Float32Array>;
  /** Computes a slower, better feature of a catalog picture, with low priority. `backgrounds` are other pictures of the shop. */
  refine(bytes: Uint8Array, backgrounds: readonly Uint8Array[]): Promise<RefinedFeatures>;
  /** The keypoints of a catalog picture for `matchPoints`, at most 16 kB, with low priority. */
  detectKeypoints(bytes: Uint8Array): Promise<Uint8Array>;
  /**
   * Geometric verification: the keypoints of each picture that are found in the photo, or in its crop, at matching places.
   * @throws VitrineError as `embedPhoto`
   */
  matchPoints(photo: PhotoToMatch, client: string): Promise<PointPair[][]>;
}

/** A photo, and the keypoints of the pictures to find in it. */
export interface PhotoToMatch {
  readonly bytes: Uint8Array;
  readonly crop: Crop | null;
  /** Results of `detectKeypoints`. */
  readonly pictures: readonly Uint8Array[];
}

/** A place in a photo and the same place in a picture: x and y from the top left, as shares of width and height. */
export interface PointPair {
  readonly photo: readonly [x: number, y: number];
  readonly picture: readonly [x: number, y: number];
}

/** The image model: the vendored one, or one in the layout of a hub, by folder or name. */
export interface ImageModelConfig {
  readonly make: 'vendored' | 'hub';
  /** Empty for the vendored model. */
  readonly model: string;
}

/** A photo, which is decoded once. */
export interface PhotoToEmbed {
  readonly bytes: Uint8Array;
  /** The region to embed; null means the whole. */
  readonly crop: Crop | null;
  /** Whether region proposals are wanted too, given the feature of the whole; by default not. */
  readonly parts?: (feature: Float32Array) => boolean;
}

export interface EmbeddedPhoto {
  /** The object that `parts` got, if it was called. */
  readonly feature: Float32Array;
  /** Region proposals; empty if they are not wanted, or nothing stands out. */
  readonly parts: readonly PhotoRegion[];
  /** Whether it was drawn, such as a screenshot or a chart: without the noise of a camera. Absent means unknown. */
  readonly isFlat?: boolean;
}

export interface PhotoRegion {
  readonly part: Crop;
  readonly feature: Float32Array;
}

/** Image features after refinement. */
export interface RefinedFeatures {
  /** Replaces the plain feature: the L2-normalised mean of several views. */
  readonly feature: Float32Array;
  /**
   * The mean feature, not normalised, of augmentations: scenes around the cut-out product, closer to phone photos than a
   * packshot. Null without a clear product on white.
   */
  readonly augmentedMean: Float32Array | null;
  /** Calibration samples: features of some views, concatenated; they set the out-of-catalog threshold. */
  readonly calibrationSamples: Float32Array;
}

export interface PictureSource {
  /**
   * Downloads a picture from an http(s) address. Rejects private addresses; at most 3 redirects, 10 MB and 10 s.
   * @throws PictureFetchError with a code and whether a retry makes sense
   */
  fetch(url: string): Promise<Uint8Array>;
}

export class PictureFetchError extends Error {
  readonly code: string;
  readonly retryable: boolean;

  constructor(code: string, detail: string, retryable: boolean) {
    super(detail);
    this.name = 'PictureFetchError';
    this.code = code;
    this.retryable = retryable;
  }
}
