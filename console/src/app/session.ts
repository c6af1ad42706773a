/** The state of the session. `ended`: a dialog asks for the password; `paused`: the user closed that dialog. */
export type SessionState = 'unknown' | 'signed-out' | 'open' | 'ended' | 'paused';

/** All tabs share the cookie: signing in to one resumes the others. */
const tabs = new BroadcastChannel('vitrine-session');

/** The session of this page. When it ends, the page remains and requests wait until the user signs in again. */
class Session {
  #state: SessionState = 'unknown';
  readonly #listeners = new Set<() => void>();
  #opened = 0;
  /** The email address of the user, to ask the same one again. */
  email: string | null = null;

  constructor() {
    tabs.addEventListener('message', () => this.#state !== 'unknown' && this.#show('open'));
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Number of sign-ins. */
  get opened(): number {
    return this.#opened;
  }

  readonly state = (): SessionState => this.#state;

  set(state: SessionState): void {
    // Also of a tab that finds a session, as after a sign-in with an identity provider.
    if (state === 'open') tabs.postMessage(state);
    this.#show(state);
  }

  /**
   * Called after a request failed with `signed_out`. Asks for the password and resolves to whether the request can be sent again.
   * While the session is paused, GET requests do not ask.
   */
  async renewed({ method = 'GET', signal }: RequestInit): Promise<boolean> {
    if (this.#state === 'open' || (this.#state === 'paused' && method !== 'GET')) this.set('ended');
    if (this.#state !== 'ended') return false;
    return new Promise((resolve, reject) => {
      const unsubscribe = this.subscribe(() => {
        if (this.#state === 'ended') return;
        unsubscribe();
        resolve(this.#state === 'open');
      });
      signal?.addEventListener('abort', () => (unsubscribe(), reject(signal.reason)), { once: true });
    });
  }

  /** Resolves when the user has signed in. @throws the signal's reason */
  whenOpen(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const unsubscribe = this.subscribe(() => {
        if (this.#state !== 'open') return;
        unsubscribe();
        resolve();
      });
      signal.addEventListener('abort', () => (unsubscribe(), reject(signal.reason)), { once: true });
    });
  }

  #show(state: SessionState): void {
    if (this.#state === state) return;
    this.#state = state;
    if (state === 'open') this.#opened++;
    for (const listener of this.#listeners) listener();
  }
}

export const session = new Session();
