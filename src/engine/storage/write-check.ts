import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describeFailure } from './storage-failure.ts';
import type { Writer } from './writer.ts';

/** A disk that cannot store this many bytes counts as full. */
const tryBytes = 4 * 1024 * 1024;

type Writes = Pick<Writer, 'refusal' | 'forgetRefusal'>;

/**
 * Checks whether writes are stored: from the results of normal writes, and by a test write after a failure or before
 * the first write.
 */
export class WriteCheck {
  readonly #writer: Writes;
  readonly #folder: string;
  readonly #tryWrite: (() => Promise<void>) | null;
  #trying: Promise<string | null> | null = null;

  /** `tryWrite` stores some value. It is null with a shared log, where it would add an entry. */
  constructor(writer: Writes, folder: string, tryWrite: (() => Promise<void>) | null) {
    this.#writer = writer;
    this.#folder = folder;
    this.#tryWrite = tryWrite;
  }

  async checkStatus(): Promise<{ ready: boolean; detail: string }> {
    if (this.#writer.refusal === null) return { ready: true, detail: 'stored' };
    // Concurrent callers share one test write.
    this.#trying ??= this.#try().finally(() => (this.#trying = null));
    const failure = await this.#trying;
    return { ready: failure === null, detail: failure ?? 'stored' };
  }

  async #try(): Promise<string | null> {
    try {
      await tryFile(this.#folder);
      await this.#tryWrite?.();
      this.#writer.forgetRefusal();
      return null;
    } catch (error) {
      return `Writes fail: ${describeFailure(error)}`;
    }
  }
}

/** Writes a file of some megabytes into a folder and removes it. @throws Error of the system */
async function tryFile(folder: string): Promise<void> {
  const path = join(folder, 'write-check.tmp');
  try {
    const file = await open(path, 'w');
    try {
      await file.writeFile(Buffer.alloc(tryBytes));
      await file.sync();
    } finally {
      await file.close();
    }
  } finally {
    await rm(path, { force: true });
  }
}
