import { ConnectionError } from '../common/connection-error.ts';
import type { ServerIdentity } from './session.ts';

/**
 * Chooses among servers that accept writes. After a failover the old primary may still run: the new one has the higher timeline. A
 * database whose nodes all accept writes, such as CockroachDB, reports no timelines: the first server is chosen.
 * @throws ConnectionError divided, where two servers accept writes and neither is newer
 */
export function choosePrimary<S extends { readonly identity: ServerIdentity }>(servers: readonly S[]): S {
  let best = servers[0]!;
  for (const server of servers.slice(1)) {
    const order = compareServers(server.identity, best.identity);
    if (order === 'divided')
      throw new ConnectionError('Two servers accept writes, and neither was promoted later', 'divided');
    if (order === 'newer') best = server;
  }
  return best;
}

/** Compares servers that accept writes: which of them was promoted later. */
export function compareServers(
  one: ServerIdentity,
  other: ServerIdentity,
): 'newer' | 'older' | 'same' | 'divided' {
  if (one.timeline === null || other.timeline === null || one.systemId === null) return 'same';
  if (one.systemId !== other.systemId) return 'divided';
  if (one.timeline !== other.timeline) return one.timeline > other.timeline ? 'newer' : 'older';
  return one.startedAt === other.startedAt ? 'same' : 'divided';
}

/** Remembers the newest primary, so that an older one is not used again. */
export class TimelineFence {
  readonly #newest = new Map<string, number>();

  /** @throws ConnectionError outdated, of a server that was the primary before the newest one */
  check({ systemId, timeline }: ServerIdentity): void {
    if (systemId === null || timeline === null) return;
    const newest = this.#newest.get(systemId) ?? 0;
    if (timeline < newest)
      throw new ConnectionError(
        `The server is a primary of timeline ${timeline}; one of timeline ${newest} was promoted later`,
        'outdated',
      );
  }

  /** Records the server in use. */
  record({ systemId, timeline }: ServerIdentity): void {
    if (systemId === null || timeline === null) return;
    this.#newest.set(systemId, Math.max(timeline, this.#newest.get(systemId) ?? 0));
  }
}
