import { hashSettings } from '../../kernel/text/segments/segment-format.ts';
import type { TextSettings } from '../../kernel/text/schema/settings.ts';
import { SegmentedIndex as KernelIndex } from '../../kernel/text/search/segmented-index.ts';
import type { CommonWords } from '../../kernel/text/expansion/typo-rules.ts';
import type { ReadConnection } from '../storage/database.ts';
import type { IndexBuilder } from './index-builder.ts';
import { readIndexSnapshot } from './index-snapshot.ts';
import { readPositionAt, isSameLog } from '../log/log-position.ts';
import { scanCount } from './reindexing.ts';
import { logKind } from '../storage/schema.ts';

/** Time from the first change until the index is saved; a start reads later changes from the log. */
const saveAfterMs = 20_000;

/** Saves snapshots of the text index of one project, and restores the index at the next start. */
export class IndexSnapshotter {
  readonly #path: string;
  readonly #folder: string;
  readonly #builder: IndexBuilder;
  readonly #reads: ReadConnection;
  readonly #onError: (error: unknown) => void;
  readonly #names = new WeakMap<SharedArrayBuffer | ArrayBuffer, string>();
  #timer: NodeJS.Timeout | null = null;
  #saving: Promise<void> = Promise.resolve();

  constructor(options: {
    path: string;
    builder: IndexBuilder;
    reads: ReadConnection;
    onError: (error: unknown) => void;
  }) {
    this.#path = options.path;
    this.#folder = indexFolder(options.path);
    this.#builder = options.builder;
    this.#reads = options.reads;
    this.#onError = options.onError;
  }

  /** The index of the last snapshot, caught up with the log, or null without a usable snapshot. */
  async restore(settings: TextSettings, commonWords?: CommonWords): Promise<KernelIndex | null> {
    const stored = readIndexSnapshot(this.#folder, hashSettings(settings), this.#names);
    if (stored === null || !isSameLog(this.#reads, stored.position)) return null;
    const outdated = [
      ...new Set([...stored.snapshot.mutableKeys, ...this.#listChangesSince(stored.position.revision)]),
    ];
    if (outdated.length > scanCount) return null;
    const kernel = KernelIndex.restore(stored.snapshot, settings, commonWords);
    for (const itemNumber of outdated) kernel.remove(itemNumber);
    if (outdated.length > 0) {
      const keys = Uint32Array.from(outdated);
      const { buffer } = await this.#builder.request({ kind: 'items', path: this.#path, keys, settings });
      if (buffer !== null) kernel.attach(buffer);
    }
    return kernel;
  }

  /** Schedules a save after a change. `current` is called when the save begins. */
  scheduleSave(current: () => { kernel: KernelIndex; revision: number }): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      void this.#save(current()).catch(this.#onError);
    }, saveAfterMs).unref();
  }

  /** Saves an index that includes everything up to `revision`. */
  #save({ kernel, revision }: { kernel: KernelIndex; revision: number }): Promise<void> {
    // Runs one save at a time: a later one reuses the files of an earlier one.
    const saved = this.#saving.then(() => this.#write(kernel, revision));
    this.#saving = saved.catch(() => undefined);
    return saved;
  }

  /** Saves unsaved changes, unless `current` is null. */
  async close(current: { kernel: KernelIndex; revision: number } | null): Promise<void> {
    const unsaved = this.#timer !== null;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (unsaved && current !== null) await this.#save(current);
    else await this.#saving;
  }

  async #write(kernel: KernelIndex, revision: number): Promise<void> {
    const position = readPositionAt(this.#reads, revision);
    if (position === null) return;
    const { segments, mutableKeys: liveKeys } = kernel.createSnapshot();
    const { names } = await this.#builder.request({
      kind: 'save',
      files: {
        folder: this.#folder,
        fingerprint: hashSettings(kernel.settings),
        position,
        segments: segments.map((segment) => ({ name: this.#names.get(segment.buffer) ?? null, ...segment })),
        liveKeys,
      },
    });
    segments.forEach(({ buffer }, i) => this.#names.set(buffer, names[i]!));
  }

  *#listChangesSince(revision: number): Iterable<number> {
    const rows = this.#reads
      .prepare(
        `SELECT DISTINCT key FROM log WHERE rev > ? AND kind IN (${logKind.itemPut}, ${logKind.itemDelete})`,
      )
      .iterate(revision) as Iterable<{ key: string }>;
    // The key is "i:" and the item's number.
    for (const { key } of rows) yield Number(key.slice(2));
  }
}

export function indexFolder(databasePath: string): string {
  return databasePath.replace(/\.db$/, '.index');
}
