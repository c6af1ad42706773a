import { useState } from 'react';

interface DraftState<T> {
  readonly version: number;
  readonly saved: T;
  readonly draft: T;
}

export interface DraftOf<T> {
  readonly draft: T;
  /** What the service has, as far as it said so: the draft differs from it where it is not saved. */
  readonly saved: T;
  readonly isChanged: boolean;
  readonly setDraft: (draft: T) => void;
  /** Says that the service took what was sent. */
  readonly setSaved: (sent: T) => void;
}

/**
 * The members of a form over what the service has. Where that has a newer version, members that were not touched since follow it, and
 * the others stay: what is typed while a form is saved is not lost.
 */
export function useDraft<T extends object>(loaded: T, version: number): DraftOf<T> {
  const [state, setState] = useState<DraftState<T>>({ version, saved: loaded, draft: loaded });
  let now = state;
  if (version !== state.version) {
    now = { version, saved: loaded, draft: rebased(state, loaded) };
    setState(now);
  }
  return {
    draft: now.draft,
    saved: now.saved,
    isChanged: !isSame(now.draft, now.saved),
    setDraft: (draft) => setState((old) => ({ ...old, draft })),
    setSaved: (saved) => setState((old) => ({ ...old, saved })),
  };
}

function rebased<T extends object>({ saved, draft }: DraftState<T>, loaded: T): T {
  const touched = Object.entries(draft).filter(([name, value]) => !isSame(value, saved[name as keyof T]));
  return { ...loaded, ...Object.fromEntries(touched) };
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
