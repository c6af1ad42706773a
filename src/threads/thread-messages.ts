import type { MessagePort } from 'node:worker_threads';
import type { NumberedSearch } from './search-collector.ts';
import type { StreamMemory } from '../engine/replicas/change-stream.ts';
import type { SentError, StateCall } from '../engine/replicas/replica-messages.ts';
import type { ValidatedCall } from '../http/forwarding/validated-calls.ts';
import type { TraceContext } from '../lib/tracing/trace-context.ts';
import type { SharedTracing } from '../lib/tracing/tracer.ts';
import type { Operation } from '../http/operation.ts';
import type { LoadedMultilingualModel } from '../encoders/multilingual/multilingual-text-encoder.ts';
import type { EncoderErrorReason, NamesLanguage } from '../ports/search/text-embeddings.ts';
import type { CosineStats } from '../ports/search/text.ts';

/** What a serving thread starts with. */
export interface ThreadOptions {
  /** Number of the thread, from 1. */
  readonly thread: number;
  readonly host: string;
  /** 0: the system chooses a free port. */
  readonly port: number;
  /** Whether other threads listen on the same port. */
  readonly reusePort: boolean;
  readonly trustProxy: false | number | string;
  /** Whether the public URL has https. */
  readonly secure: boolean;
  /** The key of the demo storefront, or null if there is none. */
  readonly storefrontKey: string | null;
  readonly logLevel: string;
  /** The folder with the vocabulary of the vendored model. */
  readonly modelsDir: string;
  /** The multilingual text model; null if it is not loaded. */
  readonly multilingualModel: LoadedMultilingualModel | null;
  /** See `VocabularyWords.pieces`. */
  readonly vocabularyPieces: SharedArrayBuffer | null;
  /** Null means that no traces are recorded. */
  readonly tracing: SharedTracing | null;
  /** A replica of a project that no request used for this long is dropped. */
  readonly replicaIdleMs: number;
  /** The Unix socket on which the state thread answers forwarded requests. */
  readonly socketPath: string;
  /** The memory of the `ConnectionCounts`. */
  readonly connections: SharedArrayBuffer;
  /** The memory of the rate limits of the process. */
  readonly rates: SharedArrayBuffer;
  /** The routes of operations that the state thread answers. */
  readonly forwardedRoutes: readonly Pick<Operation, 'method' | 'path'>[];
  readonly memory: StreamMemory;
  /** Receives the objects of the stream. */
  readonly streamPort: MessagePort;
  /** Exchanges {@link ThreadMessage}s for {@link StateMessage}s. */
  readonly messages: MessagePort;
  /** A ring of {@link NumberedSearch}es as JSON, which does not overtake the state thread. */
  readonly searches: SharedArrayBuffer;
  /** The memory of `searchNumbers()`. */
  readonly searchNumbers: SharedArrayBuffer;
  /**
   * Int32: a counter that the thread raises while it runs, the position in the stream up to which it applied all changes, and the
   * position in the ring of searches up to which the state thread has read.
   */
  readonly progress: SharedArrayBuffer;
}

/** Indexes in `ThreadOptions.progress`. */
export const progressIndex = { beats: 0, applied: 1, searchesRead: 2 } as const;

/** The vector of a query, and its similarity baseline; null while that is unknown. */
export interface EmbeddedQuery {
  readonly vector: Float32Array;
  readonly baseline: CosineStats | null;
}

/** A request: operation, status and seconds, or null if it was forwarded. */
export type Observation = readonly [
  operation: string,
  answered: readonly [status: number, seconds: number] | null,
];

/** A message from a serving thread to the state thread. */
export type ThreadMessage =
  | { readonly kind: 'listening'; readonly url: string; readonly port: number }
  /** It cannot listen. */
  | { readonly kind: 'failed'; readonly detail: string; readonly code: string }
  | { readonly kind: 'control'; readonly id: number }
  | { readonly kind: 'load'; readonly id: number; readonly project: string }
  | { readonly kind: 'release'; readonly slot: number }
  | { readonly kind: 'missed'; readonly slot: number; readonly numbers: readonly number[] }
  | {
      readonly kind: 'embed';
      readonly id: number;
      readonly model: string;
      readonly text: string;
      readonly client: string;
      readonly names: NamesLanguage;
      readonly trace: TraceContext | null;
    }
  | {
      readonly kind: 'call';
      readonly id: number;
      readonly call: ValidatedCall;
      readonly trace: TraceContext | null;
    }
  | { readonly kind: 'ask'; readonly id: number; readonly call: StateCall }
  /** The ring of searches has no room for this one. */
  | { readonly kind: 'search'; readonly search: NumberedSearch }
  | { readonly kind: 'observed'; readonly observations: readonly Observation[] }
  /** All observations before the request to flush are sent. */
  | { readonly kind: 'flushed'; readonly id: number }
  /** No connection is open any more. */
  | { readonly kind: 'closed' };

/** A message from the state thread to a serving thread. */
export type StateMessage =
  /** What the message with the id asked for. */
  | { readonly kind: 'answer'; readonly id: number; readonly state: object }
  | { readonly kind: 'error'; readonly id: number; readonly error: SentError }
  | {
      readonly kind: 'encoder-error';
      readonly id: number;
      readonly reason: EncoderErrorReason;
      readonly detail: string;
    }
  | { readonly kind: 'flush'; readonly id: number }
  /** Finish requests in progress, then close: unfinished ones after `graceMs`. */
  | { readonly kind: 'close'; readonly graceMs: number };
