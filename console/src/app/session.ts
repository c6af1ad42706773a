/**
 * Whether somebody is signed in. `ended`: they were, and the password is asked for over the page; `paused`: they were, and put that
 * off.
 */
export type SessionState = 'unknown' | 'signed-out' | 'open' | 'ended' | 'paused';

/** The cookie is one for all tabs: where somebody signs in at one, the others go on. */
const tabs = new BroadcastChannel('vitrine-session');

/** The session of this page. A session that ends does not end the page: requests wait until the password was entered again. */
class Session {
  #state: SessionState = 'unknown';
  readonly #listeners = new Set<() => void>();
  #opened = 0;

  constructor() {
    tabs.addEventListener('message', () => this.#state !== 'unknown' && this.#show('open'));
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** How often somebody signed in. */
  get opened(): number {
    return this.#opened;
  }

  readonly state = (): SessionState => this.#state;

  set(state: SessionState): void {
    if (state === 'open' && this.#state !== 'unknown') tabs.postMessage(state);
    this.#show(state);
  }

  /**
   * After a request was refused as nobody is signed in: asks for the password and resolves when the request may be sent again; false
   * where it may not. What only reads does not ask again once that was put off.
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

  /** Resolves once somebody is signed in. @throws the signal's reason */
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
