import { hash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { VitrineError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import { scopes, type ConsoleAccount, type ConsoleSession, type ProjectStore } from '../../ports/projects.ts';
import type { Clock } from '../../lib/clock.ts';
import { dropOldest } from '../../lib/drop-oldest.ts';
import { randomSecret } from '../../lib/random-id.ts';
import type { Caller } from './signed-keys.ts';

/** The `id` of what stands for a key where somebody is signed in to the console. */
export const consoleKeyId = 'console';

export const sessionSecondsMax = 12 * 60 * 60;
const triesPerMinute = 10;
const unstoredMax = 100;
const checkMsMax = 2_000;

/** Who may use the console: one password, sessions that end, and few tries a minute. */
export class ConsoleAccess {
  readonly #store: ProjectStore;
  readonly #clock: Clock;
  #tries: number[] = [];
  /** Sessions that the storage did not take, as where the disk is full: they end with this process. */
  readonly #unstored = new Map<string, ConsoleSession>();

  constructor(store: ProjectStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Sets the password where none is set yet; false where there is one, which stays. @throws VitrineError invalid_request */
  async setFirstPassword(password: string): Promise<boolean> {
    return (
      this.#store.account() === null && (await this.#store.createAccount(await this.#accountOf(password)))
    );
  }

  /** Sets the password and ends every session. @throws VitrineError invalid_request */
  async setPassword(password: string): Promise<void> {
    await this.#store.putAccount(await this.#accountOf(password));
    this.#unstored.clear();
  }

  /** A new session's token. @throws VitrineError sign_in_failed, rate_limited */
  async signIn(password: string): Promise<string> {
    const now = this.#clock.now();
    this.#tries = this.#tries.filter((at) => at > now - 60_000);
    if (this.#tries.length >= triesPerMinute) {
      throw new VitrineError('rate_limited', 'Too many tries to sign in: wait a minute', {
        retryAfterSeconds: 60,
      });
    }
    this.#tries.push(now);
    if (!(await this.#isPassword(password)))
      throw new VitrineError('sign_in_failed', 'The password is not right');
    this.#tries = [];
    const token = randomSecret(256);
    const session = { tokenHash: hash('sha256', token), expiresAt: now + sessionSecondsMax * 1000 };
    try {
      await this.#store.putSession(session);
    } catch (error) {
      if (!(error instanceof VitrineError) || error.code !== 'storage_failed') throw error;
      // Whoever is to make room on the disk must get in to see that it is full.
      this.#keepUnstored(session);
    }
    return token;
  }

  async signOut(token: string): Promise<void> {
    const tokenHash = hash('sha256', token);
    if (!this.#unstored.delete(tokenHash)) await this.#store.deleteSession(tokenHash);
  }

  /** Whether a sign-in can be answered: a password is set, and one can be hashed. */
  async status(): Promise<{ ready: boolean; detail: string }> {
    if (this.#store.account() === null) return { ready: false, detail: 'No password is set yet' };
    const late = AbortSignal.timeout(checkMsMax);
    try {
      await Promise.race([derive('', Buffer.alloc(16), checkCost), rejectedBy(late)]);
      return { ready: true, detail: 'takes sign-ins' };
    } catch (error) {
      const reason = late.aborted ? `no answer in ${checkMsMax / 1000} s` : String(error);
      return { ready: false, detail: `Passwords cannot be checked: ${reason}` };
    }
  }

  /** Changes the password of whoever knows the current one. @throws VitrineError sign_in_failed */
  async changePassword(current: string, next: string): Promise<void> {
    if (!(await this.#isPassword(current)))
      throw new VitrineError('sign_in_failed', 'The current password is not right');
    await this.setPassword(next);
  }

  /** What a session may do: everything, as a key could. @throws VitrineError signed_out */
  identify(token: string): Caller {
    const tokenHash = hash('sha256', token);
    const session = this.#store.session(tokenHash) ?? this.#unstored.get(tokenHash) ?? null;
    if (session === null || session.expiresAt <= this.#clock.now()) {
      throw new VitrineError('signed_out', 'The session has ended: sign in again');
    }
    return {
      id: consoleKeyId,
      name: 'console',
      kind: 'server',
      hash: '',
      prefix: '',
      scopes,
      projects: null,
      expiresAt: session.expiresAt,
      ratePerMinute: null,
      origins: null,
      filter: null,
      user: null,
      createdAt: 0,
      revokedAt: null,
    };
  }

  #keepUnstored(session: ConsoleSession): void {
    const now = this.#clock.now();
    for (const { tokenHash, expiresAt } of this.#unstored.values())
      if (expiresAt <= now) this.#unstored.delete(tokenHash);
    dropOldest(this.#unstored, unstoredMax - 1);
    this.#unstored.set(session.tokenHash, session);
  }

  async #accountOf(password: string): Promise<ConsoleAccount> {
    const { passwordLengthMin: min, passwordLengthMax: max } = limits;
    if (password.length < min || password.length > max) {
      const detail = `password must have ${min} to ${max} characters`;
      throw new VitrineError('invalid_request', detail, {
        errors: [{ path: 'password', code: 'out_of_range', detail }],
      });
    }
    const salt = randomBytes(16);
    const derived = await derive(password, salt);
    return {
      passwordHash: `scrypt$${salt.toString('base64url')}$${derived.toString('base64url')}`,
      changedAt: this.#clock.now(),
    };
  }

  async #isPassword(password: string): Promise<boolean> {
    const [kind, salt, expected] = this.#store.account()?.passwordHash.split('$') ?? [];
    if (
      kind !== 'scrypt' ||
      salt === undefined ||
      expected === undefined ||
      password.length > limits.passwordLengthMax
    ) {
      return false;
    }
    const derived = await derive(password, Buffer.from(salt, 'base64url'));
    return timingSafeEqual(derived, Buffer.from(expected, 'base64url'));
  }
}

const passwordCost = { N: 16_384, r: 8, p: 1 };
/** Enough to see that hashing works, and nothing that could keep a core busy. */
const checkCost = { N: 2, r: 1, p: 1 };

function derive(password: string, salt: Uint8Array, cost = passwordCost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, 32, cost, (error, key) => (error === null ? resolve(key) : reject(error)));
  });
}

function rejectedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
