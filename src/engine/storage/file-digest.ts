import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';

const chunkBytes = 1024 * 1024;

/** The bytes of a file and their SHA-256 in hex. It reads all of it at once: for a thread, or a process, that nobody waits for. */
export function fileDigest(path: string): { bytes: number; sha256: string } {
  const hash = createHash('sha256');
  const chunk = Buffer.allocUnsafe(chunkBytes);
  const file = openSync(path, 'r');
  let bytes = 0;
  try {
    for (let read = -1; read !== 0; bytes += read) {
      read = readSync(file, chunk, 0, chunkBytes, null);
      hash.update(chunk.subarray(0, read));
    }
  } finally {
    closeSync(file);
  }
  return { bytes, sha256: hash.digest('hex') };
}
