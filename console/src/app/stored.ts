import { VitrineError } from '@vitrine/sdk';
import { useLoad, type Loaded } from './load.ts';

/** Loads an object that may not exist yet; then `stored` is null. `notFound`: the code of that error. */
export function useStored<T>(
  key: string,
  notFound: string,
  get: (signal: AbortSignal) => Promise<T>,
): Loaded<{ readonly stored: T | null }> {
  return useLoad(key, async (signal) => {
    try {
      return { stored: await get(signal) };
    } catch (error) {
      if (error instanceof VitrineError && error.code === notFound) return { stored: null };
      throw error;
    }
  });
}
