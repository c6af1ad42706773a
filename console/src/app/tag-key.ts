import type { ApiKey } from '@vitrine/sdk';
import { readStored, writeStored } from './browser-storage.ts';

/** The web key of the script tag. Anyone can read it in the pages of the shop, so a browser may keep it. */
export interface TagKey {
  readonly key: string;
  /** The address of the shop that it is for. */
  readonly origin: string;
  /** Whether it was made since the page was opened, so that lists that were loaded before do not have it. */
  readonly isNew: boolean;
}

/** The key that was made in this browser; the service stores only hashes of keys. Null without one. */
export function readTagKey(project: string): TagKey | null {
  const stored = readStored(toName(project));
  if (stored === null || typeof stored !== 'object' || !('key' in stored) || !('origin' in stored))
    return null;
  const { key, origin } = stored;
  return typeof key === 'string' && typeof origin === 'string' ? { key, origin, isNew: false } : null;
}

export function rememberTagKey(project: string, { key, origin }: TagKey): void {
  writeStored(toName(project), { key, origin });
}

/** Whether a key is among the keys of the project and works. */
export function isActiveKey({ key }: TagKey, keys: readonly ApiKey[]): boolean {
  return keys.some(
    ({ prefix, revokedAt, expiresAt }) =>
      key.startsWith(prefix) && revokedAt === null && (expiresAt === null || expiresAt > Date.now()),
  );
}

function toName(project: string): string {
  return `tag-key ${project}`;
}
