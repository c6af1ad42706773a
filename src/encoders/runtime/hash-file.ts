import type { Hash } from 'node:crypto';
import { open } from 'node:fs/promises';

/**
 * Adds the bytes of a file to a hash, through one buffer. A stream allocates 64 kB for each chunk: as garbage, they took as much memory as
 * the file has bytes, in blocks of malloc that are not returned to the system.
 */
export async function hashFile(hash: Hash, path: string): Promise<void> {
  await using file = await open(path);
  const buffer = Buffer.from(new ArrayBuffer(256 * 1024));
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, buffer.length);
    if (bytesRead === 0) return;
    hash.update(buffer.subarray(0, bytesRead));
  }
}
