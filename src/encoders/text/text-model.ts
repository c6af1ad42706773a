import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type InferenceSession, openSession, Tensor } from '../runtime/onnx-runtime.ts';
import { l2Normalise } from '../../kernel/vectors/vector-math.ts';
import type { Priority } from '../runtime/step-queue.ts';
import type { ModelIdentity } from '../runtime/model-identity.ts';
import { parseWordPieces } from './word-pieces.ts';

/** A model with its weights in memory. */
export interface TextModel {
  readonly identity: ModelIdentity;
  /** A vector of length 1 for each text; at least one text. */
  embed(texts: readonly string[], as: Priority): Promise<Float32Array[]>;
  release(): Promise<void>;
}

/** Titles are short: longer texts are truncated, as in the model's training. */
const tokensMax = 128;

interface TextEntry {
  readonly name: string;
  readonly file: string;
  readonly sha256: string;
  readonly vocabulary: { readonly file: string; readonly sha256: string };
}

/**
 * Loads the text model of a folder (see models/README.md), after checking the hashes of its files against the
 * manifest. The session is created from the verified bytes. `isUnoptimised` is described at `openSession()`.
 * @throws Error with the file name and a remedy
 */
export async function loadTextModel(
  modelsDir: string,
  options: { readonly isUnoptimised?: boolean } = {},
): Promise<TextModel> {
  const entry = await readEntry(modelsDir);
  const bytes = await readVerified(modelsDir, entry);
  const pieces = parseWordPieces((await readVerified(modelsDir, entry.vocabulary)).toString('utf8'));
  const session = await openSession(bytes, options);
  // The session has a copy. The bytes would be garbage until V8 collects the heap: 23 MB for the first seconds.
  (bytes.buffer as ArrayBuffer).transfer(0);
  return {
    identity: { name: entry.name, sha256: entry.sha256 },
    embed: (texts) =>
      embed(
        session,
        texts.map((text) => pieces.encode(text, tokensMax)),
      ),
    release: () => session.release(),
  };
}

/** Sentence embeddings of token lists: the normalised mean of the tokens' states. */
async function embed(session: InferenceSession, lists: readonly number[][]): Promise<Float32Array[]> {
  const width = Math.max(...lists.map(({ length }) => length));
  const ids = new BigInt64Array(lists.length * width);
  const mask = new BigInt64Array(lists.length * width);
  lists.forEach((list, row) =>
    list.forEach((id, at) => {
      ids[row * width + at] = BigInt(id);
      mask[row * width + at] = 1n;
    }),
  );
  const shape = [lists.length, width];
  const { sentence_embedding: output } = await session.run({
    input_ids: new Tensor('int64', ids, shape),
    attention_mask: new Tensor('int64', mask, shape),
    token_type_ids: new Tensor('int64', new BigInt64Array(ids.length), shape),
  });
  if (!(output?.data instanceof Float32Array) || output.data.length % lists.length !== 0) {
    throw new Error('The text model returned embeddings of an unexpected shape');
  }
  const { data } = output;
  const dimensions = data.length / lists.length;
  return lists.map((_, row) => l2Normalise(data.slice(row * dimensions, (row + 1) * dimensions)));
}

async function readEntry(modelsDir: string): Promise<TextEntry> {
  const file = await readOrExplain(modelsDir, 'manifest.json');
  const { text } = JSON.parse(file.toString('utf8')) as { text?: Partial<TextEntry> };
  const { name, file: model, sha256, vocabulary } = text ?? {};
  if (
    name === undefined ||
    model === undefined ||
    sha256 === undefined ||
    vocabulary?.file === undefined ||
    vocabulary.sha256 === undefined
  ) {
    throw new Error(
      'models/manifest.json names no text model: expected text.name, text.file, text.sha256 and text.vocabulary',
    );
  }
  return { name, file: model, sha256, vocabulary };
}

async function readVerified(
  modelsDir: string,
  { file, sha256 }: { readonly file: string; readonly sha256: string },
): Promise<Buffer> {
  const bytes = await readOrExplain(modelsDir, file);
  if (createHash('sha256').update(bytes).digest('hex') === sha256) return bytes;
  throw new Error(
    `The text model’s models/${file} is damaged: its SHA-256 is not the manifest’s. Restore the original file`,
  );
}

/** The message reaches clients, so it names the file without the service's folder. */
async function readOrExplain(modelsDir: string, file: string): Promise<Buffer> {
  try {
    return await readFile(join(modelsDir, file));
  } catch (error) {
    throw new Error(`Cannot read models/${file}: semantic search needs it. Restore it from the release`, {
      cause: error,
    });
  }
}
