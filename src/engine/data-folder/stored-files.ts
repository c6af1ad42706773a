import type { StoredFiles } from '../../ports/catalog/stored-files.ts';
import type { ProjectDatabase } from '../log/project-database.ts';

const prefixOfRows = 'file:';
const putState = `INSERT INTO state (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value`;
const removeState = 'DELETE FROM state WHERE name = ?';

/** Stores files as rows of a project's database, without any state in memory. */
export class EmbeddedStoredFiles implements StoredFiles {
  readonly #database: ProjectDatabase;

  constructor({ database }: { database: ProjectDatabase }) {
    this.#database = database;
  }

  get(name: string): Uint8Array | null {
    const row = this.#database.reads
      .prepare('SELECT value FROM state WHERE name = ?')
      .get(`${prefixOfRows}${name}`) as { value: Uint8Array } | undefined;
    return row?.value ?? null;
  }

  put(name: string, bytes: Uint8Array | null): Promise<void> {
    const key = `${prefixOfRows}${name}`;
    const part =
      bytes === null ? { sql: removeState, rows: [[key]] } : { sql: putState, rows: [[key, bytes]] };
    return this.#database.write(() => ({
      write: { change: { kind: 'rows', data: null }, parts: [part], apply: () => undefined },
      result: undefined,
    }));
  }

  names(prefix: string): readonly string[] {
    const from = `${prefixOfRows}${prefix}`;
    const rows = this.#database.reads
      .prepare('SELECT name FROM state WHERE name >= ? AND name < ? ORDER BY name')
      .all(from, `${from}\u{10ffff}`) as { name: string }[];
    return rows.map(({ name }) => name.slice(prefixOfRows.length));
  }
}
