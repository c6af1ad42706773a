import { createHash, randomBytes } from 'node:crypto';
import {
  LogCompacted,
  LogRestored,
  type LogSnapshot,
  type ChainHashes,
  type SharedLog,
} from '../../ports/shared-log.ts';
import { quorumRead, type QuorumResult } from './quorum-read.ts';
import { writeTimeout } from './cluster.ts';
import { decodeEntry, encodeEntry } from './entry-codec.ts';
import {
  aliasOf,
  createEpochIndex,
  readPointer,
  pointerIndex,
  indexOf,
  newPointer,
  removeEpochIndex,
  removeOlderEpochs,
  unavailable,
  type LogPointer,
  type LogIndexOptions,
} from './log-epochs.ts';

interface EntryDocument {
  /** Who wrote it, and when: of each call of `append` its own. */
  readonly writer: string;
  /** Of the log with it, which is also what it is routed by: that is told without the rest. An index has one shard. */
  readonly mark?: string;
  /** Base64. */
  readonly entry?: string;
  /** In the place of an entry: the log goes on there, with the entry of this number. */
  readonly moved?: LogPointer;
}

/** Entries that are copied at a time into the next generation. */
const copiedAtOnce = 64;
/** Who has not seen for so long that the log is the one that was read looks before it writes: it may have been put back meanwhile. */
const seenMsMax = 100;

/**
 * A shared log as an index: a document an entry, by its number, that is created and never changed. Of two that create the same one,
 * OpenSearch lets one be first, on the primary and on every copy that may become it. Documents are read by their ids, which needs no
 * refresh: what is acknowledged is there.
 *
 * A base begins a generation, which is another index: the entries since are copied, and the last document of the old one says, in
 * the place of an entry, where the log goes on. So whoever writes is either before that or hears of it. The old index is removed
 * when the log is tidied; who comes back later than that finds it gone, and is told by the head, a document by the log's name.
 *
 * A process may stop at any point and go on much later, when others have long moved the log on. So nothing is removed but
 * generations of fewer steps than one that is known to have been the log's, and a head takes the place of an older one alone.
 */
export class LogIndex implements SharedLog {
  readonly #options: LogIndexOptions;
  #head: LogPointer;
  /** The generation that nothing older is kept beside. */
  #tidied: string | null = null;
  /** When the log was last seen to be the one that was read, by `performance.now`. */
  #seenAt = -Infinity;

  private constructor(options: LogIndexOptions, head: LogPointer) {
    this.#options = options;
    this.#head = head;
  }

  /** Opens a log, making it where there is none. @throws VitrineError storage_failed */
  static async open(options: LogIndexOptions): Promise<LogIndex> {
    const found = await readPointer(options);
    if (found !== null) return new LogIndex(options, found);
    const head = newPointer(randomBytes(12).toString('hex'), { next: 0, mark: null }, 0);
    await createEpochIndex(options, head);
    const { cluster, name } = options;
    const created = await cluster.ask(
      (client) => client.create({ index: pointerIndex(options), id: name, body: head }),
      [409],
    );
    if (created !== null) return new LogIndex(options, head);
    const first = await readPointer(options);
    // Sent again where no answer came, it may have been this very one that was first.
    if (first?.generation !== head.generation) await removeEpochIndex(options, head);
    if (first === null) throw unavailable('has lost the log');
    return new LogIndex(options, first);
  }

  /** Removes a log, with all its generations. @throws VitrineError storage_failed */
  static async remove(options: LogIndexOptions): Promise<void> {
    const { cluster, name } = options;
    await cluster.ask((client) => client.delete({ index: pointerIndex(options), id: name }), [404]);
    await removeOlderEpochs(options, Infinity);
  }

  get id(): string {
    return this.#head.id;
  }

  async append(number: number, entry: Uint8Array, marks: ChainHashes): Promise<'written' | 'taken'> {
    if (performance.now() - this.#seenAt > seenMsMax && (await this.read(number, 1, marks.before)).length > 0)
      return 'taken';
    const body: EntryDocument = {
      writer: newWriter(),
      mark: marks.after,
      entry: await encodeEntry(entry),
    };
    for (;;) {
      const outcome = await this.#create(number, body);
      if (outcome === 'moved') continue;
      this.#seenAt = performance.now();
      return outcome;
    }
  }

  async read(from: number, countMax: number, mark: string | null): Promise<Uint8Array[]> {
    const entries: EntryDocument[] = [];
    while (entries.length < countMax) {
      const number = from + entries.length;
      if (number < this.#head.next) throw new LogCompacted();
      const known = entries.length === 0 ? mark : (entries.at(-1)!.mark ?? null);
      const documents = await this.#documents(number, countMax - entries.length, known);
      if (documents === null) continue;
      const end = documents.findIndex(({ moved }) => moved !== undefined);
      entries.push(...(end === -1 ? documents : documents.slice(0, end)));
      if (end === -1) break;
      this.#goOn(documents[end]!.moved!);
    }
    this.#seenAt = performance.now();
    return Promise.all(entries.map(({ entry }) => decodeEntry(entry ?? '')));
  }

  async snapshot(): Promise<LogSnapshot | null> {
    const head = this.#goOn(await this.#find());
    if (head.chunks === 0) return null;
    return { next: head.next, chainHash: head.mark, chunks: this.#chunks(head) };
  }

  async compact(base: LogSnapshot): Promise<boolean> {
    const before = this.#head;
    const begun = newPointer(before.id, { next: base.next, mark: base.chainHash }, before.step + 1);
    const isKnown = { value: false };
    try {
      const made = await this.#writeGeneration(begun, base);
      if (!(await this.#moveTo(before, made, isKnown))) return false;
      this.#goOn(made);
      await this.#putHead(made);
      return true;
    } finally {
      // Nobody else would remove it where the log itself is gone meanwhile.
      if (!isKnown.value) await removeEpochIndex(this.#options, begun);
    }
  }

  async removeObsolete(): Promise<void> {
    const head = this.#head;
    if (this.#tidied === head.generation) return;
    await this.#putHead(head);
    await removeOlderEpochs(this.#options, head.step);
    this.#tidied = head.generation;
  }

  /** `moved`: the log is elsewhere than it was thought to be, and it is to be tried again there. */
  async #create(number: number, body: EntryDocument): Promise<'written' | 'taken' | 'moved'> {
    const head = this.#head;
    if (number < head.next) throw new LogCompacted();
    const { cluster, copies } = this.#options;
    const index = aliasOf(this.#options, head);
    const created = await cluster.askWithFailover(
      // An index that is gone must not come back by this: an alias is asked for, which only `createGeneration` makes.
      (client, transport) =>
        client.index(
          {
            index,
            id: idOf(number),
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
      throw unavailable(`has the write on ${successful} of ${copies.count} copies alone`);
    }
    // A request is sent again where no answer came: then it may have been this very one that was first.
    const [there] = (await this.#documents(number, 1, null)) ?? [];
    if (there === undefined) return 'moved';
    if (there.moved !== undefined) {
      this.#goOn(there.moved);
      return 'moved';
    }
    return there.writer === body.writer ? 'written' : 'taken';
  }

  /** Null where the index is gone, and the log elsewhere: then the head was read anew. @throws LogPutBack */
  async #documents(
    from: number,
    countMax: number,
    mark: string | null,
  ): Promise<readonly EntryDocument[] | null> {
    const head = this.#head;
    const isFirst = from === head.next;
    if (mark !== null && isFirst && (head.mark ?? mark) !== mark) throw new LogRestored();
    const before = mark === null || isFirst ? null : idOf(from - 1);
    const wanted = Array.from({ length: countMax }, (_, i) => idOf(from + i));
    const found = await this.#agreed(head, { before, wanted });
    if (found === 'doubtful') throw unavailable('cannot read the log');
    if (found === 'gone') {
      await this.#switchEpoch(head);
      return null;
    }
    if (before !== null && found.mark !== null && found.mark !== mark) throw new LogRestored();
    return found.documents;
  }

  #agreed(
    head: LogPointer,
    ids: { readonly before: string | null; readonly wanted: readonly string[] },
  ): Promise<QuorumResult<EntryDocument> | 'gone' | 'doubtful'> {
    const { reads, copies } = this.#options;
    return quorumRead<EntryDocument>(reads, copies, indexOf(this.#options, head), ids);
  }

  /** Goes on from a generation that is gone. @throws LogPutBack; VitrineError storage_failed */
  async #switchEpoch(gone: LogPointer): Promise<void> {
    const head = await this.#find();
    if (head.generation === gone.generation) throw unavailable('has lost the log');
    // A generation is removed when the head says that the log is in a later one.
    if (head.step <= gone.step) throw new LogRestored();
    this.#goOn(head);
  }

  /** Asks where the log is. @throws LogPutBack; VitrineError storage_failed where it was removed */
  async #find(): Promise<LogPointer> {
    const head = await readPointer(this.#options);
    if (head === null) throw unavailable('has the log no more');
    if (head.id !== this.#head.id) throw new LogRestored();
    return head;
  }

  /** A head is behind while the log moves, and who asked for it may have been overtaken: the newest that was seen is kept. */
  #goOn(head: LogPointer): LogPointer {
    if (head.step > this.#head.step) this.#head = head;
    return this.#head;
  }

  async *#chunks(head: LogPointer): AsyncGenerator<Uint8Array> {
    const { cluster } = this.#options;
    const hash = createHash('sha256');
    for (let i = 0; i < head.chunks; i++) {
      const found = await cluster.ask((client) =>
        client.get({ index: indexOf(this.#options, head), id: chunkId(i), preference: '_primary' }),
      );
      const chunk = await decodeEntry((found?._source as EntryDocument | undefined)?.entry ?? '');
      hash.update(chunk);
      yield chunk;
    }
    if (hash.digest('hex') !== head.hash) throw unavailable('has a damaged base of the log');
  }

  /** An index with the base, that nobody knows of yet. */
  async #writeGeneration(head: LogPointer, base: LogSnapshot): Promise<LogPointer> {
    const { cluster } = this.#options;
    await createEpochIndex(this.#options, head);
    const index = aliasOf(this.#options, head);
    const hash = createHash('sha256');
    let chunks = 0;
    for await (const chunk of base.chunks) {
      hash.update(chunk);
      const id = chunkId(chunks++);
      const body = { entry: await encodeEntry(chunk) };
      await cluster.ask((client) => client.index({ index, id, body, require_alias: true }));
    }
    return { ...head, chunks, hash: hash.digest('hex') };
  }

  /**
   * Copies the entries since a base, and ends the generation before it; false where that was ended by another. `isKnown` is set
   * while others may have been told of what was made, which they are where no answer came to that.
   */
  async #moveTo(before: LogPointer, made: LogPointer, isKnown: { value: boolean }): Promise<boolean> {
    const { cluster } = this.#options;
    const body: EntryDocument = { writer: newWriter(), mark: made.generation, moved: made };
    for (let number = made.next; ;) {
      if (this.#head.generation !== before.generation) return false;
      const documents = await this.#documents(number, copiedAtOnce, null);
      if (documents === null || documents.some(({ moved }) => moved !== undefined)) return false;
      const operations = documents.flatMap((document, i) => [
        { index: { _id: idOf(number + i), routing: document.mark } },
        document,
      ]);
      if (operations.length > 0) {
        const index = aliasOf(this.#options, made);
        const stored = await cluster.ask((client) =>
          client.bulk({ index, body: operations, require_alias: true }),
        );
        if (stored?.errors !== false) throw unavailable('did not copy the log');
      }
      number += documents.length;
      if (documents.length === copiedAtOnce) continue;
      isKnown.value = true;
      if ((await this.#create(number, body)) === 'written') return true;
      isKnown.value = false;
    }
  }

  /** Says where the log is, unless that is known, or it is farther by now. @throws VitrineError storage_failed */
  async #putHead(head: LogPointer): Promise<void> {
    const { cluster, name } = this.#options;
    const index = pointerIndex(this.#options);
    for (let isPut = false; !isPut;) {
      const found = await cluster.ask(
        (client) => client.get({ index, id: name, preference: '_primary' }),
        [404],
      );
      const known = found?._source as LogPointer | undefined;
      if (known?.id !== head.id) throw unavailable('has the log no more');
      if (known.step >= head.step) return;
      const { _seq_no: if_seq_no = 0, _primary_term: if_primary_term = 0 } = found!;
      const put = await cluster.ask(
        (client) => client.index({ index, id: name, body: head, if_seq_no, if_primary_term }),
        [409],
      );
      isPut = put !== null;
    }
  }
}

const newWriter = (): string => randomBytes(12).toString('hex');
const idOf = (number: number): string => String(number).padStart(16, '0');
const chunkId = (number: number): string => `base-${idOf(number)}`;
