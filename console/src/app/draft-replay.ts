import type { Replay, ReplayTask, Task } from '@vitrine/sdk';
import { useEffect, useRef, useState } from 'react';
import { useLoad } from './load.ts';
import { service } from './service.ts';

const pollMs = 500;

/** The last finished replay of a draft, and the running one. */
export interface DraftReplay {
  /** Null: none has finished; undefined: not loaded. */
  readonly replay: Replay | null | undefined;
  /** Whether the live configuration has changed since. */
  readonly isLiveOutdated: boolean;
  /** Null: none is running. */
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
  const follow = async (
    run: (onProgress: (task: ReplayTask) => void) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void> => {
    setRunning({ task: null });
    setError(null);
    try {
      await run((task) => setRunning({ task }));
      loaded.reload();
    } catch (failure) {
      if (!signal.aborted) setError(failure);
    }
    if (!signal.aborted) setRunning(null);
  };
  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    stop.current = abort;
    // A replay that was started before the page was opened.
    const resume = async (): Promise<void> => {
      const task = await runningReplay(project, draft, signal).catch(() => null);
      if (task !== null) await follow((onProgress) => endOf(task, onProgress, signal), signal);
    };
    void resume();
    return () => abort.abort();
  }, [project, draft]);
  const start = (): void => {
    const { signal } = stop.current;
    void follow((onProgress) => runReplay(project, draft, onProgress, signal), signal);
  };
  return {
    replay: loaded.value?.replay,
    isLiveOutdated: loaded.value?.isLiveOutdated ?? false,
    running,
    error: error ?? loaded.error,
    start,
  };
}

async function runningReplay(
  project: string,
  draft: string,
  signal: AbortSignal,
): Promise<ReplayTask | null> {
  const { tasks } = await service.admin.getProject(project, { signal });
  const isOfDraft = (task: Task): task is ReplayTask =>
    task.kind === 'replay' && task.status === 'running' && task.progress.draft === draft;
  return tasks.find(isOfDraft) ?? null;
}

/** Runs a replay to its end; after that of another draft, as there is one at a time. @throws Error if it fails */
export async function runReplay(
  project: string,
  draft: string,
  onProgress: (task: ReplayTask) => void,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const { task } = await service.drafts.startReplay(project, draft, { signal });
    const isOwn = task.progress.draft === draft;
    // Whether the one of another draft fails does not matter here.
    await endOf(task, onProgress, signal).catch((error: unknown) => {
      if (isOwn || signal.aborted) throw error;
    });
    if (isOwn) return;
  }
}

/** @throws Error if it fails */
async function endOf(
  started: ReplayTask,
  onProgress: (task: ReplayTask) => void,
  signal: AbortSignal,
): Promise<void> {
  let task: Task = started;
  while (task.status === 'running') {
    if (task.kind === 'replay') onProgress(task);
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    signal.throwIfAborted();
    task = await service.items.task(task.id, { signal });
  }
  if (task.status === 'failed') throw new Error(task.error?.detail ?? 'The replay failed');
}
