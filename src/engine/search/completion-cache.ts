import { ByteBoundedCache } from '../../lib/byte-bounded-cache.ts';
import type { Suggestion } from '../../ports/text.ts';

const bytesMax = 8 * 1024 * 1024;
/** What a list and one of its suggestions take besides their texts. */
const overheadBytes = 200;
/** Of so small a share of the catalog the popularity may have changed meanwhile: it orders items that are equal else. */
const rankedShareMax = 0.01;

/**
 * Completions that were worked out already: shoppers type the same beginnings, and the shortest ones, which most begin
 * with, take longest. Good until an item or a setting changes.
 */
export class CompletionCache {
  readonly #kept = new ByteBoundedCache<string, readonly Suggestion[]>(bytesMax, bytesOf);
  #generation = 0;
  #ranked = 0;

  get bytes(): number {
    return this.#kept.bytes;
  }

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

/** Of texts of two bytes a unit. The key has what was typed, and the filter and rules it was asked with. */
function bytesOf(list: readonly Suggestion[], key: string): number {
  return list.reduce(
    (sum, { text, highlighted }) => sum + overheadBytes + 2 * (text.length + highlighted.length),
    overheadBytes + 2 * key.length,
  );
}
