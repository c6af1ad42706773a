import { VitrineError, type ImportOptions, type ImportTask } from '@vitrine/sdk';
import { useSyncExternalStore } from 'react';
import { service } from './service.ts';

const pollMs = 300;

/** How a file is read, where it was chosen. */
export type ReadOptions = Pick<
  ImportOptions,
  'mode' | 'format' | 'layout' | 'encoding' | 'decimal' | 'mapping'
>;

/** The import of a project on this page. */
export type ImportRun =
  | {
      readonly step: 'running';
      readonly file: File;
      readonly task: ImportTask | null;
      readonly startedAt: number;
    }
  | { readonly step: 'done'; readonly file: File; readonly task: ImportTask }
  | {
      readonly step: 'failed';
      readonly file: File;
      readonly task: ImportTask | null;
      readonly error: unknown;
    };

/** Imports by project. They run on while the user is in other views; closing the page stops them. */
class ImportRuns {
  readonly #runs = new Map<string, ImportRun>();
  readonly #aborts = new Map<string, AbortController>();
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  run(project: string): ImportRun | null {
    return this.#runs.get(project) ?? null;
  }

  async start(project: string, file: File, options: ReadOptions): Promise<void> {
    const controller = new AbortController();
    this.#aborts.set(project, controller);
    addEventListener('beforeunload', askBrowser);
    const taskId = `console-${Date.now()}-${Math.floor(Math.random() * 1e9)}`;
    this.#set(project, { step: 'running', file, task: null, startedAt: Date.now() });
    const poll = setInterval(() => void this.#poll(project, taskId), pollMs);
    try {
      const { signal } = controller;
      const task = await service.items.import(project, file, { ...options, task: taskId, signal });
      this.#set(project, { step: 'done', file, task });
    } catch (error) {
      const rest =
        options.mode === 'replaceAll'
          ? 'The catalog stays as it was, unless the whole file had arrived.'
          : 'Items imported so far remain.';
      const stopped = controller.signal.aborted ? new Error(`Import stopped. ${rest}`) : error;
      const now = this.run(project);
      const task = taskOf(error) ?? (now?.step === 'running' ? now.task : null);
      this.#set(project, { step: 'failed', file, task, error: stopped });
    } finally {
      clearInterval(poll);
      this.#aborts.delete(project);
      if (this.#aborts.size === 0) removeEventListener('beforeunload', askBrowser);
    }
  }

  stop(project: string): void {
    this.#aborts.get(project)?.abort();
  }

  /** Forgets the result. */
  clear(project: string): void {
    this.#set(project, null);
  }

  async #poll(project: string, taskId: string): Promise<void> {
    try {
      const task = await service.items.task(taskId);
      const now = this.run(project);
      if (now?.step === 'running' && task.kind === 'import' && task.status === 'running')
        this.#set(project, { ...now, task });
    } catch {
      // The task starts with the first bytes; the next poll will find it.
    }
  }

  #set(project: string, run: ImportRun | null): void {
    if (run === null) this.#runs.delete(project);
    else this.#runs.set(project, run);
    for (const listener of this.#listeners) listener();
  }
}

export const importRuns = new ImportRuns();

/** The import of a project; null: none. */
export function useImportRun(project: string): ImportRun | null {
  return useSyncExternalStore(importRuns.subscribe, () => importRuns.run(project));
}

/** The task of a refused import, with its rejected lines. */
function taskOf(error: unknown): ImportTask | null {
  return error instanceof VitrineError ? ((error.body['task'] ?? null) as ImportTask | null) : null;
}

function askBrowser(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
