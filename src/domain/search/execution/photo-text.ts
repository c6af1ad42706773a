import { VitrineError } from '../../../ports/errors.ts';
import { limits } from '../../../ports/limits.ts';
import { Base64Decoder } from '../../../lib/base64-decoder.ts';

/** A photo as a text says it: its bytes, or the address where it is. */
export type SentPhoto =
  | { readonly bytes: Uint8Array; readonly address: null }
  | { readonly bytes: null; readonly address: string };

/** What a `data:` URI has before its comma. */
const headLengthMax = 200;
/** With this many characters the kind of a text is known. */
const kindLength = 'data:'.length + headLengthMax + 1;

/**
 * Reads a photo that comes as text, in pieces: base64, a `data:` URI in base64, or an http(s) address. Each piece is decoded as it
 * comes, so that 14 MB of them are never one long step, nor there twice.
 */
export class PhotoText {
  readonly #bytesExpected: number;
  /** What has come of an address, or of a beginning that may be one. */
  #head = '';
  #isAddress = false;
  #decoder: Base64Decoder | null = null;

  /** `bytesExpected`: of the photo, at the most; it need not be true. */
  constructor(bytesExpected = 0) {
    this.#bytesExpected = bytesExpected;
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
      throw wrongPhoto('too_long', `an address of at most ${limits.imageUrlLengthMax} characters`);
    }
  }

  /** @throws VitrineError invalid_request, image_empty, image_too_large */
  end(): SentPhoto {
    if (this.#isAddress) return { bytes: null, address: this.#head };
    const decoder = this.#decoder ?? this.#begin();
    const bytes = decoder.end();
    if (bytes === null) throw faultOf(decoder);
    if (bytes.length === 0) throw new VitrineError('image_empty', 'uploaded_file is empty');
    return { bytes, address: null };
  }

  #begin(): Base64Decoder {
    const decoder = new Base64Decoder(limits.imageBytesMax, this.#bytesExpected);
    this.#decoder = decoder;
    const head = this.#head;
    this.#head = '';
    this.#decode(decoder, head.startsWith('data:') ? dataPayload(head) : head);
    return decoder;
  }

  #decode(decoder: Base64Decoder, piece: string): void {
    decoder.write(piece);
    if (decoder.fault !== null) throw faultOf(decoder);
  }
}

function faultOf({ fault }: Base64Decoder): VitrineError {
  return fault === 'too_long'
    ? new VitrineError('image_too_large', `The photo must be at most ${limits.imageBytesMax} bytes`)
    : wrongPhoto('format', 'base64, a `data:` URI or an http(s) address');
}

function dataPayload(uri: string): string {
  const comma = uri.indexOf(',');
  const isBase64 =
    comma !== -1 && comma <= 'data:'.length + headLengthMax && /;\s*base64\s*$/i.test(uri.slice(0, comma));
  if (!isBase64) throw wrongPhoto('format', 'a `data:` URI in base64');
  return uri.slice(comma + 1);
}

function wrongPhoto(code: string, expected: string): VitrineError {
  const detail = `uploaded_file must be ${expected}`;
  return new VitrineError('invalid_request', detail, { errors: [{ path: 'uploaded_file', code, detail }] });
}
