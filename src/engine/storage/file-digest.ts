import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';

const chunkBytes = 1024 * 1024;

/**
 * The size of a file and its SHA-256 in hex. It blocks until the whole file is read: call it from a worker thread or
 * a background process.
 */
export function computeFileDigest(path: string): { bytes: number; sha256: string } {
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
