import type { DatabaseSync } from 'node:sqlite';

/** One entry a version: a database at version n gets the entries from n on, in one transaction each. */
const migrations = {
  control: [
    `CREATE TABLE projects (id TEXT PRIMARY KEY, json TEXT NOT NULL) STRICT;
     CREATE TABLE keys (id TEXT PRIMARY KEY, json TEXT NOT NULL) STRICT;
     CREATE TABLE account (one INTEGER PRIMARY KEY CHECK (one = 1), json TEXT NOT NULL) STRICT;
     CREATE TABLE sessions (token_hash TEXT PRIMARY KEY, expires_at INTEGER NOT NULL) STRICT;
     CREATE TABLE tasks (id TEXT PRIMARY KEY, project TEXT NOT NULL, started_at INTEGER NOT NULL, json TEXT NOT NULL) STRICT;
     CREATE INDEX tasks_by_project ON tasks (project, started_at);`,
    'CREATE TABLE state (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT;',
    // Ids of tasks are a project's own.
    `DROP INDEX tasks_by_project;
     ALTER TABLE tasks RENAME TO tasks_of_all;
     CREATE TABLE tasks (
       id TEXT NOT NULL, project TEXT NOT NULL, started_at INTEGER NOT NULL, json TEXT NOT NULL, PRIMARY KEY (project, id)) STRICT;
     INSERT INTO tasks SELECT id, project, started_at, json FROM tasks_of_all;
     DROP TABLE tasks_of_all;`,
    // Projects whose database was made: one that is missing was lost. See project-files.ts.
    'CREATE TABLE project_files (project TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;',
  ],
  project: [
    // The log: one row for every accepted write, in order. An item's row says that it changed (its newest
    // state is in "items"); an event's row is the event. "key" is whose it is: u:<user> or s:<session>.
    `CREATE TABLE log (rev INTEGER PRIMARY KEY, kind INTEGER NOT NULL, at INTEGER NOT NULL, key TEXT, event_id TEXT, body TEXT) STRICT;
     CREATE UNIQUE INDEX log_event ON log (event_id) WHERE event_id IS NOT NULL;
     CREATE INDEX log_key ON log (key) WHERE key IS NOT NULL;
     CREATE TABLE aliases (alias TEXT PRIMARY KEY, user TEXT NOT NULL) STRICT, WITHOUT ROWID;
     CREATE INDEX aliases_by_user ON aliases (user);
     CREATE TABLE items (
       no INTEGER PRIMARY KEY AUTOINCREMENT, _id TEXT NOT NULL UNIQUE, id TEXT NOT NULL UNIQUE, sku TEXT NOT NULL,
       active INTEGER NOT NULL, version INTEGER NOT NULL, created_at INTEGER NOT NULL, json BLOB NOT NULL) STRICT;
     CREATE INDEX items_by_sku ON items (sku);
     CREATE INDEX items_inactive ON items (no) WHERE active = 0;
     CREATE TABLE media (hash TEXT PRIMARY KEY, type TEXT NOT NULL, bytes BLOB NOT NULL) STRICT;
     CREATE TABLE pictures (
       no INTEGER NOT NULL, position INTEGER NOT NULL, source TEXT NOT NULL, status INTEGER NOT NULL,
       attempts INTEGER NOT NULL, retry_at INTEGER, error TEXT, model TEXT, feature BLOB, augmented BLOB, probes BLOB,
       PRIMARY KEY (no, position)) STRICT, WITHOUT ROWID;
     CREATE INDEX pictures_by_source ON pictures (source);
     CREATE INDEX pictures_by_status ON pictures (status, retry_at);
     CREATE TABLE state (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT;`,
    // Kept files that a picture may have been the last to show. They are looked at in the transaction that left
    // them, once all its pictures are written.
    `CREATE TABLE media_left (hash TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
     CREATE TRIGGER picture_changed AFTER UPDATE OF source ON pictures WHEN old.source LIKE '/media/%' AND old.source <> new.source
       BEGIN INSERT OR IGNORE INTO media_left VALUES (substr(old.source, 8)); END;
     CREATE TRIGGER picture_removed AFTER DELETE ON pictures WHEN old.source LIKE '/media/%'
       BEGIN INSERT OR IGNORE INTO media_left VALUES (substr(old.source, 8)); END;`,
    // When somebody last finished a query. Whose it is, "key", is as in the log.
    `CREATE TABLE searches (key TEXT NOT NULL, query TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (key, query)) STRICT, WITHOUT ROWID;
     CREATE INDEX searches_by_query ON searches (query, at);
     CREATE INDEX searches_by_time ON searches (at);`,
    // Which text each item has, by its hash, and the vectors that models made of texts: one whose hash is not the item's is of an
    // older text.
    `CREATE TABLE texts (no INTEGER PRIMARY KEY, hash TEXT NOT NULL) STRICT;
     CREATE TABLE text_models (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
     CREATE TABLE text_vectors (
       no INTEGER NOT NULL, model INTEGER NOT NULL, hash TEXT NOT NULL, vector BLOB NOT NULL,
       PRIMARY KEY (no, model)) STRICT, WITHOUT ROWID;`,
    // Which pictures have the same bytes; and, so that these are not embedded again, the vectors of pictures that were moved or
    // taken away, the newest of them.
    `ALTER TABLE pictures ADD COLUMN hash TEXT;
     CREATE INDEX pictures_by_hash ON pictures (hash) WHERE hash IS NOT NULL;
     CREATE TABLE vectors_left (hash TEXT PRIMARY KEY, model TEXT, status INTEGER NOT NULL, feature BLOB, augmented BLOB) STRICT;
     CREATE TRIGGER vectors_left_few AFTER INSERT ON vectors_left
       BEGIN DELETE FROM vectors_left WHERE rowid <= new.rowid - 5000; END;
     CREATE TRIGGER vectors_changed AFTER UPDATE OF source ON pictures
       WHEN old.source <> new.source AND old.hash IS NOT NULL AND old.feature IS NOT NULL
       BEGIN INSERT OR REPLACE INTO vectors_left VALUES (old.hash, old.model, old.status, old.feature, old.augmented); END;
     CREATE TRIGGER vectors_removed AFTER DELETE ON pictures WHEN old.hash IS NOT NULL AND old.feature IS NOT NULL
       BEGIN INSERT OR REPLACE INTO vectors_left VALUES (old.hash, old.model, old.status, old.feature, old.augmented); END;`,
    // What was last chosen of the list of a query, and by whom: see click-rows.ts.
    `CREATE TABLE choices (
       key TEXT NOT NULL, query TEXT NOT NULL, at INTEGER NOT NULL, model TEXT NOT NULL, places BLOB NOT NULL,
       PRIMARY KEY (key, query)) STRICT, WITHOUT ROWID;
     CREATE INDEX choices_by_time ON choices (at);`,
    // What a trigger says of conflicts gives way to what the statement says that sets it off: none may come up.
    `DROP TRIGGER picture_changed; DROP TRIGGER picture_removed; DROP TRIGGER vectors_changed; DROP TRIGGER vectors_removed;
     CREATE TRIGGER picture_changed AFTER UPDATE OF source ON pictures WHEN old.source LIKE '/media/%' AND old.source <> new.source
       BEGIN
         DELETE FROM media_left WHERE hash = substr(old.source, 8);
         INSERT INTO media_left VALUES (substr(old.source, 8));
       END;
     CREATE TRIGGER picture_removed AFTER DELETE ON pictures WHEN old.source LIKE '/media/%'
       BEGIN
         DELETE FROM media_left WHERE hash = substr(old.source, 8);
         INSERT INTO media_left VALUES (substr(old.source, 8));
       END;
     CREATE TRIGGER vectors_changed AFTER UPDATE OF source ON pictures
       WHEN old.source <> new.source AND old.hash IS NOT NULL AND old.feature IS NOT NULL
       BEGIN
         DELETE FROM vectors_left WHERE hash = old.hash;
         INSERT INTO vectors_left VALUES (old.hash, old.model, old.status, old.feature, old.augmented);
       END;
     CREATE TRIGGER vectors_removed AFTER DELETE ON pictures WHEN old.hash IS NOT NULL AND old.feature IS NOT NULL
       BEGIN
         DELETE FROM vectors_left WHERE hash = old.hash;
         INSERT INTO vectors_left VALUES (old.hash, old.model, old.status, old.feature, old.augmented);
       END;`,
    // How often a query was searched for on a day, and what came of it; '' is all others together. See search-counts.ts.
    `CREATE TABLE search_counts (
       day INTEGER NOT NULL, query TEXT NOT NULL, searches INTEGER NOT NULL, without_results INTEGER NOT NULL,
       clicked INTEGER NOT NULL, bought INTEGER NOT NULL, positions INTEGER NOT NULL, placed INTEGER NOT NULL,
       PRIMARY KEY (day, query)) STRICT, WITHOUT ROWID;`,
    // What the model before made of pictures, as long as the wanted one has not made all of its own.
    `CREATE TABLE pictures_before (
       no INTEGER NOT NULL, position INTEGER NOT NULL, source TEXT NOT NULL, model TEXT NOT NULL, feature BLOB NOT NULL,
       augmented BLOB, probes BLOB, PRIMARY KEY (no, position)) STRICT, WITHOUT ROWID;`,
    // Which items changed after a revision, among millions of events: asked at every start.
    'CREATE INDEX log_items ON log (rev, kind, key) WHERE kind IN (1, 2);',
  ],
} as const;

export type SchemaName = keyof typeof migrations;

/** Kinds of rows of a project's log. */
export const logKind = {
  itemPut: 1,
  itemDelete: 2,
  event: 3,
  erasure: 4,
  merge: 5,
  settings: 6,
  rules: 7,
} as const;

/** Opens settings that every writing connection needs, and brings the database to the newest version. */
export function migrate(db: DatabaseSync, schema: SchemaName): void {
  // FULL: a commit that was answered survives a power cut, not only a crash of the process. A thread of its own brings commits into
  // the database; only where it lags behind by so many pages, and so that their log can begin anew, a commit does.
  db.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA cache_size = -16384; PRAGMA journal_size_limit = 67108864; PRAGMA wal_autocheckpoint = 8192',
  );
  // What somebody did who was erased is in no copy of the file, also not in its free pages.
  db.exec('PRAGMA secure_delete = ON');
  const steps = migrations[schema];
  const { user_version: version } = db.prepare('PRAGMA user_version').get() as { user_version: number };
  if (version > steps.length) {
    throw new Error(
      `Cannot open the ${schema} database as it was written by a newer version of Vitrine: its format is ${version}, this version knows ${steps.length}`,
    );
  }
  for (let step = version; step < steps.length; step++) {
    db.exec(`BEGIN; ${steps[step]} PRAGMA user_version = ${step + 1}; COMMIT`);
  }
}
