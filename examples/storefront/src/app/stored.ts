import { useSyncExternalStore } from 'react';

/** A value that the browser remembers between visits. */
export interface StoredValue<T> {
  readonly get: () => T;
  readonly set: (value: T) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Reads a value of `localStorage`; `parse` returns the first value for anything it does not know. */
export function storedValue<T>(name: string, parse: (stored: unknown) => T): StoredValue<T> {
  const key = `larkfield.${name}`;
  const listeners = new Set<() => void>();
  let current = parse(readJson(key));
  return {
    get: () => current,
    set: (value) => {
      current = value;
      try {
        localStorage.setItem(key, JSON.stringify(value));
      } catch {
        // Without storage the value lasts until the page is closed.
      }
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function readJson(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

export function useStored<T>(stored: StoredValue<T>): T {
  return useSyncExternalStore(stored.subscribe, stored.get);
}
