import { isAscii, isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { GrowableBuffer } from './growable-buffer.ts';

/** The encodings of text files. `auto` detection chooses among the first four. */
export const textEncodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'iso-8859-2',
  'iso-8859-15',
] as const;
export type TextEncoding = (typeof textEncodings)[number];

interface EncodingOptions {
  /** Null: detected. */
  readonly encoding?: TextEncoding | null;
  /** Called once, when the encoding is known: before the first character that is not ASCII. */
  readonly onFound?: (encoding: TextEncoding) => void;
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

/**
 * The bytes of a text file as UTF-8 without a byte order mark.
 *
 * The encoding is that of the byte order mark, or of an XML declaration. Otherwise zero bytes tell UTF-16, and the first 64
 * kB from the first byte that is not ASCII tell UTF-8 from Windows-1252: a text of Windows-1252 has hardly any valid
 * multi-byte character. Invalid bytes of a UTF-8 file pass unchanged. Holds at most this sample in memory.
 */
export async function* utf8Source(
  source: AsyncIterable<Uint8Array>,
  { encoding = null, onFound = () => undefined }: EncodingOptions = {},
): AsyncIterable<Uint8Array> {
  const reader = new EncodingReader(encoding, onFound);
  for await (const chunk of source) {
    for (const bytes of reader.add(chunk)) if (bytes.length > 0) yield bytes;
  }
  for (const bytes of reader.end()) if (bytes.length > 0) yield bytes;
}

class EncodingReader {
  readonly #asked: TextEncoding | null;
  readonly #onFound: (encoding: TextEncoding) => void;
  /** `ascii`: no other byte was read yet, so that any encoding but UTF-16 reads the same. */
  #state: 'head' | 'ascii' | 'sample' | 'known' = 'head';
  #held = new GrowableBuffer(headBytes);
  #decoder: TextDecoder | null = null;

  constructor(asked: TextEncoding | null, onFound: (encoding: TextEncoding) => void) {
    this.#asked = asked;
    this.#onFound = onFound;
  }

  /** The converted bytes that are complete with this chunk. */
  add(chunk: Uint8Array): Uint8Array[] {
    if (this.#state === 'known') return [this.#converted(chunk)];
    if (this.#state === 'ascii') return this.#addAscii(chunk);
    const room = (this.#state === 'head' ? headBytes : sampleBytes) - this.#held.bytes.length;
    this.#held.append(chunk.subarray(0, room));
    if (chunk.length < room) return [];
    const rest = chunk.subarray(room);
    return [...this.#decide(), ...(rest.length === 0 ? [] : this.add(rest))];
  }

  end(): Uint8Array[] {
    const out: Uint8Array[] = [];
    while (this.#state === 'head' || this.#state === 'sample') out.push(...this.#decide());
    if (this.#state === 'ascii') this.#know(this.#asked ?? 'utf-8');
    const last = this.#decoder?.decode() ?? '';
    return [...out, Buffer.from(last)];
  }

  /** Decides from the bytes held, and returns them. */
  #decide(): Uint8Array[] {
    const held = this.#held.bytes;
    if (this.#state === 'sample') {
      this.#know(isMostlyUtf8(held) ? 'utf-8' : 'windows-1252');
      return [this.#converted(held)];
    }
    const marked = marks.find(({ mark }) => mark.equals(held.subarray(0, mark.length)));
    const found = this.#asked ?? marked?.encoding ?? utf16WithoutMark(held) ?? declaredInXml(held);
    const text = marked !== undefined && marked.encoding === found ? held.subarray(marked.mark.length) : held;
    if (found === null) return this.#addAscii(text);
    this.#know(found);
    return [this.#converted(text)];
  }

  #addAscii(bytes: Uint8Array): Uint8Array[] {
    this.#state = 'ascii';
    if (isAscii(bytes)) return [bytes];
    const at = bytes.findIndex((byte) => byte >= 0x80);
    this.#state = 'sample';
    this.#held = new GrowableBuffer(sampleBytes);
    const rest = bytes.subarray(at);
    return [bytes.subarray(0, at), ...this.add(rest)];
  }

  #know(encoding: TextEncoding): void {
    this.#state = 'known';
    this.#decoder = encoding === 'utf-8' ? null : new TextDecoder(encoding);
    this.#onFound(encoding);
  }

  #converted(bytes: Uint8Array): Uint8Array {
    return this.#decoder === null ? bytes : Buffer.from(this.#decoder.decode(bytes, { stream: true }));
  }
}

/** Names of columns and most texts have a zero in every second byte. */
function utf16WithoutMark(head: Uint8Array): TextEncoding | null {
  const zeros = [0, 0];
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2]!++;
  const [even = 0, odd = 0] = zeros;
  const enough = head.length / 8;
  if (odd > enough && even === 0) return 'utf-16le';
  return even > enough && odd === 0 ? 'utf-16be' : null;
}

/** The declared encoding, unless it is UTF-8, which is often declared and wrong. */
function declaredInXml(head: Uint8Array): TextEncoding | null {
  const text = Buffer.from(head).toString('latin1').trimStart();
  const end = text.indexOf('?>');
  if (!text.startsWith('<?xml') || end === -1) return null;
  const label = /encoding\s*=\s*["']([\w.:-]+)["']/.exec(text.slice(0, end))?.[1];
  if (label === undefined) return null;
  try {
    const name = new TextDecoder(label).encoding;
    // The declaration was read as bytes: it is not UTF-16, whatever it says.
    if (name.startsWith('utf-')) return null;
    return textEncodings.find((encoding) => encoding === name) ?? null;
  } catch {
    return null;
  }
}

/** Whether a text has at least as many valid multi-byte characters as invalid bytes. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  if (isUtf8(bytes)) return true;
  let valid = 0;
  let invalid = 0;
  let at = 0;
  while (at < bytes.length) {
    const byte = bytes[at]!;
    const length = byte < 0x80 ? 1 : characterLength(byte);
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
function characterLength(first: number): number {
  if (first >= 0xc2 && first <= 0xdf) return 2;
  if (first >= 0xe0 && first <= 0xef) return 3;
  return first >= 0xf0 && first <= 0xf4 ? 4 : 0;
}
