import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { l2Normalise } from '../../kernel/vectors/vector-math.ts';
import { FEATURE_DIMENSIONS, type ModelIdentity } from './vision-messages.ts';

/** A model with its weights in memory. */
export interface ImageModel {
  readonly identity: ModelIdentity;
  /** The L2-normalised feature of one square RGB picture of any side. */
  embed(input: Uint8Array): Promise<Float32Array>;
  release(): Promise<void>;
}

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
    embed: (input) => embed(session, input),
    release: () => session.release(),
  };
}

async function embed(session: InferenceSession, input: Uint8Array): Promise<Float32Array> {
  const side = Math.sqrt(input.length / 3);
  const image = new Tensor('uint8', input, [1, side, side, 3]);
  const { avg } = await session.run({ image });
  if (!(avg?.data instanceof Float32Array) || avg.data.length !== FEATURE_DIMENSIONS) {
    throw new Error('The image model gave no feature of the expected shape');
  }
  return l2Normalise(avg.data);
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
