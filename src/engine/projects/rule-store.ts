import type { Rule, RuleStore, StoredRules } from '../../ports/rules.ts';
import type { Clock } from '../../lib/clock.ts';
import { decodeUtf8 } from '../../lib/utf8.ts';
import type { ProjectDatabase } from '../log/project-database.ts';
import { logKind } from '../storage/schema.ts';

const none: StoredRules = { version: 0, changedAt: null, rules: [] };

const putState = `INSERT INTO state (name, value) VALUES ('rules', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value`;
const putLog = 'INSERT INTO log (rev, kind, at, key) VALUES (?, ?, ?, NULL)';

/** The rules of a project's database. They have no projection: each search reads the active rules. */
export class EmbeddedRules implements RuleStore {
  readonly #database: ProjectDatabase;
  readonly #clock: Clock;
  #current: StoredRules;
  /** Includes accepted changes that are not yet durable. */
  #staged: StoredRules;
  #listener: ((rules: StoredRules) => void) | null = null;

  constructor(options: { database: ProjectDatabase; clock: Clock }) {
    this.#database = options.database;
    this.#clock = options.clock;
    this.#current = this.#staged = storedRules(options.database);
    this.#database.onReset(() => {
      this.#staged = this.#current;
    });
    this.#database.onReplicated('rules', (stored) => () => {
      this.#staged = stored;
      this.#apply(stored);
    });
  }

  /** Calls `listener` with changed rules; null: no one. */
  onChange(listener: ((rules: StoredRules) => void) | null): void {
    this.#listener = listener;
  }

  current(): StoredRules {
    return this.#current;
  }

  change(decide: (current: StoredRules) => readonly Rule[]): Promise<StoredRules> {
    return this.#database.write(() => {
      const now = this.#clock.now();
      const stored = { version: this.#staged.version + 1, changedAt: now, rules: decide(this.#staged) };
      this.#staged = stored;
      const parts = [
        { sql: putLog, rows: [[this.#database.takeRevision(), logKind.rules, now]] },
        { sql: putState, rows: [[Buffer.from(JSON.stringify(stored))]] },
      ];
      const apply = (): void => this.#apply(stored);
      return { write: { change: { kind: 'rules', data: stored }, parts, apply }, result: stored };
    });
  }

  #apply(stored: StoredRules): void {
    this.#current = stored;
    this.#listener?.(stored);
  }
}

function storedRules(database: ProjectDatabase): StoredRules {
  const row = database.reads.prepare("SELECT value FROM state WHERE name = 'rules'").get() as
    | { value: Uint8Array }
    | undefined;
  return row === undefined ? none : (JSON.parse(decodeUtf8(row.value)) as StoredRules);
}
