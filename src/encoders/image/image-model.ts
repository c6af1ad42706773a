import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InferenceSession, Tensor } from '../runtime/onnx-runtime.ts';
import { l2Normalise } from '../../kernel/vectors/vector-math.ts';
import type { ModelIdentity } from './vision-messages.ts';

/** A model with its weights in memory. */
export interface ImageModel {
  readonly identity: ModelIdentity;
  /** The length of its features. */
  readonly dimensions: number;
  /** The side, in pixels, of the square it is best at. */
  readonly side: number;
  /** Further sides that it takes and sees other things at; none where it brings every picture to one size. */
  readonly otherSides: readonly number[];
  /** The L2-normalised feature of one square RGB picture of any side. */
  embed(input: Uint8Array): Promise<Float32Array>;
  release(): Promise<void>;
}

/** The length of the vendored model's features. */
const dimensionCount = 1280;
/**
 * It was trained on 260 and takes any side: at 320 it costs 1.4 times as much and finds more (see docs/internals/photo-search.md).
 * It sees other things in smaller and in larger pictures; what it sees in all of them is the product.
 */
const sideLength = 320;
const otherSideChoices = [260, 384];
/**
 * The power that its activations, which are never negative, are raised to: a few large ones decide less alone (as Fisher vectors are
 * tamed: Perronnin et al., 2010). A root proper (.5) finds as much and tells foreign photos less well.
 */
const root = 0.7;

/**
 * Loads the image model of a folder (see models/README.md), after its SHA-256 is found to be the manifest's. The session is made
 * from the very bytes that were checked. Throws an Error whose message names the file and the way out.
 */
export async function loadImageModel(modelsDir: string): Promise<ImageModel> {
  const identity = await readIdentity(modelsDir);
  const bytes = await readOrExplain(modelsDir, identity.file);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  if (sha256 !== identity.sha256) {
    throw new Error(
      `The image model models/${identity.file} is damaged: its SHA-256 is not the manifest's. Put the original file back`,
    );
  }
  const session = await InferenceSession.create(bytes, { intraOpNumThreads: 1, interOpNumThreads: 1 });
  return {
    identity: { name: identity.name, sha256 },
    dimensions: dimensionCount,
    side: sideLength,
    otherSides: otherSideChoices,
    embed: (input) => embed(session, input),
    release: () => session.release(),
  };
}

/** Name and hash of the vendored model as the manifest states them; null where it cannot be read, which loading it tells. */
export async function vendoredImageModel(modelsDir: string): Promise<ModelIdentity | null> {
  return await readIdentity(modelsDir).catch(() => null);
}

async function embed(session: InferenceSession, input: Uint8Array): Promise<Float32Array> {
  const side = Math.sqrt(input.length / 3);
  const image = new Tensor('uint8', input, [1, side, side, 3]);
  const { avg } = await session.run({ image });
  if (!(avg?.data instanceof Float32Array) || avg.data.length !== dimensionCount) {
    throw new Error('The image model gave no feature of the expected shape');
  }
  return l2Normalise(avg.data.map((value) => Math.max(0, value) ** root));
}

async function readIdentity(modelsDir: string): Promise<{ name: string; file: string; sha256: string }> {
  const manifest: unknown = JSON.parse((await readOrExplain(modelsDir, 'manifest.json')).toString('utf8'));
  const image = member(manifest, 'image');
  const name = member(image, 'name');
  const file = member(image, 'file');
  const sha256 = member(image, 'sha256');
  if (typeof name !== 'string' || typeof file !== 'string' || typeof sha256 !== 'string') {
    throw new Error(
      `models/manifest.json names no image model: expected image.name, image.file and image.sha256`,
    );
  }
  return { name, file, sha256 };
}

/** What it says reaches clients, so it names the file and not where the service lies. */
async function readOrExplain(modelsDir: string, file: string): Promise<Buffer> {
  try {
    return await readFile(join(modelsDir, file));
  } catch (error) {
    throw new Error(`Cannot read models/${file}: picture search needs it. Restore it from the release`, {
      cause: error,
    });
  }
}

function member(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}
