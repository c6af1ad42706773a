import { scrypt } from 'node:crypto';
import { VitrineError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';

/** scrypt cost: 16 MB and about 30 ms of a core. */
const passwordCost = { N: 16_384, r: 8, p: 1 };
/** Minimal cost, to test that hashing works. */
const probeCost = { N: 2, r: 1, p: 1 };

type Derive = (password: string, salt: Uint8Array) => Promise<Buffer>;

/**
 * Hashes passwords, few concurrently, as each takes a core and memory. Networks are served in turn: a network with many
 * requests delays only itself.
 */
export class PasswordHasher {
  readonly #derive: Derive;
  /** Queues by network, the next one first. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #waitingCount = 0;
  #running = 0;

  constructor(derive: Derive = (password, salt) => deriveKey(password, salt, passwordCost)) {
    this.#derive = derive;
  }

  /** The hash of a password. @throws VitrineError overloaded if the queue is full */
  async hash(password: string, salt: Uint8Array, network: string): Promise<Buffer> {
    if (this.#running >= limits.passwordChecksMax) await this.#wait(network);
    else this.#running++;
    try {
      return await this.#derive(password, salt);
    } finally {
      this.#next();
    }
  }

  /** Tests hashing without queueing. */
  static async probeHashing(): Promise<void> {
    await deriveKey('', Buffer.alloc(16), probeCost);
  }

  #wait(network: string): Promise<void> {
    if (this.#waitingCount >= limits.passwordChecksWaitingMax)
      throw new VitrineError('overloaded', 'Too many passwords wait to be checked', { retryAfterSeconds: 1 });
    this.#waitingCount++;
    return new Promise((resolve) => {
      this.#waiting.set(network, [...(this.#waiting.get(network) ?? []), resolve]);
    });
  }

  /** Runs the next job of the next network, which moves to the end. */
  #next(): void {
    const [turn] = this.#waiting;
    if (turn === undefined) {
      this.#running--;
      return;
    }
    const [network, [resume, ...others]] = turn;
    this.#waiting.delete(network);
    if (others.length > 0) this.#waiting.set(network, others);
    this.#waitingCount--;
    resume?.();
  }
}

function deriveKey(password: string, salt: Uint8Array, cost: typeof passwordCost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, 32, cost, (error, key) => (error === null ? resolve(key) : reject(error)));
  });
}
