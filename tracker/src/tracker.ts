import { EventQueue, type QueuedEvent } from './event-queue.ts';
import { ListOrigins } from './list-origins.ts';
import { keysWith, memoryStorage, pageStorage, type PageStorage } from './page-storage.ts';
import type { ListOrigin, TrackedEvent, TrackedLine } from './tracked-event.ts';

/** `pending`: events wait in memory until the visitor decides. */
export type Consent = 'granted' | 'denied' | 'pending';

export interface TrackerOptions {
  /** URL of the service, without a path: `https://search.shop.example`. */
  readonly url: string;
  readonly project: string;
  /** A web key with the scope `events`: at the end of a page, it is sent in the body of a request. */
  readonly key: string;
  /** The shop's own id of the visit; default: a random one, kept for 30 days without a visit. */
  readonly session?: string | undefined;
  /** Id of the customer who is signed in. */
  readonly user?: string | undefined;
  /** A key that the shop's server signed for `user`, with the scope `events` alone. Without it, events count for the visit. */
  readonly userKey?: string | undefined;
  /** Default: `granted`. Without it, nothing is stored and nothing is sent. */
  readonly consent?: Consent | undefined;
  /** Receives why an event was refused, for example as an item id is too long. Default: a line in the browser's console. */
  readonly onError?: ((error: Error) => void) | undefined;
}

const sessionMsMax = 30 * 24 * 60 * 60 * 1_000;

/**
 * Sends events of a web page. Every function resolves when the service has stored the event: also after the visitor was offline. An
 * event is kept in the browser until then, and counts once. Without cookies.
 *
 * The list that led to an item (`searchId`, `recommendationId`) is remembered from the click to the purchase.
 */
export class Tracker {
  readonly #options: TrackerOptions;
  #storage: PageStorage;
  #queue: EventQueue;
  #origins: ListOrigins;
  #consent: Consent;
  #user: string | undefined;
  #userKey: string | undefined;
  #ownSession: string | null = null;
  #lastAt = 0;
  /** Events before the visitor's decision. */
  #held: {
    readonly event: QueuedEvent;
    readonly sent: () => void;
    readonly refused: (error: Error) => void;
  }[] = [];

  constructor(options: TrackerOptions) {
    this.#options = { ...options, url: options.url.replace(/\/+$/, '') };
    this.#consent = options.consent ?? 'granted';
    this.#user = options.user;
    this.#userKey = options.userKey;
    this.#storage = this.#consent === 'granted' ? pageStorage() : memoryStorage();
    if (this.#consent === 'denied') this.#forget();
    this.#queue = this.#newQueue();
    this.#origins = new ListOrigins(this.#storage, options.project);
    const end = (): void => {
      if (document.visibilityState === 'hidden') this.#queue.sendAtEnd();
    };
    document.addEventListener('visibilitychange', end);
    // Safari does not always report that a page is hidden before it ends.
    addEventListener('pagehide', () => this.#queue.sendAtEnd());
    addEventListener('online', () => void this.#queue.send());
    void this.#queue.send();
  }

  /** The visit, for searches and lists. */
  get session(): string {
    return this.#options.session ?? (this.#ownSession ??= this.#storedSession());
  }

  /** A product page was opened. */
  view(item: string, origin: ListOrigin = {}): Promise<void> {
    return this.#single('view', item, origin);
  }

  /** An item of a list was clicked: `{searchId, position}` or `{recommendationId, position}`. */
  click(item: string, origin: ListOrigin = {}): Promise<void> {
    return this.#single('click', item, origin);
  }

  /** An item was added to the cart. */
  cart(item: string | TrackedLine, origin: ListOrigin = {}): Promise<void> {
    if (typeof item === 'string') return this.#single('cart', item, origin);
    return this.track({ type: 'cart', items: [item], ...origin });
  }

  /** An order was placed. With its number it counts once, however often it is sent. */
  purchase(items: readonly TrackedLine[], order?: string, currency?: string): Promise<void> {
    return this.track({
      type: 'purchase',
      items,
      // With the visit: others cannot take the id of an order.
      ...(order === undefined ? {} : { order, id: `${this.session}-${order}` }),
      ...(currency === undefined ? {} : { currency }),
    });
  }

  /**
   * Sends any event, with the list that led to its items if it names none. Resolves when it is stored; rejects if the service refuses it, or
   * without consent.
   */
  track(event: TrackedEvent): Promise<void> {
    if (this.#consent === 'denied') return Promise.reject(new Error('The visitor does not consent'));
    const completed = this.#completed(this.#withOrigin(event));
    const done =
      this.#consent === 'granted'
        ? this.#queue.add(completed)
        : new Promise<void>((sent, refused) => this.#held.push({ event: completed, sent, refused }));
    done.catch((error: Error) => this.#report(error));
    return done;
  }

  /**
   * The visitor signed in, or with null out. With a key that the shop's server signed for the user, with the scope `events` alone,
   * the visit and its events belong to the user from the next event on. Call again with a new key before one expires.
   */
  identify(user: string | null, userKey?: string): void {
    this.#user = user ?? undefined;
    this.#userKey = userKey;
    void this.#queue.send();
  }

  /** The visitor's decision. `denied` also removes what is stored in the browser. */
  consent(consent: 'granted' | 'denied'): void {
    if (consent === this.#consent) return;
    this.#consent = consent;
    const held = this.#held;
    this.#held = [];
    this.#queue.clear();
    const remembered = this.#origins;
    this.#storage = consent === 'granted' ? pageStorage() : memoryStorage();
    this.#queue = this.#newQueue();
    this.#origins = new ListOrigins(this.#storage, this.#options.project);
    if (consent === 'denied') {
      this.#ownSession = null;
      this.#forget();
      for (const { refused } of held) refused(new Error('The visitor does not consent'));
      return;
    }
    this.#origins.take(remembered);
    if (this.#ownSession !== null) this.#storeSession(this.#ownSession);
    // With the lists that earlier pages remember.
    for (const { event, sent, refused } of held) this.#queue.add(this.#withOrigin(event)).then(sent, refused);
    void this.#queue.send();
  }

  /** Removes what is stored in the browser, by any page. */
  #forget(): void {
    const storage = pageStorage();
    for (const key of keysWith(storage, this.#prefix)) storage.removeItem(key);
  }

  #single(type: string, item: string, origin: ListOrigin): Promise<void> {
    return this.track({ type, item, ...origin });
  }

  /** Remembers the list that an event of one item names; adds the remembered one to others. */
  #withOrigin<T extends TrackedEvent | QueuedEvent>(event: T): T {
    const { searchId, recommendationId, position, item = '', items = [{ id: item }] } = event as TrackedEvent;
    const ids = items.map(({ id }) => id);
    if (ids.length === 1) this.#origins.remember(ids[0]!, { searchId, recommendationId, position });
    return { ...this.#origins.ofAll(ids), ...event };
  }

  #newQueue(): EventQueue {
    const { url, project, key } = this.#options;
    const findKey = ({ user }: QueuedEvent): string =>
      user !== undefined && user === this.#user ? (this.#userKey ?? key) : key;
    return new EventQueue({ url, project, keyOf: findKey, storage: this.#storage });
  }

  #completed(event: TrackedEvent): QueuedEvent {
    const user = this.#user;
    const visitor = user === undefined ? { session: this.session } : { session: this.session, user };
    // Each later than the one before: a later page sorts what is kept.
    this.#lastAt = Math.max(Date.now(), this.#lastAt + 1);
    return { ...event, ...visitor, id: event.id ?? randomId(), at: this.#lastAt };
  }

  get #prefix(): string {
    return `vitrine:${this.#options.project}:`;
  }

  get #sessionKey(): string {
    return `${this.#prefix}session`;
  }

  #storedSession(): string {
    // Until the visitor decides, a visit that earlier pages stored stays the same.
    const kept =
      this.#consent === 'pending' ? readKept(this.#sessionKey) : this.#storage.getItem(this.#sessionKey);
    const [id, at] = (kept ?? '').split(' ');
    const session = id !== undefined && id !== '' && Date.now() - Number(at) < sessionMsMax ? id : randomId();
    this.#storeSession(session);
    return session;
  }

  #storeSession(session: string): void {
    try {
      this.#storage.setItem(this.#sessionKey, `${session} ${Date.now()}`);
    } catch {
      // The storage is full: the next page is another visit.
    }
  }

  #report(error: Error): void {
    const { onError } = this.#options;
    if (onError === undefined) console.warn(error);
    else onError(error);
  }
}

/** What an earlier page stored, without a trial of writing. */
function readKept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** 128 random bits. `crypto.randomUUID()` needs a secure context. */
function randomId(): string {
  // Without `Array.from()`, which old versions of Prototype.js replace.
  let id = '';
  for (const byte of crypto.getRandomValues(new Uint8Array(16))) id += byte.toString(16).padStart(2, '0');
  return id;
}

/** Creates a tracker, once per page. In a browser only. */
export function createTracker(options: TrackerOptions): Tracker {
  return new Tracker(options);
}
