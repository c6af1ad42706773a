import { GrowableBuffer } from './growable-buffer.ts';

const lineFeedByte = 10;
const carriageReturnByte = 13;

/**
 * Yields the lines of a file without line feeds; a carriage return before one stays. Yields null for a line of more than `bytesMax` bytes,
 * whose bytes are dropped as they arrive. Holds at most one line in memory.
 */
export async function* splitByteLines(
  source: AsyncIterable<Uint8Array>,
  bytesMax: number,
): AsyncIterable<Uint8Array | null> {
  /** The start of an incomplete line, unless it is too long. */
  let lineStart: GrowableBuffer | null = null;
  let length = 0;
  for await (const chunk of source) {
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(lineFeedByte, start);
      const part = chunk.subarray(start, end === -1 ? chunk.length : end);
      length += part.length;
      const isWhole = end !== -1 && length === part.length;
      if (length > bytesMax) lineStart = null;
      else if (!isWhole) (lineStart ??= new GrowableBuffer(bytesMax)).append(part);
      if (end === -1) break;
      yield length > bytesMax ? null : isWhole ? part : lineStart!.bytes;
      lineStart = null;
      length = 0;
      start = end + 1;
    }
  }
  if (length > 0) yield length > bytesMax ? null : lineStart!.bytes;
}

/** Converts carriage returns to line feeds in a text file whose first line ends with a carriage return only. */
export async function* withLineFeeds(source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let newline: number | null = null;
  let pendingBytes: Uint8Array | null = null;
  for await (const chunk of source) {
    const bytes: Uint8Array = pendingBytes === null ? chunk : Buffer.concat([pendingBytes, chunk]);
    newline ??= findFirstNewline(bytes);
    // A carriage return at the end of a chunk may precede a line feed.
    pendingBytes = newline === null && bytes.at(-1) === carriageReturnByte ? bytes : null;
    if (pendingBytes === null) yield newline === carriageReturnByte ? replaceCarriageReturns(bytes) : bytes;
  }
  if (pendingBytes !== null) yield pendingBytes;
}

/** Returns null while undecided. */
function findFirstNewline(bytes: Uint8Array): number | null {
  const feed = bytes.indexOf(lineFeedByte);
  const carriage = bytes.indexOf(carriageReturnByte);
  if (carriage === -1) return feed === -1 ? null : lineFeedByte;
  if (feed !== -1 && feed <= carriage + 1) return lineFeedByte;
  return carriage === bytes.length - 1 ? null : carriageReturnByte;
}

function replaceCarriageReturns(bytes: Uint8Array): Uint8Array {
  return bytes.map((byte) => (byte === carriageReturnByte ? lineFeedByte : byte));
}
