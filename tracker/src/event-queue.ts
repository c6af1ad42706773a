import { keysWith, type PageStorage } from './page-storage.ts';
import { toJson } from './to-json.ts';

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

/** Events of one request. */
interface Batch {
  readonly key: string;
  readonly data: readonly object[];
}

interface QueueOptions {
  readonly url: string;
  readonly project: string;
  /** The key that may send an event. */
  readonly keyOf: (event: QueuedEvent) => string;
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
const clockToleranceMs = 60_000;
const keepaliveBytesMax = 60_000;
/** Sending the same events again would have the same answer. Others, such as 401 for a key that is revoked by mistake, may change. */
const finalStatuses = new Set([400, 413]);

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
  /** How far the service's clock is ahead, as of its last reply; 0 if it is less than a minute. */
  #clockOffsetMs = 0;

  constructor(options: QueueOptions) {
    this.#options = options;
    this.#prefix = `vitrine:${options.project}:event:`;
    const kept = keysWith(options.storage, this.#prefix).flatMap((key) => this.#stored(key) ?? []);
    for (const event of kept.sort((a, b) => a.at - b.at))
      this.#waiting.set(event.id, { event, stored: ignore, refused: ignore });
  }

  /** Resolves when the event is stored by the service; rejects if it refuses it. */
  add(event: QueuedEvent): Promise<void> {
    return new Promise((stored, refused) => {
      this.#waiting.set(event.id, { event, stored, refused });
      try {
        this.#options.storage.setItem(this.#prefix + event.id, toJson(event));
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
    const { url, project } = this.#options;
    const { key, data } = this.#batch();
    if (data.length === 0) return;
    // As text: another type would need a preflight request, which the end of the page cancels.
    navigator.sendBeacon(`${url}/api/events`, toJson({ project, key, data }));
  }

  /** Forgets all events of this page. */
  clear(): void {
    clearTimeout(this.#timer);
    for (const id of this.#waiting.keys()) this.#drop(id, 'the visitor does not consent');
  }

  /** An event of an earlier page. */
  #stored(key: string): QueuedEvent | null {
    const { storage } = this.#options;
    try {
      const event = JSON.parse(storage.getItem(key) ?? '') as QueuedEvent;
      if (Date.now() - event.at > keptMsMax) throw new Error('expired');
      return event;
    } catch {
      storage.removeItem(key);
      return null;
    }
  }

  /** The events that wait longest, as far as one key may send them. */
  #batch(): Batch {
    const { keyOf } = this.#options;
    const batch: object[] = [];
    let key = '';
    let length = 0;
    for (const { event } of this.#waiting.values()) {
      if (batch.length === 0) key = keyOf(event);
      else if (keyOf(event) !== key) break;
      const { at, ...rest } = event;
      const sent = Date.now() - at < freshMs ? rest : { ...event, at: at + this.#clockOffsetMs };
      length += toJson(sent).length;
      if (batch.length === batchMax || (length > batchLengthMax && batch.length > 0)) break;
      batch.push(sent);
    }
    return { key, data: batch };
  }

  /** False: to be sent again later. */
  async #sendBatch({ key, data }: Batch): Promise<boolean> {
    const { url, project } = this.#options;
    try {
      const body = toJson({ project, data });
      const reply = await fetch(`${url}/api/events`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body,
        // Browsers refuse longer ones.
        keepalive: 4 * body.length < keepaliveBytesMax,
      });
      const isCorrected = this.#correctClock(reply.headers.get('date'));
      if (!reply.ok && !finalStatuses.has(reply.status)) return false;
      // Its times may have been wrong.
      if (!reply.ok && isCorrected) return true;
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

  /** Whether the service's clock turns out to be another than was thought. */
  #correctClock(date: string | null): boolean {
    const aheadMs = date === null ? 0 : Date.parse(date) - Date.now();
    const offsetMs = Math.abs(aheadMs) > clockToleranceMs ? aheadMs : 0;
    const isOther = Math.abs(offsetMs - this.#clockOffsetMs) > clockToleranceMs;
    if (isOther) this.#clockOffsetMs = offsetMs;
    return isOther;
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
  // Of an earlier page, which is closed.
}
