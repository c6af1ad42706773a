import type {
  Configuration,
  ConfigurationChange,
  ConfigurationKind,
} from '../../ports/configuration/configuration.ts';
import type { Json } from '../../ports/catalog/json.ts';
import { limits } from '../../ports/limits.ts';
import type { Authorship } from '../../ports/configuration/authorship.ts';
import type { Version, VersionStore, VersionSummary } from '../../ports/configuration/versions.ts';
import type { ProjectDatabase } from '../log/project-database.ts';
import type { StatementBatch } from '../storage/writer.ts';
import { listConfigurationChanges } from './configuration-changes.ts';

// The number is the next one of the table: the newest row is never deleted.
const put =
  'INSERT INTO versions (revision, at, author, message, kinds, parts, changes, proof) VALUES (?, ?, ?, ?, ?, ?, ?, ?)';
const dropMany = 'DELETE FROM versions WHERE number <= (SELECT max(number) FROM versions) - ?';
const dropLarge = `DELETE FROM versions WHERE number < (SELECT max(number) FROM versions) AND number IN (
  SELECT number FROM (SELECT number, sum(octet_length(changes)) OVER (ORDER BY number DESC) AS total FROM versions) WHERE total > ?)`;
const summary = 'number, at, author, message, parts, proof';

interface Row {
  readonly number: number;
  readonly at: number;
  readonly author: string;
  readonly message: string | null;
  readonly parts: string;
  readonly proof: string | null;
}

/** The author of changes that the service makes itself. */
const service: Authorship = { author: 'service', message: null };

/** The versions in a project's database. */
export class EmbeddedVersions implements VersionStore {
  readonly #database: ProjectDatabase;

  constructor({ database }: { database: ProjectDatabase }) {
    this.#database = database;
  }

  /** The rows that store a version with its changes; none if nothing changed. `revision` is that of the change in the log. */
  parts(
    changes: readonly ConfigurationChange[],
    {
      at,
      revision,
      by = service,
      proof = null,
    }: { at: number; revision: number; by?: Authorship | undefined; proof?: Json | null | undefined },
  ): readonly StatementBatch[] {
    if (changes.length === 0) return [];
    const kinds = `,${[...new Set(changes.map(({ kind }) => kind))].join(',')},`;
    const parts = JSON.stringify(changes.map(({ kind, id }) => ({ kind, id })));
    const row = [revision, at, by.author, by.message, kinds, parts, JSON.stringify(changes)];
    return [
      { sql: put, rows: [[...row, proof === null ? null : JSON.stringify(proof)]] },
      { sql: dropMany, rows: [[limits.versionsMax]] },
      { sql: dropLarge, rows: [[limits.versionsBytesMax]] },
    ];
  }

  list({ kind, offset, limit }: Parameters<VersionStore['list']>[0]): ReturnType<VersionStore['list']> {
    const { reads } = this.#database;
    const kinds = buildLikePattern(kind);
    const total = reads.number('SELECT count(*) FROM versions WHERE kinds LIKE ?', kinds);
    const rows = reads
      .prepare(`SELECT ${summary} FROM versions WHERE kinds LIKE ? ORDER BY number DESC LIMIT ? OFFSET ?`)
      .all(kinds, limit, offset) as unknown as Row[];
    return { versions: rows.map(readSummary), total };
  }

  version(number: number): Version | null {
    return this.#findVersion('number', number);
  }

  /** The version of the change with this revision in the log, or null if the change made none. */
  ofRevision(revision: number): Version | null {
    return this.#findVersion('revision', revision);
  }

  changesBetween(before: Configuration, after: Configuration): readonly ConfigurationChange[] {
    return listConfigurationChanges(before, after);
  }

  #findVersion(column: 'number' | 'revision', value: number): Version | null {
    const row = this.#database.reads
      .prepare(`SELECT ${summary}, changes FROM versions WHERE ${column} = ?`)
      .get(value) as (Row & { changes: string }) | undefined;
    if (row === undefined) return null;
    return { ...readSummary(row), changes: JSON.parse(row.changes) as ConfigurationChange[] };
  }
}

function buildLikePattern(kind: ConfigurationKind | null): string {
  return kind === null ? '%' : `%,${kind},%`;
}

function readSummary({ number, at, author, message, parts, proof }: Row): VersionSummary {
  return {
    number,
    at,
    author,
    message,
    parts: JSON.parse(parts) as VersionSummary['parts'],
    proof: proof === null ? null : (JSON.parse(proof) as Json),
  };
}
