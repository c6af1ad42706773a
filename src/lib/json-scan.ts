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
  /** Keys of all objects together. */
  readonly keysMax: number;
  readonly valuesMax: number;
  /** Bytes but for those of long strings, such as pictures in base64: a string costs little to parse. */
  readonly bytesMax: number;
  /** Bytes of all. */
  readonly totalBytesMax: number;
}

/** Which limit is exceeded. */
export type JsonExcess = 'depth' | 'keys' | 'values' | 'bytes' | 'total bytes';

/** A part of the text that is to be parsed by itself: `bytes.subarray(start, end)`. */
export interface RecordRange {
  readonly start: number;
  readonly end: number;
  readonly excess: JsonExcess | null;
}

/** Where the records of a document are. */
export interface RecordsLocation {
  /** The member of the document's object that they are in; null: they are the document. A list there holds a record an element. */
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
 * Finds where the records of a JSON document are and whether each is small enough to be parsed, by looking at its brackets, quotes,
 * colons and commas alone: a linear pass that can pause after any byte. It takes any bytes; whether they are JSON shows when the
 * records, and the rest of the document, are parsed.
 */
export class JsonScan {
  /** The value that the records are of, a list or one record; null: there is none. */
  span: { readonly isList: boolean; readonly start: number; readonly end: number } | null = null;
  readonly records: RecordRange[] = [];
  /** Those beyond `countMax` included. */
  recordCount = 0;
  /** Of the document without its records. */
  excess: JsonExcess | null = null;
  /** The member with the records is there twice. */
  isRepeated = false;

  readonly #bytes: Uint8Array;
  readonly #location: RecordsLocation | null;
  readonly #member: Uint8Array | null;
  readonly #document: Counts;
  /** The record at hand. */
  #record: Counts | null = null;
  /** Nesting around the records. */
  #recordDepth = 0;
  #isList = false;
  #spanStart = 0;
  #at = 0;
  #depth = 0;
  #state: 'between' | 'string' | 'records begin' = 'between';
  /** Of the string last read, with its quotes. */
  #stringStart = 0;
  #stringEnd = 0;
  /** The next backslash, as far as it was searched. */
  #backslashAt = -1;

  /** `limits`: of the document without its records. */
  constructor(bytes: Uint8Array, limits: JsonLimits, location: RecordsLocation | null = null) {
    this.#bytes = bytes;
    this.#location = location;
    this.#document = new Counts(0, limits);
    this.#member = location === null || location.member === null ? null : Buffer.from(location.member);
    if (location !== null && location.member === null) this.#state = 'records begin';
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
      if (this.#state === 'records begin') {
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
    if (this.#record !== null) this.#leave(bytes.length);
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
      if (length > longStringBytes) (this.#record ?? this.#document).apartBytes += length;
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

  /** What the document exceeds already; records and long strings are told from the rest of it when their ends are known. */
  get excessSoFar(): JsonExcess | null {
    if (this.#record !== null) return this.#document.check(this.#spanStart);
    return this.#document.check(this.#state === 'string' ? this.#stringStart : this.#at);
  }

  #open(): void {
    this.#depth++;
    if (this.#record === null) this.#document.opened(this.#depth);
    else this.#record.opened(this.#depth - this.#recordDepth);
  }

  #close(): void {
    if (this.#record !== null && this.#depth === this.#recordDepth) this.#leave(this.#at);
    this.#depth--;
  }

  #comma(): void {
    if (this.#record === null) {
      this.#document.values++;
    } else if (this.#depth > this.#recordDepth) {
      this.#record.values++;
    } else if (this.#isList) {
      this.#endRecord(this.#at);
      this.#record = new Counts(this.#at + 1, this.#location!.limits);
    } else {
      this.#leave(this.#at);
      this.#document.values++;
    }
  }

  #colon(): void {
    if (this.#record !== null) {
      this.#record.keys++;
      return;
    }
    this.#document.keys++;
    if (this.#member === null || this.#depth !== 1) return;
    const name = this.#bytes.subarray(this.#stringStart + 1, this.#stringEnd - 1);
    if (Buffer.compare(name, this.#member) === 0) this.#state = 'records begin';
  }

  /** Begins the value whose records are wanted. */
  #enter(isList: boolean): void {
    this.isRepeated ||= this.span !== null;
    this.#state = 'between';
    this.#spanStart = this.#at;
    this.#isList = isList;
    if (isList) {
      this.#depth++;
      this.#at++;
    }
    this.#recordDepth = this.#depth;
    this.#record = new Counts(this.#at, this.#location!.limits);
  }

  #leave(end: number): void {
    if (!this.#isList || this.recordCount > 0 || !this.#isBlank(this.#record!.start, end))
      this.#endRecord(end);
    this.#record = null;
    this.span = { isList: this.#isList, start: this.#spanStart, end: this.#isList ? end + 1 : end };
    this.#document.apartBytes += this.span.end - this.span.start;
  }

  #endRecord(end: number): void {
    const { start } = this.#record!;
    if (this.recordCount++ < this.#location!.countMax)
      this.records.push({ start, end, excess: this.#record!.check(end) });
  }

  /** Of an empty list; more blanks than these count as an element, which no parser takes. */
  #isBlank(start: number, end: number): boolean {
    return end - start <= longStringBytes && this.#bytes.subarray(start, end).every((byte) => byte <= 32);
  }
}

/** What was counted of a document or a record. */
class Counts {
  readonly start: number;
  readonly #limits: JsonLimits;
  keys = 0;
  /** At the most: each comma has another before it, and each bracket its first behind it. */
  values = 1;
  /** Of long strings and records. */
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
    const { depthMax, keysMax, valuesMax, bytesMax, totalBytesMax } = this.#limits;
    if (this.#depth > depthMax) return 'depth';
    if (this.keys > keysMax) return 'keys';
    if (this.values > valuesMax) return 'values';
    if (end - this.start - this.apartBytes > bytesMax) return 'bytes';
    return end - this.start > totalBytesMax ? 'total bytes' : null;
  }
}
