import { VitrineError } from '../../ports/errors.ts';
import { GrowableBuffer } from '../../lib/growable-buffer.ts';

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [objectStart, objectEnd, listStart, listEnd] = [0x7b, 0x7d, 0x5b, 0x5d];
/** Bytes of an escaped character: `\u0041`. */
const escapeBytesMax = 6;

/** Receives a text in chunks. */
export interface TextSink {
  write(piece: string): void;
}

/**
 * Extracts one text from a JSON object while it arrives: the value of a key, top-level unless another depth is given, goes to a sink in chunks, and an empty
 * text takes its place. A photo of 14 MB is thus never parsed in one step, nor in memory twice. The rest stays as sent, valid
 * or not.
 */
export class JsonTextSplitter {
  readonly #name: string;
  readonly #sink: () => TextSink;
  readonly #rest: GrowableBuffer;
  readonly #nameDepth: number;
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  /** Whether the next string is a key of an object at this depth. */
  #isNameNext = false;
  /** Bytes of that key, while it can still be the wanted one. */
  #nameBytes: number[] | null = null;
  /** Whether the next value is the text. */
  #isTextNext = false;
  #text: EscapedText | null = null;
  #hasText = false;

  /** `sink` is called when the text begins. `depth` is that of the object with the key, from 1. */
  constructor(name: string, sink: () => TextSink, restBytesMax: number, depth = 1) {
    this.#nameDepth = depth;
    this.#name = name;
    this.#sink = sink;
    this.#rest = new GrowableBuffer(restBytesMax);
  }

  /** @throws VitrineError invalid_json, body_too_large, or what the sink throws */
  write(chunk: Buffer): void {
    let from = 0;
    for (let at = 0; at < chunk.length; at++) {
      if (this.#text === null) {
        if (!this.#beginsText(chunk[at]!)) continue;
        // Keeps the quote: with the closing one it forms an empty text.
        this.#keep(chunk.subarray(from, at + 1));
        this.#text = this.#beginText();
        from = at + 1;
        continue;
      }
      const end = this.#text.endIn(chunk, at);
      this.#text.write(chunk.subarray(at, end));
      from = end;
      at = end;
      if (end === chunk.length) break;
      this.#text.end();
      this.#text = null;
    }
    this.#keep(chunk.subarray(from));
  }

  /** The body without the text. */
  end(): Buffer {
    return this.#rest.bytes;
  }

  /** A second text is rejected: each would cost a decoder and a scan of the chunk. */
  #beginText(): EscapedText {
    if (this.#hasText)
      throw new VitrineError('invalid_json', `Cannot read the JSON as it names \`${this.#name}\` twice`);
    this.#hasText = true;
    return new EscapedText(this.#sink());
  }

  #keep(bytes: Uint8Array): void {
    if (!this.#rest.append(bytes))
      throw new VitrineError('body_too_large', `The body without ${this.#name} is too large`);
  }

  /** Reads a byte outside the text; true if it is the opening quote. */
  #beginsText(byte: number): boolean {
    if (this.#isInString) {
      this.#readString(byte);
      return false;
    }
    if (byte <= 0x20 || byte === colon) return false;
    const isTextNext = this.#isTextNext;
    const isNameNext = this.#isNameNext;
    this.#isTextNext = false;
    this.#isNameNext = false;
    if (byte === quote) {
      if (isTextNext) return true;
      this.#isInString = true;
      this.#nameBytes = isNameNext ? [] : null;
    } else if (byte === objectStart || byte === listStart) {
      this.#depth += 1;
      this.#isNameNext = byte === objectStart && this.#depth === this.#nameDepth;
    } else if (byte === objectEnd || byte === listEnd) this.#depth -= 1;
    else if (byte === comma) this.#isNameNext = this.#depth === this.#nameDepth;
    return false;
  }

  #readString(byte: number): void {
    if (byte === quote && !this.#isEscaped) {
      this.#isInString = false;
      this.#isTextNext = this.#nameBytes !== null && tryUnescape(this.#nameBytes) === this.#name;
      this.#nameBytes = null;
      return;
    }
    this.#isEscaped = byte === backslash && !this.#isEscaped;
    this.#nameBytes?.push(byte);
    if (this.#nameBytes !== null && this.#nameBytes.length > escapeBytesMax * this.#name.length)
      this.#nameBytes = null;
  }
}

/** A JSON string without quotes; null if invalid. */
function tryUnescape(bytes: readonly number[]): string | null {
  try {
    return JSON.parse(`"${Buffer.from(bytes).toString('utf8')}"`) as string;
  } catch {
    return null;
  }
}

/** The content of a JSON string, in chunks. */
class EscapedText {
  readonly #sink: TextSink;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  /** An incomplete escape at the end of the previous chunk. */
  #rest = '';
  #isEscaped = false;

  constructor(sink: TextSink) {
    this.#sink = sink;
  }

  /** Position of the closing quote from `from` on; otherwise the length. */
  endIn(bytes: Buffer, from: number): number {
    let at = from + (this.#isEscaped ? 1 : 0);
    this.#isEscaped = false;
    let quoteAt = bytes.indexOf(quote, at);
    let escapeAt = bytes.indexOf(backslash, at);
    while (escapeAt !== -1 && (quoteAt === -1 || escapeAt < quoteAt)) {
      at = escapeAt + 2;
      this.#isEscaped = at > bytes.length;
      // Searches again only if the found quote was escaped: each byte is read at most twice.
      if (quoteAt !== -1 && quoteAt < at) quoteAt = bytes.indexOf(quote, at);
      escapeAt = this.#isEscaped ? -1 : bytes.indexOf(backslash, at);
    }
    return quoteAt === -1 ? bytes.length : quoteAt;
  }

  /** @throws VitrineError invalid_json, or what the sink throws */
  write(bytes: Uint8Array): void {
    const text = this.#rest + this.#decode(bytes, true);
    let whole = text.length;
    for (let at = text.indexOf('\\'); at !== -1 && whole === text.length;) {
      const end = at + (text[at + 1] === 'u' ? escapeBytesMax : 2);
      if (end > text.length) whole = at;
      else at = text.indexOf('\\', end);
    }
    this.#rest = text.slice(whole);
    this.#sink.write(unescape(text.slice(0, whole)));
  }

  /** @throws VitrineError invalid_json, or what the sink throws */
  end(): void {
    const text = this.#rest + this.#decode(new Uint8Array(), false);
    if (text !== '') this.#sink.write(unescape(text));
  }

  #decode(bytes: Uint8Array, stream: boolean): string {
    try {
      return this.#decoder.decode(bytes, { stream });
    } catch {
      throw new VitrineError('invalid_json', 'Cannot read the JSON as it is not UTF-8');
    }
  }
}

function unescape(text: string): string {
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    throw new VitrineError(
      'invalid_json',
      'Cannot read the JSON: a string contains a control character or an invalid escape',
    );
  }
}
