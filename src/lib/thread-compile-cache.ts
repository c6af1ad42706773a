import { flushCompileCache } from 'node:module';

/**
 * Writes what this thread compiled to the compile cache (`NODE_COMPILE_CACHE`). A thread that is terminated writes nothing: call this
 * once its modules are loaded. Otherwise each start strips the types again, which takes 10 MB of the thread and 60 ms.
 */
export function keepCompiledModules(): void {
  flushCompileCache();
}
