import { openHub } from '../runtime/hub.ts';
import type { TextEncoderSource } from '../runtime/encoder-messages.ts';
import type { TextModel } from './text-model.ts';

/** The used part of a `feature-extraction` pipeline. */
interface Extractor {
  (
    texts: readonly string[],
    options: { pooling: 'mean'; normalize: true },
  ): Promise<{ readonly data: Float32Array; readonly dims: readonly number[] }>;
  dispose(): Promise<unknown>;
}

/**
 * Loads a sentence model in a hub's format (ONNX files and a tokenizer) with @huggingface/transformers: from a
 * folder, or by its name, which downloads it into the cache. Vectors are the normalised means of the tokens, as these
 * models are trained.
 * @throws Error with a remedy
 */
export async function loadHubModel(source: Extract<TextEncoderSource, { kind: 'hub' }>): Promise<TextModel> {
  const hub = await openHub(source);
  const extract = (await hub.pipeline('feature-extraction')) as Extractor;
  return {
    identity: { name: hub.name, sha256: await hub.computeSha256() },
    embed: async (texts, as) => {
      const prefix = as === 'query' ? source.queryPrefix : source.itemPrefix;
      const { data, dims } = await extract(
        texts.map((text) => prefix + text),
        { pooling: 'mean', normalize: true },
      );
      const dimensions = dims.at(-1) ?? 0;
      if (dims.length !== 2 || data.length !== texts.length * dimensions)
        throw new Error(
          `The model ${hub.name} returns no sentence embeddings: its output has the shape [${dims.join()}]`,
        );
      return texts.map((_, row) => data.slice(row * dimensions, (row + 1) * dimensions));
    },
    release: async () => {
      await extract.dispose();
    },
  };
}
