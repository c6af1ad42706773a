/** Kinds of those who make requests. `command` is a command on the data folder; `unknown` is a sign-in with an unknown address. */
export const actorKinds = ['user', 'key', 'command', 'unknown'] as const;

export interface Actor {
  readonly kind: (typeof actorKinds)[number];
  /** Id of the user or the key; null for a command, or if it is unknown. */
  readonly id: string | null;
  /** The name of the user, as it was; or name and prefix of the key. */
  readonly name: string;
}

/** An operation of administration. */
export interface AuditEntry {
  readonly at: number;
  readonly actor: Actor;
  /** Id of the operation. */
  readonly operation: string;
  readonly project: string | null;
  /** The target, such as the id of an item or the name of a key; null means the project or the service. */
  readonly target: string | null;
  readonly address: string;
  /** `done`, or the code of the error. */
  readonly outcome: string;
}

/** An entry with its number: later entries have higher ones, in all processes. */
export interface AuditLine extends AuditEntry {
  readonly number: number;
}

/** Null means any. `from` and `to` are inclusive, in milliseconds since 1970. */
export interface AuditFilter {
  readonly from: number | null;
  readonly to: number | null;
  /** Id of a user or a key. */
  readonly actor: string | null;
  readonly project: string | null;
  readonly operation: string | null;
}

/**
 * Who administered what. Lines are kept for `auditDaysMax` days, at most `auditLinesMax` of what was done and `auditFailuresMax`
 * of what failed, so that failures do not displace what was done.
 */
export interface AuditLog {
  /** Durable when it resolves. @throws VitrineError storage_failed, overloaded */
  append(entry: AuditEntry): Promise<void>;
  /** Lists the newest lines first. `before` allows only lines with lower numbers. */
  list(filter: AuditFilter, page: { readonly before: number | null; readonly limit: number }): AuditLine[];
}
