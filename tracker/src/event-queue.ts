import { keysWith, type PageStorage } from './page-storage.ts';

/** An event as it is sent. Its id makes it count once, however often it is sent. */
export type QueuedEvent = Readonly<Record<string, unknown>> & {
  readonly id: string;
  /** When it happened, in ms since 1970. */
  readonly at: number;
};

interface Waiting {
  readonly event: QueuedEvent;
  readonly stored: () => void;
  readonly refused: (error: Error) => void;
}

interface QueueOptions {
  readonly url: string;
  readonly project: string;
  readonly key: string;
  readonly storage: PageStorage;
}

/** Events of one request; fewer if they are long. Browsers send at most 64 kB after the end of a page. */
const batchMax = 50;
const batchLengthMax = 20_000;
/** Events that are kept while they cannot be sent; the oldest are dropped. */
const keptMax = 500;
const keptMsMax = 7 * 24 * 60 * 60 * 1_000;
const retryMsFirst = 1_000;
const retryMsMax = 60_000;
/** Fresh events are dated by the service, as clocks of visitors may be wrong. */
const freshMs = 5_000;

/**
 * Events on their way to the service. Each is stored in the browser until the service acknowledges it, so that none is lost when the
 * page ends, the visitor is offline or the service cannot be reached. What is sent again counts once, by its id.
 */
export class EventQueue {
  readonly #options: QueueOptions;
  readonly #prefix: string;
  readonly #waiting = new Map<string, Waiting>();
  #isSending = false;
  #retryMs = retryMsFirst;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: QueueOptions) {
    this.#options = options;
    this.#prefix = `vitrine:${options.project}:event:`;
    for (const key of keysWith(options.storage, this.#prefix)) this.#load(key);
  }

  /** Resolves when the event is stored by the service; rejects if it refuses it. */
  add(event: QueuedEvent): Promise<void> {
    return new Promise((stored, refused) => {
      this.#waiting.set(event.id, { event, stored, refused });
      try {
        this.#options.storage.setItem(this.#prefix + event.id, JSON.stringify(event));
      } catch {
        // The storage is full: the event is in memory.
      }
      if (this.#waiting.size > keptMax) this.#drop([...this.#waiting.keys()][0]!, 'too many events wait');
      void this.send();
    });
  }

  /** Sends what waits, until all is acknowledged or a request fails. */
  async send(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    clearTimeout(this.#timer);
    let isDone = true;
    while (isDone && this.#waiting.size > 0) isDone = await this.#sendBatch(this.#batch());
    this.#isSending = false;
    if (isDone) this.#retryMs = retryMsFirst;
    else this.#retryLater();
  }

  /** Hands over what waits to the browser, which sends it after the end of the page. What arrives twice counts once. */
  sendAtEnd(): void {
    const { url, project, key } = this.#options;
    const data = this.#batch();
    if (data.length === 0) return;
    // As text: another type would need a preflight request, which the end of the page cancels.
    navigator.sendBeacon(`${url}/api/events`, JSON.stringify({ project, key, data }));
  }

  /** Forgets all events. */
  clear(): void {
    for (const id of [...this.#waiting.keys()]) this.#drop(id, 'the visitor does not consent');
  }

  #load(key: string): void {
    const { storage } = this.#options;
    try {
      const event = JSON.parse(storage.getItem(key) ?? '') as QueuedEvent;
      if (Date.now() - event.at > keptMsMax) throw new Error('expired');
      this.#waiting.set(event.id, { event, stored: ignore, refused: ignore });
    } catch {
      storage.removeItem(key);
    }
  }

  #batch(): object[] {
    const batch: object[] = [];
    let length = 0;
    for (const { event } of this.#waiting.values()) {
      const { at, ...rest } = event;
      const sent = Date.now() - at < freshMs ? rest : event;
      length += JSON.stringify(sent).length;
      if (batch.length === batchMax || (length > batchLengthMax && batch.length > 0)) break;
      batch.push(sent);
    }
    return batch;
  }

  /** False: to be sent again later. */
  async #sendBatch(data: readonly object[]): Promise<boolean> {
    const { url, project, key } = this.#options;
    try {
      const reply = await fetch(`${url}/api/events`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body: JSON.stringify({ project, data }),
        keepalive: true,
      });
      if (reply.status === 408 || reply.status === 429 || reply.status >= 500) return false;
      const { errors = [], detail = '' } = (await reply.json()) as {
        errors?: { index?: number; errors?: { detail: string }[] }[];
        detail?: string;
      };
      const ids = data.map((event) => (event as QueuedEvent).id);
      if (!reply.ok) for (const id of ids) this.#drop(id, detail);
      else {
        for (const { index = -1, errors: own = [] } of errors)
          this.#drop(ids[index] ?? '', own[0]?.detail ?? '');
        for (const id of ids) this.#acknowledge(id);
      }
      return true;
    } catch {
      return false;
    }
  }

  #retryLater(): void {
    // Not all at once, after an outage.
    this.#timer = setTimeout(() => void this.send(), this.#retryMs * (0.5 + Math.random()));
    this.#retryMs = Math.min(2 * this.#retryMs, retryMsMax);
  }

  #acknowledge(id: string): void {
    this.#remove(id)?.stored();
  }

  #drop(id: string, reason: string): void {
    this.#remove(id)?.refused(new Error(`Cannot store the event: ${reason}`));
  }

  #remove(id: string): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    this.#options.storage.removeItem(this.#prefix + id);
    return waiting;
  }
}

function ignore(): void {
  // Of an earlier page: nobody waits for it.
}
