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

/** Letters from a to z, and a bit of its own for words of one letter. */
const letterCount = 26;
const oneLetterBit = 1 << letterCount;
const anySecond = 2 ** (letterCount + 1) - 1;
const firstLetter = 97;

/**
 * The code units with which the words of a set can begin in a text, in any case, with or without accents. A test of the first unit
 * excludes most words of a text without a lookup of the word, and that of the second letter nearly all others.
 */
export class WordStarts {
  /** Bits of ASCII units, in words of 32. */
  readonly #ascii = new Uint32Array(4);
  readonly #others = new Set<number>([anyKey]);
  /** By first letter: bits of the second letters of words that consist of ASCII letters. */
  readonly #seconds = new Uint32Array(letterCount);
  #isAny = false;

  /**
   * Adds a normalized word, with or without accents. With `isSecondKept`, a word of ASCII letters that stands for it in a text has the same
   * second letter.
   */
  add(word: string, isSecondKept = false): void {
    const key = word === '' ? anyKey : toStartKey(word.charCodeAt(0));
    if (key === anyKey) return this.addAny();
    if (key >= 128) {
      this.#others.add(key);
      return;
    }
    this.#ascii[key >>> 5]! |= 1 << (key & 31);
    const first = key - firstLetter;
    if (first >= 0 && first < letterCount)
      this.#seconds[first]! |= isSecondKept ? readSecond(word) : anySecond;
  }

  /** Makes the set match every word. */
  addAny(): void {
    this.#isAny = true;
    this.#seconds.fill(anySecond);
  }

  /** Whether a word of the set can begin with this unit; false is certain. */
  has(unit: number): boolean {
    if (this.#isAny) return true;
    const key = toStartKey(unit);
    return key < 128 ? ((this.#ascii[key >>> 5]! >>> (key & 31)) & 1) === 1 : this.#others.has(key);
  }

  /** Whether a word of the set can begin with these two ASCII letters in any case; false is certain. */
  hasPair(first: number, second: number): boolean {
    return ((this.#seconds[(first | 0x20) - firstLetter]! >>> ((second | 0x20) - firstLetter)) & 1) === 1;
  }

  /** Whether a word of the set can be this ASCII letter in any case; false is certain. */
  hasLetter(letter: number): boolean {
    return (this.#seconds[(letter | 0x20) - firstLetter]! & oneLetterBit) !== 0;
  }
}

/** The bit of a word's second letter; 0 if that is no ASCII letter, as then no text of ASCII letters has the word. */
function readSecond(word: string): number {
  if (word.length === 1) return oneLetterBit;
  const second = word.charCodeAt(1) - firstLetter;
  return second >= 0 && second < letterCount ? 1 << second : 0;
}
