import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { LogCompacted, LogRestored, type SharedLog } from '../../src/ports/cluster/shared-log.ts';
import { VitrineError } from '../../src/ports/errors.ts';
import { hashAt, hashesAt } from './chain-hashes.ts';

const bytes = (entry: string): Uint8Array => Buffer.from(entry);
const text = (entry: Uint8Array): string => Buffer.from(entry).toString();

/** A process that reads the others' entries before it writes, as every process does. */
export class LogWriter {
  readonly name: string;
  readonly written: string[] = [];
  read: string[] = [];
  readonly #log: SharedLog;

  constructor(name: string, log: SharedLog) {
    this.name = name;
    this.#log = log;
  }

  async catchUp(): Promise<void> {
    for (;;) {
      try {
        const entries = await this.#log.read(this.read.length, 16, hashAt(this.read.length));
        this.read.push(...entries.map(text));
        if (entries.length < 16) return;
      } catch (error) {
        if (!isCompaction(error)) throw error;
        const snapshot = (await this.#log.readSnapshot())!;
        const parts: string[] = [];
        for await (const chunk of snapshot.chunks) parts.push(text(chunk));
        assert.equal(parts.length, snapshot.next);
        this.read = parts;
      }
    }
  }

  /** Repeats until it is written, despite other writers, compactions and failures. */
  async write(entry: string): Promise<void> {
    for (;;) {
      await retry(() => this.catchUp());
      // A failed append may have been written nevertheless.
      if (this.read.includes(entry)) break;
      try {
        const number = this.read.length;
        if ((await this.#log.append(number, bytes(entry), hashesAt(number))) === 'written') break;
      } catch (error) {
        if (!isStorageFailure(error) && !isCompaction(error)) throw error;
      }
    }
    this.written.push(entry);
  }
}

const isStorageFailure = (error: unknown): boolean =>
  error instanceof VitrineError && error.code === 'storage_failed';
const isCompaction = (error: unknown): boolean =>
  error instanceof LogCompacted && !(error instanceof LogRestored);

async function retry<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isStorageFailure(error)) throw error;
      await sleep(20);
    }
  }
}

/** That all processes read the same entries, with each written one once. */
export async function assertAgreement(writers: readonly LogWriter[]): Promise<void> {
  await retry(async () => {
    for (const writer of writers) await writer.catchUp();
  });
  for (const { read } of writers) assert.deepEqual(read, writers[0]!.read);
  const written = writers.flatMap((writer) => writer.written);
  assert.deepEqual([...writers[0]!.read].sort(), written.sort());
}
