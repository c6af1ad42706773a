import { StepQueue } from '../runtime/step-queue.ts';
import { loadHubModel } from './hub-model.ts';
import type { EncoderReply, EncoderRequest, LoadedModel, ModelSource } from './text-encoder-messages.ts';
import { loadTextModel } from './text-model.ts';

// The process that holds a text model, started by the encoder. It does what it is told as it is told, queries before background
// work; the queue, its bounds and its timeouts are the encoder's, on the other side of the channel.

/** Background texts in one step: a query waits for one step at most, and larger ones gain nothing on one core. */
const textsPerStep = 2;

const steps = new StepQueue();
let model: LoadedModel | null = null;

// A signal to the whole group is for the service, which ends this process when it is done with it. When the service is gone,
// however it went, the channel closes and so does this.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
process.on('disconnect', () => process.exit());
process.on('message', (request: EncoderRequest) => {
  if (request.type === 'load') void load(request.source);
  else if (request.type === 'embed') void answer(request);
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

async function answer({ id, texts, priority }: Extract<EncoderRequest, { type: 'embed' }>): Promise<void> {
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
