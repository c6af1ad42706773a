import type { TextEncoderSource, TextTask } from '../runtime/encoder-messages.ts';
import { serveEncoder } from '../runtime/encoder-program.ts';
import { compareWithReference, readReferenceVectors } from '../runtime/reference-vectors.ts';
import { StepQueue } from '../runtime/step-queue.ts';
import { loadHubModel } from './hub-model.ts';
import { loadTextModel } from './text-model.ts';

// The program of the process with a text model.

/** Background texts per step: a query waits for at most one step, and larger ones are not faster on one core. */
const textsPerStep = 2;

serveEncoder<TextEncoderSource, TextTask>(async (source, { isChecked }) => {
  const model =
    source.kind === 'vendored' ? await loadTextModel(source.modelsDir) : await loadHubModel(source);
  const references =
    source.kind === 'vendored' && !isChecked
      ? await readReferenceVectors(source.modelsDir, 'text', model.identity)
      : null;
  const steps = new StepQueue();
  return {
    identity: model.identity,
    blankFeature: null,
    referenceSimilarity: await compareWithReference(
      references,
      async (text) => (await model.embed([text], 'background'))[0]!,
    ),
    run: async ({ texts, priority }, { signal }) => {
      const vectors: Float32Array[] = [];
      const perStep = priority === 'query' ? texts.length : textsPerStep;
      for (let from = 0; from < texts.length; from += perStep) {
        const part = texts.slice(from, from + perStep);
        signal.throwIfAborted();
        vectors.push(...(await steps.run(priority, () => model.embed(part, priority))));
      }
      return vectors;
    },
    release: () => model.release(),
  };
});
