import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { connection } from './connection.ts';

/** A view that is loaded on first use; waits while the service does not respond. */
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
      // The service responds but lacks the file, such as after an update.
      if (await connection.check()) throw error;
      await connection.whenUp(new AbortController().signal);
    }
  }
}
