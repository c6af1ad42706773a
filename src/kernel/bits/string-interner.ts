import { ensureCapacity } from './growable.ts';

/** Strings, in the order of their numbers, as bytes (see {@link StringInterner}) and the end of each. */
export interface SavedStrings {
  readonly bytes: Uint8Array;
  readonly ends: Uint32Array;
}

/** UTF-16 code units below these take one byte, or two, otherwise three. */
const twoBytes = 0x80;
const threeBytes = 0x800;
const unitBytesMax = 3;
const slotsMin = 16;

/**
 * Distinct strings, numbered from 0 in the order of addition, in three arrays: a `Map` and its strings take more than twice as much
 * memory, and the garbage collector visits each of them. Code units are encoded one by one as by UTF-8, so that any string is
 * preserved, including unpaired surrogates (CESU-8, Unicode Technical Report 26).
 */
export class StringInterner {
  readonly #seed: number;
  #bytes = new Uint8Array(0);
  /** The end of each string in the bytes, by its number. */
  #ends = new Uint32Array(0);
  #size = 0;
  /** A hash table with linear probing: numbers plus 1, or 0. At most three quarters are used. */
  #slots = new Uint32Array(slotsMin);

  /** `seed` must be random if others choose the strings, who could otherwise fill one slot. */
  constructor(seed: number) {
    this.#seed = seed;
  }

  get size(): number {
    return this.#size;
  }

  /** Bytes of all arrays. */
  get byteLength(): number {
    return this.#bytes.length + this.#ends.byteLength + this.#slots.byteLength;
  }

  /** The number of the string, or -1. */
  find(text: string): number {
    return this.#slots[this.#findSlot(text)]! - 1;
  }

  /** The number of the string; an unknown one is added. */
  add(text: string): number {
    const slot = this.#findSlot(text);
    if (this.#slots[slot] !== 0) return this.#slots[slot]! - 1;
    const number = this.#size;
    const start = this.#readStart(number);
    this.#bytes = ensureCapacity(this.#bytes, start + text.length * unitBytesMax);
    this.#ends = ensureCapacity(this.#ends, number + 1);
    this.#ends[number] = this.#encode(text, start);
    this.#size++;
    this.#slots[slot] = this.#size;
    if (this.#size * 4 > this.#slots.length * 3) this.#setSlots(this.#slots.length * 2);
    return number;
  }

  /** The string with this number; numbers are below {@link size}. */
  at(number: number): string {
    const bytes = this.#bytes;
    const start = this.#readStart(number);
    const end = this.#ends[number]!;
    let at = start;
    while (at < end && bytes[at]! < twoBytes) at++;
    if (at === end) return Buffer.from(bytes.buffer).toString('latin1', start, end);
    const units: number[] = [];
    for (at = start; at < end; at += countUtf8Bytes(units.at(-1)!)) units.push(this.#readUnit(at));
    return units.map((unit) => String.fromCharCode(unit)).join('');
  }

  save(): SavedStrings {
    return {
      bytes: this.#bytes.subarray(0, this.#readStart(this.#size)),
      ends: this.#ends.subarray(0, this.#size),
    };
  }

  /** Loads the saved strings into an instance without strings. */
  load({ bytes, ends }: SavedStrings): void {
    this.#bytes = bytes.slice();
    this.#ends = ends.slice();
    this.#size = ends.length;
    let slots = slotsMin;
    while (this.#size * 4 > slots * 3) slots *= 2;
    this.#setSlots(slots);
  }

  #readStart(number: number): number {
    return number === 0 ? 0 : this.#ends[number - 1]!;
  }

  /** The slot of the string, or the free one for it. */
  #findSlot(text: string): number {
    let hash = this.#seed;
    for (let i = 0; i < text.length; i++) hash = addUnit(hash, text.charCodeAt(i));
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = finaliseHash(hash) & mask;
    while (slots[slot] !== 0 && !this.#isAt(slots[slot]! - 1, text)) slot = (slot + 1) & mask;
    return slot;
  }

  #isAt(number: number, text: string): boolean {
    const bytes = this.#bytes;
    const end = this.#ends[number]!;
    let at = this.#readStart(number);
    if (end - at < text.length || end - at > text.length * unitBytesMax) return false;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (unit < twoBytes ? bytes[at] !== unit : at >= end || this.#readUnit(at) !== unit) return false;
      at += countUtf8Bytes(unit);
    }
    return at === end;
  }

  #setSlots(length: number): void {
    const slots = (this.#slots = new Uint32Array(length));
    const mask = length - 1;
    let at = 0;
    for (let number = 0; number < this.#size; number++) {
      let hash = this.#seed;
      for (const end = this.#ends[number]!; at < end;) {
        const unit = this.#readUnit(at);
        hash = addUnit(hash, unit);
        at += countUtf8Bytes(unit);
      }
      let slot = finaliseHash(hash) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = number + 1;
    }
  }

  /** Writes the string; returns its end. */
  #encode(text: string, start: number): number {
    const bytes = this.#bytes;
    let at = start;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (unit < twoBytes) {
        bytes[at++] = unit;
      } else if (unit < threeBytes) {
        bytes[at++] = 0xc0 | (unit >>> 6);
        bytes[at++] = 0x80 | (unit & 0x3f);
      } else {
        bytes[at++] = 0xe0 | (unit >>> 12);
        bytes[at++] = 0x80 | ((unit >>> 6) & 0x3f);
        bytes[at++] = 0x80 | (unit & 0x3f);
      }
    }
    return at;
  }

  #readUnit(at: number): number {
    const bytes = this.#bytes;
    const first = bytes[at]!;
    if (first < 0x80) return first;
    if (first < 0xe0) return ((first & 0x1f) << 6) | (bytes[at + 1]! & 0x3f);
    return ((first & 0x0f) << 12) | ((bytes[at + 1]! & 0x3f) << 6) | (bytes[at + 2]! & 0x3f);
  }
}

const countUtf8Bytes = (unit: number): number => (unit < twoBytes ? 1 : unit < threeBytes ? 2 : unitBytesMax);

const addUnit = (hash: number, unit: number): number => {
  const mixed = Math.imul(hash ^ unit, 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
};

/** Mixes a hash so that the low bits, which choose a slot, depend on all others (the finaliser of MurmurHash3). */
function finaliseHash(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (mixed ^ (mixed >>> 13)) >>> 0;
}
