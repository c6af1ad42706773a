import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { VitrineError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import { scopes, type ConsoleAccount, type ConsoleSession, type ProjectStore } from '../../ports/projects.ts';
import { systemStopwatch, type Clock, type Stopwatch } from '../../lib/clock.ts';
import { evictOldest } from '../../lib/evict-oldest.ts';
import { randomSecret } from '../../lib/random-id.ts';
import { networkOf } from '../events/visitor-network.ts';
import { PasswordHasher } from './password-hashing.ts';
import { SignInLimits, type OnBlocked } from './sign-in-limits.ts';
import type { Caller } from './signed-keys.ts';

/** `id` of the caller for console sessions. */
export const consoleKeyId = 'console';

export const sessionSecondsMax = 12 * 60 * 60;
const unstoredMax = 100;
const checkMsMax = 2_000;

/** The network of calls without HTTP. */
const local = '';

/** Console access: one password, expiring sessions, and a limit of failed sign-ins per network. */
export class ConsoleAccess {
  readonly #store: ProjectStore;
  readonly #clock: Clock;
  readonly #limits: SignInLimits;
  /** The hash that the failed sign-ins apply to. */
  #triedHash: string | null = null;
  readonly #checks = new PasswordHasher();
  /** Sessions that could not be stored, as on a full disk; they end with the process. */
  readonly #unstored = new Map<string, ConsoleSession>();

  constructor(
    store: ProjectStore,
    clock: Clock,
    options: { stopwatch?: Stopwatch; onBlocked?: OnBlocked } = {},
  ) {
    this.#store = store;
    this.#clock = clock;
    const { stopwatch = systemStopwatch, onBlocked = () => undefined } = options;
    this.#limits = new SignInLimits(stopwatch, onBlocked);
  }

  /** Sets the first password; false if there is one already. @throws VitrineError invalid_request */
  async setFirstPassword(password: string): Promise<boolean> {
    return (
      this.#store.account() === null &&
      (await this.#store.createAccount(await this.#accountOf(password, local)))
    );
  }

  /** Sets the password and ends all sessions. @throws VitrineError invalid_request */
  async setPassword(password: string): Promise<void> {
    await this.#replaceAccount(await this.#accountOf(password, local));
  }

  /** Signs in and returns the session token. @throws VitrineError sign_in_failed, rate_limited, overloaded */
  async signIn(password: string, address: string): Promise<string> {
    await this.#check(password, networkOf(address), 'Wrong password');
    const now = this.#clock.now();
    const token = randomSecret(256);
    const session = { tokenHash: hash('sha256', token), expiresAt: now + sessionSecondsMax * 1000 };
    try {
      await this.#store.putSession(session);
    } catch (error) {
      if (!(error instanceof VitrineError) || error.code !== 'storage_failed') throw error;
      // Operators must be able to sign in when the disk is full.
      this.#keepUnstored(session);
    }
    return token;
  }

  async signOut(token: string): Promise<void> {
    const tokenHash = hash('sha256', token);
    if (!this.#unstored.delete(tokenHash)) await this.#store.deleteSession(tokenHash);
  }

  /** Whether sign-in works: a password is set and hashing succeeds. */
  async status(): Promise<{ ready: boolean; detail: string }> {
    if (this.#store.account() === null) return { ready: false, detail: 'No password is set yet' };
    const late = AbortSignal.timeout(checkMsMax);
    try {
      await Promise.race([PasswordHasher.probe(), rejectedBy(late)]);
      return { ready: true, detail: 'ready' };
    } catch (error) {
      const reason = late.aborted ? `no answer in ${checkMsMax / 1000} s` : String(error);
      return { ready: false, detail: `Passwords cannot be checked: ${reason}` };
    }
  }

  /**
   * Changes the password, given the current one. @throws VitrineError sign_in_failed, rate_limited, overloaded,
   * invalid_request
   */
  async changePassword(current: string, next: string, address: string): Promise<void> {
    const network = networkOf(address);
    await this.#check(current, network, 'Wrong current password');
    await this.#replaceAccount(await this.#accountOf(next, network));
  }

  /** The caller of a session: all permissions. @throws VitrineError signed_out */
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
      priceLists: [],
      user: null,
      createdAt: 0,
      revokedAt: null,
    };
  }

  #keepUnstored(session: ConsoleSession): void {
    const now = this.#clock.now();
    for (const { tokenHash, expiresAt } of this.#unstored.values())
      if (expiresAt <= now) this.#unstored.delete(tokenHash);
    evictOldest(this.#unstored, unstoredMax - 1);
    this.#unstored.set(session.tokenHash, session);
  }

  async #replaceAccount(account: ConsoleAccount): Promise<void> {
    await this.#store.putAccount(account);
    this.#unstored.clear();
  }

  async #accountOf(password: string, network: string): Promise<ConsoleAccount> {
    const { passwordLengthMin: min, passwordLengthMax: max } = limits;
    if (password.length < min || password.length > max) {
      const detail = `password must have ${min} to ${max} characters`;
      throw new VitrineError('invalid_request', detail, {
        errors: [{ path: 'password', code: 'out_of_range', detail }],
      });
    }
    const salt = randomBytes(16);
    const derived = await this.#checks.hash(password, salt, network);
    return {
      passwordHash: `scrypt$${salt.toString('base64url')}$${derived.toString('base64url')}`,
      changedAt: this.#clock.now(),
    };
  }

  /** @throws VitrineError rate_limited; overloaded; sign_in_failed with the detail, counted as a failure of the network */
  async #check(password: string, network: string, wrong: string): Promise<void> {
    const passwordHash = this.#store.account()?.passwordHash ?? null;
    // A new password, set by any process, clears the blocks.
    if (passwordHash !== this.#triedHash) this.#limits.clear();
    this.#triedHash = passwordHash;
    const end = this.#limits.begin(network);
    let outcome: 'right' | 'wrong' | 'unknown' = 'unknown';
    try {
      outcome = (await this.#isPassword(password, passwordHash, network)) ? 'right' : 'wrong';
    } finally {
      end(outcome);
    }
    if (outcome === 'wrong') throw new VitrineError('sign_in_failed', wrong);
  }

  async #isPassword(password: string, passwordHash: string | null, network: string): Promise<boolean> {
    const [kind, salt, expected] = passwordHash?.split('$') ?? [];
    if (
      kind !== 'scrypt' ||
      salt === undefined ||
      expected === undefined ||
      password.length > limits.passwordLengthMax
    ) {
      return false;
    }
    const derived = await this.#checks.hash(password, Buffer.from(salt, 'base64url'), network);
    return timingSafeEqual(derived, Buffer.from(expected, 'base64url'));
  }
}

function rejectedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
