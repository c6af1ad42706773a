import { VitrineError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import { evictOldest } from '../../lib/evict-oldest.ts';
import type { Stopwatch } from '../../lib/clock.ts';

/** Networks tracked; the least recently active is evicted first. */
const networksMax = 100_000;

interface Tries {
  /** When wrong passwords were sent. */
  failedAt: number[];
  /** Tries that are being checked. */
  pending: number;
  blockedUntil: number;
}

/** Ends a try to sign in; `unknown`: the password was not checked. */
export type EndTry = (outcome: 'right' | 'wrong' | 'unknown') => void;

/** What is told when a network is blocked. `isOnly`: no other network has ever tried, as where all come through a proxy. */
export type OnBlocked = (network: string, isOnly: boolean) => void;

/**
 * Which networks may try passwords. Those that sent too many wrong ones are blocked for a while, whatever the clock on the wall says;
 * others, the owner's among them, are not affected.
 */
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

  /** Counts a try as a wrong one until it has ended. @throws VitrineError rate_limited */
  begin(network: string): EndTry {
    this.#first ??= network;
    this.#isOnly &&= this.#first === network;
    const now = this.#stopwatch();
    const tries = this.#networks.get(network) ?? { failedAt: [], pending: 0, blockedUntil: 0 };
    if (tries.blockedUntil > now) throw blocked((tries.blockedUntil - now) / 1000);
    tries.failedAt = tries.failedAt.filter((at) => at > now - limits.signInBlockSeconds * 1000);
    if (tries.failedAt.length + tries.pending >= limits.signInFailuresMax) throw blocked(1);
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

  /** Ends every block. */
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

function blocked(retryAfterSeconds: number): VitrineError {
  const minutes = limits.signInBlockSeconds / 60;
  const detail = `Too many wrong passwords from this address: ${limits.signInFailuresMax} in ${minutes} minutes block it for ${minutes} minutes`;
  return new VitrineError('rate_limited', detail, { retryAfterSeconds });
}
