import type { Rule, RuleStore, StoredRules } from '../../ports/search/rules.ts';
import type { Authorship } from '../../ports/configuration/authorship.ts';
import type { Clock } from '../../lib/clock.ts';
import { decodeUtf8 } from '../../lib/utf8.ts';
import type { ProjectDatabase } from '../log/project-database.ts';
import { logKind } from '../storage/schema.ts';
import { listRuleChanges } from './configuration-changes.ts';
import type { StagedChange } from './staged-change.ts';
import type { EmbeddedVersions } from './version-store.ts';

const none: StoredRules = { version: 0, changedAt: null, rules: [] };

const putState = `INSERT INTO state (name, value) VALUES ('rules', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value`;
const putLog = 'INSERT INTO log (rev, kind, at, key) VALUES (?, ?, ?, NULL)';

/** The rules of a project's database. They have no projection: each search reads the active rules. */
export class EmbeddedRules implements RuleStore {
  readonly #database: ProjectDatabase;
  readonly #clock: Clock;
  readonly #versions: EmbeddedVersions;
  #current: StoredRules;
  /** Includes accepted changes that are not yet durable. */
  #staged: StoredRules;
  #listener: ((rules: StoredRules) => void) | null = null;

  constructor(options: { database: ProjectDatabase; clock: Clock; versions: EmbeddedVersions }) {
    this.#database = options.database;
    this.#clock = options.clock;
    this.#versions = options.versions;
    this.#current = this.#staged = readStoredRules(options.database);
    this.#database.onReset(() => {
      this.#staged = this.#current;
    });
    this.#database.onReplicated('rules', (stored) => () => this.replicate(stored));
  }

  /** Applies the change of another process. */
  replicate(stored: StoredRules): void {
    this.#staged = stored;
    this.#apply(stored);
  }

  /** Calls `listener` with changed rules; null removes it. */
  onChange(listener: ((rules: StoredRules) => void) | null): void {
    this.#listener = listener;
  }

  replicaState(): StoredRules {
    return this.#current;
  }

  current(): StoredRules {
    return this.#current;
  }

  change(decide: (current: StoredRules) => readonly Rule[], by?: Authorship): Promise<StoredRules> {
    return this.#database.write(() => {
      const at = this.#clock.now();
      const before = this.#staged.rules;
      const rules = decide(this.#staged);
      const revision = this.#database.takeRevision();
      const { data, parts, apply } = this.stage(rules, { at, revision });
      const version = this.#versions.parts(listRuleChanges(before, rules), { at, revision, by });
      const change = { kind: 'rules', data } as const;
      return { write: { change, parts: [...parts, ...version], apply }, result: data };
    });
  }

  /** The newest rules, which may not be durable yet. */
  get staged(): StoredRules {
    return this.#staged;
  }

  /** Stages other rules as a part of a write. */
  stage(
    rules: readonly Rule[],
    { at, revision }: { at: number; revision: number },
  ): StagedChange<StoredRules> {
    const data = { version: this.#staged.version + 1, changedAt: at, rules };
    this.#staged = data;
    return {
      data,
      parts: [
        { sql: putLog, rows: [[revision, logKind.rules, at]] },
        { sql: putState, rows: [[Buffer.from(JSON.stringify(data))]] },
      ],
      apply: () => this.#apply(data),
    };
  }

  #apply(stored: StoredRules): void {
    this.#current = stored;
    this.#listener?.(stored);
  }
}

function readStoredRules(database: ProjectDatabase): StoredRules {
  const row = database.reads.prepare("SELECT value FROM state WHERE name = 'rules'").get() as
    | { value: Uint8Array }
    | undefined;
  return row === undefined ? none : (JSON.parse(decodeUtf8(row.value)) as StoredRules);
}
