import type { Draft, MeanDifference, ReplaySummary, ReplayTask, SearchSettingsChanges } from '@vitrine/sdk';
import { useEffect, useRef, useState } from 'react';
import { readStored, writeStored } from './browser-storage.ts';
import { runReplay } from './draft-replay.ts';
import { useLoad } from './load.ts';
import { service } from './service.ts';

const weekMs = 7 * 86_400_000;
/** The draft that is replayed. Where its deletion failed, the next measurement takes it again. */
const measuredDraft = 'measured-search-quality';
/** Drafts whose replays are read. */
const draftsMax = 20;

/** How often what shoppers chose stands first, from a replay. */
export interface SearchQuality {
  readonly chosenFirst: MeanDifference | null;
  readonly clicks: MeanDifference | null;
  readonly judged: number;
  readonly from: number;
  readonly to: number;
  readonly finishedAt: number;
  readonly liveVersion: number;
  /** The changes that it was measured with, as JSON; null: none, or those of a draft, which are not of interest here. */
  readonly changes: string | null;
}

export interface MeasuredQuality {
  /** Null: not measured within a week; undefined: not loaded. */
  readonly quality: SearchQuality | null | undefined;
  /** Whether the live configuration has changed since. */
  readonly isOutdated: boolean;
  /** Null: not measured now. */
  readonly running: { readonly task: ReplayTask | null } | null;
  readonly error: unknown;
  readonly measure: (changes: SearchSettingsChanges) => void;
}

/** The newest measurement of a week: of this browser, or a replay of a draft, which runs the live configuration, too. */
export function useSearchQuality(project: string, mayReadDrafts: boolean): MeasuredQuality {
  const loaded = useLoad(project, async (signal) => {
    if (!mayReadDrafts) return { quality: null, version: 0 };
    const [{ drafts }, { versions }] = await Promise.all([
      service.drafts.list(project, { signal }),
      service.versions.list(project, { limit: 1, signal }),
    ]);
    const replays = await Promise.all(
      drafts
        .filter(({ id }) => id !== measuredDraft)
        .slice(0, draftsMax)
        .map(({ id }) => service.drafts.replay(project, id, { signal })),
    );
    const measured = replays.flatMap(({ replay }) =>
      replay === null ? [] : [toQuality(replay.summary, replay.liveVersion, null)],
    );
    const own = readQuality(project);
    const newest = [...measured, ...(own === null ? [] : [own])]
      .filter(({ finishedAt }) => finishedAt > Date.now() - weekMs)
      .toSorted((a, b) => b.finishedAt - a.finishedAt)[0];
    return { quality: newest ?? null, version: versions[0]?.number ?? 0 };
  });
  const [running, setRunning] = useState<MeasuredQuality['running']>(null);
  const [error, setError] = useState<unknown>(null);
  const stop = useRef(new AbortController());
  useEffect(() => {
    const abort = new AbortController();
    stop.current = abort;
    return () => abort.abort();
  }, [project]);
  const measure = async (changes: SearchSettingsChanges): Promise<void> => {
    const { signal } = stop.current;
    setRunning({ task: null });
    setError(null);
    try {
      const onProgress = (task: ReplayTask): void => setRunning({ task });
      writeStored(qualityName(project), await replayChanges(project, changes, onProgress, signal));
      loaded.reload();
    } catch (failure) {
      if (!signal.aborted) setError(failure);
    }
    if (!signal.aborted) setRunning(null);
  };
  const quality = loaded.value?.quality;
  return {
    quality,
    isOutdated: quality != null && quality.liveVersion !== loaded.value?.version,
    running,
    error: error ?? loaded.error,
    measure: (changes) => void measure(changes),
  };
}

/** Replays a draft of the changes, which is deleted again. @throws Error if the replay fails */
async function replayChanges(
  project: string,
  changes: SearchSettingsChanges,
  onProgress: (task: ReplayTask) => void,
  signal: AbortSignal,
): Promise<SearchQuality> {
  const isChanged = Object.keys(changes).length > 0;
  const draft: Draft = {
    id: measuredDraft,
    name: 'Measurement of search quality',
    ...(isChanged ? { settings: { search: changes } } : {}),
  };
  await service.drafts.put(project, draft);
  try {
    await runReplay(project, draft.id, onProgress, signal);
    const { replay } = await service.drafts.replay(project, draft.id, { signal });
    if (replay === null) throw new Error('The measurement has no result. Try it again.');
    return toQuality(replay.summary, replay.liveVersion, isChanged ? JSON.stringify(changes) : null);
  } finally {
    await service.drafts.delete(project, draft.id).catch(() => undefined);
  }
}

function toQuality(
  { chosenFirst = null, clicks, judged, from, to, finishedAt }: ReplaySummary,
  liveVersion: number,
  changes: string | null,
): SearchQuality {
  return { chosenFirst, clicks, judged, from, to, finishedAt, liveVersion, changes };
}

function readQuality(project: string): SearchQuality | null {
  const value = readStored(qualityName(project));
  return typeof value === 'object' && value !== null && 'finishedAt' in value && 'judged' in value
    ? (value as SearchQuality)
    : null;
}

function qualityName(project: string): string {
  return `search-quality ${project}`;
}
