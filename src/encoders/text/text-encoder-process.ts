import { StepQueue } from '../runtime/step-queue.ts';
import { loadHubModel } from './hub-model.ts';
import type { EncoderReply, EncoderRequest, LoadedModel, ModelSource } from './text-encoder-messages.ts';
import { loadTextModel } from './text-model.ts';

// The process with a text model. It executes requests in their order, queries before background work; the queue, its
// limits and timeouts are in the encoder, at the other end of the channel.

/** Background texts per step: a query waits for at most one step, and larger ones are not faster on one core. */
const textsPerStep = 2;

const steps = new StepQueue();
let model: LoadedModel | null = null;

// Signals to the process group are for the service, which ends this process itself. When the service exits, however
// it does, the channel closes, and this process exits too.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
process.on('disconnect', () => process.exit());
process.on('message', (request: EncoderRequest) => {
  if (request.type === 'load') void load(request.source);
  else if (request.type === 'embed') void handle(request);
  else void close();
});

async function load(source: ModelSource): Promise<void> {
  try {
    model = source.kind === 'vendored' ? await loadTextModel(source.modelsDir) : await loadHubModel(source);
    send({ type: 'ready', model: model.identity });
  } catch (error) {
    send({ type: 'failed', detail: messageOf(error) });
    process.disconnect?.();
  }
}

async function handle({ id, texts, priority }: Extract<EncoderRequest, { type: 'embed' }>): Promise<void> {
  try {
    if (model === null) throw new Error('The text model is not loaded');
    const loaded = model;
    const vectors: Float32Array[] = [];
    const perStep = priority === 'query' ? texts.length : textsPerStep;
    for (let from = 0; from < texts.length; from += perStep) {
      const part = texts.slice(from, from + perStep);
      vectors.push(...(await steps.run(priority, () => loaded.embed(part, priority))));
    }
    send({ type: 'done', id, vectors });
  } catch (error) {
    send({ type: 'broke', id, detail: messageOf(error) });
  }
}

async function close(): Promise<void> {
  try {
    await steps.run('query', async () => {
      await model?.release();
      model = null;
    });
  } finally {
    process.disconnect?.();
  }
}

function send(reply: EncoderReply): void {
  process.send?.(reply);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
