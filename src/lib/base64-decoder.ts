import { GrowableBuffer } from './growable-buffer.ts';

/** Why a text cannot be decoded. */
export type Base64Error = 'format' | 'too_long';

/** Decodes chunks of base64 in either alphabet (RFC 4648, 4 and 5). Skips white space; padding is optional. Scans each chunk once. */
export class Base64Decoder {
  readonly #bytes: GrowableBuffer;
  /** An incomplete group of four characters. */
  #rest = '';
  #paddings = 0;
  #fault: Base64Error | null = null;

  /** `bytesExpected` has the meaning that it has in `GrowableBuffer`. */
  constructor(bytesMax: number, bytesExpected = 0) {
    this.#bytes = new GrowableBuffer(bytesMax, bytesExpected);
  }

  /** The error so far. */
  get fault(): Base64Error | null {
    return this.#fault;
  }

  write(piece: string): void {
    if (this.#fault !== null) return;
    const compact = piece.replace(/\s/g, '');
    const at = this.#paddings > 0 ? 0 : compact.indexOf('=');
    const digits = at === -1 ? compact : compact.slice(0, at);
    const padding = compact.slice(digits.length);
    this.#paddings += padding.length;
    if (this.#paddings > 2 || /[^=]/.test(padding) || /[^A-Za-z0-9+/_-]/.test(digits)) {
      this.#fault = 'format';
      return;
    }
    const joined = this.#rest + digits;
    const whole = joined.length - (joined.length % 4);
    this.#rest = joined.slice(whole);
    this.#decode(joined.slice(0, whole));
  }

  /** The decoded bytes; null after an error. */
  end(): Buffer | null {
    // A single character has only six bits.
    if (this.#rest.length === 1) this.#fault ??= 'format';
    if (this.#fault === null) this.#decode(this.#rest);
    this.#rest = '';
    return this.#fault === null ? this.#bytes.bytes : null;
  }

  #decode(digits: string): void {
    if (!this.#bytes.appendBase64(digits)) this.#fault = 'too_long';
  }
}
