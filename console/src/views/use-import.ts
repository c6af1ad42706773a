import type { ImportTask } from '@vitrine/sdk';
import { useEffect, useRef, useState } from 'react';
import { service } from '../app/service.ts';

const watchEveryMs = 300;

/** Where an import is. */
export type ImportState =
  | { readonly step: 'idle' }
  | { readonly step: 'running'; readonly file: File; readonly task: ImportTask | null }
  | { readonly step: 'done'; readonly file: File; readonly task: ImportTask }
  | {
      readonly step: 'failed';
      readonly file: File;
      readonly task: ImportTask | null;
      readonly error: unknown;
    };

/** Sends a file and watches the task that takes it in. */
export function useImport(project: string): {
  state: ImportState;
  start: (file: File) => Promise<void>;
  stop: () => void;
} {
  const [state, setState] = useState<ImportState>({ step: 'idle' });
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);
  const start = async (file: File): Promise<void> => {
    const controller = new AbortController();
    abort.current = controller;
    const taskId = `console-${Date.now()}-${Math.floor(Math.random() * 1e9)}`;
    setState({ step: 'running', file, task: null });
    const watch = setInterval(() => {
      service.items.task(taskId).then(
        (task) =>
          setState((now) =>
            now.step === 'running' && task.kind === 'import' && task.status === 'running'
              ? { ...now, task }
              : now,
          ),
        // The task is not there before the first bytes are; the next look will find it.
        () => undefined,
      );
    }, watchEveryMs);
    try {
      const format = /\.(csv|tsv)$/i.test(file.name) || file.type === 'text/csv' ? 'csv' : 'ndjson';
      const task = await service.items.import(project, file, {
        format,
        task: taskId,
        signal: controller.signal,
      });
      setState({ step: 'done', file, task });
    } catch (error) {
      const stopped = controller.signal.aborted
        ? new Error('Stopped. What was counted so far is stored.')
        : error;
      setState((now) => ({
        step: 'failed',
        file,
        task: now.step === 'running' ? now.task : null,
        error: stopped,
      }));
    } finally {
      clearInterval(watch);
    }
  };
  return { state, start, stop: () => abort.current?.abort() };
}
