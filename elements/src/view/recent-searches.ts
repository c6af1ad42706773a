import { hideToJson } from './plain-lists.ts';

const searchesMax = 6;

/** The searches of this browser, newest first: stored with consent only, and never sent. */
export class RecentSearches {
  readonly #storage: () => Storage | null;
  readonly #key: string;
  #own: string[] = [];

  constructor(storage: () => Storage | null, project: string) {
    this.#storage = storage;
    this.#key = `vitrine:${project}:recent`;
  }

  list(): string[] {
    try {
      const stored: unknown = JSON.parse(this.#storage()?.getItem(this.#key) ?? 'null');
      if (Array.isArray(stored)) return stored.filter((one) => typeof one === 'string').slice(0, searchesMax);
    } catch {
      // Another script has written there.
    }
    return this.#own;
  }

  add(query: string): void {
    const text = query.trim();
    if (text.length < 2) return;
    this.#write(
      [text, ...this.list().filter((one) => one.toLowerCase() !== text.toLowerCase())].slice(0, searchesMax),
    );
  }

  clear(): void {
    this.#write([]);
  }

  #write(all: string[]): void {
    this.#own = all;
    try {
      this.#storage()?.setItem(this.#key, JSON.stringify(hideToJson(all)));
    } catch {
      // The storage is full.
    }
  }
}
