import { useSyncExternalStore } from 'react';

/** A request of this page, and its reply as soon as there is one. */
export interface LoggedRequest {
  readonly number: number;
  /** The number of the click or key press before it. */
  readonly input: number;
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** The JSON that was sent; null for a photo. */
  readonly sent: unknown;
  readonly reply?: unknown;
  /** HTTP status; 0 if the request was aborted or failed. */
  readonly status?: number;
  readonly wasAborted?: boolean;
  /** Milliseconds until the reply was complete. */
  readonly roundTripMs?: number;
}

/** A request that has a reply, was aborted or failed. */
export interface FinishedRequest extends LoggedRequest {
  readonly status: number;
}

function isFinished(request: LoggedRequest): request is FinishedRequest {
  return request.status !== undefined;
}

const requestsMax = 60;

/** The newest requests of the page, for the pane. */
export class RequestLog {
  #requests: readonly LoggedRequest[] = [];
  #finished: readonly FinishedRequest[] = [];
  #number = 0;
  #input = 0;
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * Newest first, without aborted ones, which newer requests have replaced. Requests that overlap appear together, when the last of
   * them has finished: replies change earlier entries.
   */
  readonly finished = (): readonly FinishedRequest[] => this.#finished;

  /** Adds a request; returns its number. */
  add(request: Pick<LoggedRequest, 'method' | 'path' | 'sent'>): number {
    const number = ++this.#number;
    this.#set([{ number, input: this.#input, ...request }, ...this.#requests].slice(0, requestsMax));
    return number;
  }

  readonly noteInput = (): void => {
    this.#input++;
  };

  finish(number: number, outcome: Partial<LoggedRequest>): void {
    this.#set(this.#requests.map((one) => (one.number === number ? { ...one, ...outcome } : one)));
  }

  #set(requests: readonly LoggedRequest[]): void {
    this.#requests = requests;
    if (!requests.every(isFinished)) return;
    this.#finished = requests.filter(({ wasAborted }) => wasAborted !== true);
    for (const listener of this.#listeners) listener();
  }
}

export const requestLog = new RequestLog();
for (const type of ['pointerdown', 'keydown', 'popstate'])
  addEventListener(type, requestLog.noteInput, { capture: true });

export function useFinishedRequests(): readonly FinishedRequest[] {
  return useSyncExternalStore(requestLog.subscribe, requestLog.finished);
}
