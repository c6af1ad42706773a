import { createHash } from 'node:crypto';
import { openSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { allocateRowMemory } from '../../kernel/vectors/simd-kernels.ts';
import type { ModelIdentity } from '../runtime/model-identity.ts';
import { hashFile } from '../runtime/hash-file.ts';
import { ModelMemory } from './model-memory.ts';
import { SentenceEncoder } from './sentence-encoder.ts';

/** The multilingual text model, loaded once in a process. Threads receive it and open an encoder of their own. */
export interface MultilingualModel {
  readonly identity: ModelIdentity;
  /** All but the vectors of pieces. */
  readonly memory: WebAssembly.Memory;
  /** The path of the vectors of pieces, of which a text needs few. */
  readonly rowsPath: string;
}

interface ModelFile {
  readonly file: string;
  readonly sha256: string;
}

interface ModelEntry extends ModelFile {
  readonly name: string;
  readonly rows: ModelFile;
  readonly baseline: ModelFile;
}

/**
 * Loads the multilingual model of a folder (see models/README.md), after checking the hashes of its files against the manifest.
 * @throws Error with the file name and a remedy
 */
export async function loadMultilingualModel(modelsDir: string): Promise<MultilingualModel> {
  const { name, file, sha256, rows } = await readMultilingualEntry(modelsDir);
  const [bytes] = await Promise.all([readFile(join(modelsDir, file)), checkHash(modelsDir, rows)]).catch(
    (error: unknown) => {
      throw new Error(`Cannot read the files of models/${file}: restore them from the release`, {
        cause: error,
      });
    },
  );
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw createDamageError(file);
  const memory = allocateRowMemory(bytes.length);
  new Uint8Array(memory.buffer).set(bytes);
  return { identity: { name, sha256 }, memory, rowsPath: join(modelsDir, rows.file) };
}

/** Opens an encoder for this thread. @throws Error if the file of the vectors of pieces cannot be opened */
export function openSentenceEncoder({ memory, rowsPath }: MultilingualModel): SentenceEncoder {
  return new SentenceEncoder(new ModelMemory(memory), openSync(rowsPath, 'r'));
}

/** The identity of the model in the manifest, which needs no other file; null where it cannot be read. */
export function readMultilingualIdentity(modelsDir: string): ModelIdentity | null {
  try {
    const { name, sha256 } = parseEntry(readFileSync(join(modelsDir, 'manifest.json'), 'utf8'));
    return { name, sha256 };
  } catch {
    return null;
  }
}

/** Reads what the manifest says of the model. @throws Error without a manifest, or if it has no multilingual model */
export async function readMultilingualEntry(modelsDir: string): Promise<ModelEntry> {
  return parseEntry(await readFile(join(modelsDir, 'manifest.json'), 'utf8'));
}

function parseEntry(manifest: string): ModelEntry {
  const { multilingual } = JSON.parse(manifest) as { readonly multilingual?: ModelEntry };
  if (multilingual === undefined) throw new Error('models/manifest.json names no multilingual model');
  return multilingual;
}

async function checkHash(modelsDir: string, { file, sha256 }: ModelFile): Promise<void> {
  const hash = createHash('sha256');
  await hashFile(hash, join(modelsDir, file));
  if (hash.digest('hex') !== sha256) throw createDamageError(file);
}

export function createDamageError(file: string): Error {
  return new Error(`models/${file} is damaged: its SHA-256 is not that of models/manifest.json`);
}
