import { ConnectionPool, type Connection } from '@opensearch-project/opensearch';

/** A node without a reply is skipped for this long, where another is available. */
const skippedMs = 2_000;

interface NodeSelection {
  readonly filter?: (connection: Connection) => boolean;
  readonly selector?: (connections: Connection[]) => Connection;
}

/**
 * The pool of nodes. The client's own pool excludes a node for a minute and longer after one timeout, although a
 * cluster recovers within moments, and can run out of nodes.
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

  override getConnection({
    filter = () => true,
    selector = takeFirst,
  }: NodeSelection = {}): Connection | null {
    const all = this.connections.filter(filter);
    const since = performance.now() - skippedMs;
    const available = all.filter((connection) => (this.#failedAt.get(connection) ?? -Infinity) < since);
    return all.length === 0 ? null : selector(available.length > 0 ? available : all);
  }
}

const takeFirst = ([first]: Connection[]): Connection => first!;
