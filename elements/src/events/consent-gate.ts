type ConsentState = 'granted' | 'denied' | 'pending';

/**
 * Whether personal things are allowed. A call of the shop decides; else Google's Consent Mode, by `analytics_storage`; else the setting: where
 * consent is not `required` and the page has no Consent Mode, it is granted once the page is read.
 */
export class ConsentGate {
  readonly #isRequired: boolean;
  readonly #apply: (state: 'granted' | 'denied') => void;
  #state: ConsentState = 'pending';
  #isCalled = false;
  #isUpdated = false;
  /** What the defaults of Consent Mode say; null where the page has none. One that denies counts before those that grant. */
  #default: 'granted' | 'denied' | null = null;
  #isRead = false;

  constructor(isRequired: boolean, apply: (state: 'granted' | 'denied') => void) {
    this.#isRequired = isRequired;
    this.#apply = apply;
  }

  get isGranted(): boolean {
    return this.#state === 'granted';
  }

  /** The visitor's decision by a call of the shop. */
  call(state: 'granted' | 'denied'): void {
    this.#isCalled = true;
    this.#set(state);
  }

  /** A command of Consent Mode: `gtag('consent', 'default' or 'update', values)`. */
  followConsentMode(command: unknown, values: unknown): void {
    if (typeof values !== 'object' || values === null || this.#isCalled) return;
    const { analytics_storage: storage } = values as { analytics_storage?: unknown };
    if (storage !== 'granted' && storage !== 'denied') return;
    if (command === 'update') {
      this.#isUpdated = true;
      this.#set(storage);
      return;
    }
    // Where the visitor is, the page does not know: a default for some regions counts everywhere if it denies.
    if (storage === 'denied') this.#default = 'denied';
    else if (!('region' in values)) this.#default ??= 'granted';
    if (this.#isRead) this.#applyDefault();
  }

  /** The page is read: a Consent Mode would have told its defaults. */
  endReading(): void {
    this.#isRead = true;
    if (!this.#isCalled) this.#applyDefault();
  }

  /** A default that denies waits for the visitor. */
  #applyDefault(): void {
    if (this.#isUpdated) return;
    if (this.#default === 'granted' || (this.#default === null && !this.#isRequired)) this.#set('granted');
  }

  #set(state: 'granted' | 'denied'): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#apply(state);
  }
}
