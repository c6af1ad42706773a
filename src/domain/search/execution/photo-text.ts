import { VitrineError } from '../../../ports/errors.ts';
import { limits } from '../../../ports/limits.ts';
import { Base64Decoder } from '../../../lib/base64-decoder.ts';

/** A photo sent as text: its bytes or its URL. */
export type SentPhoto =
  | { readonly bytes: Uint8Array; readonly address: null }
  | { readonly bytes: null; readonly address: string };

/** Longest prefix of a `data:` URI before the comma. */
const headLengthMax = 200;
/** Characters that determine the kind of the text. */
const kindLength = 'data:'.length + headLengthMax + 1;

/**
 * Reads a photo from chunks of text: base64, a base64 `data:` URI, or an http(s) URL. Decodes each chunk as it arrives, so
 * that 14 MB are neither one long step nor in memory twice.
 */
export class PhotoText {
  readonly #bytesExpected: number;
  readonly #name: string;
  /** The URL so far, or a prefix that may become one. */
  #head = '';
  #isAddress = false;
  #decoder: Base64Decoder | null = null;

  /** `bytesExpected` is an estimate of the size, for the first allocation; `name` is that of the text in the request. */
  constructor(bytesExpected = 0, name = 'uploaded_file') {
    this.#bytesExpected = bytesExpected;
    this.#name = name;
  }

  /** @throws VitrineError invalid_request, image_too_large */
  write(piece: string): void {
    if (this.#decoder !== null) {
      this.#decode(this.#decoder, piece);
      return;
    }
    this.#head += piece;
    this.#isAddress ||= /^https?:\/\//i.test(this.#head);
    if (!this.#isAddress) {
      if (this.#head.length >= kindLength) this.#begin();
    } else if (this.#head.length > limits.imageUrlLengthMax) {
      throw wrongPhoto(
        this.#name,
        'too_long',
        `an address of at most ${limits.imageUrlLengthMax} characters`,
      );
    }
  }

  /** @throws VitrineError invalid_request, image_empty, image_too_large */
  end(): SentPhoto {
    if (this.#isAddress) return { bytes: null, address: this.#head };
    const decoder = this.#decoder ?? this.#begin();
    const bytes = decoder.end();
    if (bytes === null) throw describeFault(decoder, this.#name);
    if (bytes.length === 0) throw new VitrineError('image_empty', `${this.#name} is empty`);
    return { bytes, address: null };
  }

  #begin(): Base64Decoder {
    const decoder = new Base64Decoder(limits.imageBytesMax, this.#bytesExpected);
    this.#decoder = decoder;
    const head = this.#head;
    this.#head = '';
    this.#decode(decoder, head.startsWith('data:') ? dataPayload(head, this.#name) : head);
    return decoder;
  }

  #decode(decoder: Base64Decoder, piece: string): void {
    decoder.write(piece);
    if (decoder.fault !== null) throw describeFault(decoder, this.#name);
  }
}

function describeFault({ fault }: Base64Decoder, name: string): VitrineError {
  return fault === 'too_long'
    ? new VitrineError('image_too_large', `The photo must be at most ${limits.imageBytesMax} bytes`)
    : wrongPhoto(name, 'format', 'base64, a `data:` URI or an http(s) address');
}

function dataPayload(uri: string, name: string): string {
  const comma = uri.indexOf(',');
  const isBase64 =
    comma !== -1 && comma <= 'data:'.length + headLengthMax && /;\s*base64\s*$/i.test(uri.slice(0, comma));
  if (!isBase64) throw wrongPhoto(name, 'format', 'a `data:` URI in base64');
  return uri.slice(comma + 1);
}

function wrongPhoto(name: string, code: string, expected: string): VitrineError {
  const detail = `${name} must be ${expected}`;
  return new VitrineError('invalid_request', detail, { errors: [{ path: name, code, detail }] });
}
