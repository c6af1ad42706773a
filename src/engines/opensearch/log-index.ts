import { createHash, randomBytes } from 'node:crypto';
import { VitrineError } from '../../ports/errors.ts';
import { LogMovedOn, type LogBase, type SharedLog } from '../../ports/shared-log.ts';
import { agreedDocuments } from './agreed-documents.ts';
import { copySettings, writeTimeout, type Cluster, type Copies } from './cluster.ts';
import { decodeEntry, encodeEntry } from './entry-codec.ts';

/** Where a log is, of all that have been: a generation is an index, with the base and the entries since. */
export interface Head {
  /** Of the log, through all generations. */
  readonly id: string;
  readonly generation: string;
  /** How many generations were before it: of two heads the newer is the one with more. */
  readonly step: number;
  /** The first entry that is in this generation, and not in its base. */
  readonly next: number;
  /** Of the base; 0: there is none. */
  readonly chunks: number;
  /** SHA-256 of the base, in hexadecimal. */
  readonly hash: string;
}

interface EntryDocument {
  /** Who wrote it, and when: of each call of `append` its own. */
  readonly writer: string;
  /** Base64. */
  readonly entry?: string;
  /** In the place of an entry: the log goes on there, with the entry of this number. */
  readonly moved?: Head;
}

export interface LogIndexOptions {
  readonly cluster: Cluster;
  readonly copies: Copies;
  readonly prefix: string;
  readonly name: string;
}

/** Entries that are copied at a time into the next generation. */
const copiedAtOnce = 64;

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
  #head: Head;
  /** The generation that nothing older is kept beside. */
  #tidied: string | null = null;

  private constructor(options: LogIndexOptions, head: Head) {
    this.#options = options;
    this.#head = head;
  }

  /** Opens a log, making it where there is none. @throws VitrineError storage_failed */
  static async open(options: LogIndexOptions): Promise<LogIndex> {
    const found = await findHead(options);
    if (found !== null) return new LogIndex(options, found);
    const head = newHead(randomBytes(12).toString('hex'), 0, 0);
    await createGeneration(options, head);
    const { cluster, name } = options;
    const created = await cluster.ask(
      (client) => client.create({ index: headsIndex(options), id: name, body: head }),
      [409],
    );
    if (created !== null) return new LogIndex(options, head);
    const first = await findHead(options);
    // Sent again where no answer came, it may have been this very one that was first.
    if (first?.generation !== head.generation) await removeGeneration(options, head);
    if (first === null) throw unavailable('has lost the log');
    return new LogIndex(options, first);
  }

  /** Removes a log, with all its generations. @throws VitrineError storage_failed */
  static async remove(options: LogIndexOptions): Promise<void> {
    const { cluster, name } = options;
    await cluster.ask((client) => client.delete({ index: headsIndex(options), id: name }), [404]);
    await removeGenerations(options, Infinity);
  }

  get id(): string {
    return this.#head.id;
  }

  async append(number: number, entry: Uint8Array): Promise<'written' | 'taken'> {
    const body: EntryDocument = { writer: newWriter(), entry: await encodeEntry(entry) };
    for (;;) {
      const outcome = await this.#create(number, body);
      if (outcome !== 'moved') return outcome;
    }
  }

  async read(from: number, countMax: number): Promise<Uint8Array[]> {
    const entries: EntryDocument[] = [];
    while (entries.length < countMax) {
      const number = from + entries.length;
      if (number < this.#head.next) throw new LogMovedOn();
      const documents = await this.#documents(number, countMax - entries.length);
      if (documents === null) continue;
      const end = documents.findIndex(({ moved }) => moved !== undefined);
      entries.push(...(end === -1 ? documents : documents.slice(0, end)));
      if (end === -1) break;
      this.#goOn(documents[end]!.moved!);
    }
    return Promise.all(entries.map(({ entry }) => decodeEntry(entry ?? '')));
  }

  async base(): Promise<LogBase | null> {
    const head = await this.#refresh();
    if (head.chunks === 0) return null;
    return { next: head.next, chunks: this.#chunks(head) };
  }

  async rebase(base: LogBase): Promise<boolean> {
    const before = this.#head;
    const begun = newHead(before.id, base.next, before.step + 1);
    const isKnown = { value: false };
    try {
      const made = await this.#writeGeneration(begun, base);
      if (!(await this.#moveTo(before, made, isKnown))) return false;
      this.#goOn(made);
      await this.#putHead(made);
      return true;
    } finally {
      // Nobody else would remove it where the log itself is gone meanwhile.
      if (!isKnown.value) await removeGeneration(this.#options, begun);
    }
  }

  async tidy(): Promise<void> {
    const head = this.#head;
    if (this.#tidied === head.generation) return;
    await this.#putHead(head);
    await removeGenerations(this.#options, head.step);
    this.#tidied = head.generation;
  }

  /** `moved`: the log is elsewhere than it was thought to be, and it is to be tried again there. */
  async #create(number: number, body: EntryDocument): Promise<'written' | 'taken' | 'moved'> {
    const head = this.#head;
    if (number < head.next) throw new LogMovedOn();
    const { cluster, copies } = this.#options;
    const index = aliasOf(this.#options, head);
    const created = await cluster.soon(
      // An index that is gone must not come back by this: an alias is asked for, which only `createGeneration` makes.
      (client, transport) =>
        client.index(
          {
            index,
            id: idOf(number),
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
    const [there] = (await this.#documents(number, 1)) ?? [];
    if (there === undefined) return 'moved';
    if (there.moved !== undefined) {
      this.#goOn(there.moved);
      return 'moved';
    }
    return there.writer === body.writer ? 'written' : 'taken';
  }

  /** Null where the index is gone, and the log elsewhere: then the head was read anew. */
  async #documents(from: number, countMax: number): Promise<readonly EntryDocument[] | null> {
    const { cluster, copies } = this.#options;
    const head = this.#head;
    const ids = Array.from({ length: countMax }, (_, i) => idOf(from + i));
    const index = indexOf(this.#options, head);
    const documents = await agreedDocuments<EntryDocument>(cluster, copies, index, ids);
    if (documents === 'doubtful') throw unavailable('cannot read the log');
    if (documents !== 'gone') return documents;
    if ((await this.#refresh()).generation === head.generation) throw unavailable('has lost the log');
    return null;
  }

  /** Asks where the log is. @throws VitrineError storage_failed where it was removed, or is another one */
  async #refresh(): Promise<Head> {
    const head = await findHead(this.#options);
    if (head?.id !== this.#head.id) throw unavailable('has the log no more');
    return this.#goOn(head);
  }

  /** A head is behind while the log moves, and who asked for it may have been overtaken: the newest that was seen is kept. */
  #goOn(head: Head): Head {
    if (head.step > this.#head.step) this.#head = head;
    return this.#head;
  }

  async *#chunks(head: Head): AsyncGenerator<Uint8Array> {
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
  async #writeGeneration(head: Head, base: LogBase): Promise<Head> {
    const { cluster } = this.#options;
    await createGeneration(this.#options, head);
    const index = aliasOf(this.#options, head);
    const hash = createHash('sha256');
    let chunks = 0;
    for await (const chunk of base.chunks) {
      hash.update(chunk);
      const id = chunkId(chunks++);
      const body: EntryDocument = { writer: newWriter(), entry: await encodeEntry(chunk) };
      await cluster.ask((client) => client.index({ index, id, body, require_alias: true }));
    }
    return { ...head, chunks, hash: hash.digest('hex') };
  }

  /**
   * Copies the entries since a base, and ends the generation before it; false where that was ended by another. `isKnown` is set
   * while others may have been told of what was made, which they are where no answer came to that.
   */
  async #moveTo(before: Head, made: Head, isKnown: { value: boolean }): Promise<boolean> {
    const { cluster } = this.#options;
    const body: EntryDocument = { writer: newWriter(), moved: made };
    for (let number = made.next; ;) {
      if (this.#head.generation !== before.generation) return false;
      const documents = await this.#documents(number, copiedAtOnce);
      if (documents === null || documents.some(({ moved }) => moved !== undefined)) return false;
      const operations = documents.flatMap((document, i) => [{ index: { _id: idOf(number + i) } }, document]);
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
  async #putHead(head: Head): Promise<void> {
    const { cluster, name } = this.#options;
    const index = headsIndex(this.#options);
    for (let isPut = false; !isPut;) {
      const found = await cluster.ask(
        (client) => client.get({ index, id: name, preference: '_primary' }),
        [404],
      );
      const known = found?._source as Head | undefined;
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

/** Makes the index that says where logs are. @throws VitrineError storage_failed */
export async function createHeads(options: Omit<LogIndexOptions, 'name'>): Promise<void> {
  await options.cluster.createIndex(headsIndex(options), copySettings(options.copies));
}

async function createGeneration(options: LogIndexOptions, head: Head): Promise<void> {
  // One shard: the order is the numbers', and who reads asks for a few documents by name.
  await options.cluster.createIndex(
    indexOf(options, head),
    { ...copySettings(options.copies), refresh_interval: '30s' },
    aliasOf(options, head),
  );
}

/** Removes generations of fewer steps than this. */
async function removeGenerations(options: LogIndexOptions, step: number): Promise<void> {
  const { cluster } = options;
  const prefix = logPrefix(options);
  const index = `${prefix}*`;
  const found = await cluster.ask((client) => client.indices.get({ index, expand_wildcards: 'open' }), [404]);
  for (const name of Object.keys(found ?? {})) {
    const isOlder = Number.parseInt(name.slice(prefix.length), 10) < step;
    if (isOlder) await cluster.ask((client) => client.indices.delete({ index: name }), [404]);
  }
}

async function removeGeneration(options: LogIndexOptions, head: Head): Promise<void> {
  await options.cluster.ask((client) => client.indices.delete({ index: indexOf(options, head) }), [404]);
}

async function findHead({ cluster, name, ...options }: LogIndexOptions): Promise<Head | null> {
  const answer = await cluster.soon(
    (client, transport) =>
      client.get({ index: headsIndex(options), id: name, preference: '_primary' }, transport),
    [404],
  );
  return (answer?._source as Head | undefined) ?? null;
}

const newHead = (id: string, next: number, step: number): Head => ({
  id,
  generation: `${String(step).padStart(12, '0')}-${randomBytes(4).toString('hex')}`,
  step,
  next,
  chunks: 0,
  hash: '',
});

/** In words for clients, which name nothing of the cluster. */
function unavailable(what: string): VitrineError {
  return new VitrineError('storage_failed', `The cluster ${what}`, { retryAfterSeconds: 5 });
}

const headsIndex = ({ prefix }: { readonly prefix: string }): string => `${prefix}-heads`;
/** Ends with a sign that no name has: the logs of others do not begin with it. */
const logPrefix = ({ prefix, name }: LogIndexOptions): string => `${prefix}-log-${name}.`;
const indexOf = (options: LogIndexOptions, head: Head): string => `${logPrefix(options)}${head.generation}`;
const aliasOf = (options: LogIndexOptions, head: Head): string => `${indexOf(options, head)}.writes`;
const newWriter = (): string => randomBytes(12).toString('hex');
const idOf = (number: number): string => String(number).padStart(16, '0');
const chunkId = (number: number): string => `base-${idOf(number)}`;
