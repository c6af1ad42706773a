import { flushCompileCache, getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';

/**
 * Writes what this thread compiled to the compile cache (`NODE_COMPILE_CACHE`). A thread that is terminated writes nothing: call this
 * once its modules are loaded. Otherwise each start strips the types again, which takes 10 MB of the thread and 60 ms.
 */
export function keepCompiledModules(): void {
  flushCompileCache();
}

/**
 * Environment variables of a child process that uses the compile cache of this one; none without a cache. Without it, loading the
 * modules of the image encoder takes half as long again.
 */
export function compileCacheEnvironment(): Readonly<Record<string, string>> {
  // Node's own subfolder is named by its version.
  const folder = getCompileCacheDir();
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) };
}
