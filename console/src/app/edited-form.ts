import { useState } from 'react';

interface FormState<T> {
  readonly version: number;
  readonly saved: T;
  readonly values: T;
}

/** Changes some fields of a form. A function gets the newest values, for an edit that is decided on later. */
export type Edit<T> = (next: Partial<T> | ((values: T) => Partial<T>)) => void;

export interface EditedForm<T> {
  readonly values: T;
  /** The last version that the service confirmed. */
  readonly saved: T;
  readonly isChanged: boolean;
  readonly setValues: (values: T) => void;
  readonly edit: Edit<T>;
  /** Records that the service accepted these values. */
  readonly setSaved: (sent: T) => void;
}

/**
 * The values of a form over its last saved version. A newer version replaces the fields without changes and keeps the changed ones, so
 * that edits during a save are not lost.
 */
export function useEditedForm<T extends object>(loaded: T, version: number): EditedForm<T> {
  const [state, setState] = useState<FormState<T>>({ version, saved: loaded, values: loaded });
  let current = state;
  if (version !== state.version) {
    current = { version, saved: loaded, values: rebased(state, loaded) };
    setState(current);
  }
  return {
    values: current.values,
    saved: current.saved,
    isChanged: !isSame(current.values, current.saved),
    setValues: (values) => setState((old) => ({ ...old, values })),
    edit: (next) =>
      setState((old) => ({
        ...old,
        values: { ...old.values, ...(typeof next === 'function' ? next(old.values) : next) },
      })),
    setSaved: (saved) => setState((old) => ({ ...old, saved })),
  };
}

function rebased<T extends object>({ saved, values }: FormState<T>, loaded: T): T {
  const changed = Object.entries(values).filter(([name, value]) => !isSame(value, saved[name as keyof T]));
  return { ...loaded, ...Object.fromEntries(changed) };
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
