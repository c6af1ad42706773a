interface RenewalOptions {
  readonly key: string;
  readonly fetch: typeof fetch;
  /** The key of this moment; null: there is none yet. */
  readonly renew: () => Promise<string | null>;
}

/**
 * `fetch` for the client of the demo, whose key is in the memory of the service: where a restart has made it invalid, asks for the new
 * one and sends the request again. Requests at the same time ask once.
 */
export function renewingFetch({ key: first, fetch: send, renew }: RenewalOptions): typeof fetch {
  let key = first;
  let renewal: Promise<string | null> | null = null;
  return async (input, init) => {
    const withKey = (own: string): RequestInit => {
      const headers = new Headers(init?.headers);
      headers.set('x-api-key', own);
      return { ...init, headers };
    };
    const used = key;
    const reply = await send(input, withKey(used));
    if (reply.status !== 401) return reply;
    if (key === used) {
      renewal ??= renew().finally(() => (renewal = null));
      key = (await renewal) ?? key;
    }
    return key === used ? reply : send(input, withKey(key));
  };
}
