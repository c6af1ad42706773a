import type { DatabaseSync } from 'node:sqlite';
import { convertPictureVectors } from './vector-migration.ts';

/** A change of the format: statements, or a function that runs some. */
type Migration = string | ((db: DatabaseSync) => void);

/**
 * The part of `search_counts` that had a filter: apart, as entries of the shared log name the columns of that table. Writes create it
 * first, so that a process of an earlier version, which shares the log during a rolling update, stores its rows, too.
 */
export const createFilteredSearchCounts = `CREATE TABLE IF NOT EXISTS filtered_search_counts (
  day INTEGER NOT NULL, query TEXT NOT NULL, filter TEXT NOT NULL, searches INTEGER NOT NULL, without_results INTEGER NOT NULL,
  PRIMARY KEY (day, query, filter)) STRICT, WITHOUT ROWID`;

/** One entry per version: a database at version n runs the entries from n on, each in its own transaction. */
const migrations = {
  control: [
    `CREATE TABLE projects (id TEXT PRIMARY KEY, json TEXT NOT NULL) STRICT;
     CREATE TABLE keys (id TEXT PRIMARY KEY, json TEXT NOT NULL) STRICT;
     CREATE TABLE account (one INTEGER PRIMARY KEY CHECK (one = 1), json TEXT NOT NULL) STRICT;
     CREATE TABLE sessions (token_hash TEXT PRIMARY KEY, expires_at INTEGER NOT NULL) STRICT;
     CREATE TABLE tasks (id TEXT PRIMARY KEY, project TEXT NOT NULL, started_at INTEGER NOT NULL, json TEXT NOT NULL) STRICT;
     CREATE INDEX tasks_by_project ON tasks (project, started_at);`,
    'CREATE TABLE state (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT;',
    // Task ids are unique within a project.
    `DROP INDEX tasks_by_project;
     ALTER TABLE tasks RENAME TO tasks_of_all;
     CREATE TABLE tasks (
       id TEXT NOT NULL, project TEXT NOT NULL, started_at INTEGER NOT NULL, json TEXT NOT NULL, PRIMARY KEY (project, id)) STRICT;
     INSERT INTO tasks SELECT id, project, started_at, json FROM tasks_of_all;
     DROP TABLE tasks_of_all;`,
    // Projects whose database was created: a missing file is lost. See project-files.ts.
    'CREATE TABLE project_files (project TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;',
  ],
  project: [
    // The log: one row for every accepted write, in order. An item's row records that it changed (its newest state is
    // in "items"); an event's row is the event. "key" is its visitor: u:<user> or s:<session>.
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
    // Media files that may have lost their last picture. They are checked in the same transaction, once all pictures
    // of the item are written.
    `CREATE TABLE media_left (hash TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
     CREATE TRIGGER picture_changed AFTER UPDATE OF source ON pictures WHEN old.source LIKE '/media/%' AND old.source <> new.source
       BEGIN INSERT OR IGNORE INTO media_left VALUES (substr(old.source, 8)); END;
     CREATE TRIGGER picture_removed AFTER DELETE ON pictures WHEN old.source LIKE '/media/%'
       BEGIN INSERT OR IGNORE INTO media_left VALUES (substr(old.source, 8)); END;`,
    // The last time that a visitor settled a query. "key" is the visitor, as in the log.
    `CREATE TABLE searches (key TEXT NOT NULL, query TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (key, query)) STRICT, WITHOUT ROWID;
     CREATE INDEX searches_by_query ON searches (query, at);
     CREATE INDEX searches_by_time ON searches (at);`,
    // The hash of each item's text, and the embeddings of texts per model: a row with another hash than the item's is
    // of an older text.
    `CREATE TABLE texts (no INTEGER PRIMARY KEY, hash TEXT NOT NULL) STRICT;
     CREATE TABLE text_models (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
     CREATE TABLE text_vectors (
       no INTEGER NOT NULL, model INTEGER NOT NULL, hash TEXT NOT NULL, vector BLOB NOT NULL,
       PRIMARY KEY (no, model)) STRICT, WITHOUT ROWID;`,
    // The hash of each picture's bytes, and the newest features of moved or removed pictures, so that the same bytes
    // are not embedded again.
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
    // The last click in the results of a query, per visitor: see click-rows.ts.
    `CREATE TABLE choices (
       key TEXT NOT NULL, query TEXT NOT NULL, at INTEGER NOT NULL, model TEXT NOT NULL, places BLOB NOT NULL,
       PRIMARY KEY (key, query)) STRICT, WITHOUT ROWID;
     CREATE INDEX choices_by_time ON choices (at);`,
    // The ON CONFLICT clause of the outer statement overrides that of a trigger, so triggers must not cause
    // conflicts.
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
    // Searches, clicks and purchases of a query per day; '' sums up all other queries. See search-counts.ts.
    `CREATE TABLE search_counts (
       day INTEGER NOT NULL, query TEXT NOT NULL, searches INTEGER NOT NULL, without_results INTEGER NOT NULL,
       clicked INTEGER NOT NULL, bought INTEGER NOT NULL, positions INTEGER NOT NULL, placed INTEGER NOT NULL,
       PRIMARY KEY (day, query)) STRICT, WITHOUT ROWID;`,
    // Features of the previous image model, until the current one has computed all of its own.
    `CREATE TABLE pictures_before (
       no INTEGER NOT NULL, position INTEGER NOT NULL, source TEXT NOT NULL, model TEXT NOT NULL, feature BLOB NOT NULL,
       augmented BLOB, probes BLOB, PRIMARY KEY (no, position)) STRICT, WITHOUT ROWID;`,
    // Items changed after a revision, among millions of events: read at every start.
    'CREATE INDEX log_items ON log (rev, kind, key) WHERE kind IN (1, 2);',
    // What was shown to shoppers; "key" is the visitor, as in the log. See impression-rows.ts. The sums of attribution by
    // day, and the first rows of each day. An alias has the revision of its merge.
    `CREATE TABLE impressions (
       no INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, at INTEGER NOT NULL, key TEXT, body TEXT NOT NULL,
       items TEXT NOT NULL) STRICT;
     CREATE INDEX impressions_by_key ON impressions (key) WHERE key IS NOT NULL;
     CREATE TABLE attribution (
       dimension TEXT NOT NULL, day INTEGER NOT NULL, value TEXT NOT NULL, currency TEXT NOT NULL, shown INTEGER NOT NULL,
       clicked INTEGER NOT NULL, carted INTEGER NOT NULL, converted INTEGER NOT NULL, sessions INTEGER NOT NULL,
       orders INTEGER NOT NULL, units INTEGER NOT NULL, revenue INTEGER NOT NULL, returned INTEGER NOT NULL,
       assisted_orders INTEGER NOT NULL, assisted_revenue INTEGER NOT NULL, assisted_returned INTEGER NOT NULL,
       estimated INTEGER NOT NULL, all_orders INTEGER NOT NULL, all_units INTEGER NOT NULL, all_revenue INTEGER NOT NULL,
       all_returned INTEGER NOT NULL, all_estimated INTEGER NOT NULL,
       PRIMARY KEY (dimension, day, value, currency)) STRICT, WITHOUT ROWID;
     CREATE TABLE attribution_days (day INTEGER PRIMARY KEY, rev INTEGER NOT NULL, no INTEGER NOT NULL) STRICT;
     ALTER TABLE aliases ADD COLUMN rev INTEGER NOT NULL DEFAULT 0;`,
    // Every change of the configuration. "revision": of the change in the log; "kinds" between commas. See version-store.ts.
    `CREATE TABLE versions (
       number INTEGER PRIMARY KEY, revision INTEGER NOT NULL UNIQUE, at INTEGER NOT NULL, author TEXT NOT NULL, message TEXT,
       kinds TEXT NOT NULL, parts TEXT NOT NULL, changes TEXT NOT NULL, proof TEXT) STRICT;`,
    // Keypoints of pictures, which no model computes: null until they are extracted, empty if they cannot be. Status 2 is refined.
    `ALTER TABLE pictures ADD COLUMN points BLOB;
     CREATE INDEX pictures_without_points ON pictures (no, position) WHERE points IS NULL AND status = 2;`,
    // Photo searches: the feature vector, the numbers of the items in the reply ("shown"), and the number of the item that an event
    // confirmed. "key": the visitor, as in the log. See confirmed-photos.ts.
    `CREATE TABLE photos (
       id TEXT PRIMARY KEY, at INTEGER NOT NULL, key TEXT, model TEXT NOT NULL, feature BLOB NOT NULL,
       shown TEXT NOT NULL, item INTEGER,
       strength INTEGER NOT NULL DEFAULT 0) STRICT;
     CREATE INDEX photos_unconfirmed ON photos (at, id) WHERE item IS NULL;
     CREATE INDEX photos_confirmed ON photos (at, id) WHERE item IS NOT NULL;
     CREATE INDEX photos_by_item ON photos (item, at, id) WHERE item IS NOT NULL;
     CREATE INDEX photos_by_key ON photos (key, at, id) WHERE key IS NOT NULL;`,
    convertPictureVectors,
    // Erasures after a revision, among millions of rows: read at every start.
    'CREATE INDEX log_erasures ON log (rev) WHERE kind = 4;',
    // What a visitor searched for ("target") in place of a word that no item has, with the stems of both. "strength": 2, if the
    // visitor also chose a result. "origin": 16 bits of a hash of the address. See learned-corrections.ts.
    `CREATE TABLE reformulations (
       stem TEXT NOT NULL, key TEXT NOT NULL, word TEXT NOT NULL, target TEXT NOT NULL, target_stems TEXT NOT NULL,
       at INTEGER NOT NULL, strength INTEGER NOT NULL, origin INTEGER,
       PRIMARY KEY (stem, key)) STRICT, WITHOUT ROWID;
     CREATE INDEX reformulations_by_key ON reformulations (key, at);
     CREATE INDEX reformulations_by_time ON reformulations (at);
     CREATE INDEX reformulations_by_origin ON reformulations (origin, at) WHERE origin IS NOT NULL;`,
    // Purchases by their order, each item of which counts once. See order-log.ts.
    `CREATE INDEX log_orders ON log (json_extract(body, '$.o'))
       WHERE kind = 3 AND json_extract(body, '$.t') = 'purchase' AND json_extract(body, '$.o') IS NOT NULL;`,
    createFilteredSearchCounts,
    // Pages of the shop on which its script ran, by minute, and when a visitor ("key", as in the log) first came under the experiment of
    // the script that began at "started". See site-log.ts.
    `CREATE TABLE site_pages (
       minute INTEGER NOT NULL, path TEXT NOT NULL, reports INTEGER NOT NULL, last_at INTEGER NOT NULL,
       PRIMARY KEY (minute, path)) STRICT, WITHOUT ROWID;
     CREATE TABLE exposures (
       started INTEGER NOT NULL, key TEXT NOT NULL, at INTEGER NOT NULL,
       PRIMARY KEY (started, key)) STRICT, WITHOUT ROWID;
     CREATE INDEX exposures_by_key ON exposures (key);
     CREATE INDEX exposures_by_time ON exposures (at);`,
  ],
} as const;

export type SchemaName = keyof typeof migrations;

/** The newest format of each database that this version reads. */
export const formatsSupported: Readonly<Record<SchemaName, number>> = {
  control: migrations.control.length,
  project: migrations.project.length,
};
/**
 * Tables of the control database without a version of their own. Writes to them create them first, so that a process of an
 * earlier version, which shares the log during a rolling update, stores their rows, too.
 */
export const addedTables: readonly string[] = [
  'CREATE TABLE IF NOT EXISTS users (id TEXT PRIMARY KEY, json TEXT NOT NULL, last_sign_in_at INTEGER) STRICT',
  'CREATE TABLE IF NOT EXISTS invitations (id TEXT PRIMARY KEY, json TEXT NOT NULL) STRICT',
  `CREATE TABLE IF NOT EXISTS user_sessions (
     token_hash TEXT PRIMARY KEY, user TEXT, created_at INTEGER NOT NULL, expires_at INTEGER NOT NULL) STRICT`,
  // "actor": of a user or a key. The newest row is never deleted, so numbers ascend.
  `CREATE TABLE IF NOT EXISTS audit (
     number INTEGER PRIMARY KEY, at INTEGER NOT NULL, failed INTEGER NOT NULL, actor_kind TEXT NOT NULL, actor TEXT,
     name TEXT NOT NULL, operation TEXT NOT NULL, project TEXT, target TEXT, address TEXT NOT NULL, outcome TEXT NOT NULL) STRICT`,
  'CREATE INDEX IF NOT EXISTS audit_by_failure ON audit (failed, number)',
  'CREATE INDEX IF NOT EXISTS audit_by_time ON audit (at)',
];

/** Row kinds of a project's log; those of resources: `resourceKinds`. */
export const logKind = {
  itemPut: 1,
  itemDelete: 2,
  event: 3,
  erasure: 4,
  merge: 5,
  settings: 6,
  rules: 7,
} as const;

/** Sets the pragmas that every writing connection needs, and migrates the database to the newest version. */
export function migrate(db: DatabaseSync, schema: SchemaName): void {
  // FULL: an acknowledged commit survives a power cut, not only a crash of the process. Databases that follow a shared log need less
  // (writer-worker.ts). A checkpoint thread copies commits into the database. A commit checkpoints itself only where that thread lags by
  // this many pages, so that the write-ahead log can restart.
  db.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA journal_size_limit = 67108864; PRAGMA wal_autocheckpoint = 8192',
  );
  // Data of an erased visitor must not remain in any copy of the file, nor in its free pages.
  db.exec('PRAGMA secure_delete = ON');
  const steps: readonly Migration[] = migrations[schema];
  const { user_version: version } = db.prepare('PRAGMA user_version').get() as { user_version: number };
  if (version > steps.length) {
    throw new Error(
      `a newer version of Vitrine wrote it (format ${version}, this version supports ${steps.length}): start the newer version, or restore a backup of before the update`,
    );
  }
  for (const [step, change] of steps.entries()) {
    if (step < version) continue;
    db.exec('BEGIN');
    if (typeof change === 'string') db.exec(change);
    else change(db);
    db.exec(`PRAGMA user_version = ${step + 1}; COMMIT`);
  }
  if (schema === 'control') db.exec(addedTables.join(';'));
}
