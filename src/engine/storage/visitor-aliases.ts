import type { ReadConnection } from './database.ts';

/** The key that counts a visitor's events and searches, after all merges. */
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
