/** Roles of the console's users, each with the permissions of those before it. */
export const roles = ['viewer', 'editor', 'owner'] as const;
export type Role = (typeof roles)[number];

/** The id of the owner that the first password creates. Earlier versions store this password alone. */
export const firstOwnerId = 'owner';

/** A user of the console. */
export interface User {
  readonly id: string;
  /** In lower case, unique, or null if not set, as of the owner that the first password created. */
  readonly email: string | null;
  readonly name: string;
  readonly role: Role;
  /** Project ids; null means all projects, as of each owner. */
  readonly projects: readonly string[] | null;
  /** Salted scrypt hash, or null if there is no password. */
  readonly passwordHash: string | null;
  readonly createdAt: number;
  readonly lastSignInAt: number | null;
}

/** The user of a console session. */
export interface ConsoleUser {
  /** Null means a command on the data folder. */
  readonly id: string | null;
  readonly role: Role;
}

/** A link that an owner passes on. It works once. */
export interface Invitation {
  readonly id: string;
  /** Hash of the secret in the link. */
  readonly tokenHash: string;
  /** The existing user who sets a new password with it; null means it creates a user. */
  readonly user: string | null;
  readonly email: string | null;
  readonly name: string;
  readonly role: Role;
  readonly projects: readonly string[] | null;
  readonly createdAt: number;
  readonly expiresAt: number;
}

export interface ConsoleSession {
  /** Hash of the cookie's token. */
  readonly tokenHash: string;
  /** Null means a command on the data folder, with the permissions of an owner. */
  readonly user: string | null;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** Users and invitations at one moment, by id. */
export interface Team {
  readonly users: ReadonlyMap<string, User>;
  readonly invitations: ReadonlyMap<string, Invitation>;
}

/** One change of users and invitations: all of it takes effect, or nothing. */
export interface TeamChange {
  readonly users?: readonly User[];
  readonly removedUsers?: readonly string[];
  readonly invitations?: readonly Invitation[];
  readonly removedInvitations?: readonly string[];
  /** Users whose sessions end. Those of removed users end anyway. */
  readonly endedSessionsOf?: readonly string[];
}

/** The users of the console and their sessions. Every change is durable when its promise resolves. */
export interface TeamStore {
  team(): Team;
  /**
   * Decides on the newest state, on which no other change can be decided at the same time in any process, and writes the
   * change. `decide` may run again, and refuses by throwing. Null means that nothing is written. Returns whether something was.
   */
  changeTeam(decide: (team: Team) => TeamChange | null): Promise<boolean>;
  session(tokenHash: string): ConsoleSession | null;
  /** Newest first. */
  listSessions(user: string): readonly ConsoleSession[];
  /**
   * Stores a session if `isAllowed` on the newest state, and then sets `lastSignInAt`; returns whether it did. The oldest
   * sessions of a user above `sessionsPerUserMax` end.
   */
  putSession(session: ConsoleSession, isAllowed?: (user: User | null) => boolean): Promise<boolean>;
  deleteSession(tokenHash: string): Promise<void>;
}
