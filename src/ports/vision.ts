/** A part of a picture, in shares of its width and height (0 to 1), from the top left. */
export interface Crop {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Turns pictures into features. All pictures of a project must come from the same model. */
export interface ImageEncoder {
  /** Name and hash of the model: stored with each vector, so that a change of model is noticed. Empty before it is loaded. */
  readonly model: string;
  /** The length of its features; 0 before it is loaded. */
  readonly dimensions: number;
  /**
   * The mean feature, not normalised, of pictures that show nothing: it tells how alike the model takes pictures to be that have
   * nothing in common. Null before the model is loaded.
   */
  readonly blankFeature: Float32Array | null;
  status(): { ready: boolean; detail: string };
  /**
   * `client` is who asks: clients are served by turns, and one with much work waits for its own.
   * @throws VitrineError image_*: the picture's fault; vision_unavailable: ours; overloaded: too much of this client waits.
   */
  embedQuery(bytes: Uint8Array, crop: Crop | null, client: string): Promise<Float32Array>;
  /** For pictures of the catalog: the plain feature, at background priority. */
  embedCatalog(bytes: Uint8Array): Promise<Float32Array>;
  /** Parts of a photo where there may be a product, each with its feature: none where all of the photo is alike. */
  embedRegions(bytes: Uint8Array, client: string): Promise<readonly PhotoRegion[]>;
  /** What takes more time: for pictures of the catalog, in the background. `backgrounds` are other pictures of the shop. */
  refine(bytes: Uint8Array, backgrounds: readonly Uint8Array[]): Promise<RefinedFeatures>;
}

/** Where the image model comes from: the one in the repository, or one of a hub's form, by folder or name. */
export interface ImageModelConfig {
  readonly make: 'vendored' | 'hub';
  /** Empty for the vendored one. */
  readonly model: string;
}

export interface PhotoRegion {
  readonly part: Crop;
  readonly feature: Float32Array;
}

/** What is known of a picture after a longer look. */
export interface RefinedFeatures {
  /** In place of the plain feature: the mean of several views, L2-normalised. */
  readonly feature: Float32Array;
  /**
   * The mean feature, not normalised, of the product in made-up scenes, which are closer to what a phone sees than a packshot is;
   * null for a picture that has no clear product on white.
   */
  readonly augmentedMean: Float32Array | null;
  /** Features of some views, one after the other: they tell what is foreign to the catalog. */
  readonly calibrationSamples: Float32Array;
}

export interface PictureSource {
  /**
   * Brings a picture from an http(s) address. Refuses private addresses, follows at most 3 redirects, stops
   * at 10 MB and 10 s.
   * @throws PictureFetchError with a code and whether trying again makes sense.
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
