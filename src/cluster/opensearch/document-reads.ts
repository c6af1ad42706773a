import type { Cluster } from './cluster.ts';
import { hedged } from './hedged-request.ts';

/** A document by its index and id. `markOnly`: what it says is not wanted. */
export interface DocumentAddress {
  readonly _index: string;
  readonly _id: string;
  readonly markOnly?: boolean;
}

export interface FoundDocument<T> {
  readonly found?: boolean;
  readonly error?: { readonly type?: string };
  /** What it was written with as its mark. */
  readonly _routing?: string;
  readonly _source?: T;
}

interface Waiting {
  readonly addresses: readonly DocumentAddress[];
  readonly answer: (found: Promise<readonly FoundDocument<never>[]>) => void;
}

/** Which copy is read: the primary, or another one. */
export type ReadCopy = '_primary' | '_replica';

/**
 * Reads documents by their ids. What is asked for in the same turn of the event loop, of whatever indices, is one request: so a
 * request for a project costs one look at the cluster, not one at each of the logs that it rests on.
 */
export class DocumentReads {
  readonly #cluster: Cluster;
  readonly #waiting = new Map<ReadCopy, Waiting[]>();

  constructor(cluster: Cluster) {
    this.#cluster = cluster;
  }

  /** In the order of the addresses. @throws VitrineError storage_failed */
  read<T>(copy: ReadCopy, addresses: readonly DocumentAddress[]): Promise<readonly FoundDocument<T>[]> {
    return new Promise((answer) => {
      const waiting = this.#waiting.get(copy);
      if (waiting !== undefined) return void waiting.push({ addresses, answer });
      this.#waiting.set(copy, [{ addresses, answer }]);
      // It runs when all steps that are ready have been taken, also those that these make ready.
      process.nextTick(() => this.#send(copy));
    });
  }

  #send(copy: ReadCopy): void {
    const all = this.#waiting.get(copy) ?? [];
    this.#waiting.delete(copy);
    const joint = this.#ask(
      copy,
      all.flatMap(({ addresses }) => addresses),
    );
    let from = 0;
    for (const { addresses, answer } of all) {
      const [first, end] = [from, (from += addresses.length)];
      const own = joint.then((found) => found.slice(first, end));
      // One that is kept where no answer comes from is not waited for by the others.
      answer(all.length === 1 ? own : hedged(own, () => this.#ask(copy, addresses)));
    }
  }

  async #ask(
    copy: ReadCopy,
    addresses: readonly DocumentAddress[],
  ): Promise<readonly FoundDocument<never>[]> {
    const docs = addresses.map(({ markOnly = false, ...address }) =>
      markOnly ? { ...address, stored_fields: ['_routing'] } : address,
    );
    const answer = await this.#cluster.askWithFailover((client, options) =>
      client.mget({ body: { docs }, preference: copy }, options),
    );
    return (answer?.docs ?? []) as readonly FoundDocument<never>[];
  }
}
