import type { Cluster } from './cluster.ts';
import { hedgeRequest } from './hedged-request.ts';

/** The index and id of a document. `hashOnly` reads only its chain hash. */
export interface DocumentAddress {
  readonly _index: string;
  readonly _id: string;
  readonly hashOnly?: boolean;
}

export interface FoundDocument<T> {
  readonly found?: boolean;
  readonly error?: { readonly type?: string };
  /** The chain hash, stored as the routing value. */
  readonly _routing?: string;
  readonly _source?: T;
}

interface PendingRead {
  readonly addresses: readonly DocumentAddress[];
  readonly resolve: (documents: Promise<readonly FoundDocument<never>[]>) => void;
}

/** The copy to read: the primary or a replica. */
export type ReadCopy = '_primary' | '_replica';

/**
 * Reads documents by id. All reads of one turn of the event loop, of any index, are sent as one request: so a request
 * to a project costs one poll of the cluster, not one per log.
 */
export class DocumentReads {
  readonly #cluster: Cluster;
  readonly #pending = new Map<ReadCopy, PendingRead[]>();

  constructor(cluster: Cluster) {
    this.#cluster = cluster;
  }

  /** Returns documents in the order of the addresses. @throws VitrineError storage_failed */
  read<T>(copy: ReadCopy, addresses: readonly DocumentAddress[]): Promise<readonly FoundDocument<T>[]> {
    return new Promise((resolve) => {
      const pending = this.#pending.get(copy);
      if (pending !== undefined) return void pending.push({ addresses, resolve });
      this.#pending.set(copy, [{ addresses, resolve }]);
      // Runs after all promise callbacks that are ready, and those that they make ready.
      process.nextTick(() => this.#send(copy));
    });
  }

  #send(copy: ReadCopy): void {
    const all = this.#pending.get(copy) ?? [];
    this.#pending.delete(copy);
    const batch = this.#fetch(
      copy,
      all.flatMap(({ addresses }) => addresses),
    );
    let from = 0;
    for (const { addresses, resolve } of all) {
      const [first, end] = [from, (from += addresses.length)];
      const documents = batch.then((batchDocuments) => batchDocuments.slice(first, end));
      // A slow shard must not delay the reads of other callers.
      resolve(all.length === 1 ? documents : hedgeRequest(documents, () => this.#fetch(copy, addresses)));
    }
  }

  async #fetch(
    copy: ReadCopy,
    addresses: readonly DocumentAddress[],
  ): Promise<readonly FoundDocument<never>[]> {
    const docs = addresses.map(({ hashOnly = false, ...address }) =>
      hashOnly ? { ...address, stored_fields: ['_routing'] } : address,
    );
    const reply = await this.#cluster.requestWithFailover((client, options) =>
      client.mget({ body: { docs }, preference: copy }, options),
    );
    return (reply?.docs ?? []) as readonly FoundDocument<never>[];
  }
}
