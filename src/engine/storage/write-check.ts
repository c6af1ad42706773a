import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { reasonOf } from './storage-failure.ts';
import type { Writer } from './writer.ts';

/** A disk that does not take this much at once is taken for full. */
const tryBytes = 4 * 1024 * 1024;

type Writes = Pick<Writer, 'refusal' | 'forgetRefusal'>;

/** Finds out whether writes are stored: from those that were asked for, and by a try where one was refused or there was none yet. */
export class WriteCheck {
  readonly #writer: Writes;
  readonly #folder: string;
  readonly #tryWrite: (() => Promise<void>) | null;
  #trying: Promise<string | null> | null = null;

  /** `tryWrite` stores something; null where a log is shared, in which it would be an entry. */
  constructor(writer: Writes, folder: string, tryWrite: (() => Promise<void>) | null) {
    this.#writer = writer;
    this.#folder = folder;
    this.#tryWrite = tryWrite;
  }

  async status(): Promise<{ ready: boolean; detail: string }> {
    if (this.#writer.refusal === null) return { ready: true, detail: 'stored' };
    // One try is for all that ask while it is under way.
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
      return `Writes fail: ${reasonOf(error)}`;
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
