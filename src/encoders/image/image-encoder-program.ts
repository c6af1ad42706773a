import { type LoadedEncoder, serveEncoder } from '../runtime/encoder-program.ts';
import { toVector, type ImageEncoderSource, type ImageTask } from '../runtime/encoder-messages.ts';
import {
  compareWithReference,
  readBlankFeature,
  readReferenceVectors,
} from '../runtime/reference-vectors.ts';
import { StepQueue } from '../runtime/step-queue.ts';
import { computeBlankFeature } from './blank-feature.ts';
import { DecodeWatchdog } from './decode-watchdog.ts';
import { embedCatalogPicture, embedPhoto, type EmbeddingTools } from './embedding.ts';
import { loadHubImageModel } from './hub-image-model.ts';
import { loadImageModel } from './image-model.ts';
import { matchPhoto, detectPoints } from './picture-points.ts';
import { embedReferencePicture } from './reference-picture.ts';
import { refinePicture } from './refinement.ts';

// The program of the process that decodes pictures and holds the image model.

serveEncoder<ImageEncoderSource, ImageTask>(
  async ({ model: source, budget }, { isChecked, onExceed }): Promise<LoadedEncoder<ImageTask>> => {
    const model =
      source.kind === 'vendored' ? await loadImageModel(source.modelsDir) : await loadHubImageModel(source);
    const modelsDir = source.kind === 'vendored' && !isChecked ? source.modelsDir : null;
    const stored = modelsDir === null ? null : await readBlankFeature(modelsDir, model.identity);
    const blankFeature = stored ?? (isChecked ? null : await computeBlankFeature(model));
    const references =
      modelsDir === null ? null : await readReferenceVectors(modelsDir, 'image', model.identity);
    const referenceSimilarity = await compareWithReference(references, (file) =>
      embedReferencePicture(model, file),
    );
    const decoders = new DecodeWatchdog(budget, onExceed);
    const shared = { model, steps: new StepQueue(), largeDecodes: new StepQueue() };
    return {
      identity: model.identity,
      blankFeature,
      referenceSimilarity,
      run: (task, { id, signal, askForRest: ask }) => {
        const watch: EmbeddingTools['watch'] = (bytes, decode) => decoders.run(id, bytes, decode);
        const tools = { ...shared, watch, signal };
        switch (task.kind) {
          case 'catalog':
            return embedCatalogPicture(tools, task.bytes).then((one) => [one]);
          case 'points':
            return detectPoints(tools, task.bytes).then((bytes) => [toVector(bytes)]);
          case 'match':
            return matchPhoto(tools, task);
          case 'photo':
            return embedPhoto(tools, task, ask);
          case 'refine':
            return refineFeature(tools, task);
        }
      },
      release: () => model.release(),
    };
  },
);

async function refineFeature(
  tools: EmbeddingTools,
  { bytes, backgrounds }: Extract<ImageTask, { kind: 'refine' }>,
): Promise<Float32Array[]> {
  const { feature, calibrationSamples, augmentedMean } = await refinePicture(tools, bytes, backgrounds);
  return augmentedMean === null
    ? [feature, calibrationSamples]
    : [feature, calibrationSamples, augmentedMean];
}
