import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ModelIdentity } from '../runtime/model-identity.ts';

// This file does not import the model: the service needs only its identity, and ONNX Runtime is loaded in the encoder's process.

/** Name and hash of the vendored model in the manifest; null where it cannot be read, which loading it reports. */
export async function findVendoredModel(modelsDir: string): Promise<ModelIdentity | null> {
  return await readModelManifest(modelsDir).catch(() => null);
}

/** The vendored model with its file, whose SHA-256 is the manifest's. @throws Error with the file name and a remedy */
export async function readVendoredModel(
  modelsDir: string,
): Promise<{ identity: ModelIdentity; bytes: Uint8Array }> {
  const { name, file, sha256 } = await readModelManifest(modelsDir);
  const bytes = await readModelFile(modelsDir, file);
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) {
    throw new Error(
      `The image model models/${file} is damaged: its SHA-256 is not the manifest's. Restore the original file`,
    );
  }
  return { identity: { name, sha256 }, bytes };
}

/** The vendored image model in the manifest. @throws Error with a remedy */
async function readModelManifest(modelsDir: string): Promise<{ name: string; file: string; sha256: string }> {
  const manifest: unknown = JSON.parse((await readModelFile(modelsDir, 'manifest.json')).toString('utf8'));
  const image = readMember(manifest, 'image');
  const name = readMember(image, 'name');
  const file = readMember(image, 'file');
  const sha256 = readMember(image, 'sha256');
  if (typeof name !== 'string' || typeof file !== 'string' || typeof sha256 !== 'string') {
    throw new Error(
      `models/manifest.json names no image model: expected image.name, image.file and image.sha256`,
    );
  }
  return { name, file, sha256 };
}

/** @throws Error that reaches clients, so it names the file without the service's folder */
async function readModelFile(modelsDir: string, file: string): Promise<Buffer> {
  try {
    return await readFile(join(modelsDir, file));
  } catch (error) {
    throw new Error(`Cannot read models/${file}: picture search needs it. Restore it from the release`, {
      cause: error,
    });
  }
}

function readMember(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}
