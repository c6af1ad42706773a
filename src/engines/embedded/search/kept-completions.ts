import { ByteLru } from '../../../lib/byte-lru.ts';
import type { Suggestion } from '../../../ports/text.ts';

const bytesMax = 8 * 1024 * 1024;
/** Of a suggestion with its texts, about. */
const bytesOfOne = 300;
/** Of so small a share of the catalog the popularity may have changed meanwhile: it orders items that are equal else. */
const rankedShareMax = 0.01;

/**
 * Completions that were worked out already: shoppers type the same beginnings, and the shortest ones, which most begin
 * with, take longest. Good until an item or a setting changes.
 */
export class KeptCompletions {
  readonly #kept = new ByteLru<string, readonly Suggestion[]>(
    bytesMax,
    (list) => bytesOfOne * (list.length + 1),
  );
  #generation = 0;
  #ranked = 0;

  changed(): void {
    this.#generation++;
    this.#ranked = 0;
  }

  /** Another popularity of one of `size` items. */
  ranked(size: number): void {
    if (++this.#ranked > size * rankedShareMax) this.changed();
  }

  /** What is kept for this, or else what `make` gives, which is kept. */
  of(asked: readonly unknown[], make: () => Suggestion[]): readonly Suggestion[] {
    const key = JSON.stringify([this.#generation, ...asked]);
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept;
    const made = make();
    this.#kept.set(key, made);
    return made;
  }
}
