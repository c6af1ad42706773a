import type { Caller } from './signed-keys.ts';

/** A caller with the rights of a web key that is not stored. `hash` is that of its text, or null if it has none. */
export function createWebCaller({
  hash,
  ...rights
}: Pick<Caller, 'id' | 'name' | 'scopes' | 'projects' | 'ratePerMinute'> & {
  readonly hash: string | null;
}): Caller {
  return {
    ...rights,
    hash: hash ?? '',
    kind: 'web',
    prefix: '',
    expiresAt: null,
    origins: null,
    filter: null,
    priceLists: [],
    createdAt: 0,
    revokedAt: null,
    user: null,
    consoleUser: null,
  };
}
