import { setTimeout as sleep } from 'node:timers/promises';
import { MessageChannel, receiveMessageOnPort, type MessagePort, type Worker } from 'node:worker_threads';
import type { ReplicaConnection, Replication } from '../engine/replicas/replication.ts';
import { convertErrorForTransfer } from '../engine/replicas/sent-error.ts';
import type { ValidatedCall } from '../http/forwarding/validated-calls.ts';
import type { Reply } from '../http/replies/reply.ts';
import { createRing, RingReader, RingWatch } from '../lib/record-ring.ts';
import type { TraceContext } from '../lib/tracing/trace-context.ts';
import type { Tracer } from '../lib/tracing/tracer.ts';
import { decodeUtf8 } from '../lib/utf8.ts';
import { VitrineError } from '../ports/errors.ts';
import { EncoderError, type NamesLanguage } from '../ports/search/text-embeddings.ts';
import type { PreparedThread } from './prepared-thread.ts';
import type { NumberedSearch, SearchCollector, SearchSource } from './search-collector.ts';
import { createServingWorker } from './serving-worker.ts';
import {
  progressIndex,
  type EmbeddedQuery,
  type Observation,
  type StateMessage,
  type ThreadMessage,
  type ThreadOptions,
} from './thread-messages.ts';

/** Time to close, in addition to that of requests in progress. */
const closeMsMax = 1_000;
/** Bytes of the ring of searches, some hundreds of them. */
const searchesBytes = 1024 * 1024;
/** How soon searches are received without a request that needs them. */
const searchesReceivedMs = 20;
/** How long a thread may take for the messages that it sends before a scrape of the metrics. */
const flushMsMax = 500;

export interface ThreadHandleOptions {
  readonly replication: Replication;
  readonly thread: Omit<ThreadOptions, 'streamPort' | 'messages' | 'searches' | 'searchNumbers' | 'progress'>;
  /** The module that the thread runs. */
  readonly program: URL;
  /** Null means that every thread loads the modules of its program when it is started. */
  readonly prepared: PreparedThread | null;
  /** A thread whose heap is larger than this is to be ended: see {@link ThreadHandle.heapMegabytes}. */
  readonly heapMegabytes: number;
  /** Null means that no traces are recorded. */
  readonly tracer: Tracer | null;
  /** @throws EncoderError */
  readonly embed: (
    model: string,
    text: string,
    client: string,
    names: NamesLanguage,
  ) => Promise<EmbeddedQuery>;
  /** @throws VitrineError */
  readonly handleCall: (call: ValidatedCall) => Promise<Reply>;
  readonly searches: SearchCollector;
  readonly onObserved: (observations: readonly Observation[]) => void;
  readonly onError: (error: unknown) => void;
}

/** The state thread's handle of one serving thread. */
export class ThreadHandle implements SearchSource {
  /** Resolves to the address on which the thread listens. Rejects if it cannot, or ends before. */
  readonly listening: Promise<{ readonly url: string; readonly port: number }>;
  /** Resolves when the thread has ended. */
  readonly ended: Promise<void>;
  readonly #options: ThreadHandleOptions;
  readonly #worker: Worker;
  readonly #connection: ReplicaConnection;
  readonly #messages: MessagePort;
  readonly #progress = new Int32Array(new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT));
  readonly #searches: RingReader;
  /** Searches that the ring had no room for. */
  #sentSearches: NumberedSearch[] = [];
  readonly #listening = Promise.withResolvers<{ url: string; port: number }>();
  readonly #flushes = new Map<number, () => void>();
  #lastFlush = 0;
  #lastBeat = -1;
  #beatAt = performance.now();
  #onClosed: () => void = () => undefined;

  constructor(options: ThreadHandleOptions) {
    this.#options = options;
    const stream = new MessageChannel();
    const messages = new MessageChannel();
    const searches = createRing(searchesBytes);
    this.#searches = new RingReader(searches, 0);
    options.searches.add(this);
    const watch = new RingWatch(searches, searchesReceivedMs, () => options.searches.receive());
    this.#messages = messages.port1;
    this.#connection = options.replication.connect(stream.port1, () =>
      Atomics.load(this.#progress, progressIndex.applied),
    );
    this.listening = this.#listening.promise;
    // Handled where it is awaited.
    this.listening.catch(() => undefined);
    const threadOptions: ThreadOptions = {
      ...options.thread,
      streamPort: stream.port2,
      messages: messages.port2,
      searches,
      searchNumbers: options.searches.memory,
      progress: this.#progress.buffer as SharedArrayBuffer,
    };
    this.#worker =
      options.prepared?.take() ??
      createServingWorker(options.program, options.thread.thread, options.heapMegabytes);
    this.#worker.postMessage(threadOptions, [stream.port2, messages.port2]);
    this.#messages.on('message', (message: ThreadMessage) => this.#receive(message));
    this.#worker.on('error', (error) => {
      this.#listening.reject(error);
      options.onError(error);
    });
    this.ended = new Promise((resolve) => {
      this.#worker.once('exit', () => {
        this.#listening.reject(new Error('A serving thread ended before it was ready'));
        watch[Symbol.dispose]();
        options.searches.remove(this);
        this.#connection[Symbol.dispose]();
        stream.port1.close();
        this.#messages.close();
        for (const flushed of this.#flushes.values()) flushed();
        resolve();
      });
    });
  }

  /** Milliseconds since the thread was last seen alive; call at an interval. */
  msSinceHeartbeat(): number {
    const now = performance.now();
    const beat = Atomics.load(this.#progress, progressIndex.beats);
    // The time until it runs is that of its start.
    if (beat !== this.#lastBeat || beat === 0) this.#beatAt = now;
    this.#lastBeat = beat;
    return now - this.#beatAt;
  }

  /** The used heap, also of a thread that does not return to its event loop; 0 where it has ended. */
  async heapMegabytes(): Promise<number> {
    const statistics = await this.#worker.getHeapStatistics().catch(() => null);
    return (statistics?.used_heap_size ?? 0) / 2 ** 20;
  }

  /** Processes all messages that the thread has sent. */
  receive(): void {
    for (;;) {
      const received = receiveMessageOnPort(this.#messages) as { message: ThreadMessage } | undefined;
      if (received === undefined) return;
      this.#receive(received.message);
    }
  }

  /** Resolves when what the thread observed before the call is processed, or it does not answer. */
  flush(): Promise<void> {
    const id = ++this.#lastFlush;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, flushMsMax);
    this.#flushes.set(id, resolve);
    this.#send({ kind: 'flush', id });
    return promise.finally(() => {
      clearTimeout(timer);
      this.#flushes.delete(id);
    });
  }

  /** Finishes requests in progress, then ends the thread: unfinished ones after `graceMs`. */
  async close(graceMs: number): Promise<void> {
    const closed = Promise.withResolvers<void>();
    this.#onClosed = closed.resolve;
    this.#send({ kind: 'close', graceMs });
    const timeout = sleep(graceMs + closeMsMax, undefined, { ref: false });
    await Promise.race([closed.promise, this.ended, timeout]);
    await this.terminate();
  }

  /** Ends the thread at once; its connections are closed. */
  async terminate(): Promise<void> {
    await this.#worker.terminate();
    await this.ended;
  }

  #send(message: StateMessage): void {
    this.#messages.postMessage(message);
  }

  takeSearches(into: NumberedSearch[]): void {
    into.push(...this.#sentSearches.splice(0));
    if (this.#searches.isCurrent) return;
    for (let record = this.#searches.read(); record !== null; record = this.#searches.read())
      into.push(JSON.parse(decodeUtf8(record)) as NumberedSearch);
    Atomics.store(this.#progress, progressIndex.searchesRead, this.#searches.position | 0);
  }

  #receive(message: ThreadMessage): void {
    this.#options.searches.receive();
    switch (message.kind) {
      case 'listening':
        return this.#listening.resolve(message);
      case 'failed':
        return this.#listening.reject(Object.assign(new Error(message.detail), { code: message.code }));
      case 'control':
        return this.#send({ kind: 'answer', id: message.id, state: this.#connection.control() });
      case 'load':
        return void this.#answer(message.id, 'The project cannot be opened', () =>
          this.#connection.load(message.project),
        );
      case 'embed':
        return void this.#resume(message.trace, () => this.#embed(message));
      case 'call':
        return void this.#resume(message.trace, () => this.#call(message.id, message.call));
      case 'ask':
        return void this.#answer(
          message.id,
          `The ${message.call.method} of a visitor cannot be computed`,
          () => this.#connection.ask(message.call),
        );
      case 'release':
        return this.#connection.release(message.slot);
      case 'missed':
        return this.#connection.cacheMissedItems(message.slot, message.numbers);
      case 'search':
        this.#sentSearches.push(message.search);
        return this.#options.searches.receive();
      case 'observed':
        return this.#options.onObserved(message.observations);
      case 'flushed':
        return this.#flushes.get(message.id)?.();
      case 'closed':
        return this.#onClosed();
    }
  }

  #resume(trace: TraceContext | null, work: () => Promise<void>): Promise<void> {
    return this.#options.tracer?.resume(trace, work) ?? work();
  }

  async #embed({ id, model, text, client, names }: ThreadMessage & { kind: 'embed' }): Promise<void> {
    try {
      this.#send({ kind: 'answer', id, state: await this.#options.embed(model, text, client, names) });
    } catch (error) {
      const reason = error instanceof EncoderError ? error.reason : 'unavailable';
      if (!(error instanceof EncoderError)) this.#options.onError(error);
      this.#send({ kind: 'encoder-error', id, reason, detail: String(error) });
    }
  }

  #call(id: number, call: ValidatedCall): Promise<void> {
    const moved: ArrayBuffer[] = [];
    const handle = async (): Promise<Reply> => {
      const reply = await this.#options.handleCall(call);
      if (typeof reply.body === 'string') return reply;
      // A copy, as the body may be a part of a larger buffer.
      const body = new Uint8Array(reply.body);
      moved.push(body.buffer);
      return { ...reply, body };
    };
    return this.#answer(id, 'The request failed', handle, moved);
  }

  /** Sends the result of a request; `unexpected` is the message of an error that is no VitrineError. */
  async #answer(
    id: number,
    unexpected: string,
    ask: () => Promise<object>,
    moved: ArrayBuffer[] = [],
  ): Promise<void> {
    try {
      const state = await ask();
      this.#messages.postMessage({ kind: 'answer', id, state } satisfies StateMessage, moved);
    } catch (error) {
      if (!(error instanceof VitrineError)) this.#options.onError(error);
      const reply = error instanceof VitrineError ? error : new VitrineError('internal_error', unexpected);
      this.#send({ kind: 'error', id, error: convertErrorForTransfer(reply) });
    }
  }
}
