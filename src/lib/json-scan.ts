const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const OPEN_LIST = 91;
const BACKSLASH = 92;
const CLOSE_LIST = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

/** What is parsed in one step may hold so much: `JSON.parse` cannot pause. */
export interface JsonLimits {
  /** Levels of nesting. */
  readonly depthMax: number;
  /** Names of members, of all objects together. */
  readonly namesMax: number;
  readonly valuesMax: number;
  /** Bytes but for those of long strings, such as pictures in base64: a string costs little to parse. */
  readonly bytesMax: number;
  /** Bytes of all. */
  readonly totalBytesMax: number;
}

/** Which limit is exceeded. */
export type JsonExcess = 'depth' | 'names' | 'values' | 'bytes' | 'total bytes';

/** A part of the text that is to be parsed by itself: `bytes.subarray(start, end)`. */
export interface JsonPiece {
  readonly start: number;
  readonly end: number;
  readonly excess: JsonExcess | null;
}

/** Where the pieces of a document are. */
export interface JsonCut {
  /** The member of the document's object that they are in; null: they are the document. A list there is cut into its elements. */
  readonly member: string | null;
  readonly limits: JsonLimits;
  /** Further elements are counted alone. */
  readonly countMax: number;
}

/** Strings of more bytes are long. */
const longStringBytes = 64 * 1024;
/** Bytes looked at one by one before a string's end is searched with a call, which costs as much as some sixty of them. */
const nearBytes = 64;

/**
 * Finds where the pieces of a JSON document are and whether each is small enough to be parsed, by looking at its brackets, quotes,
 * colons and commas alone: a linear pass that can pause after any byte. It takes any bytes; whether they are JSON shows when the
 * pieces, and the rest of the document, are parsed.
 */
export class JsonScan {
  /** The value that the pieces are of, a list or one piece; null: there is none. */
  cut: { readonly isList: boolean; readonly start: number; readonly end: number } | null = null;
  readonly pieces: JsonPiece[] = [];
  /** Those beyond `countMax` included. */
  pieceCount = 0;
  /** Of the document without its pieces. */
  excess: JsonExcess | null = null;
  /** The member with the pieces is there twice. */
  isRepeated = false;

  readonly #bytes: Uint8Array;
  readonly #cut: JsonCut | null;
  readonly #member: Uint8Array | null;
  readonly #document: Counts;
  /** The piece at hand. */
  #piece: Counts | null = null;
  /** Nesting around the pieces. */
  #pieceDepth = 0;
  #isList = false;
  #cutStart = 0;
  #at = 0;
  #depth = 0;
  #state: 'between' | 'string' | 'cut begins' = 'between';
  /** Of the string last read, with its quotes. */
  #stringStart = 0;
  #stringEnd = 0;
  /** The next backslash, as far as it was searched. */
  #backslashAt = -1;

  /** `limits`: of the document without its pieces. */
  constructor(bytes: Uint8Array, limits: JsonLimits, cut: JsonCut | null = null) {
    this.#bytes = bytes;
    this.#cut = cut;
    this.#document = new Counts(0, limits);
    this.#member = cut === null || cut.member === null ? null : Buffer.from(cut.member);
    if (cut !== null && cut.member === null) this.#state = 'cut begins';
  }

  /** Reads on for some `bytesMax` bytes. True: it is at the end. */
  advance(bytesMax: number): boolean {
    const bytes = this.#bytes;
    let left = bytesMax;
    while (this.#at < bytes.length && left > 0) {
      if (this.#state === 'string') {
        left -= this.#readString();
        continue;
      }
      const byte = bytes[this.#at]!;
      left--;
      if (this.#state === 'cut begins') {
        if (byte > 32) this.#enter(byte === OPEN_LIST);
        else this.#at++;
        continue;
      }
      if (byte === QUOTE) {
        this.#stringStart = this.#at;
        this.#state = 'string';
      } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) this.#open();
      else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) this.#close();
      else if (byte === COMMA) this.#comma();
      else if (byte === COLON) this.#colon();
      this.#at++;
    }
    if (this.#at < bytes.length) return false;
    if (this.#piece !== null) this.#leave(bytes.length);
    this.excess = this.#document.check(bytes.length);
    return true;
  }

  /** Goes on to the end of the string or behind its next escape; gives what that cost, in bytes. */
  #readString(): number {
    const start = this.#at;
    const mark = this.#nextMark();
    if (this.#bytes[mark] === BACKSLASH) {
      this.#at = mark + 2;
    } else {
      this.#at = mark + 1;
      this.#stringEnd = this.#at;
      this.#state = 'between';
      const length = this.#at - this.#stringStart;
      if (length > longStringBytes) (this.#piece ?? this.#document).apartBytes += length;
    }
    return Math.min(mark - start, nearBytes) + nearBytes;
  }

  /** The next quote or backslash of a string; the end of the text where there is none. */
  #nextMark(): number {
    const bytes = this.#bytes;
    const near = Math.min(bytes.length, this.#at + nearBytes);
    for (let at = this.#at; at < near; at++) {
      const byte = bytes[at];
      if (byte === QUOTE || byte === BACKSLASH) return at;
    }
    const quote = bytes.indexOf(QUOTE, near);
    // Searched once, however many quotes come before it: else each search would go on to the end.
    if (this.#backslashAt < near) {
      const found = bytes.indexOf(BACKSLASH, near);
      this.#backslashAt = found === -1 ? bytes.length : found;
    }
    return Math.min(quote === -1 ? bytes.length : quote, this.#backslashAt);
  }

  /** What the document exceeds already; pieces and long strings are told from the rest of it when their ends are known. */
  get excessSoFar(): JsonExcess | null {
    if (this.#piece !== null) return this.#document.check(this.#cutStart);
    return this.#document.check(this.#state === 'string' ? this.#stringStart : this.#at);
  }

  #open(): void {
    this.#depth++;
    if (this.#piece === null) this.#document.opened(this.#depth);
    else this.#piece.opened(this.#depth - this.#pieceDepth);
  }

  #close(): void {
    if (this.#piece !== null && this.#depth === this.#pieceDepth) this.#leave(this.#at);
    this.#depth--;
  }

  #comma(): void {
    if (this.#piece === null) {
      this.#document.values++;
    } else if (this.#depth > this.#pieceDepth) {
      this.#piece.values++;
    } else if (this.#isList) {
      this.#endPiece(this.#at);
      this.#piece = new Counts(this.#at + 1, this.#cut!.limits);
    } else {
      this.#leave(this.#at);
      this.#document.values++;
    }
  }

  #colon(): void {
    if (this.#piece !== null) {
      this.#piece.names++;
      return;
    }
    this.#document.names++;
    if (this.#member === null || this.#depth !== 1) return;
    const name = this.#bytes.subarray(this.#stringStart + 1, this.#stringEnd - 1);
    if (Buffer.compare(name, this.#member) === 0) this.#state = 'cut begins';
  }

  /** Begins the value whose pieces are wanted. */
  #enter(isList: boolean): void {
    this.isRepeated ||= this.cut !== null;
    this.#state = 'between';
    this.#cutStart = this.#at;
    this.#isList = isList;
    if (isList) {
      this.#depth++;
      this.#at++;
    }
    this.#pieceDepth = this.#depth;
    this.#piece = new Counts(this.#at, this.#cut!.limits);
  }

  #leave(end: number): void {
    if (!this.#isList || this.pieceCount > 0 || !this.#isBlank(this.#piece!.start, end)) this.#endPiece(end);
    this.#piece = null;
    this.cut = { isList: this.#isList, start: this.#cutStart, end: this.#isList ? end + 1 : end };
    this.#document.apartBytes += this.cut.end - this.cut.start;
  }

  #endPiece(end: number): void {
    const { start } = this.#piece!;
    if (this.pieceCount++ < this.#cut!.countMax)
      this.pieces.push({ start, end, excess: this.#piece!.check(end) });
  }

  /** Of an empty list; more blanks than these count as an element, which no parser takes. */
  #isBlank(start: number, end: number): boolean {
    return end - start <= longStringBytes && this.#bytes.subarray(start, end).every((byte) => byte <= 32);
  }
}

/** What was counted of a document or a piece. */
class Counts {
  readonly start: number;
  readonly #limits: JsonLimits;
  names = 0;
  /** At the most: each comma has another before it, and each bracket its first behind it. */
  values = 1;
  /** Of long strings and pieces. */
  apartBytes = 0;
  #depth = 0;

  constructor(start: number, limits: JsonLimits) {
    this.start = start;
    this.#limits = limits;
  }

  opened(depth: number): void {
    this.values++;
    if (depth > this.#depth) this.#depth = depth;
  }

  check(end: number): JsonExcess | null {
    const { depthMax, namesMax, valuesMax, bytesMax, totalBytesMax } = this.#limits;
    if (this.#depth > depthMax) return 'depth';
    if (this.names > namesMax) return 'names';
    if (this.values > valuesMax) return 'values';
    if (end - this.start - this.apartBytes > bytesMax) return 'bytes';
    return end - this.start > totalBytesMax ? 'total bytes' : null;
  }
}
