import type { RequestLog } from './request-log.ts';

/** `fetch` for the client of the shop, which also notes each request in the log. */
export function loggedFetch(log: RequestLog): typeof fetch {
  return async (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input, window.location.href);
    const started = performance.now();
    const sent = typeof init?.body === 'string' ? (JSON.parse(init.body) as unknown) : null;
    const number = log.add({ method: init?.method ?? 'GET', path: `${pathname}${search}`, sent });
    try {
      const response = await fetch(input, init);
      void note(response.clone(), (reply) =>
        log.finish(number, {
          status: response.status,
          reply,
          // Aborted while the reply arrived.
          wasAborted: reply === null && init?.signal?.aborted === true,
          roundTripMs: performance.now() - started,
        }),
      );
      return response;
    } catch (error) {
      log.finish(number, { status: 0, wasAborted: init?.signal?.aborted === true });
      throw error;
    }
  };
}

async function note(response: Response, finish: (reply: unknown) => void): Promise<void> {
  try {
    finish(await response.json());
  } catch {
    // The request was aborted while its reply arrived.
    finish(null);
  }
}
