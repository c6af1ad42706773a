import pg from 'pg';
import { IntervalTask } from '../../lib/interval-task.ts';
import { compareServers } from './primary-choice.ts';
import { readIdentity, type ServerIdentity } from './session.ts';
import type { Server, ServerOptions } from './server-search.ts';

const checkEveryMs = 1_000;
const answerMsMax = 3_000;

/**
 * Asks the other hosts of the address each second whether they accept writes: after a failover, the old primary may still run and answer
 * the connections to it.
 */
export class PrimaryWatch implements Disposable {
  readonly #server: Server;
  readonly #options: ServerOptions;
  readonly #onNewer: () => void;
  readonly #others: readonly OtherServer[];
  readonly #task: IntervalTask | null;
  #isReported = false;

  /** `onNewer` is called where the connections must be closed, as another server may be the primary now. */
  constructor(server: Server, options: ServerOptions, onNewer: () => void) {
    this.#server = server;
    this.#options = options;
    this.#onNewer = onNewer;
    this.#others = options
      .address()
      .hosts.filter(({ host, port }) => host !== server.host.host || port !== server.host.port)
      .map((host) => new OtherServer({ ...server.clientOptions, ...host }));
    this.#task = this.#others.length === 0 ? null : new IntervalTask(checkEveryMs, () => this.#check());
  }

  [Symbol.dispose](): void {
    void this.#task?.[Symbol.asyncDispose]();
    for (const other of this.#others) other.close();
  }

  async #check(): Promise<void> {
    const identities = await Promise.all(this.#others.map((other) => other.readIdentity()));
    const orders = identities.flatMap((identity) =>
      identity === null ? [] : [compareServers(identity, this.#server.identity)],
    );
    if (orders.includes('newer') || orders.includes('divided')) this.#onNewer();
    else if (orders.includes('older') && !this.#isReported) {
      this.#isReported = true;
      this.#options.warn?.(
        'An older primary of the database still accepts writes of other clients: stop it before they use it',
      );
    }
  }
}

/** A host that is not in use. */
class OtherServer {
  readonly #options: pg.ClientConfig;
  #client: pg.Client | null = null;
  #isClosed = false;

  constructor(options: pg.ClientConfig) {
    this.#options = { ...options, connectionTimeoutMillis: answerMsMax, query_timeout: answerMsMax };
  }

  /** Reads the identity if the server accepts writes, or null if it does not or cannot be reached. */
  async readIdentity(): Promise<ServerIdentity | null> {
    try {
      this.#client ??= await this.#connect();
      return await readIdentity(this.#client);
    } catch {
      this.#drop();
      return null;
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#drop();
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client(this.#options);
    client.on('error', () => this.#drop());
    await client.connect();
    if (!this.#isClosed) return client;
    void client.end().catch(() => undefined);
    throw new Error('The watch is over');
  }

  #drop(): void {
    void this.#client?.end().catch(() => undefined);
    this.#client = null;
  }
}
