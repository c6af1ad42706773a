import { GrowableBuffer } from './growable-buffer.ts';

/** Why a text is not decoded. */
export type Base64Error = 'format' | 'too_long';

/**
 * Decodes base64 that arrives in pieces, in either alphabet (RFC 4648, 4 and 5). White space is passed over, and the padding may be
 * left out. Each piece is looked at once.
 */
export class Base64Decoder {
  readonly #bytes: GrowableBuffer;
  /** Characters of a group of four that is not whole yet. */
  #rest = '';
  #paddings = 0;
  #fault: Base64Error | null = null;

  /** `bytesExpected`: as in `GrowingBytes`. */
  constructor(bytesMax: number, bytesExpected = 0) {
    this.#bytes = new GrowableBuffer(bytesMax, bytesExpected);
  }

  /** What is wrong so far. */
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

  /** All that was said; null where something is wrong. */
  end(): Buffer | null {
    // One character is six bits.
    if (this.#rest.length === 1) this.#fault ??= 'format';
    if (this.#fault === null) this.#decode(this.#rest);
    this.#rest = '';
    return this.#fault === null ? this.#bytes.bytes : null;
  }

  #decode(digits: string): void {
    if (!this.#bytes.appendBase64(digits)) this.#fault = 'too_long';
  }
}
