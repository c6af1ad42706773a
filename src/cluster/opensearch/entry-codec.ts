import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** Bytes as JSON-safe text: compressed in the thread pool, then in base64. */
export async function encodeEntry(bytes: Uint8Array): Promise<string> {
  return (await compress(bytes)).toString('base64');
}

export async function decodeEntry(text: string): Promise<Uint8Array> {
  return decompress(Buffer.from(text, 'base64'));
}
