import type { EncoderStatus } from '../../ports/pictures/encoder-status.ts';
import { createHash } from 'node:crypto';
import { EncoderError, type TextEncoder, type TextModelConfig } from '../../ports/search/text-embeddings.ts';
import { l2Normalise } from '../../kernel/vectors/vector-math.ts';
import { runInHttpClientSpan } from '../../lib/tracing/http-client-span.ts';
import { FairSemaphore } from '../../lib/fair-semaphore.ts';

/** The endpoint's part of the text model configuration. */
export type EndpointOptions = Omit<TextModelConfig, 'make'> & { readonly itemsMsMax?: number };

const itemsMsMaxDefault = 30_000;
const queriesInFlightMax = 16;
/** One client may have half of these. */
const queriesWaitingMax = 16;
const replyBytesMax = 32 * 1024 * 1024;
const retryMsDefault = 5_000;
const retryMsMax = 10 * 60_000;

/**
 * A model behind an HTTP endpoint of the OpenAI form: POST {url}/embeddings with `{model, input}`, with the reply
 * `{data: [{index, embedding}]}`. After a failure no request is sent until its `retry-after` time, or for five
 * seconds.
 */
export class EndpointTextEncoder implements TextEncoder {
  readonly role = 'configured';
  readonly name: string;
  readonly model: string;
  readonly languages: readonly string[] | null;
  readonly #options: EndpointOptions;
  #dimensions: number | null;
  readonly #queries = new FairSemaphore({
    activeMax: queriesInFlightMax,
    activePerClientMax: queriesInFlightMax,
    waitingMax: queriesWaitingMax,
    waitingPerClientMax: queriesWaitingMax / 2,
  });
  /** No request is sent before this time, in ms of the process's clock. */
  #pausedUntil = 0;
  #detail: string;
  #ready = true;

  constructor(options: EndpointOptions) {
    this.#options = options;
    this.#dimensions = options.dimensions;
    this.languages = options.languages;
    const { url, model, dimensions } = options;
    this.name = model;
    const hash = createHash('sha256')
      .update(JSON.stringify([url, model, dimensions]))
      .digest('hex');
    this.model = `${model}:${hash}`;
    this.#detail = `The text model ${model} is asked at ${new URL(url).host}`;
  }

  status(): EncoderStatus {
    return { ready: this.#ready, detail: this.#detail };
  }

  async embedQuery(text: string, client: string): Promise<Float32Array> {
    const { queryPrefix, queryMsMax } = this.#options;
    const until = performance.now() + queryMsMax;
    const send = async (): Promise<Float32Array> => {
      const msLeft = Math.max(1, Math.round(until - performance.now()));
      const [vector] = await this.#request([queryPrefix + text], queryMsMax, msLeft);
      return vector!;
    };
    const createTimeoutError = (why: string): EncoderError => new EncoderError('timeout', why);
    return await this.#queries.run(client, send, {
      full: () => createTimeoutError('Too many queries of this client are already waiting'),
      late: {
        msMax: queryMsMax,
        error: () => createTimeoutError(`The query was not sent within ${queryMsMax} ms`),
      },
    });
  }

  async embedItems(texts: readonly string[]): Promise<Float32Array[]> {
    if (texts.length === 0) return [];
    const { itemPrefix, itemsMsMax = itemsMsMaxDefault } = this.#options;
    return await this.#request(
      texts.map((text) => itemPrefix + text),
      itemsMsMax,
    );
  }

  /** `msLeft` is the rest of `msMax` after waiting in the queue. */
  async #request(input: readonly string[], msMax: number, msLeft = msMax): Promise<Float32Array[]> {
    const pausedMs = this.#pausedUntil - performance.now();
    if (pausedMs > 0) throw new EncoderError('unavailable', this.#detail, pausedMs);
    const { model, key, dimensions, url } = this.#options;
    const response = await this.#post(
      `${url.replace(/(?<!\/)\/+$/, '')}/embeddings`,
      { msMax, msLeft },
      {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        },
        body: JSON.stringify({
          model,
          input,
          encoding_format: 'float',
          ...(dimensions === null ? {} : { dimensions }),
        }),
      },
    );
    const vectors = readVectors(response, input.length);
    for (const vector of vectors) this.#checkLength(vector);
    this.#ready = true;
    this.#detail = `The text model ${model} answers at ${new URL(url).host}`;
    return vectors.map(l2Normalise);
  }

  /** The reply's JSON. Error messages do not quote the reply, as it may contain the request. */
  async #post(
    address: string,
    { msMax, msLeft }: { msMax: number; msLeft: number },
    request: Pick<RequestInit, 'method' | 'body'> & { readonly headers: Record<string, string> },
  ): Promise<unknown> {
    try {
      const response = await runInHttpClientSpan(
        'POST',
        new URL(address),
        (trace) =>
          fetch(address, {
            ...request,
            headers: { ...request.headers, ...trace },
            redirect: 'error',
            signal: AbortSignal.timeout(msLeft),
          }),
        ({ status }) => status,
      );
      if (!response.ok) {
        await response.body?.cancel();
        throw this.#createRefusal(response);
      }
      return JSON.parse(await readText(response)) as unknown;
    } catch (error) {
      if (error instanceof EncoderError) throw error;
      if (error instanceof SyntaxError) throw this.#pause('its answer is no JSON', retryMsDefault);
      if (error instanceof DOMException && error.name === 'TimeoutError')
        throw new EncoderError('timeout', `The text model did not answer within ${msMax} ms`);
      throw this.#pause('it cannot be reached', retryMsDefault);
    }
  }

  #createRefusal({ status, headers }: Response): EncoderError {
    // The endpoint would refuse the same text again.
    if (status === 400 || status === 413 || status === 422)
      return new EncoderError('refused', `The text model refused the text with status ${status}`);
    const retryAfterMs = retryMs(headers.get('retry-after'));
    return this.#pause(`it answers with status ${status}`, retryAfterMs ?? retryMsDefault);
  }

  #pause(why: string, ms: number): EncoderError {
    const { model, url } = this.#options;
    const retryAfterMs = Math.min(ms, retryMsMax);
    this.#pausedUntil = performance.now() + retryAfterMs;
    this.#ready = false;
    this.#detail = `The text model ${model} at ${new URL(url).host} is away: ${why}`;
    return new EncoderError('unavailable', this.#detail, retryAfterMs);
  }

  #checkLength({ length }: Float32Array): void {
    this.#dimensions ??= length;
    if (length === this.#dimensions) return;
    throw this.#pause(`its vectors have ${length} numbers instead of ${this.#dimensions}`, retryMsDefault);
  }
}

/** The vectors of a reply in the order of the texts. @throws EncoderError */
function readVectors(reply: unknown, count: number): Float32Array[] {
  const data = readMember(reply, 'data');
  const vectors: (Float32Array | undefined)[] = Array<undefined>(count).fill(undefined);
  if (Array.isArray(data)) {
    data.forEach((entry: unknown, position) => {
      const index = readMember(entry, 'index') ?? position;
      const embedding = readMember(entry, 'embedding');
      if (typeof index !== 'number' || !(index in vectors)) return;
      if (!Array.isArray(embedding) || embedding.length === 0) return;
      const vector = Float32Array.from(embedding, Number);
      if (vector.every(Number.isFinite)) vectors[index] = vector;
    });
  }
  const complete = vectors.filter((vector) => vector !== undefined);
  if (complete.length === count && vectors.length === count) return complete;
  throw new EncoderError('refused', 'The text model’s answer does not have a vector for each text');
}

async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    if (bytes > replyBytesMax)
      throw new EncoderError('refused', `The text model’s answer has more than ${replyBytesMax} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** Parses `retry-after` as seconds or a date. */
function retryMs(header: string | null): number | null {
  if (header === null) return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1_000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now());
}

function readMember(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}
