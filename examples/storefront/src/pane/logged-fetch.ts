import type { RequestLog } from './request-log.ts';

/** `fetch` for the client of the shop, which also notes each request in the log. */
export function loggedFetch(log: RequestLog): typeof fetch {
  return async (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input, window.location.href);
    const started = performance.now();
    const isAborted = (): boolean => init?.signal?.aborted === true;
    const sent = typeof init?.body === 'string' ? (JSON.parse(init.body) as unknown) : null;
    const number = log.add({ method: init?.method ?? 'GET', path: `${pathname}${search}`, sent });
    try {
      const response = await fetch(input, init);
      void jsonOf(response.clone()).then((reply) =>
        log.finish(number, {
          status: response.status,
          reply,
          // While the reply arrived.
          wasAborted: reply === null && isAborted(),
          roundTripMs: performance.now() - started,
        }),
      );
      return response;
    } catch (error) {
      log.finish(number, { status: 0, wasAborted: isAborted() });
      throw error;
    }
  };
}

/** Null where the reply is not JSON, or was aborted. */
async function jsonOf(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return null;
  }
}
