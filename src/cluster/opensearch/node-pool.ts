import { ConnectionPool, type Connection } from '@opensearch-project/opensearch';

/** A node that did not answer is passed over for so long, where another one may. */
const passedOverMs = 2_000;

interface Choice {
  readonly filter?: (connection: Connection) => boolean;
  readonly selector?: (connections: Connection[]) => Connection;
}

/**
 * The nodes to ask. The client's own pool leaves a node alone for a minute and longer after one request that was not answered in
 * time, when it is a moment's work for a cluster to mend that; and then has none left to ask.
 */
export class NodePool extends ConnectionPool {
  readonly #failedAt = new WeakMap<Connection, number>();

  override markDead(connection: Connection): this {
    this.#failedAt.set(connection, performance.now());
    return this;
  }

  override markAlive(connection: Connection): this {
    this.#failedAt.delete(connection);
    return this;
  }

  override getConnection({ filter = () => true, selector = firstOf }: Choice = {}): Connection | null {
    const all = this.connections.filter(filter);
    const since = performance.now() - passedOverMs;
    const answering = all.filter((connection) => (this.#failedAt.get(connection) ?? -Infinity) < since);
    return all.length === 0 ? null : selector(answering.length > 0 ? answering : all);
  }
}

const firstOf = ([first]: Connection[]): Connection => first!;
