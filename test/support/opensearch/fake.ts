import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface Stored {
  readonly _source: unknown;
  readonly _seq_no: number;
  readonly _routing: string | undefined;
}

interface Address {
  readonly _index: string;
  readonly _id: string;
  readonly stored_fields?: readonly string[];
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Copies of each write: those of a cluster with the default settings. */
const copies = 3;

/** A hook before and after each request; `lost` closes the connection without a reply. */
type RequestHook = (request: {
  method: string;
  path: string;
  body: string;
}) => Promise<'lost' | void> | 'lost' | void;

/** An in-memory fake of the OpenSearch API that a shared log uses. Requests run in sequence; replies can be lost or delayed. */
export class FakeOpenSearch implements AsyncDisposable {
  readonly #server: Server;
  readonly #indices = new Map<string, Map<string, Stored>>();
  readonly #aliases = new Map<string, string>();
  #sequence = 0;
  before: RequestHook = () => undefined;
  after: RequestHook = () => undefined;

  private constructor() {
    this.#server = createServer((request, response) => void this.#handle(request, response));
  }

  static async start(): Promise<FakeOpenSearch> {
    const fake = new FakeOpenSearch();
    await new Promise<void>((resolve) => fake.#server.listen(0, '127.0.0.1', resolve));
    return fake;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Names of the existing indices. */
  indices(): string[] {
    return [...this.#indices.keys()].sort();
  }

  /** Copies the whole state and returns a function that restores it. */
  snapshot(): () => void {
    const indices = [...this.#indices].map(([name, index]) => [name, new Map(index)] as const);
    const aliases = [...this.#aliases];
    return () => {
      this.#indices.clear();
      this.#aliases.clear();
      for (const [name, index] of indices) this.#indices.set(name, index);
      for (const [alias, name] of aliases) this.#aliases.set(alias, name);
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.url);
    const received = {
      method: request.method ?? '',
      path: decodeURIComponent(url.pathname),
      body: await text(request),
    };
    if ((await this.before(received)) === 'lost') return void response.destroy();
    const { status, body } = this.#answer(received, url.searchParams);
    if ((await this.after(received)) === 'lost') return void response.destroy();
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  }

  #answer({ method, path, body }: Parameters<RequestHook>[0], query: URLSearchParams): Answer {
    const [name = '', kind, id = ''] = path.slice(1).split('/');
    if (name === '_cluster') return { status: 200, body: { timed_out: false } };
    if (kind === '_doc' || kind === '_create') {
      if (method === 'GET') return this.#get(name, id);
      if (method === 'DELETE') return this.#delete(name, id);
      const isCreation = kind === '_create' || query.get('op_type') === 'create';
      const expected = query.get('if_seq_no');
      return this.#put(name, id, JSON.parse(body), { query, isCreation, expected });
    }
    if (name === '_mget') return this.#getMany((JSON.parse(body) as { docs: Address[] }).docs);
    if (kind === '_bulk') return this.#putMany(name, body, query);
    if (method === 'HEAD') return this.#indices.has(name) ? ok({}) : missing;
    if (method === 'PUT') return this.#create(name, JSON.parse(body) as { aliases: object });
    if (method === 'DELETE') return this.#indices.delete(name) ? ok({}) : missing;
    const found = this.indices().filter((one) => one.startsWith(name.replace('*', '')));
    return ok(Object.fromEntries(found.map((one) => [one, {}])));
  }

  #create(name: string, { aliases }: { readonly aliases: object }): Answer {
    if (this.#indices.has(name)) return failed(400, 'resource_already_exists_exception');
    this.#indices.set(name, new Map());
    for (const alias of Object.keys(aliases)) this.#aliases.set(alias, name);
    return ok({});
  }

  /** Creates a missing index, as OpenSearch does, except for requests that require an alias. */
  #index(name: string, query: URLSearchParams): Map<string, Stored> | null {
    const real = this.#aliases.get(name) ?? name;
    if (query.get('require_alias') === 'true' && (real === name || !this.#indices.has(real))) return null;
    const index = this.#indices.get(real) ?? new Map<string, Stored>();
    this.#indices.set(real, index);
    return index;
  }

  #put(
    name: string,
    id: string,
    source: unknown,
    more: { readonly query: URLSearchParams; readonly isCreation: boolean; readonly expected: string | null },
  ): Answer {
    const index = this.#index(name, more.query);
    if (index === null) return missing;
    const known = index.get(id);
    const isConflict = more.expected !== null && known?._seq_no !== Number(more.expected);
    if (isConflict || (more.isCreation && known !== undefined))
      return failed(409, 'version_conflict_engine_exception');
    const _routing = more.query.get('routing') ?? undefined;
    const stored = { _source: source, _seq_no: ++this.#sequence, _routing };
    index.set(id, stored);
    return ok({ _seq_no: stored._seq_no, _primary_term: 1, _shards: { successful: copies } });
  }

  #putMany(name: string, body: string, query: URLSearchParams): Answer {
    const index = this.#index(name, query);
    if (index === null) return ok({ errors: true });
    const lines = body.trimEnd().split('\n');
    for (let i = 0; i < lines.length; i += 2) {
      const { index: address } = JSON.parse(lines[i]!) as { index: { _id: string; routing?: string } };
      const _source: unknown = JSON.parse(lines[i + 1]!);
      index.set(address._id, { _source, _seq_no: ++this.#sequence, _routing: address.routing });
    }
    return ok({ errors: false });
  }

  #get(name: string, id: string): Answer {
    const found = this.#indices.get(name)?.get(id);
    return found === undefined ? missing : ok({ ...found, found: true, _primary_term: 1 });
  }

  #getMany(docs: readonly Address[]): Answer {
    const error = { type: 'index_not_found_exception' };
    return ok({
      docs: docs.map(({ _index, _id, stored_fields: fields }) => {
        const index = this.#indices.get(_index);
        if (index === undefined) return { error };
        const found = index.get(_id);
        if (found === undefined) return { found: false };
        return { ...found, ...(fields === undefined ? {} : { _source: undefined }), found: true };
      }),
    });
  }

  #delete(name: string, id: string): Answer {
    return this.#indices.get(name)?.delete(id) === true ? ok({}) : missing;
  }
}

const ok = (body: object): Answer => ({ status: 200, body });
const failed = (status: number, type: string): Answer => ({
  status,
  body: { error: { type, reason: 'secret' } },
});
const missing = failed(404, 'index_not_found_exception');
