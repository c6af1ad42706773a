import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { VitrineError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import { GrowableBuffer } from '../../lib/growable-buffer.ts';
import { TickBudget } from '../../lib/tick-budget.ts';
import { freeBytes, type ByteBudget, type Exhausted } from './byte-budget.ts';
import type { Client } from '../access/client.ts';

/** Interval of the checks, and grace period before the minimum speed applies. */
const checkMs = 5_000;
const graceMs = 15_000;

/** Bytes of all bodies read per turn of the event loop: about ten milliseconds. */
const readBytesPerTick = 512 * 1024;

/** Unread bodies are drained at a bounded rate, so that a flood of them costs little CPU. */
const drainBytes = 512 * 1024;
const drainEveryMs = 4;
/** Limits of a drained body, after which its connection is closed. */
const drainMsMax = 60_000;
const drainBytesMax = 2 * limits.itemsBodyBytesMax;

/** A request body or reply in flight. */
interface Transfer {
  readonly startedAt: number;
  /** Bytes received, or still to be read. */
  readonly bytes: () => number;
  readonly msMax: number;
  readonly end: () => void;
}

/** A body that is being drained. */
interface Drain {
  readonly startedAt: number;
  bytes: number;
}

/**
 * Limits request bodies and replies in flight: counts their bytes against the client's budget, and enforces a minimum speed
 * and a timeout.
 */
export class Transfers implements Disposable {
  readonly #budget: ByteBudget;
  readonly #now: () => number;
  readonly #readBudget = new TickBudget(readBytesPerTick);
  readonly #open = new Set<Transfer>();
  readonly #timer: NodeJS.Timeout;
  readonly #drains = new Map<IncomingMessage, Drain>();
  /** Bodies with received bytes. */
  readonly #readable = new Set<IncomingMessage>();
  #draining: NodeJS.Timeout | null = null;
  readonly #drainBytesMax: number;

  /** `now` returns monotonic milliseconds. */
  constructor(budget: ByteBudget, now: () => number = () => performance.now(), bytesMax = drainBytesMax) {
    this.#budget = budget;
    this.#now = now;
    this.#drainBytesMax = bytesMax;
    this.#timer = setInterval(() => this.endSlowTransfers(), checkMs);
    this.#timer.unref();
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    if (this.#draining !== null) clearInterval(this.#draining);
  }

  /** Drains the unread part of a body. Closing the connection while the client still writes would lose the reply. */
  drain(request: IncomingMessage): void {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    if (encoding === undefined && !(Number(length) > 0)) return;
    if (request.complete || request.destroyed || this.#drains.has(request)) return;
    request.pause();
    // Node drains a body that was never read itself, at full speed.
    request.read(0);
    this.#drains.set(request, { startedAt: this.#now(), bytes: 0 });
    const endTransfer = (): void => {
      this.#drains.delete(request);
      this.#readable.delete(request);
    };
    request.once('end', endTransfer).once('close', endTransfer).once('error', endTransfer);
    const markReadable = (): void => {
      if (!this.#drains.has(request)) return;
      this.#readable.add(request);
      this.#draining ??= setInterval(() => this.#drainSome(), drainEveryMs);
    };
    request.on('readable', markReadable);
    markReadable();
  }

  /**
   * Reads the body of a request. Its bytes count until the reply.
   * @throws VitrineError body_too_large, body_incomplete, request_timeout, overloaded
   */
  async readBody(
    request: FastifyRequest,
    reply: FastifyReply,
    client: Client,
    bytesMax: number,
  ): Promise<Buffer> {
    const announced = Number(request.headers['content-length'] ?? 0);
    const bytes = new GrowableBuffer(bytesMax, announced);
    for await (const chunk of this.streamBody(request, reply, client, bytesMax)) bytes.append(chunk);
    return bytes.bytes;
  }

  /**
   * The body of a request while it arrives. Its bytes count until the reply.
   * @throws VitrineError body_too_large, body_incomplete, request_timeout, overloaded
   */
  async *streamBody(
    request: FastifyRequest,
    reply: FastifyReply,
    client: Client,
    bytesMax: number,
  ): AsyncGenerator<Buffer> {
    const body = request.body as Readable | undefined;
    if (body === undefined) return;
    const announced = Number(request.headers['content-length'] ?? 0);
    if (announced > bytesMax) throw createTooLargeError(bytesMax);
    if (reply.raw.destroyed) throw createIncompleteError();
    const account = this.#budget.open(client);
    reply.raw.once('close', () => account.close());
    let bytes = 0;
    let isTooSlow = false;
    /** Ends the wait for the next chunk. */
    let stopWaiting = (): void => undefined;
    const transfer: Transfer = {
      startedAt: this.#now(),
      bytes: () => bytes,
      msMax: limits.bodySecondsMax * 1_000,
      end: () => {
        reply.header('connection', 'close');
        isTooSlow = true;
        stopWaiting();
      },
    };
    this.#open.add(transfer);
    // Stays open after an error, so that the reply has a connection.
    const chunks = body.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>;
    try {
      for (;;) {
        // A promise per chunk: a race with a promise of the whole body would hold all chunks until its end.
        const next = await new Promise<IteratorResult<Buffer>>((resolve, reject) => {
          stopWaiting = () => reject(createTooSlowError());
          if (isTooSlow) stopWaiting();
          else chunks.next().then(resolve, reject);
        });
        if (next.done === true) break;
        bytes += next.value.length;
        if (bytes > bytesMax) throw createTooLargeError(bytesMax);
        const exhausted = account.spend(next.value.length);
        if (exhausted !== null) throw createOverloadedError(exhausted);
        const nextTurn = this.#spendTurn(bytes, next.value.length);
        if (nextTurn !== null) await nextTurn;
        // The account is already closed.
        if (reply.raw.destroyed) throw createIncompleteError();
        yield next.value;
      }
    } finally {
      this.#open.delete(transfer);
      void chunks.return?.();
    }
    if (announced > bytes) throw createIncompleteError();
  }

  /**
   * Counts a chunk in this turn of the event loop; the body has `bytes` so far. Small bodies do not wait for the chunks of
   * others.
   */
  #spendTurn(bytes: number, chunkBytes: number): Promise<void> | null {
    if (bytes > freeBytes) return this.#readBudget.spend(chunkBytes);
    this.#readBudget.count(chunkBytes);
    return null;
  }

  /** Counts the bytes of a reply until the client has read them. @throws VitrineError overloaded */
  countReply(reply: FastifyReply, client: Client, bytes: number): void {
    const { raw } = reply;
    // The client has left: no event would return the bytes.
    if (raw.destroyed) return;
    const account = this.#budget.open(client);
    const exhausted = account.spend(bytes);
    if (exhausted !== null) {
      account.close();
      throw createOverloadedError(exhausted);
    }
    const msMax = graceMs + (1_000 * bytes) / limits.transferBytesPerSecondMin;
    const close = (): void => {
      this.#open.delete(transfer);
      account.close();
    };
    const end = (): void => {
      raw.destroy();
      close();
    };
    // The minimum speed does not apply, as the client reads a reply when it wants: `bytes` is infinite.
    const transfer = { startedAt: this.#now(), bytes: () => Infinity, msMax, end };
    this.#open.add(transfer);
    raw.once('close', close);
  }

  /** Ends transfers and drains that are too slow or too long. */
  endSlowTransfers(): void {
    const now = this.#now();
    for (const transfer of this.#open) {
      const ms = now - transfer.startedAt;
      const least = ((ms - graceMs) / 1_000) * limits.transferBytesPerSecondMin;
      if (ms > transfer.msMax || transfer.bytes() < least) {
        this.#open.delete(transfer);
        transfer.end();
      }
    }
    for (const [request, { startedAt }] of this.#drains) if (now - startedAt > drainMsMax) request.destroy();
  }

  #drainSome(): void {
    let bytesLeft = drainBytes;
    for (const request of this.#readable) {
      if (bytesLeft <= 0) return;
      // The next bytes of the body add it to the set again.
      this.#readable.delete(request);
      const length = (request.read() as Uint8Array | null)?.length ?? 0;
      bytesLeft -= length;
      const drain = this.#drains.get(request);
      if (drain === undefined) continue;
      drain.bytes += length;
      if (drain.bytes > this.#drainBytesMax) request.destroy();
    }
    if (this.#readable.size > 0 || this.#draining === null) return;
    clearInterval(this.#draining);
    this.#draining = null;
  }
}

function createTooLargeError(bytesMax: number): VitrineError {
  return new VitrineError('body_too_large', `The body must be at most ${bytesMax} bytes`);
}

function createIncompleteError(): VitrineError {
  return new VitrineError('body_incomplete', 'The body ended before its announced length');
}

function createTooSlowError(): VitrineError {
  const { bodySecondsMax, transferBytesPerSecondMin } = limits;
  const detail = `The body must arrive within ${bodySecondsMax} seconds and at no less than ${transferBytesPerSecondMin} bytes a second`;
  return new VitrineError('request_timeout', detail);
}

function createOverloadedError(share: Exhausted): VitrineError {
  const whose = { service: 'all requests', key: 'the requests of this key', visitor: 'your requests' }[share];
  const detail = `The bodies and replies in flight of ${whose} are at their memory limit`;
  return new VitrineError('overloaded', detail, { retryAfterSeconds: 2 });
}
