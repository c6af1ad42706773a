import type { VisitorLinks } from '../../ports/recommendations/visitor-links.ts';
import type { ReadConnection } from './database.ts';

/** The key under which a visitor's events and searches count, after all merges. */
export function resolveAlias(reads: ReadConnection, key: string): string {
  const find = reads.prepare('SELECT user FROM aliases WHERE alias = ?');
  const seen = new Set([key]);
  for (let owner = key; ; seen.add(owner)) {
    const row = find.get(owner);
    const next = row === undefined ? owner : `u:${String(row['user'])}`;
    if (seen.has(next)) return owner;
    owner = next;
  }
}

/** Reads links from the database of a project. */
export class StoredVisitorLinks implements VisitorLinks {
  readonly #reads: ReadConnection;

  constructor(reads: ReadConnection) {
    this.#reads = reads;
  }

  isLinked(session: string, user: string): boolean {
    const owner = resolveAlias(this.#reads, `s:${session}`);
    return owner.startsWith('u:') && owner === resolveAlias(this.#reads, `u:${user}`);
  }
}
