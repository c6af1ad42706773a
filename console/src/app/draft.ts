import { useState } from 'react';

interface DraftState<T> {
  readonly version: number;
  readonly saved: T;
  readonly draft: T;
}

/** Changes some fields of a draft. A function gets the newest draft, for an edit that is decided on later. */
export type Edit<T> = (next: Partial<T> | ((draft: T) => Partial<T>)) => void;

export interface DraftOf<T> {
  readonly draft: T;
  /** The last version that the service confirmed. */
  readonly saved: T;
  readonly isChanged: boolean;
  readonly setDraft: (draft: T) => void;
  readonly edit: Edit<T>;
  /** Records that the service accepted these values. */
  readonly setSaved: (sent: T) => void;
}

/**
 * The draft of a form over its last saved version. A newer version replaces the fields without changes and keeps the changed ones, so
 * that edits during a save are not lost.
 */
export function useDraft<T extends object>(loaded: T, version: number): DraftOf<T> {
  const [state, setState] = useState<DraftState<T>>({ version, saved: loaded, draft: loaded });
  let current = state;
  if (version !== state.version) {
    current = { version, saved: loaded, draft: rebased(state, loaded) };
    setState(current);
  }
  return {
    draft: current.draft,
    saved: current.saved,
    isChanged: !isSame(current.draft, current.saved),
    setDraft: (draft) => setState((old) => ({ ...old, draft })),
    edit: (next) =>
      setState((old) => ({
        ...old,
        draft: { ...old.draft, ...(typeof next === 'function' ? next(old.draft) : next) },
      })),
    setSaved: (saved) => setState((old) => ({ ...old, saved })),
  };
}

function rebased<T extends object>({ saved, draft }: DraftState<T>, loaded: T): T {
  const changed = Object.entries(draft).filter(([name, value]) => !isSame(value, saved[name as keyof T]));
  return { ...loaded, ...Object.fromEntries(changed) };
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
