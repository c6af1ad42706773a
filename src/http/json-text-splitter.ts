import { VitrineError } from '../ports/errors.ts';
import { GrowableBuffer } from '../lib/growable-buffer.ts';

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [objectStart, objectEnd, listStart, listEnd] = [0x7b, 0x7d, 0x5b, 0x5d];
/** Bytes of a character as an escape: `\u0041`. */
const escapeBytesMax = 6;

/** What takes a text in pieces. */
export interface TextSink {
  write(piece: string): void;
}

/**
 * Takes one text out of a JSON object while its bytes arrive: the value of a name at the top goes to a sink in pieces, and an empty
 * text stands in its place. So a photo of 14 MB is never parsed in one step, nor there twice. What is left is JSON as it was sent,
 * right or wrong.
 */
export class JsonTextSplitter {
  readonly #name: string;
  readonly #sink: () => TextSink;
  readonly #rest: GrowableBuffer;
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  /** Whether a string that begins now is a name of the object at the top. */
  #isNameNext = false;
  /** The bytes of such a name, as far as they can be ours. */
  #nameBytes: number[] | null = null;
  /** Whether the value that comes next is the text. */
  #isTextNext = false;
  #text: EscapedText | null = null;
  #hasText = false;

  /** `sink` is asked for at the beginning of the text. */
  constructor(name: string, sink: () => TextSink, restBytesMax: number) {
    this.#name = name;
    this.#sink = sink;
    this.#rest = new GrowableBuffer(restBytesMax);
  }

  /** @throws VitrineError invalid_json, body_too_large; and what the sink throws */
  write(chunk: Buffer): void {
    let from = 0;
    for (let at = 0; at < chunk.length; at++) {
      if (this.#text === null) {
        if (!this.#beginsText(chunk[at]!)) continue;
        // The quote stays: with the one at the end it is an empty text.
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

  /** What was not the text. */
  end(): Buffer {
    return this.#rest.bytes;
  }

  /** A second text is refused: each would cost a decoder and a search of the whole chunk. */
  #beginText(): EscapedText {
    if (this.#hasText)
      throw new VitrineError('invalid_json', `Cannot read the JSON as it names \`${this.#name}\` twice`);
    this.#hasText = true;
    return new EscapedText(this.#sink());
  }

  #keep(bytes: Uint8Array): void {
    if (!this.#rest.append(bytes))
      throw new VitrineError('body_too_large', `The body, ${this.#name} apart, is too large`);
  }

  /** Reads one byte outside of the text, and tells whether it is the quote before it. */
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
      this.#isNameNext = byte === objectStart && this.#depth === 1;
    } else if (byte === objectEnd || byte === listEnd) this.#depth -= 1;
    else if (byte === comma) this.#isNameNext = this.#depth === 1;
    return false;
  }

  #readString(byte: number): void {
    if (byte === quote && !this.#isEscaped) {
      this.#isInString = false;
      this.#isTextNext = this.#nameBytes !== null && unescaped(this.#nameBytes) === this.#name;
      this.#nameBytes = null;
      return;
    }
    this.#isEscaped = byte === backslash && !this.#isEscaped;
    this.#nameBytes?.push(byte);
    if (this.#nameBytes !== null && this.#nameBytes.length > escapeBytesMax * this.#name.length)
      this.#nameBytes = null;
  }
}

/** A JSON string without its quotes; null where it is none. */
function unescaped(bytes: readonly number[]): string | null {
  try {
    return JSON.parse(`"${Buffer.from(bytes).toString('utf8')}"`) as string;
  } catch {
    return null;
  }
}

/** What is between the quotes of a JSON string, in pieces. */
class EscapedText {
  readonly #sink: TextSink;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  /** The beginning of an escape that goes on in the next piece. */
  #rest = '';
  #isEscaped = false;

  constructor(sink: TextSink) {
    this.#sink = sink;
  }

  /** Where its quote is, from `from` on; the end of the bytes where it is not in them. */
  endIn(bytes: Buffer, from: number): number {
    let at = from + (this.#isEscaped ? 1 : 0);
    this.#isEscaped = false;
    let quoteAt = bytes.indexOf(quote, at);
    let escapeAt = bytes.indexOf(backslash, at);
    while (escapeAt !== -1 && (quoteAt === -1 || escapeAt < quoteAt)) {
      at = escapeAt + 2;
      this.#isEscaped = at > bytes.length;
      // Looked for again only where it was itself escaped: each byte is looked at once or twice.
      if (quoteAt !== -1 && quoteAt < at) quoteAt = bytes.indexOf(quote, at);
      escapeAt = this.#isEscaped ? -1 : bytes.indexOf(backslash, at);
    }
    return quoteAt === -1 ? bytes.length : quoteAt;
  }

  /** @throws VitrineError invalid_json; and what the sink throws */
  write(bytes: Uint8Array): void {
    const text = this.#rest + this.#decode(bytes, true);
    let whole = text.length;
    for (let at = text.indexOf('\\'); at !== -1 && whole === text.length;) {
      const end = at + (text[at + 1] === 'u' ? escapeBytesMax : 2);
      if (end > text.length) whole = at;
      else at = text.indexOf('\\', end);
    }
    this.#rest = text.slice(whole);
    this.#sink.write(unescapedText(text.slice(0, whole)));
  }

  /** @throws VitrineError invalid_json; and what the sink throws */
  end(): void {
    const text = this.#rest + this.#decode(new Uint8Array(), false);
    if (text !== '') this.#sink.write(unescapedText(text));
  }

  #decode(bytes: Uint8Array, stream: boolean): string {
    try {
      return this.#decoder.decode(bytes, { stream });
    } catch {
      throw new VitrineError('invalid_json', 'Cannot read the JSON as it is not UTF-8');
    }
  }
}

function unescapedText(text: string): string {
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    throw new VitrineError(
      'invalid_json',
      'Cannot read the JSON: a text in it has a control character or a bad escape',
    );
  }
}
