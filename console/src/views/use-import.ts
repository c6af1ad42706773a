import type { ImportTask } from '@vitrine/sdk';
import { useEffect, useRef, useState } from 'react';
import { service } from '../app/service.ts';

const pollMs = 300;

/** What becomes of items with an existing id. */
export type ImportMode = 'replace' | 'update';

/** The state of an import. */
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

/** Uploads a file and polls the import task. */
export function useImport(project: string): {
  state: ImportState;
  start: (file: File, mode: ImportMode) => Promise<void>;
  stop: () => void;
} {
  const [state, setState] = useState<ImportState>({ step: 'idle' });
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);
  const start = async (file: File, mode: ImportMode): Promise<void> => {
    const controller = new AbortController();
    abort.current = controller;
    const taskId = `console-${Date.now()}-${Math.floor(Math.random() * 1e9)}`;
    setState({ step: 'running', file, task: null });
    const poll = setInterval(() => {
      service.items.task(taskId).then(
        (task) =>
          setState((now) =>
            now.step === 'running' && task.kind === 'import' && task.status === 'running'
              ? { ...now, task }
              : now,
          ),
        // The task starts with the first bytes; the next poll will find it.
        () => undefined,
      );
    }, pollMs);
    try {
      const format = /\.(csv|tsv)$/i.test(file.name) || file.type === 'text/csv' ? 'csv' : 'ndjson';
      const task = await service.items.import(project, file, {
        format,
        mode,
        task: taskId,
        signal: controller.signal,
      });
      setState({ step: 'done', file, task });
    } catch (error) {
      const stopped = controller.signal.aborted
        ? new Error('Import stopped. Items imported so far remain.')
        : error;
      setState((now) => ({
        step: 'failed',
        file,
        task: now.step === 'running' ? now.task : null,
        error: stopped,
      }));
    } finally {
      clearInterval(poll);
    }
  };
  return { state, start, stop: () => abort.current?.abort() };
}
