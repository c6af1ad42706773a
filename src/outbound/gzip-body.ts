import { createGunzip } from 'node:zlib';
import { pipeline, Readable } from 'node:stream';

const magic = [0x1f, 0x8b] as const;

export function isGzip(bytes: Uint8Array): boolean {
  return magic.every((byte, at) => bytes[at] === byte);
}

/** Yields the bytes, unpacked if they begin like gzip: the host may pack its reply, or the file itself may be packed. */
export async function* unpackGzip(
  body: Readable | Iterable<Uint8Array>,
  onPacked: (bytes: number) => void = () => undefined,
): AsyncIterable<Uint8Array> {
  const chunks = (body instanceof Readable ? body : Readable.from(body))[
    Symbol.asyncIterator
  ]() as AsyncIterator<Uint8Array>;
  const first = await chunks.next();
  if (first.done === true) return;
  async function* replayFirst(): AsyncIterable<Uint8Array> {
    for (let next = first; next.done !== true; next = await chunks.next()) {
      onPacked(next.value.length);
      yield next.value;
    }
  }
  if (!isGzip(first.value)) {
    yield* replayFirst();
    return;
  }
  // The loop gets the errors of the pipeline.
  yield* pipeline(Readable.from(replayFirst()), createGunzip(), () => undefined) as AsyncIterable<Uint8Array>;
}
