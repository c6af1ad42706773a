import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { VitrineError } from '../ports/errors.ts';
import { limits } from '../ports/limits.ts';
import { GrowingBytes } from '../lib/growing-bytes.ts';
import type { ByteBudget, Exhausted } from './byte-budget.ts';
import type { Client } from './client.ts';

/** How often transfers are checked, and the grace period before the minimum speed applies. */
const checkMs = 5_000;
const graceMs = 15_000;

/** Refused bodies are drained at a bounded rate, so that a flood of them costs little CPU. */
const drainBytes = 512 * 1024;
const drainEveryMs = 4;
const drainMsMax = 60_000;

/** A request body or reply in flight. */
interface Transfer {
  readonly startedAt: number;
  /** Bytes that have arrived, or that are to be read. */
  readonly bytes: () => number;
  readonly msMax: number;
  readonly end: () => void;
}

/**
 * Bounds request bodies and replies in flight: their bytes are counted against the client's budget, and each has a minimum speed and a
 * timeout.
 */
export class Transfers implements Disposable {
  readonly #budget: ByteBudget;
  readonly #now: () => number;
  readonly #open = new Set<Transfer>();
  readonly #timer: NodeJS.Timeout;
  /** Requests whose bodies are drained, and since when. */
  readonly #refused = new Map<IncomingMessage, number>();
  #draining: NodeJS.Timeout | null = null;

  /** `now`: milliseconds that only go up. */
  constructor(budget: ByteBudget, now: () => number = () => performance.now()) {
    this.#budget = budget;
    this.#now = now;
    this.#timer = setInterval(() => this.check(), checkMs);
    this.#timer.unref();
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    if (this.#draining !== null) clearInterval(this.#draining);
  }

  /**
   * Passes over what is left of the body of a refused request. Closed while the client still writes, the connection would take the
   * reply with it.
   */
  drain(request: IncomingMessage): void {
    if (request.complete || request.destroyed) return;
    request.pause();
    // Node passes over a body by itself, as fast as it comes, if nothing of it was ever read.
    request.read(0);
    this.#refused.set(request, this.#now());
    const done = (): boolean => this.#refused.delete(request);
    request.once('end', done).once('close', done).once('error', done);
    this.#draining ??= setInterval(() => this.#drainSome(), drainEveryMs);
  }

  /**
   * Reads the body of a request. Its bytes count until the request is answered.
   * @throws VitrineError body_too_large, body_incomplete, request_timeout, overloaded
   */
  async readBody(
    request: FastifyRequest,
    reply: FastifyReply,
    client: Client,
    bytesMax: number,
  ): Promise<Buffer> {
    const announced = Number(request.headers['content-length'] ?? 0);
    const bytes = new GrowingBytes(bytesMax, announced);
    for await (const chunk of this.bodyChunks(request, reply, client, bytesMax)) bytes.append(chunk);
    return bytes.bytes;
  }

  /**
   * The body of a request as it arrives. Its bytes count until the request is answered.
   * @throws VitrineError body_too_large, body_incomplete, request_timeout, overloaded
   */
  async *bodyChunks(
    request: FastifyRequest,
    reply: FastifyReply,
    client: Client,
    bytesMax: number,
  ): AsyncGenerator<Buffer> {
    const body = request.body as Readable | undefined;
    if (body === undefined) return;
    const announced = Number(request.headers['content-length'] ?? 0);
    if (announced > bytesMax) throw tooLarge(bytesMax);
    const account = this.#budget.open(client);
    reply.raw.once('close', () => account.close());
    let bytes = 0;
    const { promise: tooLate, reject } = Promise.withResolvers<never>();
    tooLate.catch(() => undefined);
    const transfer: Transfer = {
      startedAt: this.#now(),
      bytes: () => bytes,
      msMax: limits.bodySecondsMax * 1_000,
      end: () => {
        reply.header('connection', 'close');
        reject(tooSlow());
      },
    };
    this.#open.add(transfer);
    // Left open where it is refused, so that the reply still finds a connection.
    const chunks = body.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>;
    try {
      for (;;) {
        const next = await Promise.race([chunks.next(), tooLate]);
        if (next.done === true) break;
        bytes += next.value.length;
        if (bytes > bytesMax) throw tooLarge(bytesMax);
        const exhausted = account.spend(next.value.length);
        if (exhausted !== null) throw overloaded(exhausted);
        yield next.value;
      }
    } finally {
      this.#open.delete(transfer);
      void chunks.return?.();
    }
    if (announced > bytes) throw incomplete();
  }

  /** Counts the bytes of a reply until the client has read them. @throws VitrineError overloaded */
  send(reply: FastifyReply, client: Client, bytes: number): void {
    const { raw } = reply;
    const account = this.#budget.open(client);
    const exhausted = account.spend(bytes);
    if (exhausted !== null) {
      account.close();
      throw overloaded(exhausted);
    }
    const msMax = graceMs + (1_000 * bytes) / limits.transferBytesPerSecondMin;
    // There is nothing to be read before it is written.
    const transfer = { startedAt: this.#now(), bytes: () => Infinity, msMax, end: () => raw.destroy() };
    this.#open.add(transfer);
    raw.once('close', () => {
      this.#open.delete(transfer);
      account.close();
    });
  }

  /** Ends the transfers that are too slow or take too long. */
  check(): void {
    const now = this.#now();
    for (const transfer of this.#open) {
      const ms = now - transfer.startedAt;
      const least = ((ms - graceMs) / 1_000) * limits.transferBytesPerSecondMin;
      if (ms > transfer.msMax || transfer.bytes() < least) {
        this.#open.delete(transfer);
        transfer.end();
      }
    }
  }

  #drainSome(): void {
    let left = drainBytes;
    const refused = [...this.#refused];
    for (const [request, since] of refused) {
      const chunk = request.read() as Uint8Array | null;
      // To the end of the line: all have their turn.
      this.#refused.delete(request);
      if (this.#now() - since > drainMsMax) request.destroy();
      else if (!request.destroyed && !request.readableEnded) this.#refused.set(request, since);
      left -= chunk?.length ?? 0;
      if (left <= 0) break;
    }
    if (this.#refused.size > 0 || this.#draining === null) return;
    clearInterval(this.#draining);
    this.#draining = null;
  }
}

function tooLarge(bytesMax: number): VitrineError {
  return new VitrineError('body_too_large', `The body must be at most ${bytesMax} bytes`);
}

function incomplete(): VitrineError {
  return new VitrineError('body_incomplete', 'The body ended before its announced length');
}

function tooSlow(): VitrineError {
  const { bodySecondsMax, transferBytesPerSecondMin } = limits;
  const detail = `The body must arrive within ${bodySecondsMax} seconds and at no less than ${transferBytesPerSecondMin} bytes a second`;
  return new VitrineError('request_timeout', detail);
}

function overloaded(share: Exhausted): VitrineError {
  const whose = { service: 'all requests', key: 'the requests of this key', visitor: 'your requests' }[share];
  const detail = `The bodies and replies in flight of ${whose} are at their memory limit`;
  return new VitrineError('overloaded', detail, { retryAfterSeconds: 2 });
}
