import { type DecodeBudget, DecodeWatchdog } from './decode-watchdog.ts';
import { embedCatalogPicture, type EmbeddingTools, embedRegions, embedPhoto } from './embedding.ts';
import { blankFeatureOf } from './blank-feature.ts';
import { refine } from './refinement.ts';
import { loadHubImageModel } from './hub-image-model.ts';
import { loadImageModel } from './image-model.ts';
import { PictureError } from './picture-error.ts';
import { StepQueue } from '../runtime/step-queue.ts';
import type { ImageModelSource, VisionReply, VisionRequest, VisionTask } from './vision-messages.ts';

// The process that decodes pictures and holds the image model, which the first message names. It executes tasks in
// their order, queries before background work; the queue, its limits and timeouts are in the encoder, at the other
// end of the channel.

const running = new Map<number, AbortController>();

// Signals to the process group are for the service, which ends this process itself. When the service exits, however
// it does, the channel closes, and this process exits too.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
process.on('disconnect', () => process.exit());

process.once('message', (request: VisionRequest) => {
  if (request.type === 'load') void load(request.source, request.budget);
});

/** The common tools of all tasks. */
type Shared = Pick<EmbeddingTools, 'model' | 'steps' | 'largeDecodes'> & {
  readonly decoders: DecodeWatchdog;
};

async function load(source: ImageModelSource, budget: DecodeBudget): Promise<void> {
  try {
    const model =
      source.kind === 'vendored' ? await loadImageModel(source.modelsDir) : await loadHubImageModel(source);
    const ground = await blankFeatureOf(model);
    const decoders = new DecodeWatchdog(budget, (id, detail) => send({ type: 'exceeded', id, detail }));
    serve({ model, steps: new StepQueue(), largeDecodes: new StepQueue(), decoders });
    send({ type: 'ready', model: model.identity, ground });
  } catch (error) {
    send({ type: 'failed', detail: messageOf(error) });
    process.disconnect?.();
  }
}

function serve(shared: Shared): void {
  const work = new Set<Promise<void>>();
  process.on('message', (request: VisionRequest) => {
    if (request.type === 'task') {
      const done = handle(shared, request.id, request.task).finally(() => work.delete(done));
      work.add(done);
    } else if (request.type === 'cancel') {
      running.get(request.id)?.abort();
    } else if (request.type === 'close') {
      for (const controller of running.values()) controller.abort();
      void Promise.allSettled(work)
        .then(() => shared.model.release())
        .finally(() => process.disconnect?.());
    }
  });
}

async function handle({ decoders, ...shared }: Shared, id: number, task: VisionTask): Promise<void> {
  const controller = new AbortController();
  running.set(id, controller);
  const watch: EmbeddingTools['watch'] = (bytes, decode) => decoders.run(id, bytes, decode);
  try {
    send({ type: 'done', id, vectors: await embed({ ...shared, watch, signal: controller.signal }, task) });
  } catch (error) {
    if (error instanceof PictureError) send({ type: 'refused', id, code: error.code, detail: error.message });
    else send({ type: 'broke', id, detail: messageOf(error) });
  } finally {
    running.delete(id);
  }
}

async function embed(tools: EmbeddingTools, task: VisionTask): Promise<Float32Array[]> {
  if (task.kind === 'query') return [await embedPhoto(tools, task.bytes, task.crop)];
  if (task.kind === 'catalog') return [await embedCatalogPicture(tools, task.bytes)];
  if (task.kind === 'parts') return await embedRegions(tools, task.bytes);
  const {
    feature,
    calibrationSamples: probes,
    augmentedMean: mean,
  } = await refine(tools, task.bytes, task.backgrounds);
  return mean === null ? [feature, probes] : [feature, probes, mean];
}

function send(reply: VisionReply): void {
  process.send?.(reply);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
