import { DoubleArray } from './double-array.ts';

/** The sign for a space in the pieces of SentencePiece. */
const spaceSign = new TextEncoder().encode('▁');
const space = 0x20;

/**
 * Normalises texts as SentencePiece does (Kudo and Richardson 2018, "SentencePiece"): replaces signs by the rules of a character map
 * (`nmt_nfkc`: NFKC, and spaces for control characters), joins spaces to one, and puts a sign for a space before each word, also
 * before the first.
 */
export class NfkcNormaliser {
  readonly #trie: DoubleArray;
  /** The replacements, each ended by a byte 0. */
  readonly #texts: Uint8Array;

  /** `characterMap` has the size of the trie in bytes as uint32, the trie, and the texts. */
  constructor(characterMap: Uint8Array) {
    const view = new DataView(characterMap.buffer, characterMap.byteOffset, characterMap.byteLength);
    const trieBytes = view.getUint32(0, true);
    const units = Uint32Array.from({ length: trieBytes / 4 }, (_, i) => view.getUint32(4 + i * 4, true));
    this.#trie = new DoubleArray(units);
    this.#texts = characterMap.slice(4 + trieBytes);
  }

  /** The normalised text in UTF-8; empty without words. Lone surrogates become U+FFFD. */
  normalise(text: string): Uint8Array {
    const bytes = new TextEncoder().encode(text);
    const output: number[] = [];
    let endsWithSpace = false;
    const append = (byte: number): void => {
      if (byte !== space) output.push(byte);
      else if (!endsWithSpace) output.push(...spaceSign);
      endsWithSpace = byte === space;
    };
    append(space);
    for (let at = 0; at < bytes.length;) {
      const match = this.#trie.findLongestPrefix(bytes, at, bytes.length);
      const length = match?.length ?? characterLength(bytes[at]!);
      const part = match === null ? bytes.subarray(at, at + length) : this.#readText(match.value);
      part.forEach(append);
      at += length;
    }
    while (spaceSign.every((byte, i) => output.at(i - spaceSign.length) === byte))
      output.length -= spaceSign.length;
    return Uint8Array.from(output);
  }

  #readText(at: number): Uint8Array {
    return this.#texts.subarray(at, this.#texts.indexOf(0, at));
  }
}

/** The bytes of the character in UTF-8 that begins with this byte. */
export function characterLength(byte: number): number {
  if (byte < 0x80) return 1;
  if (byte < 0xe0) return 2;
  return byte < 0xf0 ? 3 : 4;
}
