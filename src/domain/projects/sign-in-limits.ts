import { VitrineError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import { evictOldest } from '../../lib/evict-oldest.ts';
import type { Stopwatch } from '../../lib/clock.ts';

/** Maximum of tracked networks; the least recently active is evicted. */
const networksMax = 100_000;

interface Tries {
  /** Times of failures. */
  failedAt: number[];
  /** Attempts in progress. */
  pending: number;
  blockedUntil: number;
}

/** Ends an attempt; `unknown` means that the password was not checked. */
export type EndTry = (outcome: 'right' | 'wrong' | 'unknown') => void;

/** Called when a network is blocked. `isOnly` means that no other network has tried, as behind a proxy. */
export type OnBlocked = (network: string, isOnly: boolean) => void;

/** Blocks networks with too many failed sign-ins for a while, measured by a monotonic clock. Other networks are not affected. */
export class SignInLimits {
  readonly #stopwatch: Stopwatch;
  readonly #onBlocked: OnBlocked;
  readonly #networks = new Map<string, Tries>();
  #first: string | null = null;
  #isOnly = true;

  constructor(stopwatch: Stopwatch, onBlocked: OnBlocked) {
    this.#stopwatch = stopwatch;
    this.#onBlocked = onBlocked;
  }

  /** Counts an attempt as failed until it ends. @throws VitrineError rate_limited */
  begin(network: string): EndTry {
    this.#first ??= network;
    this.#isOnly &&= this.#first === network;
    const now = this.#stopwatch();
    const tries = this.#networks.get(network) ?? { failedAt: [], pending: 0, blockedUntil: 0 };
    if (tries.blockedUntil > now) throw createBlockedError((tries.blockedUntil - now) / 1000);
    tries.failedAt = tries.failedAt.filter((at) => at > now - limits.signInBlockSeconds * 1000);
    if (tries.failedAt.length + tries.pending >= limits.signInFailuresMax) throw createBlockedError(1);
    tries.pending++;
    this.#networks.delete(network);
    this.#networks.set(network, tries);
    evictOldest(this.#networks, networksMax);
    return (outcome) => {
      tries.pending--;
      if (outcome === 'wrong') this.#fail(network, tries);
      else if (outcome === 'right') this.#networks.delete(network);
    };
  }

  /** Clears all blocks. */
  clear(): void {
    this.#networks.clear();
  }

  #fail(network: string, tries: Tries): void {
    const now = this.#stopwatch();
    tries.failedAt.push(now);
    if (tries.failedAt.length < limits.signInFailuresMax) return;
    tries.failedAt = [];
    tries.blockedUntil = now + limits.signInBlockSeconds * 1000;
    this.#onBlocked(network, this.#isOnly);
  }
}

function createBlockedError(retryAfterSeconds: number): VitrineError {
  const minutes = limits.signInBlockSeconds / 60;
  const detail = `Too many wrong passwords from this address: ${limits.signInFailuresMax} in ${minutes} minutes block it for ${minutes} minutes`;
  return new VitrineError('rate_limited', detail, { retryAfterSeconds });
}
