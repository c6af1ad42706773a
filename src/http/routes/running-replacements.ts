import { VitrineError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';

/** Limits the imports whose files are in memory. */
export class RunningReplacements {
  #count = 0;

  /** @throws VitrineError overloaded */
  begin(): Disposable {
    if (this.#count >= limits.replacementsMax)
      throw new VitrineError(
        'overloaded',
        `Cannot replace the catalog as ${this.#count} imports with mode=replaceAll are running`,
        {
          retryAfterSeconds: 30,
        },
      );
    this.#count++;
    return { [Symbol.dispose]: () => void this.#count-- };
  }
}
