import { VitrineError } from '../../ports/errors.ts';
import type { SharedLog } from '../../ports/shared-log.ts';
import { randomBytes } from 'node:crypto';
import type { Cluster, Copies } from './cluster.ts';

interface EntryDocument {
  /** Who wrote it, and when: of each call of `append` its own. */
  readonly writer: string;
  /** Base64. */
  readonly entry: string;
}

interface FoundDocument {
  readonly found?: boolean;
  readonly _source?: EntryDocument;
}

/**
 * A shared log as an index: a document an entry, by its number, that is created and never changed. Of two that create the same one,
 * OpenSearch lets one be first, on the primary and on every copy that may become it. Documents are read by their ids, which needs no
 * refresh: what is acknowledged is there.
 */
export class LogIndex implements SharedLog {
  readonly #cluster: Cluster;
  readonly #index: string;

  private constructor(cluster: Cluster, index: string) {
    this.#cluster = cluster;
    this.#index = index;
  }

  /** Opens a log, making it where there is none. @throws VitrineError storage_failed */
  static async open(cluster: Cluster, index: string, copies: Copies): Promise<LogIndex> {
    // One shard: the order is the numbers', and who reads asks for a few documents by name.
    const settings = {
      number_of_shards: 1,
      number_of_replicas: copies.count - 1,
      refresh_interval: '30s',
      'write.wait_for_active_shards': String(copies.majority),
      'translog.durability': 'request' as const,
    };
    const body = { settings, mappings: { dynamic: false as const, properties: {} } };
    // 400: another process was faster, or it was there.
    await cluster.ask((client) => client.indices.create({ index, body }), [400]);
    const exists = await cluster.ask((client) => client.indices.exists({ index }), [404]);
    if (exists !== true)
      throw new VitrineError('storage_failed', `The cluster did not make the index ${index}`);
    return new LogIndex(cluster, index);
  }

  async append(number: number, entry: Uint8Array): Promise<'written' | 'taken'> {
    const body: EntryDocument = {
      writer: randomBytes(12).toString('hex'),
      entry: Buffer.from(entry).toString('base64'),
    };
    const id = idOf(number);
    const created = await this.#cluster.ask(
      (client) => client.create({ index: this.#index, id, body }),
      [409],
    );
    if (created !== null) return 'written';
    // A request is sent again where no answer came: then it may have been this very one that was first.
    const [there] = await this.#documents(number, 1);
    return there?.writer === body.writer ? 'written' : 'taken';
  }

  async read(from: number, countMax: number): Promise<Uint8Array[]> {
    const documents = await this.#documents(from, countMax);
    return documents.map(({ entry }) => Buffer.from(entry, 'base64'));
  }

  async #documents(from: number, countMax: number): Promise<EntryDocument[]> {
    const ids = Array.from({ length: countMax }, (_, i) => idOf(from + i));
    const answer = await this.#cluster.ask((client) =>
      client.mget({ index: this.#index, body: { ids }, preference: '_primary' }),
    );
    const documents: EntryDocument[] = [];
    for (const document of (answer?.docs ?? []) as readonly FoundDocument[]) {
      if ('error' in document)
        throw new VitrineError('storage_failed', `The cluster cannot read ${this.#index}`);
      // There is no gap: what follows the first that is missing was written while the answer was made.
      if (document.found !== true || document._source === undefined) break;
      documents.push(document._source);
    }
    return documents;
  }
}

const idOf = (number: number): string => String(number).padStart(16, '0');
