import type { FastifyReply, FastifyRequest } from 'fastify';
import { pipeline, type Readable, type Transform } from 'node:stream';
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzip,
  gzipSync,
  zstdCompress,
  zstdCompressSync,
} from 'node:zlib';
import { addVary } from './reply-headers.ts';

/** Smaller bodies fit into a packet uncompressed. */
export const compressedBytesMin = 1_024;
/**
 * Larger bodies are compressed in the thread pool of libuv, which costs the main thread about 60 us; inline costs 5 us per
 * kB.
 */
const inlineBytesMax = 16 * 1_024;

const compressibleType =
  /^(?:text\/|image\/svg\+xml|application\/(?:(?:[\w.-]+\+)?(?:json|xml)|x-ndjson|javascript))/i;

interface Coding {
  readonly name: 'zstd' | 'br' | 'gzip';
  readonly whole: (bytes: Uint8Array, done: (error: Error | null, result: Buffer) => void) => void;
  readonly inline: (bytes: Uint8Array) => Buffer;
  readonly stream: () => Transform;
}

/** `bytes` is the size of the body. The encoder needs less memory if it is known. */
const createZstdOptions = (bytes?: number) => ({
  params: { [constants.ZSTD_c_compressionLevel]: 3 },
  ...(bytes === undefined ? {} : { pledgedSrcSize: bytes }),
});
const createBrotliOptions = (bytes = 0) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: 2, [constants.BROTLI_PARAM_SIZE_HINT]: bytes },
});
const gzipOptions = { level: 2 };

/** The codings, the preferred ones first. Their costs are in docs/decisions/compression.md. */
const codings: readonly Coding[] = [
  {
    name: 'zstd',
    whole: (bytes, done) => zstdCompress(bytes, createZstdOptions(bytes.length), done),
    inline: (bytes) => zstdCompressSync(bytes, createZstdOptions(bytes.length)),
    stream: () => createZstdCompress(createZstdOptions()),
  },
  {
    name: 'br',
    whole: (bytes, done) => brotliCompress(bytes, createBrotliOptions(bytes.length), done),
    inline: (bytes) => brotliCompressSync(bytes, createBrotliOptions(bytes.length)),
    stream: () => createBrotliCompress(createBrotliOptions()),
  },
  {
    name: 'gzip',
    whole: (bytes, done) => gzip(bytes, gzipOptions, done),
    inline: (bytes) => gzipSync(bytes, gzipOptions),
    stream: () => createGzip(gzipOptions),
  },
];

type Done = (error: Error | null, payload?: unknown) => void;

/** An `onSend` hook that compresses replies if the client accepts it. */
export class ReplyCompressor {
  /** Compressed constant replies, by operation and coding. */
  readonly #constants = new Map<string, { readonly text: string; readonly bytes: Buffer }>();

  readonly onSend = (request: FastifyRequest, reply: FastifyReply, payload: unknown, done: Done): void => {
    if (!isCompressible(request, reply, payload)) return done(null, payload);
    addVary(reply, 'accept-encoding');
    const coding = chooseCoding(request.headers['accept-encoding']);
    if (coding === null) return done(null, payload);
    if (isStream(payload)) {
      setCoding(reply, coding);
      // An aborted connection ends the source, too; errors surface at the reader of the result.
      return done(
        null,
        pipeline(payload, coding.stream(), () => undefined),
      );
    }
    this.#compress(request, coding, payload as string | Uint8Array, (error, bytes) => {
      if (error === null) setCoding(reply, coding);
      done(error, bytes);
    });
  };

  #compress(
    request: FastifyRequest,
    coding: Coding,
    payload: string | Uint8Array,
    onEnd: (error: Error | null, bytes: Buffer) => void,
  ): void {
    const { operation } = request;
    const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload;
    if (operation?.isConstant !== true || typeof payload !== 'string') {
      if (bytes.length <= inlineBytesMax) return onEnd(null, coding.inline(bytes));
      return coding.whole(bytes, onEnd);
    }
    const key = `${operation.id} ${coding.name}`;
    const constant = this.#constants.get(key);
    if (constant?.text === payload) return onEnd(null, constant.bytes);
    coding.whole(bytes, (error, result) => {
      if (error === null) this.#constants.set(key, { text: payload, bytes: result });
      onEnd(error, result);
    });
  }
}

function isCompressible(request: FastifyRequest, reply: FastifyReply, payload: unknown): boolean {
  const { statusCode } = reply;
  if (statusCode < 200 || statusCode === 204 || statusCode === 206 || statusCode === 304) return false;
  // The length of a compressed reply reveals repetitions of what was sent, so replies with secrets stay uncompressed
  // (BREACH).
  if (request.operation?.carriesSecret === true || reply.hasHeader('set-cookie')) return false;
  if (reply.hasHeader('content-encoding')) return false;
  if (!compressibleType.test(String(reply.getHeader('content-type') ?? ''))) return false;
  return measureBytes(reply, payload) >= compressedBytesMin;
}

/** Minimum size of a body in bytes; infinite for a stream of unknown length. */
function measureBytes(reply: FastifyReply, payload: unknown): number {
  if (typeof payload === 'string' || payload instanceof Uint8Array) return payload.length;
  return isStream(payload) ? Number(reply.getHeader('content-length') ?? Infinity) : 0;
}

function isStream(payload: unknown): payload is Readable {
  return typeof (payload as Partial<Readable> | null)?.pipe === 'function';
}

function setCoding(reply: FastifyReply, coding: Coding): void {
  reply.header('content-encoding', coding.name).removeHeader('content-length');
  const tag = reply.getHeader('etag');
  // A strong validator promises byte equality.
  if (typeof tag === 'string' && tag.startsWith('"')) reply.header('etag', `W/${tag}`);
}

/** Chooses the coding that the client prefers (RFC 9110, 12.5.3), or null for none. */
function chooseCoding(header: string | readonly string[] | undefined): Coding | null {
  if (header === undefined) return null;
  const weights = new Map<string, number>();
  for (const part of String(header).toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    weights.set(name, weight === undefined ? 1 : Number(weight) || 0);
  }
  let [best, bestWeight]: [Coding | null, number] = [null, weights.get('identity') ?? 0];
  for (const coding of codings) {
    const weight = weights.get(coding.name) ?? weights.get('*') ?? 0;
    if (weight > bestWeight || (best === null && weight > 0 && weight === bestWeight))
      [best, bestWeight] = [coding, weight];
  }
  return best;
}
