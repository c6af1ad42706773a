import { openHub } from '../runtime/hub.ts';
import type { LoadedModel, ModelSource } from './text-encoder-messages.ts';

/** A pipeline for `feature-extraction`, as far as it is used. */
interface Extractor {
  (
    texts: readonly string[],
    options: { pooling: 'mean'; normalize: true },
  ): Promise<{ readonly data: Float32Array; readonly dims: readonly number[] }>;
  dispose(): Promise<unknown>;
}

/**
 * Loads a sentence model of a hub's form (ONNX files and a tokenizer in a folder) by @huggingface/transformers: from a folder, or
 * by its name, then fetched into the cache. Vectors are means over the tokens at length 1, as such models are trained.
 * Throws an Error with the way out.
 */
export async function loadHubModel(source: Extract<ModelSource, { kind: 'hub' }>): Promise<LoadedModel> {
  const hub = await openHub(source);
  const extract = (await hub.pipeline('feature-extraction')) as Extractor;
  return {
    identity: { name: hub.name, sha256: await hub.sha256() },
    embed: async (texts, as) => {
      const prefix = as === 'query' ? source.queryPrefix : source.itemPrefix;
      const { data, dims } = await extract(
        texts.map((text) => prefix + text),
        { pooling: 'mean', normalize: true },
      );
      const dimensions = dims.at(-1) ?? 0;
      if (dims.length !== 2 || data.length !== texts.length * dimensions)
        throw new Error(
          `The model ${hub.name} gives no sentence embeddings: its answer has the shape [${dims.join()}]`,
        );
      return texts.map((_, row) => data.slice(row * dimensions, (row + 1) * dimensions));
    },
    release: async () => {
      await extract.dispose();
    },
  };
}
