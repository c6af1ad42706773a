import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { connection } from './connection.ts';

/** A view that is loaded when it is first opened; while the service does not answer, it is waited for. */
export function lazyView<P extends object>(
  load: () => Promise<ComponentType<P>>,
): LazyExoticComponent<ComponentType<P>> {
  return lazy(async () => ({ default: await loadWhenUp(load) }));
}

async function loadWhenUp<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      // It answers, and has no such file: after an update, for instance.
      if (await connection.check()) throw error;
      await connection.whenUp(new AbortController().signal);
    }
  }
}
