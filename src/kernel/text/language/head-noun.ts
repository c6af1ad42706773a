import type { NameRole } from './analyzer.ts';

/**
 * Finds the head noun of a name, word by word. It is the last noun before a preposition or a separator, after which names describe the
 * purpose, features or material: "Leather case for iPhone 7" is a case, "Xerox 006R90321 toner cartridge, black" a cartridge. In
 * head-first languages it is the first noun, as in "Chaussures de sport".
 */
export class HeadNounFinder {
  readonly #headFirst: boolean;
  #term = -1;
  #previousEnd = -1;
  #closed = false;

  constructor(headFirst: boolean) {
    this.#headFirst = headFirst;
  }

  reset(): void {
    this.#term = -1;
    this.#previousEnd = -1;
    this.#closed = false;
  }

  /** The term of the head noun, or -1. */
  get term(): number {
    return this.#term;
  }

  read(name: string, role: NameRole, term: number, start: number, end: number): void {
    if (this.#closed) return;
    if (this.#term >= 0 && (role === 'preposition' || hasSeparator(name, this.#previousEnd, start))) {
      this.#closed = true;
      return;
    }
    this.#previousEnd = end;
    if (role !== 'noun') return;
    this.#term = term;
    this.#closed = this.#headFirst;
  }
}

function hasSeparator(name: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    const unit = name.charCodeAt(i);
    // , ( ) ; : | [ – — always, a hyphen only if it is not inside a word.
    if (
      unit === 44 ||
      unit === 40 ||
      unit === 41 ||
      unit === 59 ||
      unit === 58 ||
      unit === 124 ||
      unit === 91
    )
      return true;
    if (unit === 0x2013 || unit === 0x2014) return true;
    if (unit === 45 && end - start > 1) return true;
  }
  return false;
}
