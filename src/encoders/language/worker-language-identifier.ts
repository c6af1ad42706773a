import type { CatalogLanguage, LanguageIdentifier } from '../../ports/catalog/language-identifier.ts';
import { IdleThread } from '../../lib/idle-thread.ts';
import { sampleNames } from './name-sample.ts';

/**
 * Identifies languages in a thread of its own: eld takes 30 MB of heap and 300 ms of CPU to load, which would stay with the service and
 * delay its requests.
 */
export class WorkerLanguageIdentifier implements LanguageIdentifier, AsyncDisposable {
  readonly #thread: IdleThread<readonly string[], CatalogLanguage>;

  /** The thread ends after `idleMs` without a call. */
  constructor({ idleMs = 10_000 }: { readonly idleMs?: number } = {}) {
    const program = new URL('./language-worker.ts', import.meta.url);
    this.#thread = new IdleThread({ program, name: 'language', idleMs });
  }

  /** Whether the thread is running. */
  get isRunning(): boolean {
    return this.#thread.isRunning;
  }

  identify(names: readonly string[]): Promise<CatalogLanguage> {
    return this.#thread.run(sampleNames(names));
  }

  /** Ends the thread. Calls that it has not answered fail. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#thread[Symbol.asyncDispose]();
  }
}
