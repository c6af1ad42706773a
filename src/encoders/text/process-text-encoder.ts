import type { EncoderStatus } from '../../ports/pictures/encoder-status.ts';
import { EncoderError, type TextEncoder, type TextModelRole } from '../../ports/search/text-embeddings.ts';
import { formatLegacyModelId, modelId } from '../runtime/model-identity.ts';
import type { TextEncoderSource, TextTask } from '../runtime/encoder-messages.ts';
import {
  type EncoderFault,
  EncoderProcess,
  type EncoderProcessOptions,
  type EncoderTimings,
} from '../runtime/encoder-process.ts';

export interface ProcessTextEncoderOptions extends Partial<EncoderTimings> {
  readonly role: TextModelRole;
  readonly name: string;
  readonly source: TextEncoderSource;
  /** The known `modelId()` before the model is loaded; empty where it is unknown. */
  readonly model: string;
  readonly languages: readonly string[] | null;
  readonly queryMsMax: number;
  /** Maximum waiting queries, half of them from one client; further ones are rejected immediately. */
  readonly queriesWaitingMax?: number;
  /** Called when the model is loaded, or cannot be. */
  readonly onSettled?: (status: EncoderStatus) => void;
  readonly spawn?: EncoderProcessOptions<unknown>['spawn'];
  readonly slot?: EncoderProcessOptions<unknown>['slot'];
}

/** The next query starts while the reply to the first is on its way. */
const queriesInFlightMax = 2;
const queriesWaitingDefault = 24;

/**
 * Computes embeddings in a separate process, so that neither loading nor running a model burdens the serving thread. A
 * crash fails the jobs in progress and the waiting queries.
 */
export class ProcessTextEncoder implements TextEncoder, AsyncDisposable {
  readonly role: TextModelRole;
  readonly name: string;
  readonly languages: readonly string[] | null;
  readonly #model: string;
  readonly #process: EncoderProcess<TextEncoderSource, TextTask>;

  constructor(options: ProcessTextEncoderOptions) {
    const {
      role,
      name,
      model,
      languages,
      onSettled,
      queriesWaitingMax = queriesWaitingDefault,
      ...rest
    } = options;
    this.role = role;
    this.name = name;
    this.#model = model;
    this.languages = languages;
    this.#process = new EncoderProcess({
      kind: 'text',
      program: new URL('./text-encoder-program.ts', import.meta.url),
      queue: {
        queriesInFlightMax,
        queriesWaitingMax,
        queriesWaitingPerClientMax: Math.ceil(queriesWaitingMax / 2),
      },
      repeatsAfterCrash: false,
      toError: (fault) => toEncoderError(fault),
      onState: (state, previous) => {
        if (state === 'failed' || (state === 'ready' && previous !== 'reloading')) onSettled?.(this.status());
      },
      ...rest,
    });
  }

  get model(): string {
    const { identity } = this.#process;
    return identity === null ? this.#model : modelId(identity);
  }

  status(): EncoderStatus {
    return this.#process.status();
  }

  /** Starts loading the model; the first job does so, too. */
  start(): void {
    this.#process.start();
  }

  async embedQuery(text: string, client: string): Promise<Float32Array> {
    this.start();
    const { ready, detail } = this.status();
    if (!ready) throw new EncoderError('unavailable', detail);
    const priority = 'query';
    const [vector] = await this.#process.submit({ texts: [text], priority }, { priority, client });
    return vector!;
  }

  async embedItems(texts: readonly string[]): Promise<Float32Array[]> {
    if (texts.length === 0) return [];
    const priority = 'background';
    return [...(await this.#process.submit({ texts, priority }, { priority }))];
  }

  /** Rejects pending and running jobs, and ends the process. */
  close(): Promise<void> {
    return this.#process.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

/** An encoder that serves the vectors of its model that were stored under its legacy id. */
export function createLegacyTextEncoder(encoder: ProcessTextEncoder): TextEncoder {
  return {
    role: 'legacy',
    name: encoder.name,
    get model() {
      return formatLegacyModelId(encoder.model);
    },
    languages: encoder.languages,
    status: () => encoder.status(),
    embedQuery: (text, client) => encoder.embedQuery(text, client),
    embedItems: (texts) => encoder.embedItems(texts),
  };
}

function toEncoderError(fault: EncoderFault): EncoderError {
  switch (fault.kind) {
    case 'timeout':
      return new EncoderError('timeout', `The text was not embedded within ${fault.msMax} ms`);
    case 'overloaded':
      return new EncoderError('timeout', 'Too many queries of this client are already waiting');
    case 'crashed':
      return new EncoderError('unavailable', `The process of the text model stopped (${fault.cause})`);
    case 'stopping':
    case 'unavailable':
      return new EncoderError('unavailable', fault.detail);
    default:
      return new EncoderError('refused', `The text model failed: ${fault.detail}`);
  }
}
