import { createHash, randomBytes } from 'node:crypto';
import {
  LogCompacted,
  LogRestored,
  type LogSnapshot,
  type ChainHashes,
  type SharedLog,
} from '../../ports/cluster/shared-log.ts';
import { readFromQuorum, type QuorumResult } from './quorum-read.ts';
import { writeTimeout } from './cluster.ts';
import { decodeEntry, encodeEntry } from './entry-codec.ts';
import {
  formatAliasName,
  createEpochIndex,
  readPointer,
  namePointerIndex,
  formatIndexName,
  createPointer,
  removeEpochIndex,
  readStoredPointer,
  removeOlderEpochs,
  toStored,
  createUnavailableError,
  type LogPointer,
  type StoredPointer,
  type LogIndexOptions,
} from './log-epochs.ts';

interface EntryDocument {
  /** A random id for each call of `append`. */
  readonly writer: string;
  /**
   * The hash chain including this entry, under the field name of the first version. It is also the routing value, so that
   * it can be read without the rest. An index has one shard.
   */
  readonly mark?: string;
  /** Base64. */
  readonly entry?: string;
  /** The pointer to the next epoch, instead of an entry; the log continues there with the entry of this number. */
  readonly moved?: StoredPointer;
}

/** Entries per batch when they are copied into the next epoch. */
const copyBatch = 64;
/** After this long without a read, an append checks the hash chain first: the log may have been restored in the meantime. */
const confirmedMsMax = 100;

/**
 * A shared log in an index: one document per entry, with its number as id, created once and never changed. Where two
 * processes create the same number, OpenSearch lets one succeed, on the primary and on every copy that may become the
 * primary. Documents are read by id, which needs no refresh: acknowledged entries are visible.
 *
 * A snapshot begins an epoch, which is another index. The entries after the snapshot are copied, and the last
 * document of the old index, instead of an entry, is the pointer to the new one. An append therefore either comes
 * before that document or finds it. The old index is removed later. A process that reads after that finds it missing
 * and reads the pointer, a document named after the log.
 *
 * A process may stop at any point and resume much later, after others have moved the log on. Therefore only epochs
 * before one that is known to have been the log's are removed, and a pointer only ever replaces an older one.
 */
export class LogIndex implements SharedLog {
  readonly #options: LogIndexOptions;
  #pointer: LogPointer;
  /** The epoch whose predecessors are removed. */
  #cleanedEpoch: string | null = null;
  /** The last time that the hash chain was confirmed, by `performance.now`. */
  #confirmedAt = -Infinity;

  private constructor(options: LogIndexOptions, pointer: LogPointer) {
    this.#options = options;
    this.#pointer = pointer;
  }

  /** Opens a log, or null if there is none of this name. @throws VitrineError storage_failed */
  static async find(options: LogIndexOptions): Promise<LogIndex | null> {
    const pointer = await readPointer(options);
    return pointer === null ? null : new LogIndex(options, pointer);
  }

  /** Opens a log, or creates it. @throws VitrineError storage_failed */
  static async open(options: LogIndexOptions): Promise<LogIndex> {
    const existing = await LogIndex.find(options);
    if (existing !== null) return existing;
    const pointer = createPointer(randomBytes(12).toString('hex'), { next: 0, chainHash: null }, 0);
    await createEpochIndex(options, pointer);
    const { cluster, name } = options;
    const created = await cluster.request(
      (client) => client.create({ index: namePointerIndex(options), id: name, body: toStored(pointer) }),
      [409],
    );
    if (created !== null) return new LogIndex(options, pointer);
    const first = await readPointer(options);
    // After a retry without a reply, the existing pointer may be this one.
    if (first?.epochName !== pointer.epochName) await removeEpochIndex(options, pointer);
    if (first === null) throw createUnavailableError('has lost the log');
    return new LogIndex(options, first);
  }

  /** Removes a log with all its epochs. @throws VitrineError storage_failed */
  static async remove(options: LogIndexOptions): Promise<void> {
    const { cluster, name } = options;
    await cluster.request((client) => client.delete({ index: namePointerIndex(options), id: name }), [404]);
    await removeOlderEpochs(options, Infinity);
  }

  get id(): string {
    return this.#pointer.id;
  }

  async append(number: number, entry: Uint8Array, hashes: ChainHashes): Promise<'written' | 'taken'> {
    if (
      performance.now() - this.#confirmedAt > confirmedMsMax &&
      (await this.read(number, 1, hashes.before)).length > 0
    )
      return 'taken';
    const body: EntryDocument = {
      writer: createWriterId(),
      mark: hashes.after,
      entry: await encodeEntry(entry),
    };
    for (;;) {
      const outcome = await this.#create(number, body);
      if (outcome === 'moved') continue;
      this.#confirmedAt = performance.now();
      return outcome;
    }
  }

  async read(from: number, countMax: number, chainHash: string | null): Promise<Uint8Array[]> {
    const entries: EntryDocument[] = [];
    while (entries.length < countMax) {
      const number = from + entries.length;
      if (number < this.#pointer.next) throw new LogCompacted();
      const previousHash = entries.length === 0 ? chainHash : (entries.at(-1)!.mark ?? null);
      const documents = await this.#readDocuments(number, countMax - entries.length, previousHash);
      if (documents === null) continue;
      const end = documents.findIndex(({ moved }) => moved !== undefined);
      entries.push(...(end === -1 ? documents : documents.slice(0, end)));
      if (end === -1) break;
      this.#advance(readStoredPointer(documents[end]!.moved!));
    }
    this.#confirmedAt = performance.now();
    return Promise.all(entries.map(({ entry }) => decodeEntry(entry ?? '')));
  }

  async readSnapshot(): Promise<LogSnapshot | null> {
    const pointer = this.#advance(await this.#readPointer());
    if (pointer.chunks === 0) return null;
    return { next: pointer.next, chainHash: pointer.chainHash, chunks: this.#readChunks(pointer) };
  }

  async compact(snapshot: LogSnapshot): Promise<boolean> {
    const before = this.#pointer;
    const newEpoch = createPointer(
      before.id,
      { next: snapshot.next, chainHash: snapshot.chainHash },
      before.epochNumber + 1,
    );
    const isPublished = { value: false };
    try {
      const epoch = await this.#writeEpoch(newEpoch, snapshot);
      if (!(await this.#switchTo(before, epoch, isPublished))) return false;
      this.#advance(epoch);
      await this.#putPointer(epoch);
      return true;
    } finally {
      // Otherwise no process would remove the index where the log itself was removed.
      if (!isPublished.value) await removeEpochIndex(this.#options, newEpoch);
    }
  }

  async removeObsolete(): Promise<void> {
    const pointer = this.#pointer;
    if (this.#cleanedEpoch === pointer.epochName) return;
    await this.#putPointer(pointer);
    await removeOlderEpochs(this.#options, pointer.epochNumber);
    this.#cleanedEpoch = pointer.epochName;
  }

  /** `moved` means that the log has a newer epoch, and the call must be repeated there. */
  async #create(number: number, body: EntryDocument): Promise<'written' | 'taken' | 'moved'> {
    const pointer = this.#pointer;
    if (number < pointer.next) throw new LogCompacted();
    const { cluster, copies } = this.#options;
    const index = formatAliasName(this.#options, pointer);
    const created = await cluster.requestWithFailover(
      // The alias prevents that a removed index is created again: only `createEpochIndex` sets it.
      (client, transport) =>
        client.index(
          {
            index,
            id: formatId(number),
            ...(body.mark === undefined ? {} : { routing: body.mark }),
            body,
            op_type: 'create',
            require_alias: true,
            timeout: writeTimeout,
          },
          transport,
        ),
      [404, 409],
    );
    if (created !== null) {
      const { successful } = created._shards as unknown as { successful: number };
      if (successful >= copies.majority) return 'written';
      throw createUnavailableError(`has the write on ${successful} of ${copies.count} copies alone`);
    }
    // After a retry without a reply, the existing document may be this one.
    const [existing] = (await this.#readDocuments(number, 1, null)) ?? [];
    if (existing === undefined) return 'moved';
    if (existing.moved !== undefined) {
      this.#advance(readStoredPointer(existing.moved));
      return 'moved';
    }
    return existing.writer === body.writer ? 'written' : 'taken';
  }

  /** Returns null if the index was removed and the log has a newer epoch: the pointer was then read again. @throws LogRestored */
  async #readDocuments(
    from: number,
    countMax: number,
    chainHash: string | null,
  ): Promise<readonly EntryDocument[] | null> {
    const pointer = this.#pointer;
    const isFirst = from === pointer.next;
    if (chainHash !== null && isFirst && (pointer.chainHash ?? chainHash) !== chainHash)
      throw new LogRestored();
    const before = chainHash === null || isFirst ? null : formatId(from - 1);
    const entries = Array.from({ length: countMax }, (_, i) => formatId(from + i));
    const result = await this.#readFromQuorum(pointer, { before, entries });
    if (result === 'doubtful') throw createUnavailableError('cannot read the log');
    if (result === 'gone') {
      await this.#switchEpoch(pointer);
      return null;
    }
    if (before !== null && result.chainHash !== null && result.chainHash !== chainHash)
      throw new LogRestored();
    return result.documents;
  }

  #readFromQuorum(
    pointer: LogPointer,
    ids: { readonly before: string | null; readonly entries: readonly string[] },
  ): Promise<QuorumResult<EntryDocument> | 'gone' | 'doubtful'> {
    const { reads, copies } = this.#options;
    return readFromQuorum<EntryDocument>(reads, copies, formatIndexName(this.#options, pointer), ids);
  }

  /** Continues from an epoch that was removed. @throws LogRestored; VitrineError storage_failed */
  async #switchEpoch(removed: LogPointer): Promise<void> {
    const pointer = await this.#readPointer();
    if (pointer.epochName === removed.epochName) throw createUnavailableError('has lost the log');
    // An epoch is removed only after the pointer names a later one.
    if (pointer.epochNumber <= removed.epochNumber) throw new LogRestored();
    this.#advance(pointer);
  }

  /** Reads the pointer. @throws LogRestored; VitrineError storage_failed where the log was removed */
  async #readPointer(): Promise<LogPointer> {
    const pointer = await readPointer(this.#options);
    if (pointer === null) throw createUnavailableError('no longer has the log');
    if (pointer.id !== this.#pointer.id) throw new LogRestored();
    return pointer;
  }

  /** Keeps the newest pointer: one that was read may be older, as it lags behind while the epoch changes. */
  #advance(pointer: LogPointer): LogPointer {
    if (pointer.epochNumber > this.#pointer.epochNumber) this.#pointer = pointer;
    return this.#pointer;
  }

  async *#readChunks(pointer: LogPointer): AsyncGenerator<Uint8Array> {
    const { cluster } = this.#options;
    const hash = createHash('sha256');
    for (let i = 0; i < pointer.chunks; i++) {
      const found = await cluster.request((client) =>
        client.get({
          index: formatIndexName(this.#options, pointer),
          id: formatChunkId(i),
          preference: '_primary',
        }),
      );
      const chunk = await decodeEntry((found?._source as EntryDocument | undefined)?.entry ?? '');
      hash.update(chunk);
      yield chunk;
    }
    if (hash.digest('hex') !== pointer.hash)
      throw createUnavailableError('has a damaged snapshot of the log');
  }

  /** Writes an index with the snapshot, which no other process uses yet. */
  async #writeEpoch(pointer: LogPointer, snapshot: LogSnapshot): Promise<LogPointer> {
    const { cluster } = this.#options;
    await createEpochIndex(this.#options, pointer);
    const index = formatAliasName(this.#options, pointer);
    const hash = createHash('sha256');
    let chunks = 0;
    for await (const chunk of snapshot.chunks) {
      hash.update(chunk);
      const id = formatChunkId(chunks++);
      const body = { entry: await encodeEntry(chunk) };
      await cluster.request((client) => client.index({ index, id, body, require_alias: true }));
    }
    return { ...pointer, chunks, hash: hash.digest('hex') };
  }

  /**
   * Copies the entries after a snapshot and ends the previous epoch; false where another process ended it.
   * `isPublished` is set while other processes may have read the new pointer, which includes a lost reply to its
   * write.
   */
  async #switchTo(before: LogPointer, epoch: LogPointer, isPublished: { value: boolean }): Promise<boolean> {
    const { cluster } = this.#options;
    const body: EntryDocument = { writer: createWriterId(), mark: epoch.epochName, moved: toStored(epoch) };
    for (let number = epoch.next; ;) {
      if (this.#pointer.epochName !== before.epochName) return false;
      const documents = await this.#readDocuments(number, copyBatch, null);
      if (documents === null || documents.some(({ moved }) => moved !== undefined)) return false;
      const operations = documents.flatMap((document, i) => [
        { index: { _id: formatId(number + i), routing: document.mark } },
        document,
      ]);
      if (operations.length > 0) {
        const index = formatAliasName(this.#options, epoch);
        const stored = await cluster.request((client) =>
          client.bulk({ index, body: operations, require_alias: true }),
        );
        if (stored?.errors !== false) throw createUnavailableError('did not copy the log');
      }
      number += documents.length;
      if (documents.length === copyBatch) continue;
      isPublished.value = true;
      if ((await this.#create(number, body)) === 'written') return true;
      isPublished.value = false;
    }
  }

  /** Updates the stored pointer, unless it is as new. @throws VitrineError storage_failed */
  async #putPointer(pointer: LogPointer): Promise<void> {
    const { cluster, name } = this.#options;
    const index = namePointerIndex(this.#options);
    for (let isPut = false; !isPut;) {
      const found = await cluster.request(
        (client) => client.get({ index, id: name, preference: '_primary' }),
        [404],
      );
      const stored = found?._source as LogPointer | undefined;
      if (stored?.id !== pointer.id) throw createUnavailableError('no longer has the log');
      if (stored.epochNumber >= pointer.epochNumber) return;
      const { _seq_no: if_seq_no = 0, _primary_term: if_primary_term = 0 } = found!;
      const put = await cluster.request(
        (client) => client.index({ index, id: name, body: toStored(pointer), if_seq_no, if_primary_term }),
        [409],
      );
      isPut = put !== null;
    }
  }
}

const createWriterId = (): string => randomBytes(12).toString('hex');
const formatId = (number: number): string => String(number).padStart(16, '0');
const formatChunkId = (number: number): string => `snapshot-${formatId(number)}`;
