import { isAscii, isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { rankEncodings } from './encoding-guess.ts';
import { GrowableBuffer } from './growable-buffer.ts';
import { findEncoding, type TextEncoding } from './text-encodings.ts';

/** The encoding of a file, as far as it is known. */
export interface FoundEncoding {
  readonly encoding: TextEncoding;
  /** The label of a declaration that the bytes contradict, such as `UTF-8`, or null if there is none. */
  readonly contradicted: string | null;
  /** Encodings in which the text looks better; empty means that it looks right. */
  readonly likely: readonly TextEncoding[];
}

interface EncodingOptions {
  /** Null means declared or detected. */
  readonly encoding?: TextEncoding | null;
  /** The label that the sender of the file declares, or null. */
  readonly declared?: string | null;
  /** The error for a declared encoding that cannot be read. */
  readonly createRefusal?: (label: string) => Error;
  /** Called once, when the encoding is known: before the first character that is not ASCII. */
  readonly onFound?: (found: FoundEncoding) => void;
}

/** Bytes from which marks, UTF-16 without a mark and an XML declaration are read. */
const headBytes = 1_024;
/** Bytes from the first one that is not ASCII, from which UTF-8 is told from Windows-1252. */
const sampleBytes = 64 * 1024;

const marks: readonly { readonly mark: Buffer; readonly encoding: TextEncoding }[] = [
  { mark: Buffer.from([0xef, 0xbb, 0xbf]), encoding: 'utf-8' },
  { mark: Buffer.from([0xff, 0xfe]), encoding: 'utf-16le' },
  { mark: Buffer.from([0xfe, 0xff]), encoding: 'utf-16be' },
];

/** This byte replaces invalid ones. UTF-8 never has it, so that its line is rejected. */
const invalidByte = Buffer.from([0xff]);

/**
 * The bytes of a text file as UTF-8 without a byte order mark.
 *
 * The encoding is that of the byte order mark, of an XML declaration, or that which the sender declares. UTF-8 is often declared and
 * wrong: it is believed like no declaration. Then zero bytes tell UTF-16, and the first 64 kB from the first byte that is not ASCII
 * tell UTF-8 from another encoding, as such a text has hardly any valid multi-byte character: from what the sender declares besides an
 * XML declaration of UTF-8, or else from Windows-1252. Invalid bytes pass as bytes that are invalid in UTF-8. Holds at most this sample in memory.
 */
export async function* decodeSource(
  source: AsyncIterable<Uint8Array>,
  options: EncodingOptions = {},
): AsyncIterable<Uint8Array> {
  const reader = new EncodingReader(options);
  for await (const chunk of source) {
    for (const bytes of reader.add(chunk)) if (bytes.length > 0) yield bytes;
  }
  for (const bytes of reader.end()) if (bytes.length > 0) yield bytes;
}

class EncodingReader {
  readonly #options: EncodingOptions;
  /** In the state `ascii`, no other byte was read yet, so that any encoding but UTF-16 reads the same. */
  #state: 'head' | 'ascii' | 'sample' | 'known' = 'head';
  #buffer = new GrowableBuffer(headBytes);
  #decoder: TextDecoder | null = null;
  /** The declaration of UTF-8, as written. */
  #declaredUtf8: string | null = null;
  /** The encoding of a text that is not in UTF-8, as declared, or null if unknown. */
  #other: TextEncoding | null = null;

  constructor(options: EncodingOptions) {
    this.#options = options;
  }

  /** The converted bytes that are complete with this chunk. */
  add(chunk: Uint8Array): Uint8Array[] {
    if (this.#state === 'known') return [this.#convertBytes(chunk)];
    if (this.#state === 'ascii') return this.#addAscii(chunk);
    const room = (this.#state === 'head' ? headBytes : sampleBytes) - this.#buffer.bytes.length;
    this.#buffer.append(chunk.subarray(0, room));
    if (chunk.length < room) return [];
    const rest = chunk.subarray(room);
    return [...this.#decide(), ...(rest.length === 0 ? [] : this.add(rest))];
  }

  end(): Uint8Array[] {
    const out: Uint8Array[] = [];
    while (this.#state === 'head' || this.#state === 'sample') out.push(...this.#decide());
    if (this.#state === 'ascii') this.#know(this.#options.encoding ?? 'utf-8');
    return [...out, toUtf8(this.#decoder?.decode() ?? '', this.#decoder?.encoding)];
  }

  /** Decides from the bytes held, and returns them. */
  #decide(): Uint8Array[] {
    const bytes = this.#buffer.bytes;
    if (this.#state === 'sample') {
      if (isMostlyUtf8(bytes)) this.#know('utf-8');
      else this.#know(this.#other ?? 'windows-1252', this.#other === null ? rankEncodings(bytes) : []);
      return [this.#convertBytes(bytes)];
    }
    const marked = marks.find(({ mark }) => mark.equals(bytes.subarray(0, mark.length)));
    const { encoding: configured = null } = this.#options;
    const encoding =
      configured ?? marked?.encoding ?? detectUtf16(bytes) ?? this.#detectDeclaredEncoding(bytes);
    const text =
      marked !== undefined && marked.encoding === encoding ? bytes.subarray(marked.mark.length) : bytes;
    if (encoding === null) return this.#addAscii(text);
    this.#know(encoding);
    return [this.#convertBytes(text)];
  }

  /** The declared encoding; null for UTF-8, and if there is none. */
  #detectDeclaredEncoding(head: Uint8Array): TextEncoding | null {
    const { declared: headerLabel = null } = this.#options;
    const fileLabel = labelInXml(head);
    // A declaration that was read as bytes is not in UTF-16, whatever it says.
    const fileEncoding =
      fileLabel === null || /^utf-?16/i.test(fileLabel) ? null : this.#findEncoding(fileLabel);
    const headerEncoding = headerLabel === null ? null : this.#findEncoding(headerLabel);
    if (fileEncoding !== null && fileEncoding !== 'utf-8') return fileEncoding;
    if (fileEncoding === 'utf-8') this.#declaredUtf8 = fileLabel;
    else if (headerEncoding === 'utf-8') this.#declaredUtf8 = headerLabel;
    else return headerEncoding;
    this.#other = headerEncoding === 'utf-8' ? null : headerEncoding;
    return null;
  }

  #findEncoding(label: string): TextEncoding {
    const { createRefusal = (name) => new RangeError(`Cannot read the encoding ${name}`) } = this.#options;
    const encoding = findEncoding(label);
    if (encoding === null) throw createRefusal(label);
    return encoding;
  }

  #addAscii(bytes: Uint8Array): Uint8Array[] {
    this.#state = 'ascii';
    if (isAscii(bytes)) return [bytes];
    const at = bytes.findIndex((byte) => byte >= 0x80);
    this.#state = 'sample';
    this.#buffer = new GrowableBuffer(sampleBytes);
    const rest = bytes.subarray(at);
    return [bytes.subarray(0, at), ...this.add(rest)];
  }

  #know(encoding: TextEncoding, likely: readonly TextEncoding[] = []): void {
    this.#state = 'known';
    this.#decoder = encoding === 'utf-8' ? null : new TextDecoder(encoding);
    const contradicted = encoding === 'utf-8' ? null : this.#declaredUtf8;
    this.#options.onFound?.({ encoding, contradicted, likely });
  }

  #convertBytes(bytes: Uint8Array): Uint8Array {
    return this.#decoder === null
      ? bytes
      : toUtf8(this.#decoder.decode(bytes, { stream: true }), this.#decoder.encoding);
  }
}

function toUtf8(text: string, encoding = 'utf-8'): Uint8Array {
  // ICU reads a character of Windows-949 that EUC-KR lacks as a control character and a letter.
  const invalid = encoding === 'euc-kr' ? /[\ufffd\x80-\x9f]/ : /\ufffd/;
  if (!invalid.test(text)) return Buffer.from(text);
  const parts = text.split(invalid).flatMap((part, at) => (at === 0 ? [part] : [invalidByte, part]));
  return Buffer.concat(parts.map((part) => Buffer.from(part)));
}

/** Names of columns and most texts have a zero in every second byte. */
function detectUtf16(head: Uint8Array): TextEncoding | null {
  const zeros = [0, 0];
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2]!++;
  const [even = 0, odd = 0] = zeros;
  const enough = head.length / 8;
  if (odd > enough && even === 0) return 'utf-16le';
  return even > enough && odd === 0 ? 'utf-16be' : null;
}

/** The label of the encoding in an XML declaration, or null if it has none. */
function labelInXml(head: Uint8Array): string | null {
  const text = Buffer.from(head).toString('latin1').trimStart();
  const end = text.indexOf('?>');
  if (!text.startsWith('<?xml') || end === -1) return null;
  return /encoding\s*=\s*["']([^"']+)["']/.exec(text.slice(0, end))?.[1] ?? null;
}

/** Whether a text has at least as many valid multi-byte characters as invalid bytes. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  if (isUtf8(bytes)) return true;
  let valid = 0;
  let invalid = 0;
  let at = 0;
  while (at < bytes.length) {
    const byte = bytes[at]!;
    const length = byte < 0x80 ? 1 : countCharacterBytes(byte);
    // The sample can end inside a character.
    const character = bytes.subarray(at, at + length);
    if (character.length < length) break;
    if (length === 0 || !isUtf8(character)) {
      invalid++;
      at++;
      continue;
    }
    if (length > 1) valid++;
    at += length;
  }
  return valid > 0 && valid >= invalid;
}

/** Bytes of a character by its first byte; 0 for a byte that starts none. */
function countCharacterBytes(first: number): number {
  if (first >= 0xc2 && first <= 0xdf) return 2;
  if (first >= 0xe0 && first <= 0xef) return 3;
  return first >= 0xf0 && first <= 0xf4 ? 4 : 0;
}
