const tabByte = 9;
const lineFeedByte = 10;
const carriageReturnByte = 13;
const spaceByte = 32;
const quoteByte = 34;
const commaByte = 44;
const colonByte = 58;
const openBracketByte = 91;
const backslashByte = 92;
const closeBracketByte = 93;
const openBraceByte = 123;
const closeBraceByte = 125;

/** Limits of what one call of `JSON.parse`, which cannot pause, may parse. */
export interface JsonLimits {
  /** Levels of nesting. */
  readonly depthMax: number;
  /** Keys of all objects. */
  readonly keysMax: number;
  readonly valuesMax: number;
  readonly bytesMax: number;
  /** Whether long strings, such as base64 pictures, count only in `totalBytesMax`, as they are cheap to parse. */
  readonly longStringsApart: boolean;
  /** Bytes including long strings. */
  readonly totalBytesMax: number;
}

/** The exceeded limit. */
export type JsonExcess = 'depth' | 'keys' | 'values' | 'bytes' | 'total bytes';

/** A record: `bytes.subarray(start, end)`. */
export interface RecordRange {
  readonly start: number;
  readonly end: number;
  readonly excess: JsonExcess | null;
}

/** The location of the records in a document. */
export interface RecordsLocation {
  /** The top-level member with the records; null means the document itself. A list contains one record per element. */
  readonly member: string | null;
  readonly limits: JsonLimits;
  /** Further elements are only counted. */
  readonly countMax: number;
}

/** Minimum size of a long string. */
const longStringBytes = 64 * 1024;
/** Bytes scanned one by one before a call that searches the end of a string, which costs as much as sixty bytes. */
const nearBytes = 64;
/** Cost of a key of the document, and of a record, besides their bytes. */
const keyCost = 16;
const recordCost = 16;

/**
 * Locates the records of a JSON document and checks their limits by brackets, quotes, colons and commas alone: a linear pass
 * that can pause after any byte. It accepts any bytes; the parser later rejects invalid JSON in the records and the rest.
 */
export class JsonScan {
  /** The list or single record, or null. */
  span: { readonly isList: boolean; readonly start: number; readonly end: number } | null = null;
  readonly records: RecordRange[] = [];
  /** Includes records beyond `countMax`. */
  recordCount = 0;
  /** Exceeded limit of the document without its records. */
  excess: JsonExcess | null = null;
  /** Whether the member occurs twice. */
  isRepeated = false;
  /** Whether the list has no closing bracket, which the parser of the records would not notice. */
  isMalformed = false;

  readonly #bytes: Uint8Array;
  readonly #location: RecordsLocation | null;
  readonly #member: Uint8Array | null;
  readonly #document: Counts;
  /** Counts of the current record. */
  #record: Counts | null = null;
  /** Nesting outside the records. */
  #recordDepth = 0;
  #isList = false;
  #spanStart = 0;
  #at = 0;
  #depth = 0;
  #state: 'between' | 'string' | 'records begin' = 'between';
  /** Range of the last string, with its quotes. */
  #stringStart = 0;
  #stringEnd = 0;
  /** Results of the last searches for a quote and a backslash. */
  #quoteAt = -1;
  #backslashAt = -1;

  /** `limits` are those of the document without its records. */
  constructor(bytes: Uint8Array, limits: JsonLimits, location: RecordsLocation | null = null) {
    this.#bytes = bytes;
    this.#location = location;
    this.#document = new Counts(0, limits);
    this.#member = location === null || location.member === null ? null : Buffer.from(location.member);
    if (location !== null && location.member === null) this.#state = 'records begin';
  }

  /** Scans about `bytesMax` further bytes. Returns whether the scan is finished. */
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
        if (byte > 32) this.#enter(byte === openBracketByte);
        else this.#at++;
        continue;
      }
      if (byte === quoteByte) {
        this.#stringStart = this.#at;
        this.#state = 'string';
      } else if (byte === openBraceByte || byte === openBracketByte) this.#open();
      else if (byte === closeBraceByte || byte === closeBracketByte) this.#close(byte);
      else if (byte === commaByte) left -= this.#comma();
      else if (byte === colonByte) left -= this.#colon();
      this.#at++;
    }
    if (this.#at < bytes.length) return false;
    if (this.#record !== null) {
      this.isMalformed ||= this.#isList;
      this.#leave(bytes.length);
    }
    this.excess = this.#document.check(bytes.length);
    return true;
  }

  /** Scans to the end of the string or past its next escape; returns the cost in bytes. */
  #readString(): number {
    const start = this.#at;
    const delimiter = this.#nextDelimiter();
    if (this.#bytes[delimiter] === backslashByte) {
      this.#at = delimiter + 2;
    } else {
      this.#at = delimiter + 1;
      this.#stringEnd = this.#at;
      this.#state = 'between';
      const length = this.#at - this.#stringStart;
      if (length > longStringBytes) (this.#record ?? this.#document).addLongString(length);
    }
    return Math.min(delimiter - start, nearBytes) + nearBytes;
  }

  /** Position of the next quote or backslash; the length if there is none. */
  #nextDelimiter(): number {
    const bytes = this.#bytes;
    const near = Math.min(bytes.length, this.#at + nearBytes);
    for (let at = this.#at; at < near; at++) {
      const byte = bytes[at];
      if (byte === quoteByte || byte === backslashByte) return at;
    }
    // Each search continues the last one: a distant quote is found once, whatever the number of backslashes before it.
    if (this.#quoteAt < near) this.#quoteAt = this.#indexOf(quoteByte, near);
    if (this.#backslashAt < near) this.#backslashAt = this.#indexOf(backslashByte, near);
    return Math.min(this.#quoteAt, this.#backslashAt);
  }

  /** The length if the byte is not found. */
  #indexOf(byte: number, from: number): number {
    const at = this.#bytes.indexOf(byte, from);
    return at === -1 ? this.#bytes.length : at;
  }

  /** The limit that the document exceeds so far; records and long strings are subtracted when they end. */
  get excessSoFar(): JsonExcess | null {
    if (this.#record !== null) return this.#document.check(this.#spanStart);
    return this.#document.check(this.#state === 'string' ? this.#stringStart : this.#at);
  }

  #open(): void {
    this.#depth++;
    if (this.#record === null) this.#document.enterContainer(this.#depth);
    else this.#record.enterContainer(this.#depth - this.#recordDepth);
  }

  #close(byte: number): void {
    if (this.#record !== null && this.#depth === this.#recordDepth) {
      this.isMalformed ||= this.#isList && byte !== closeBracketByte;
      this.#leave(this.#at);
    }
    this.#depth--;
  }

  /** Returns the cost besides the byte, as `#colon()` does. */
  #comma(): number {
    if (this.#record === null) {
      this.#document.values++;
    } else if (this.#depth > this.#recordDepth) {
      this.#record.values++;
    } else if (this.#isList) {
      this.#endRecord(this.#at);
      this.#record.restart(this.#at + 1);
      return recordCost;
    } else {
      this.#leave(this.#at);
      this.#document.values++;
    }
    return 0;
  }

  #colon(): number {
    if (this.#record !== null) {
      this.#record.keys++;
      return 0;
    }
    this.#document.keys++;
    if (this.#member !== null && this.#depth === 1 && this.#isMember(this.#member))
      this.#state = 'records begin';
    return keyCost;
  }

  /** Whether the last string is this key. */
  #isMember(member: Uint8Array): boolean {
    const [start, end] = [this.#stringStart + 1, this.#stringEnd - 1];
    // A string can be the key of one colon only.
    this.#stringEnd = 0;
    return end - start === member.length && Buffer.compare(this.#bytes.subarray(start, end), member) === 0;
  }

  /** Enters the value with the records. */
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
    this.#document.addRecords(this.span.end - this.span.start);
  }

  #endRecord(end: number): void {
    const { start } = this.#record!;
    if (this.recordCount++ < this.#location!.countMax)
      this.records.push({ start, end, excess: this.#record!.check(end) });
  }

  /** Whether a list is empty; more blanks than these count as an element, which every parser rejects. */
  #isBlank(start: number, end: number): boolean {
    return end - start <= longStringBytes && this.#bytes.subarray(start, end).every(isBlank);
  }
}

function isBlank(byte: number): boolean {
  return byte === spaceByte || byte === lineFeedByte || byte === carriageReturnByte || byte === tabByte;
}

/** Counts of a document or record. */
class Counts {
  start: number;
  readonly #limits: JsonLimits;
  keys = 0;
  /** An upper bound: a comma separates two values, a bracket precedes one. */
  values = 1;
  /** Bytes of long strings and records. */
  #apartBytes = 0;
  #depth = 0;

  constructor(start: number, limits: JsonLimits) {
    this.start = start;
    this.#limits = limits;
  }

  /** Starts the counts of another record. */
  restart(start: number): void {
    this.start = start;
    this.keys = 0;
    this.values = 1;
    this.#apartBytes = 0;
    this.#depth = 0;
  }

  addLongString(bytes: number): void {
    if (this.#limits.longStringsApart) this.#apartBytes += bytes;
  }

  addRecords(bytes: number): void {
    this.#apartBytes += bytes;
  }

  enterContainer(depth: number): void {
    this.values++;
    if (depth > this.#depth) this.#depth = depth;
  }

  check(end: number): JsonExcess | null {
    const { depthMax, keysMax, valuesMax, bytesMax, totalBytesMax } = this.#limits;
    if (this.#depth > depthMax) return 'depth';
    if (this.keys > keysMax) return 'keys';
    if (this.values > valuesMax) return 'values';
    if (end - this.start - this.#apartBytes > bytesMax) return 'bytes';
    return end - this.start > totalBytesMax ? 'total bytes' : null;
  }
}
