import type { Replay, ReplayTask, Task } from '@vitrine/sdk';
import { useEffect, useRef, useState } from 'react';
import { useLoad } from './load.ts';
import { service } from './service.ts';

const pollMs = 500;

/** The last replay of a draft, and the one that runs. */
export interface DraftReplay {
  /** Null: none has finished; undefined: not loaded. */
  readonly replay: Replay | null | undefined;
  /** Whether the live configuration has changed since. */
  readonly isLiveOutdated: boolean;
  /** Null: none runs. */
  readonly running: { readonly task: ReplayTask | null } | null;
  readonly error: unknown;
  readonly start: () => void;
}

/** `version`: of the draft. */
export function useReplay(project: string, draft: string, version: number | null): DraftReplay {
  const loaded = useLoad(`${project} ${draft} ${version}`, async (signal) => {
    const [{ replay }, { versions }] = await Promise.all([
      service.drafts.replay(project, draft, { signal }),
      service.versions.list(project, { limit: 1, signal }),
    ]);
    return { replay, isLiveOutdated: replay !== null && replay.liveVersion !== (versions[0]?.number ?? 0) };
  });
  const [running, setRunning] = useState<DraftReplay['running']>(null);
  const [error, setError] = useState<unknown>(null);
  const stop = useRef(new AbortController());
  useEffect(() => {
    const abort = new AbortController();
    stop.current = abort;
    return () => abort.abort();
  }, []);
  const start = async (signal: AbortSignal): Promise<void> => {
    setRunning({ task: null });
    setError(null);
    try {
      await replayed(project, draft, (task) => setRunning({ task }), signal);
      loaded.reload();
    } catch (failure) {
      if (!signal.aborted) setError(failure);
    }
    if (!signal.aborted) setRunning(null);
  };
  return {
    replay: loaded.value?.replay,
    isLiveOutdated: loaded.value?.isLiveOutdated ?? false,
    running,
    error: error ?? loaded.error,
    start: () => void start(stop.current.signal),
  };
}

/** Runs a replay to its end; after that of another draft, as there is one at a time. @throws Error if it fails */
async function replayed(
  project: string,
  draft: string,
  onProgress: (task: ReplayTask) => void,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const { task: started } = await service.drafts.startReplay(project, draft, { signal });
    let task: Task = started;
    while (task.status === 'running') {
      if (task.kind === 'replay') onProgress(task);
      await new Promise((resolve) => setTimeout(resolve, pollMs));
      signal.throwIfAborted();
      task = await service.items.task(task.id, { signal });
    }
    if (started.progress.draft !== draft) continue;
    if (task.status === 'failed') throw new Error(task.error?.detail ?? 'The replay failed');
    return;
  }
}
