import { limits } from '../../ports/limits.ts';
import type { Client } from '../access/client.ts';

/** Uncounted bytes of each body or reply. */
export const freeBytes = 16 * 1024;

export type Exhausted = 'service' | 'key' | 'visitor';

/** Limits the bytes of bodies and replies in memory: in total, per key and per visitor. */
export class ByteBudget {
  #bytes = 0;
  readonly #share: number;
  readonly #byKey = new Map<string, number>();
  readonly #byVisitor = new Map<string, number>();

  /** `share` is the part of the limits that holds. */
  constructor(share = 1) {
    this.#share = share;
  }

  /** Opens the account of a body or reply. */
  open(client: Client): ByteAccount {
    return new ByteAccount((bytes) => this.#add(client, bytes));
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Adds bytes, or subtracts negative ones; returns the limit that would be exceeded, without adding. */
  #add({ key, visitor, isPublic }: Client, bytes: number): Exhausted | null {
    const visitorKey = `${key} ${visitor}`;
    const keyBytes = (this.#byKey.get(key) ?? 0) + bytes;
    const visitorBytes = (this.#byVisitor.get(visitorKey) ?? 0) + bytes;
    if (bytes > 0) {
      const visitorMax = isPublic ? limits.bytesInFlightOfWebVisitorMax : limits.bytesInFlightOfVisitorMax;
      if (visitorBytes > this.#share * visitorMax) return 'visitor';
      if (keyBytes > this.#share * limits.bytesInFlightOfKeyMax) return 'key';
      if (this.#bytes + bytes > this.#share * limits.bytesInFlightMax) return 'service';
    }
    this.#bytes += bytes;
    set(this.#byKey, key, keyBytes);
    set(this.#byVisitor, visitorKey, visitorBytes);
    return null;
  }
}

/** The bytes of one body or reply. */
export class ByteAccount {
  readonly #add: (bytes: number) => Exhausted | null;
  #counted = 0;
  #total = 0;
  #isClosed = false;

  constructor(add: (bytes: number) => Exhausted | null) {
    this.#add = add;
  }

  /** Counts further bytes until the account is closed. Returns the exceeded limit, if any. */
  spend(bytes: number): Exhausted | null {
    if (this.#isClosed) return null;
    this.#total += bytes;
    const more = Math.max(0, this.#total - freeBytes) - this.#counted;
    const exhausted = more > 0 ? this.#add(more) : null;
    if (exhausted === null) this.#counted += more;
    return exhausted;
  }

  /** Returns all counted bytes. */
  close(): void {
    this.#add(-this.#counted);
    this.#counted = 0;
    this.#isClosed = true;
  }
}

function set(counts: Map<string, number>, name: string, count: number): void {
  if (count === 0) counts.delete(name);
  else counts.set(name, count);
}
