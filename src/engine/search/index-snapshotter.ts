import { settingsFingerprint } from '../../kernel/text/segments/segment-format.ts';
import type { TextSettings } from '../../kernel/text/schema/settings.ts';
import { SegmentedIndex as KernelIndex } from '../../kernel/text/search/segmented-index.ts';
import type { CommonWords } from '../../kernel/text/expansion/typo-rules.ts';
import type { ReadConnection } from '../storage/database.ts';
import type { IndexBuilder } from './index-builder.ts';
import { readIndexSnapshot } from './index-snapshot.ts';
import { positionAt, isSameLog } from '../storage/log-position.ts';
import { scanCount } from './reindexing.ts';
import { logKind } from '../storage/schema.ts';

/** The index is written when it has changed for so long: a start reads the rest from the log. */
const saveAfterMs = 20_000;

/** Keeps the text index of one project on disk, and brings it back at the next start. */
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

  /** The kept index, brought up to date with the log; null where there is none that is good. */
  async restore(settings: TextSettings, commonWords?: CommonWords): Promise<KernelIndex | null> {
    const kept = readIndexSnapshot(this.#folder, settingsFingerprint(settings), this.#names);
    if (kept === null || !isSameLog(this.#reads, kept.mark)) return null;
    const behind = [...new Set([...kept.snapshot.mutableKeys, ...this.#changedSince(kept.mark.revision)])];
    if (behind.length > scanCount) return null;
    const kernel = KernelIndex.restore(kept.snapshot, settings, commonWords);
    for (const no of behind) kernel.remove(no);
    if (behind.length > 0) {
      const keys = Uint32Array.from(behind);
      const { buffer } = await this.#builder.ask({ kind: 'items', path: this.#path, keys, settings });
      if (buffer !== null) kernel.attach(buffer);
    }
    return kernel;
  }

  /** Hears that the index is no longer what is kept. `current` is asked when it is time to write it. */
  changed(current: () => { kernel: KernelIndex; revision: number }): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      void this.#save(current()).catch(this.#onError);
    }, saveAfterMs).unref();
  }

  /** `revision`: everything up to it is in the index. */
  #save({ kernel, revision }: { kernel: KernelIndex; revision: number }): Promise<void> {
    // One after the other: the later one knows what the earlier one wrote.
    const saved = this.#saving.then(() => this.#write(kernel, revision));
    this.#saving = saved.catch(() => undefined);
    return saved;
  }

  /** Writes what has changed; `current` null: nothing is to be kept. */
  async close(current: { kernel: KernelIndex; revision: number } | null): Promise<void> {
    const unsaved = this.#timer !== null;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (unsaved && current !== null) await this.#save(current);
    else await this.#saving;
  }

  async #write(kernel: KernelIndex, revision: number): Promise<void> {
    const mark = positionAt(this.#reads, revision);
    if (mark === null) return;
    const { segments, mutableKeys: liveKeys } = kernel.snapshot();
    const { names } = await this.#builder.ask({
      kind: 'save',
      files: {
        folder: this.#folder,
        fingerprint: settingsFingerprint(kernel.settings),
        mark,
        segments: segments.map((segment) => ({ name: this.#names.get(segment.buffer) ?? null, ...segment })),
        liveKeys,
      },
    });
    segments.forEach(({ buffer }, i) => this.#names.set(buffer, names[i]!));
  }

  *#changedSince(revision: number): Iterable<number> {
    const rows = this.#reads
      .prepare(
        `SELECT DISTINCT key FROM log WHERE rev > ? AND kind IN (${logKind.itemPut}, ${logKind.itemDelete})`,
      )
      .iterate(revision) as Iterable<{ key: string }>;
    // "i:" and the item's number.
    for (const { key } of rows) yield Number(key.slice(2));
  }
}

/** Where the index of a project's database lies. */
export function indexFolder(databasePath: string): string {
  return databasePath.replace(/\.db$/, '.index');
}
