import { hash } from 'node:crypto';
import { decodeVector, encodeVector } from '../../kernel/vectors/vector-codec.ts';
import type { ImageEncoder, RefinedFeatures } from '../../ports/pictures/vision.ts';
import { DelegatingImageEncoder } from './delegating-image-encoder.ts';

/** Refined features of known pictures, by the SHA-256 of their bytes, of one model. */
export interface FeatureFile {
  readonly model: string;
  readonly features: ReadonlyMap<string, RefinedFeatures>;
}

const magic = 'VTRFEAT1';
const hashBytes = 32;

/**
 * A feature file: magic, uint32 length and text of the model's name, then for each picture its hash and three vectors, each with its
 * length in bytes as uint32 (0: none). Vectors have eight bits per number, which changes their similarities by less than .001.
 */
export function encodeFeatures({ model, features }: FeatureFile): Uint8Array {
  const encodeVectors = (vector: Float32Array | null): Uint8Array[] => {
    const bytes = vector === null || vector.length === 0 ? new Uint8Array(0) : encodeVector(vector, 'int8');
    return [encodeUint32(bytes.length), bytes];
  };
  const name = Buffer.from(model);
  return Buffer.concat([
    Buffer.from(magic),
    encodeUint32(name.length),
    name,
    ...[...features].flatMap(([id, { feature, augmentedMean, calibrationSamples }]) => [
      Buffer.from(id, 'hex'),
      ...encodeVectors(feature),
      ...encodeVectors(augmentedMean),
      ...encodeVectors(calibrationSamples),
    ]),
  ]);
}

/** Reads the result of {@link encodeFeatures}. @throws RangeError for other bytes */
export function decodeFeatures(bytes: Uint8Array): FeatureFile {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const take = (length: number): Buffer => {
    if (at + length > buffer.length) throw new RangeError('Cannot read features: the file is incomplete');
    at += length;
    return buffer.subarray(at - length, at);
  };
  if (take(magic.length).toString() !== magic) throw new RangeError('Cannot read features of another format');
  const takeSized = (): Buffer => take(take(4).readUInt32LE());
  const takeVector = (): Float32Array | null => {
    const vector = takeSized();
    return vector.length === 0 ? null : decodeVector(vector);
  };
  const model = takeSized().toString();
  const features = new Map<string, RefinedFeatures>();
  while (at < buffer.length) {
    const id = take(hashBytes).toString('hex');
    const [feature, augmentedMean, samples] = [takeVector(), takeVector(), takeVector()];
    if (feature === null) throw new RangeError('Cannot read features: a picture has none');
    features.set(id, { feature, augmentedMean, calibrationSamples: samples ?? new Float32Array(0) });
  }
  return { model, features };
}

function encodeUint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** Features are released when none was asked for in this time. */
const keptMs = 60_000;

/** Reads features when they are asked for, and keeps them only for a minute after that: those of the demo shop take 14 MB. */
export function readWhenUsed(read: () => Promise<FeatureFile>): () => Promise<FeatureFile> {
  let file: Promise<FeatureFile> | null = null;
  let timer: NodeJS.Timeout | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(() => (file = null), keptMs).unref();
    return (file ??= read());
  };
}

/** An encoder that knows the features of some catalog pictures, such as those of the demo shop, and computes all others. */
export class PrecomputedFeatures extends DelegatingImageEncoder {
  readonly #read: () => Promise<FeatureFile>;

  constructor(encoder: ImageEncoder, read: () => Promise<FeatureFile>) {
    super(encoder);
    this.#read = read;
  }

  /** Returns the refined feature of a known picture, which is better than the plain one. */
  override async embedCatalog(bytes: Uint8Array): Promise<Float32Array> {
    return (await this.#findFeatures(bytes))?.feature ?? (await super.embedCatalog(bytes));
  }

  override async refine(bytes: Uint8Array, backgrounds: readonly Uint8Array[]): Promise<RefinedFeatures> {
    return (await this.#findFeatures(bytes)) ?? (await super.refine(bytes, backgrounds));
  }

  async #findFeatures(bytes: Uint8Array): Promise<RefinedFeatures | undefined> {
    const { model, features } = await this.#read();
    return model === this.model ? features.get(hash('sha256', bytes)) : undefined;
  }
}
