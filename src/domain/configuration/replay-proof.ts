import type { ProjectEngine } from '../../ports/engine.ts';
import type { Json } from '../../ports/catalog/json.ts';
import type { Replay } from '../../ports/configuration/replays.ts';

/** The number of the newest version of the configuration; 0 means none. */
export function findNewestVersion({ versions }: Pick<ProjectEngine, 'versions'>): number {
  return versions.list({ kind: null, offset: 0, limit: 1 }).versions[0]?.number ?? 0;
}

/**
 * Describes the replay of a draft for the version that publishes it, or returns null if this draft has none. `isLiveOutdated` means that
 * the live configuration has changed since the replay.
 */
export function describeProof(
  replay: Replay | undefined,
  draftVersion: number,
  liveVersion: number,
): Json | null {
  if (replay === undefined || replay.draftVersion !== draftVersion) return null;
  const { summary } = replay;
  return {
    kind: 'replay',
    isLiveOutdated: replay.liveVersion !== liveVersion,
    ...summary,
  } as unknown as Json;
}
