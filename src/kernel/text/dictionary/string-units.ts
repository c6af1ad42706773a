/**
 * The UTF-16 code units of many strings. Packed units are their low bytes, and the high bytes of pages in which a unit has one: most
 * texts take a byte a unit, and a few other letters cost their page.
 */
export interface StringUnits {
  /** Whole units, or their low bytes. */
  readonly low: Uint16Array | Buffer;
  /** The number of each page's high bytes plus 1, or 0 if all are 0. Empty if all high bytes are 0. */
  readonly pages: Uint32Array;
  readonly high: Uint8Array;
}

export interface WholeUnits extends StringUnits {
  readonly low: Uint16Array;
}

export interface PackedUnits extends StringUnits {
  readonly low: Buffer;
}

const pageBits = 7;
const pageLength = 2 ** pageBits;
const lowMask = 0xff;
const noPages = new Uint32Array(0);
const noHigh = new Uint8Array(0);

export function createWholeUnits(units: Uint16Array): WholeUnits {
  return { low: units, pages: noPages, high: noHigh };
}

export function readUnit({ low, pages, high }: StringUnits, at: number): number {
  const unit = low[at]!;
  if (pages.length === 0) return unit;
  const page = pages[at >>> pageBits]!;
  return page === 0 ? unit : unit | (high[(page - 1) * pageLength + (at & (pageLength - 1))]! << 8);
}

/**
 * Packs the first `count` units: the low bytes, then, if there are high bytes, the pages from the next multiple of four on, and the high
 * bytes.
 */
export function packUnits(units: Uint16Array, count: number): Uint8Array {
  const pages = new Uint32Array(Math.ceil(count / pageLength));
  let pageCount = 0;
  for (let page = 0; page < pages.length; page++) {
    const end = Math.min((page + 1) * pageLength, count);
    let bits = 0;
    for (let at = page * pageLength; at < end; at++) bits |= units[at]!;
    if (bits > lowMask) pages[page] = ++pageCount;
  }
  const pagesAt = alignPages(count);
  const highAt = pagesAt + pages.byteLength;
  const packed = new Uint8Array(pageCount === 0 ? count : highAt + pageCount * pageLength);
  // `set` takes the low byte of each unit.
  packed.set(units.subarray(0, count));
  if (pageCount === 0) return packed;
  packed.set(new Uint8Array(pages.buffer), pagesAt);
  pages.forEach((number, page) => {
    if (number === 0) return;
    const to = highAt + (number - 1) * pageLength;
    packed.set(
      units.subarray(page * pageLength, Math.min((page + 1) * pageLength, count)).map((unit) => unit >>> 8),
      to,
    );
  });
  return packed;
}

/** Views the bytes of {@link packUnits}, which begin at a multiple of four. */
export function viewPackedUnits(bytes: Uint8Array, count: number): PackedUnits {
  const low = Buffer.from(bytes.buffer, bytes.byteOffset, count);
  if (bytes.length === count) return { low, pages: noPages, high: noHigh };
  const pages = new Uint32Array(
    bytes.buffer,
    bytes.byteOffset + alignPages(count),
    Math.ceil(count / pageLength),
  );
  return { low, pages, high: bytes.subarray(alignPages(count) + pages.byteLength) };
}

/** The units from `start` to `end`. */
export function unpackUnits(units: StringUnits, start: number, end: number): Uint16Array {
  const whole = new Uint16Array(units.low.subarray(start, end));
  if (hasHigh(units, start, end))
    for (let at = start; at < end; at++) whole[at - start] = readUnit(units, at);
  return whole;
}

/** The string of the units from `start` to `end`. */
export function decodeUnits(units: StringUnits, start: number, end: number): string {
  const { low } = units;
  if (low instanceof Uint16Array || hasHigh(units, start, end))
    return decodeWholeUnits(unpackUnits(units, start, end));
  return low.toString('latin1', start, end);
}

function decodeWholeUnits(units: Uint16Array): string {
  let text = '';
  for (let at = 0; at < units.length; at += 4096) {
    // `apply` without spreading, which is three times slower.
    text += Reflect.apply(String.fromCharCode, null, units.subarray(at, at + 4096));
  }
  return text;
}

function hasHigh({ pages }: StringUnits, start: number, end: number): boolean {
  if (pages.length === 0) return false;
  for (let page = start >>> pageBits; page <= (end - 1) >>> pageBits; page++)
    if (pages[page]! > 0) return true;
  return false;
}

const alignPages = (count: number): number => (count + 3) & ~3;
