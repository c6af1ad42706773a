import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename } from 'node:path';

/**
 * Lowers the CPU priority of the calling thread to a POSIX niceness of 0 to 19. Only Linux has a niceness per thread (setpriority(2),
 * "C library/kernel differences"); elsewhere the priority stays.
 */
export function lowerThreadPriority(niceness: number): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), niceness);
  } catch {
    // Without permission, the priority stays.
  }
}
