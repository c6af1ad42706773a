import { foldAccents } from './tokenizer.ts';

/** A key that any set has, for units whose folded form depends on the units before or after them. */
const anyKey = 0xffff;
const unknown = 0;
/** The key of each code unit, computed on first use. */
const keys = new Uint16Array(65_536);

function computeKey(unit: number): number {
  // The unit is half of a character, or a mark that normalization may move.
  if (unit >= 0xd800 && unit <= 0xdfff) return anyKey;
  const character = String.fromCharCode(unit);
  if (/\p{M}/u.test(character)) return anyKey;
  // The first unit of a decomposed text depends on its first character alone; that of a composed text does not.
  const folded = foldAccents(character.normalize('NFKC').toLowerCase()).normalize('NFKD');
  return folded === '' || /^[\p{M}\p{Cs}]/u.test(folded) ? anyKey : folded.charCodeAt(0);
}

function toStartKey(unit: number): number {
  let key = keys[unit]!;
  if (key === unknown) keys[unit] = key = computeKey(unit);
  return key;
}

/**
 * The code units with which the words of a set can begin in a text, in any case, with or without accents. A test of the first unit
 * excludes most words of a text without a lookup of the word.
 */
export class WordStarts {
  /** Bits of ASCII units, in words of 32. */
  readonly #ascii = new Uint32Array(4);
  readonly #others = new Set<number>([anyKey]);
  #isAny = false;

  /** Adds a normalized word, with or without accents. */
  add(word: string): void {
    const key = word === '' ? anyKey : toStartKey(word.charCodeAt(0));
    if (key === anyKey) this.#isAny = true;
    else if (key < 128) this.#ascii[key >>> 5]! |= 1 << (key & 31);
    else this.#others.add(key);
  }

  /** Makes the set match every word. */
  addAny(): void {
    this.#isAny = true;
  }

  /** Whether a word of the set can begin with this unit; false is certain. */
  has(unit: number): boolean {
    if (this.#isAny) return true;
    const key = toStartKey(unit);
    return key < 128 ? ((this.#ascii[key >>> 5]! >>> (key & 31)) & 1) === 1 : this.#others.has(key);
  }
}
