import type { MessagePort } from 'node:worker_threads';
import { reportSearch, type SearchRecorder } from '../domain/feedback/search-tracker.ts';
import type { ControlSnapshot, ProjectState, StateCall } from '../engine/replicas/replica-messages.ts';
import type { ReplicaSource } from '../engine/replicas/replica-engine.ts';
import { restoreError } from '../engine/replicas/sent-error.ts';
import type { ValidatedCall } from '../http/forwarding/validated-calls.ts';
import type { Reply } from '../http/replies/reply.ts';
import { RingWriter } from '../lib/record-ring.ts';
import { getCurrentTrace, inSpan } from '../lib/tracing/span.ts';
import type { ServedView } from '../ports/engine.ts';
import { EncoderError, type NamesLanguage } from '../ports/search/text-embeddings.ts';
import { searchNumbers } from './search-collector.ts';
import {
  progressIndex,
  type EmbeddedQuery,
  type Observation,
  type StateMessage,
  type ThreadMessage,
  type ThreadOptions,
} from './thread-messages.ts';

/** Observations are sent this often; `/metrics` requests them. */
const observedEveryMs = 100;

interface Waiting {
  readonly resolve: (state: never) => void;
  readonly reject: (error: Error) => void;
}

/** A serving thread's link to the state thread. */
export class StateLink implements ReplicaSource {
  readonly #port: MessagePort;
  readonly #searches: RingWriter;
  readonly #nextSearchNumber: () => number;
  readonly #progress: Int32Array;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #observations: Observation[] = [];
  #timer: NodeJS.Timeout | null = null;

  /** `onClose` is called when the thread has to finish its requests and close. */
  constructor(
    {
      messages: port,
      searches,
      searchNumbers: numbers,
      progress,
    }: Pick<ThreadOptions, 'messages' | 'searches' | 'searchNumbers' | 'progress'>,
    onClose: (graceMs: number) => void,
  ) {
    this.#port = port;
    this.#searches = new RingWriter(searches);
    this.#nextSearchNumber = searchNumbers(numbers);
    this.#progress = new Int32Array(progress);
    port.on('message', (message: StateMessage) => {
      if (message.kind === 'close') onClose(message.graceMs);
      else this.#receive(message);
    });
  }

  send(message: ThreadMessage): void {
    this.#port.postMessage(message);
  }

  control(): Promise<ControlSnapshot> {
    return this.#request((id) => ({ kind: 'control', id }));
  }

  load(project: string): Promise<ProjectState> {
    return this.#request((id) => ({ kind: 'load', id, project }));
  }

  /** The embedding of a query by a text model of the state thread. @throws EncoderError */
  embed(model: string, text: string, client: string, names: NamesLanguage): Promise<EmbeddedQuery> {
    return inSpan('embed query', () =>
      this.#request((id) => ({ kind: 'embed', id, model, text, client, names, trace: getCurrentTrace() })),
    );
  }

  /** Has the state thread handle a call. @throws VitrineError as the operation */
  call(call: ValidatedCall): Promise<Reply> {
    return inSpan('forward call', () =>
      this.#request((id) => ({ kind: 'call', id, call, trace: getCurrentTrace() })),
    );
  }

  ask(call: StateCall): Promise<never> {
    return this.#request((id) => ({ kind: 'ask', id, call }));
  }

  release(slot: number): void {
    this.send({ kind: 'release', slot });
  }

  cacheMissedItems(slot: number, numbers: readonly number[]): void {
    this.send({ kind: 'missed', slot, numbers });
  }

  /**
   * Publishes searches before their replies: an event that names one arrives later. A message for each would wake up the state
   * thread, which needs them only then, or now and then.
   */
  readonly recordSearch: SearchRecorder<ServedView>['recordSearch'] = (projectId, project, asked, result) => {
    const reported = reportSearch(projectId, project, asked, result);
    const search = { number: this.#nextSearchNumber(), search: reported };
    const record = Buffer.from(JSON.stringify(search));
    const readCount = Atomics.load(this.#progress, progressIndex.searchesRead);
    if (this.#searches.fits(record.length, readCount)) this.#searches.write(record);
    else this.send({ kind: 'search', search });
  };

  observe(operation: string, status: number, seconds: number): void {
    this.#add([operation, [status, seconds]]);
  }

  observeForwarded(operation: string): void {
    this.#add([operation, null]);
  }

  #add(observation: Observation): void {
    this.#observations.push(observation);
    this.#timer ??= setTimeout(() => this.#sendObservations(), observedEveryMs).unref();
  }

  #sendObservations(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#observations.length === 0) return;
    this.send({ kind: 'observed', observations: this.#observations });
    this.#observations = [];
  }

  #request<T>(message: (id: number) => ThreadMessage): Promise<T> {
    const id = ++this.#lastId;
    return new Promise<T>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.send(message(id));
    });
  }

  #receive(message: Exclude<StateMessage, { kind: 'close' }>): void {
    if (message.kind === 'flush') {
      this.#sendObservations();
      this.send({ kind: 'flushed', id: message.id });
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.kind === 'error') waiting?.reject(restoreError(message.error));
    else if (message.kind === 'encoder-error')
      waiting?.reject(new EncoderError(message.reason, message.detail));
    else waiting?.resolve(message.state as never);
  }
}
