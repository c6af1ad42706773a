import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import aws4 from 'aws4';
import { Agent, request, type Dispatcher } from 'undici';
import type { S3Location } from '../../ports/operation/backups.ts';
import { runInHttpClientSpan } from '../../lib/tracing/http-client-span.ts';
import { getChildText, parseXml, type XmlElement } from './xml-elements.ts';

const requestMsMax = 60_000;
/** Pauses before each retry. */
const pausesMs = [1_000, 4_000, 15_000] as const;
const retriedStatuses = new Set([429, 500, 502, 503, 504]);
/** A page of a list has 1,000 files. */
const documentBytesMax = 5_000_000;

interface S3Request {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** The key in the bucket, empty for the bucket itself. */
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

/** A reply that reports a failure. */
export class S3Error extends Error {
  override readonly name = 'S3Error';
  readonly status: number;

  constructor(status: number, code: string, message: string) {
    super(`The store replied ${[status, code].join(' ').trim()}${message === '' ? '' : `: ${message}`}`);
    this.status = status;
  }
}

/** Signed requests to an S3-compatible store. Those that fail for a while are repeated. */
export class S3Client implements AsyncDisposable {
  readonly #location: S3Location;
  readonly #pausesMs: readonly number[];
  readonly #agent = new Agent({
    connections: 4,
    headersTimeout: requestMsMax,
    bodyTimeout: requestMsMax,
    connect: { timeout: 10_000 },
  });

  /** Tests set `retryPausesMs`. */
  constructor(location: S3Location, retryPausesMs: readonly number[] = pausesMs) {
    this.#location = location;
    this.#pausesMs = retryPausesMs;
  }

  /** The document of the reply, or null if it has none. @throws S3Error; Error of the connection */
  async document(s3Request: S3Request): Promise<XmlElement | null> {
    const { body } = await this.#sendSigned(s3Request);
    const text = await readText(body);
    if (text.trim() === '') return null;
    const document = parseXml(text);
    // Completing an upload replies 200 before it is done, and reports a later failure in the document.
    if (getChildText(document, 'Code') !== '' && getChildText(document, 'Message') !== '')
      throw new S3Error(200, getChildText(document, 'Code'), getChildText(document, 'Message'));
    return document;
  }

  /** @returns the value of a header, or null if the reply has none */
  async header(s3Request: S3Request, name: string): Promise<string | null> {
    const { body, headers } = await this.#sendSigned(s3Request);
    await body.dump();
    const value = headers[name];
    return typeof value === 'string' ? value : null;
  }

  async *bytes(key: string): AsyncIterable<Uint8Array> {
    const { body } = await this.#sendSigned({ method: 'GET', key });
    yield* body as AsyncIterable<Uint8Array>;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#agent.destroy();
  }

  async #sendSigned(s3Request: S3Request): Promise<Dispatcher.ResponseData> {
    for (let attempt = 0; ; attempt++) {
      const pauseMs = this.#pausesMs[attempt];
      try {
        const response = await this.#send(s3Request);
        if (response.statusCode < 300) return response;
        const failure = await readFailure(response);
        if (pauseMs === undefined || !retriedStatuses.has(failure.status)) throw failure;
      } catch (error) {
        if (error instanceof S3Error) throw error;
        if (pauseMs === undefined)
          throw new Error(`The store could not be reached: ${describeReason(error)}`, { cause: error });
      }
      await sleep(pauseMs);
    }
  }

  async #send({ method, key, query = {}, body }: S3Request): Promise<Dispatcher.ResponseData> {
    const { endpoint, region, bucket, keys } = this.#location;
    const path = `/${[bucket, ...key.split('/')].map(encodeText).join('/')}`.replace(/\/$/, '');
    const parameters = Object.entries(query).map(
      ([name, value]) => `${encodeText(name)}=${encodeText(value)}`,
    );
    const host = new URL(endpoint).host;
    const signed = aws4.sign(
      {
        service: 's3',
        region,
        method,
        host,
        path: parameters.length === 0 ? path : `${path}?${parameters.join('&')}`,
        headers: {
          host,
          'x-amz-content-sha256': createHash('sha256')
            .update(body ?? '')
            .digest('hex'),
          ...(body === undefined
            ? {}
            : { 'content-type': 'application/octet-stream', 'content-length': body.length }),
        },
      },
      keys,
    );
    // The trace is not passed on: the store signs and answers for itself.
    return await runInHttpClientSpan(
      method,
      new URL(endpoint),
      () =>
        request(`${endpoint}${signed.path}`, {
          dispatcher: this.#agent,
          method,
          headers: signed.headers as Record<string, string>,
          body: body ?? null,
        }),
      ({ statusCode }) => statusCode,
    );
  }
}

/** Encodes everything but letters, digits and `-_.~`, as the signature requires. */
const encodeText = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

async function readFailure({ statusCode, body }: Dispatcher.ResponseData): Promise<S3Error> {
  try {
    const document = parseXml(await readText(body));
    return new S3Error(
      statusCode,
      getChildText(document, 'Code'),
      getChildText(document, 'Message').slice(0, 300),
    );
  } catch {
    return new S3Error(statusCode, '', '');
  }
}

async function readText(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > documentBytesMax) throw new Error(`The reply has more than ${documentBytesMax} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function describeReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  return error.message === '' ? code : error.message;
}
