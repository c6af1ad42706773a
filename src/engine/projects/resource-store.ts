import type {
  ResourceKind,
  Resources,
  ResourceStore,
  Versioned,
  VersionedResources,
} from '../../ports/resources.ts';
import type { Clock } from '../../lib/clock.ts';
import { decodeUtf8 } from '../../lib/utf8.ts';
import type { ProjectDatabase } from '../log/project-database.ts';
import type { ResourceChange, SharedChange } from '../log/shared-changes.ts';
import { logKind } from '../storage/schema.ts';

const putState = `INSERT INTO state (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value`;
const removeState = 'DELETE FROM state WHERE name = ?';
const putLog = 'INSERT INTO log (rev, kind, at, key) VALUES (?, ?, ?, NULL)';

/** The newest version and the resources of it. */
interface State<T> {
  readonly version: number;
  readonly resources: VersionedResources<T>;
}

/** The resources of one kind in a project's database: a row for each, and one for the newest version. */
export class EmbeddedResources<K extends ResourceKind> implements ResourceStore<Resources[K]> {
  readonly #kind: K;
  readonly #database: ProjectDatabase;
  readonly #clock: Clock;
  #current: State<Resources[K]>;
  /** Includes accepted changes that are not yet durable. */
  #staged: State<Resources[K]>;
  #listener: ((change: ResourceChange<Resources[K]>) => void) | null = null;

  constructor(options: { kind: K; database: ProjectDatabase; clock: Clock }) {
    this.#kind = options.kind;
    this.#database = options.database;
    this.#clock = options.clock;
    this.#current = this.#staged = storedState(options.kind, options.database);
    this.#database.onReset(() => {
      this.#staged = this.#current;
    });
    this.#database.onReplicated(this.#kind, (data) => {
      const change = data as ResourceChange<Resources[K]>;
      this.#staged = changed(this.#staged, change);
      return () => this.#apply(change);
    });
  }

  /** Calls `listener` with each change; null: no one. */
  onChange(listener: ((change: ResourceChange<Resources[K]>) => void) | null): void {
    this.#listener = listener;
  }

  current(): VersionedResources<Resources[K]> {
    return this.#current.resources;
  }

  change<R extends Resources[K] | null>(
    id: string,
    decide: (current: VersionedResources<Resources[K]>) => R,
  ): Promise<R extends null ? null : Versioned<Resources[K]>> {
    return this.#database.write(() => {
      const changedAt = this.#clock.now();
      const version = this.#staged.version + 1;
      const value = decide(this.#staged.resources);
      const resource = value === null ? null : { value, version, changedAt };
      const change: ResourceChange<Resources[K]> = { id, version, resource };
      this.#staged = changed(this.#staged, change);
      const name = `${this.#kind}:${id}`;
      const parts = [
        { sql: putLog, rows: [[this.#database.takeRevision(), logKind[this.#kind], changedAt]] },
        { sql: putState, rows: [[this.#kind, bytesOf({ version })]] },
        resource === null
          ? { sql: removeState, rows: [[name]] }
          : { sql: putState, rows: [[name, bytesOf(resource)]] },
      ];
      return {
        write: {
          change: { kind: this.#kind, data: change } as SharedChange,
          parts,
          apply: () => this.#apply(change),
        },
        result: resource as R extends null ? null : Versioned<Resources[K]>,
      };
    });
  }

  #apply(change: ResourceChange<Resources[K]>): void {
    this.#current = changed(this.#current, change);
    this.#listener?.(change);
  }
}

function changed<T>({ resources }: State<T>, change: ResourceChange<T>): State<T> {
  return { version: change.version, resources: withChange(resources, change) };
}

/** A copy of the resources with a change. */
export function withChange<T>(
  resources: VersionedResources<T>,
  { id, resource }: ResourceChange<T>,
): VersionedResources<T> {
  const next = new Map(resources);
  if (resource === null) next.delete(id);
  else next.set(id, resource);
  return next;
}

function storedState<K extends ResourceKind>(kind: K, database: ProjectDatabase): State<Resources[K]> {
  const newest = database.reads.prepare('SELECT value FROM state WHERE name = ?').get(kind) as
    | StateRow
    | undefined;
  // The character after ":" ends the range of names.
  const rows = database.reads
    .prepare('SELECT name, value FROM state WHERE name > ? AND name < ?')
    .all(`${kind}:`, `${kind};`) as unknown as (StateRow & { name: string })[];
  return {
    version: newest === undefined ? 0 : (jsonOf(newest) as { version: number }).version,
    resources: new Map(
      rows.map((row) => [row.name.slice(kind.length + 1), jsonOf(row) as Versioned<Resources[K]>]),
    ),
  };
}

interface StateRow {
  readonly value: Uint8Array;
}

const bytesOf = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
const jsonOf = ({ value }: StateRow): unknown => JSON.parse(decodeUtf8(value));
