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
  status(): { ready: boolean; detail: string };
  /**
   * `client`: clients are served in turn, each with its own queue limit.
   * @throws VitrineError image_*: bad picture; vision_unavailable: no working model; overloaded: queue full
   */
  embedQuery(bytes: Uint8Array, crop: Crop | null, client: string): Promise<Float32Array>;
  /** The plain feature of a catalog picture, with low priority. */
  embedCatalog(bytes: Uint8Array): Promise<Float32Array>;
  /** Region proposals of a photo with their features; empty if nothing stands out. */
  embedRegions(bytes: Uint8Array, client: string): Promise<readonly PhotoRegion[]>;
  /** A slower, better feature of a catalog picture, with low priority. `backgrounds`: other pictures of the shop. */
  refine(bytes: Uint8Array, backgrounds: readonly Uint8Array[]): Promise<RefinedFeatures>;
}

/** The image model: the vendored one, or one in the layout of a hub, by folder or name. */
export interface ImageModelConfig {
  readonly make: 'vendored' | 'hub';
  /** Empty for the vendored model. */
  readonly model: string;
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
