import { hash } from 'node:crypto';
import { isStorageError, VitrineError } from '../../ports/errors.ts';
import { scopes, type ProjectStore } from '../../ports/access/projects.ts';
import { firstOwnerId, type ConsoleSession, type User } from '../../ports/access/team.ts';
import { systemStopwatch, type Clock, type Stopwatch } from '../../lib/clock.ts';
import { evictOldest } from '../../lib/evict-oldest.ts';
import { createRandomSecret } from '../../lib/random-id.ts';
import { readNetwork } from '../access/visitor-network.ts';
import { Passwords } from '../team/passwords.ts';
import { findExistingUser, findFirstOwner, formatUserName, findUserByEmail } from '../team/users.ts';
import { PasswordHasher } from '../team/password-hashing.ts';
import { SignInLimits, type OnBlocked } from './sign-in-limits.ts';
import type { Caller } from './signed-keys.ts';

/** `id` of the caller for console sessions. */
export const consoleKeyId = 'console';

export const sessionSecondsMax = 12 * 60 * 60;
const unstoredMax = 100;
const checkMsMax = 2_000;

/** The network of calls without HTTP. */
const local = '';

interface UnstoredSession extends ConsoleSession {
  readonly passwordHash: string | null;
}

/** Sign-in to the console: passwords of users, expiring sessions, and a limit of failed sign-ins per network. */
export class ConsoleAccess {
  readonly #store: ProjectStore;
  readonly #clock: Clock;
  readonly #limits: SignInLimits;
  /** Hash of the first owner's password at the last attempt. */
  #triedHash: string | null = null;
  readonly passwords = new Passwords();
  /** Sessions that could not be stored, as on a full disk; they end with the process. */
  readonly #unstored = new Map<string, UnstoredSession>();

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

  /** Creates the first owner with this password; false if there is a user already. @throws VitrineError invalid_request */
  async setFirstPassword(password: string): Promise<boolean> {
    if (this.hasUsers) return false;
    const passwordHash = await this.passwords.hash(password, local);
    const owner: User = {
      id: firstOwnerId,
      email: null,
      name: '',
      role: 'owner',
      projects: null,
      passwordHash,
      createdAt: this.#clock.now(),
      lastSignInAt: null,
    };
    return this.#store.changeTeam(({ users }) => (users.size > 0 ? null : { users: [owner] }));
  }

  get hasUsers(): boolean {
    return this.#store.team().users.size > 0;
  }

  /** Sets the password of the first owner and ends the owner's sessions. @throws VitrineError invalid_request */
  async setPassword(password: string): Promise<void> {
    const passwordHash = await this.passwords.hash(password, local);
    await this.#store.changeTeam((team) => {
      const owner = findFirstOwner(team);
      return owner === null ? null : { users: [{ ...owner, passwordHash }], endedSessionsOf: [owner.id] };
    });
  }

  /** Finds the user with an email address; null means the first owner. */
  findUser(email: string | null): User | null {
    const team = this.#store.team();
    return email === null ? findFirstOwner(team) : findUserByEmail(team, email);
  }

  /**
   * Signs in and returns the session token. `email` null means the first owner. Unknown addresses fail like wrong passwords.
   * @throws VitrineError sign_in_failed, rate_limited, overloaded
   */
  async signIn(
    { email, password }: { readonly email: string | null; readonly password: string },
    address: string,
  ): Promise<{ token: string; user: User }> {
    const user = this.findUser(email);
    const wrong = email === null ? 'Wrong password' : 'Wrong email address or password';
    await this.#check(password, user, readNetwork(address), wrong);
    const token = user === null ? null : await this.startSession(user);
    // The password has changed during the check.
    if (user === null || token === null) throw new VitrineError('sign_in_failed', wrong);
    return { token, user };
  }

  /** Starts a session, or returns null if the password of the user has changed. */
  async startSession({ id, passwordHash }: User): Promise<string | null> {
    const now = this.#clock.now();
    const token = createRandomSecret(256);
    const expiresAt = now + sessionSecondsMax * 1000;
    const session = { tokenHash: hash('sha256', token), user: id, createdAt: now, expiresAt };
    try {
      const isStored = await this.#store.putSession(session, (user) => user?.passwordHash === passwordHash);
      return isStored ? token : null;
    } catch (error) {
      if (!isStorageError(error)) throw error;
      // Operators must be able to sign in when the disk is full.
      this.#keepUnstored({ ...session, passwordHash });
    }
    return token;
  }

  async signOut(token: string): Promise<void> {
    const tokenHash = hash('sha256', token);
    if (!this.#unstored.delete(tokenHash)) await this.#store.deleteSession(tokenHash);
  }

  /** Ends all sessions of a user. @throws VitrineError user_not_found */
  async endSessions(id: string): Promise<void> {
    await this.#store.changeTeam((team) => {
      findExistingUser(team, id);
      return { endedSessionsOf: [id] };
    });
    for (const { tokenHash, user } of this.#unstored.values())
      if (user === id) this.#unstored.delete(tokenHash);
  }

  /** Whether sign-in works: a password is set and hashing succeeds. */
  async status(): Promise<{ ready: boolean; detail: string }> {
    if (!this.hasUsers) return { ready: false, detail: 'No password is set yet' };
    const late = AbortSignal.timeout(checkMsMax);
    try {
      await Promise.race([PasswordHasher.probeHashing(), rejectOnAbort(late)]);
      return { ready: true, detail: 'ready' };
    } catch (error) {
      const reason = late.aborted ? `no answer in ${checkMsMax / 1000} s` : String(error);
      return { ready: false, detail: `Passwords cannot be checked: ${reason}` };
    }
  }

  /**
   * Changes the password of a user, given the current one, and ends the user's sessions. @throws VitrineError sign_in_failed,
   * rate_limited, overloaded, invalid_request, user_not_found
   */
  async changePassword(
    id: string,
    { current, next }: { readonly current: string; readonly next: string },
    address: string,
  ): Promise<void> {
    const network = readNetwork(address);
    const user = findExistingUser(this.#store.team(), id);
    await this.#check(current, user, network, 'Wrong current password');
    const passwordHash = await this.passwords.hash(next, network);
    await this.#store.changeTeam((team) => {
      const newest = findExistingUser(team, id);
      if (newest.passwordHash !== user.passwordHash)
        throw new VitrineError('sign_in_failed', 'Wrong current password');
      return { users: [{ ...newest, passwordHash }], endedSessionsOf: [id] };
    });
  }

  /** The caller of a session, with the role that its user has now. @throws VitrineError signed_out */
  identify(token: string): Caller {
    const tokenHash = hash('sha256', token);
    const unstored = this.#unstored.get(tokenHash) ?? null;
    const session = this.#store.session(tokenHash) ?? unstored;
    const user = session?.user == null ? null : (this.#store.team().users.get(session.user) ?? null);
    if (
      session === null ||
      session.expiresAt <= this.#clock.now() ||
      (user === null && session.user !== null) ||
      // Another process may have changed the password since.
      (unstored !== null && unstored.passwordHash !== user?.passwordHash)
    )
      throw new VitrineError('signed_out', 'The session has ended: sign in again');
    const name = user === null ? consoleKeyId : formatUserName(user);
    return {
      id: consoleKeyId,
      name,
      kind: 'server',
      hash: '',
      prefix: '',
      scopes,
      projects: user?.projects ?? null,
      expiresAt: session.expiresAt,
      ratePerMinute: null,
      origins: null,
      filter: null,
      priceLists: [],
      user: null,
      consoleUser: { id: user?.id ?? null, role: user?.role ?? 'owner' },
      createdAt: 0,
      revokedAt: null,
    };
  }

  #keepUnstored(session: UnstoredSession): void {
    const now = this.#clock.now();
    for (const { tokenHash, expiresAt } of this.#unstored.values())
      if (expiresAt <= now) this.#unstored.delete(tokenHash);
    evictOldest(this.#unstored, unstoredMax - 1);
    this.#unstored.set(session.tokenHash, session);
  }

  /** @throws VitrineError rate_limited; overloaded; sign_in_failed with the detail, counted as a failure of the network */
  async #check(password: string, user: User | null, network: string, wrong: string): Promise<void> {
    const ownerHash = findFirstOwner(this.#store.team())?.passwordHash ?? null;
    // A new password of the first owner, set by any process, clears the blocks.
    if (ownerHash !== this.#triedHash) this.#limits.clear();
    this.#triedHash = ownerHash;
    const end = this.#limits.begin(network);
    let outcome: 'right' | 'wrong' | 'unknown' = 'unknown';
    try {
      const passwordHash = user?.passwordHash ?? null;
      outcome = (await this.passwords.isRight(password, passwordHash, network)) ? 'right' : 'wrong';
    } finally {
      end(outcome);
    }
    if (outcome === 'wrong') throw new VitrineError('sign_in_failed', wrong);
  }
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
