import { VitrineError } from '../../ports/errors.ts';
import { collectWhenIdle } from '../../lib/idle-collection.ts';
import { trimMemory } from '../../lib/memory-trim.ts';
import type { EncoderReply, EncoderRequest } from './encoder-messages.ts';
import type { ModelIdentity } from './model-identity.ts';

/** A task in progress. */
export interface RunningTask {
  readonly id: number;
  /** Aborted when the task has timed out, or the service stops. */
  readonly signal: AbortSignal;
  /** Asks the service whether the rest of the task is wanted. */
  readonly askForRest: (vector: Float32Array) => Promise<boolean>;
}

/** A model with its weights in memory. */
export interface LoadedEncoder<Task> {
  readonly identity: ModelIdentity;
  readonly blankFeature: Float32Array | null;
  /** See `compareWithReference`. */
  readonly referenceSimilarity: number | null;
  /** @throws VitrineError where the input cannot be used */
  run(task: Task, running: RunningTask): Promise<readonly Float32Array[]>;
  release(): Promise<void>;
}

/** With `isChecked`, the blank feature and the reference similarity are known, and may be null. `onExceed` reports a task whose decoder exceeds its budget. */
type LoadEncoder<Source, Task> = (
  source: Source,
  options: { readonly isChecked: boolean; readonly onExceed: (id: number, detail: string) => void },
) => Promise<LoadedEncoder<Task>>;

/** A collection drops compiled code, too, so it must not follow each of the photos that come one after the other. */
const collectionMs = 10_000;

/**
 * Serves a model in its process. Tasks run concurrently; their queue, its limits and timeouts are in `EncoderProcess`, at
 * the other end of the channel.
 */
export function serveEncoder<Source, Task>(load: LoadEncoder<Source, Task>): void {
  const controllers = new Map<number, AbortController>();
  const answers = new Map<number, (isWanted: boolean) => void>();
  const work = new Set<Promise<void>>();
  let encoder: LoadedEncoder<Task> | null = null;
  const collectLater = collectWhenIdle({ afterMs: collectionMs, onCollected: trimMemory });
  // Signals to the process group are for the service, which ends this process itself. When the service exits, however it
  // does, the channel closes, and this process exits too.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => {});
  process.on('disconnect', () => process.exit());
  process.on('message', (request: EncoderRequest<Source, Task>) => {
    if (request.type === 'load') void loadEncoder(request.source, request.isChecked);
    else if (request.type === 'answer') answers.get(request.id)?.(request.isWanted);
    else if (request.type === 'cancel') controllers.get(request.id)?.abort();
    else if (request.type === 'close') void closeEncoder();
    else {
      // Not in the middle of this task.
      collectLater();
      const done = runTask(request.id, request.task).finally(() => {
        work.delete(done);
        collectLater();
      });
      work.add(done);
    }
  });

  async function loadEncoder(source: Source, isChecked: boolean): Promise<void> {
    try {
      const onExceed = (id: number, detail: string): void => send({ type: 'exceeded', id, detail });
      encoder = await load(source, { isChecked, onExceed });
      const { identity, blankFeature, referenceSimilarity } = encoder;
      send({ type: 'ready', model: identity, blankFeature, referenceSimilarity });
    } catch (error) {
      send({ type: 'failed', detail: describeError(error) });
      process.disconnect?.();
    }
  }

  async function runTask(id: number, task: Task): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    controllers.set(id, controller);
    const askForParts = (vector: Float32Array): Promise<boolean> =>
      new Promise((resolve) => {
        answers.set(id, resolve);
        signal.addEventListener('abort', () => resolve(false), { once: true });
        send({ type: 'asked', id, vector });
      });
    try {
      if (encoder === null) throw new Error('The model is not loaded');
      send({ type: 'done', id, vectors: await encoder.run(task, { id, signal, askForRest: askForParts }) });
    } catch (error) {
      const detail = describeError(error);
      if (error instanceof VitrineError) send({ type: 'refused', id, code: error.code, detail });
      else send({ type: 'broke', id, detail });
    } finally {
      controllers.delete(id);
      answers.delete(id);
    }
  }

  async function closeEncoder(): Promise<void> {
    for (const controller of controllers.values()) controller.abort();
    await Promise.allSettled(work);
    try {
      await encoder?.release();
    } finally {
      process.disconnect?.();
    }
  }
}

function send(reply: EncoderReply): void {
  process.send?.(reply);
}

function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
