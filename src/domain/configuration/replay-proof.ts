import type { ProjectEngine } from '../../ports/engine.ts';
import type { Json } from '../../ports/catalog/json.ts';
import type { Replay } from '../../ports/configuration/replays.ts';

/** The number of the newest version of the configuration; 0: none. */
export function newestVersion({ versions }: Pick<ProjectEngine, 'versions'>): number {
  return versions.list({ kind: null, offset: 0, limit: 1 }).versions[0]?.number ?? 0;
}

/**
 * What a version keeps of the replay before it was published, or null if this version of the draft has none. `isLiveOutdated`:
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
