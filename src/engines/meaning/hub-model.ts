import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { pipeline as pipeStreams } from 'node:stream/promises';
import type { LoadedModel, ModelSource } from './meaning-messages.ts';

/** What is used of @huggingface/transformers, which a shop installs where it wants a model of a hub. */
interface Transformers {
  readonly env: { allowRemoteModels: boolean; localModelPath: string; cacheDir: string | null };
  pipeline(
    task: 'feature-extraction',
    model: string,
    options: { dtype: string; local_files_only: boolean },
  ): Promise<Extractor>;
}
interface Extractor {
  (
    texts: readonly string[],
    options: { pooling: 'mean'; normalize: true },
  ): Promise<{ readonly data: Float32Array; readonly dims: readonly number[] }>;
  dispose(): Promise<unknown>;
}

const packageName = '@huggingface/transformers';

/**
 * Loads a sentence model of a hub's form (ONNX files and a tokenizer in a folder) by @huggingface/transformers: from a folder, or
 * by its name, then fetched into the cache. Vectors are means over the tokens at length 1, as such models are trained.
 * Throws an Error with the way out.
 */
export async function loadHubModel(source: Extract<ModelSource, { kind: 'hub' }>): Promise<LoadedModel> {
  const transformers = await importTransformers();
  const { env } = transformers;
  const isFolder = isAbsolute(source.model);
  env.allowRemoteModels = !isFolder && source.cacheDir !== null;
  if (isFolder) env.localModelPath = dirname(source.model);
  if (source.cacheDir !== null) env.cacheDir = source.cacheDir;
  const model = isFolder ? basename(source.model) : source.model;
  const extract = await open(transformers, model, !env.allowRemoteModels);
  const folder = isFolder ? source.model : join(source.cacheDir ?? '', source.model);
  return {
    identity: { name: model, sha256: await hashOf(folder) },
    embed: async (texts, as) => {
      const prefix = as === 'query' ? source.queryPrefix : source.itemPrefix;
      const { data, dims } = await extract(
        texts.map((text) => prefix + text),
        { pooling: 'mean', normalize: true },
      );
      const dimensions = dims.at(-1) ?? 0;
      if (dims.length !== 2 || data.length !== texts.length * dimensions)
        throw new Error(
          `The model ${model} gives no sentence embeddings: its answer has the shape [${dims.join()}]`,
        );
      return texts.map((_, row) => data.slice(row * dimensions, (row + 1) * dimensions));
    },
    release: async () => {
      await extract.dispose();
    },
  };
}

async function importTransformers(): Promise<Transformers> {
  try {
    return (await import(packageName)) as Transformers;
  } catch (error) {
    throw new Error(
      `The text model of a hub needs the package ${packageName}, which is not installed: npm install ${packageName}`,
      { cause: error },
    );
  }
}

async function open(transformers: Transformers, model: string, localOnly: boolean): Promise<Extractor> {
  try {
    return await transformers.pipeline('feature-extraction', model, {
      dtype: 'q8',
      local_files_only: localOnly,
    });
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw new Error(`Cannot load the text model ${model}: ${cause}`, { cause: error });
  }
}

/** Of all ONNX files of a model's folder, in the order of their names. */
async function hashOf(folder: string): Promise<string> {
  const files = await readdir(folder, { recursive: true });
  const hash = createHash('sha256');
  for (const file of files.filter((name) => name.endsWith('.onnx')).sort())
    await pipeStreams(createReadStream(join(folder, file)), hash, { end: false });
  return hash.digest('hex');
}
