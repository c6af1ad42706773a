import type { EncoderStatus } from '../../ports/pictures/encoder-status.ts';
import type {
  EmbeddedPhoto,
  ImageEncoder,
  PhotoToEmbed,
  PhotoToMatch,
  PointPair,
  RefinedFeatures,
} from '../../ports/pictures/vision.ts';
import { formatLegacyModelId } from '../runtime/model-identity.ts';

/** Another encoder, for subclasses that replace some of its methods. */
export class DelegatingImageEncoder implements ImageEncoder {
  readonly #encoder: ImageEncoder;

  constructor(encoder: ImageEncoder) {
    this.#encoder = encoder;
  }

  get model(): string {
    return this.#encoder.model;
  }

  get dimensions(): number {
    return this.#encoder.dimensions;
  }

  get blankFeature(): Float32Array | null {
    return this.#encoder.blankFeature;
  }

  status(): EncoderStatus {
    return this.#encoder.status();
  }

  embedPhoto(photo: PhotoToEmbed, client: string): Promise<EmbeddedPhoto> {
    return this.#encoder.embedPhoto(photo, client);
  }

  embedCatalog(bytes: Uint8Array): Promise<Float32Array> {
    return this.#encoder.embedCatalog(bytes);
  }

  refine(bytes: Uint8Array, backgrounds: readonly Uint8Array[]): Promise<RefinedFeatures> {
    return this.#encoder.refine(bytes, backgrounds);
  }

  detectKeypoints(bytes: Uint8Array): Promise<Uint8Array> {
    return this.#encoder.detectKeypoints(bytes);
  }

  matchPoints(photo: PhotoToMatch, client: string): Promise<PointPair[][]> {
    return this.#encoder.matchPoints(photo, client);
  }
}

/** An encoder that serves the vectors of its model that were stored under its legacy id. */
export class LegacyImageEncoder extends DelegatingImageEncoder {
  override get model(): string {
    return formatLegacyModelId(super.model);
  }
}
