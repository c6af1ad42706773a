import { limits } from '../../ports/limits.ts';
import {
  firstOwnerId,
  type ConsoleSession,
  type Invitation,
  type Team,
  type TeamChange,
  type User,
} from '../../ports/access/team.ts';
import type { ReadConnection } from '../storage/database.ts';
import type { Account, AccountSession, ControlChange } from '../log/shared-changes.ts';

/** Changes of users, invitations and sessions. */
export type TeamWrite = Extract<
  ControlChange,
  { readonly put: 'account' | 'team' | 'session' | 'user-session' | 'signed-out' }
>;

/**
 * The users, invitations and sessions in memory. The password of the first owner is in the table `account`, and sessions of
 * earlier versions, all of this owner, in `sessions`, as processes of these versions share the log during a rolling update.
 */
export class TeamState implements Team {
  readonly users = new Map<string, User>();
  readonly invitations = new Map<string, Invitation>();
  readonly sessions = new Map<string, ConsoleSession>();

  constructor(reads: ReadConnection) {
    for (const { json, lastSignInAt } of readRows<{ json: string; lastSignInAt: number | null }>(
      reads,
      'SELECT json, last_sign_in_at AS lastSignInAt FROM users ORDER BY id',
    )) {
      const user = JSON.parse(json) as User;
      this.users.set(user.id, { ...user, lastSignInAt });
    }
    for (const { json } of readRows<{ json: string }>(reads, 'SELECT json FROM invitations ORDER BY id')) {
      const invitation = JSON.parse(json) as Invitation;
      this.invitations.set(invitation.id, invitation);
    }
    for (const { json } of readRows<{ json: string }>(reads, 'SELECT json FROM account'))
      this.#putAccount(JSON.parse(json) as Account);
    const earlier = 'SELECT token_hash AS tokenHash, expires_at AS expiresAt FROM sessions';
    for (const session of readRows<AccountSession>(reads, earlier))
      this.sessions.set(session.tokenHash, convertSession(session));
    const userSessions =
      'SELECT token_hash AS tokenHash, user, created_at AS createdAt, expires_at AS expiresAt FROM user_sessions';
    for (const session of readRows<ConsoleSession>(reads, userSessions))
      this.sessions.set(session.tokenHash, { ...session });
  }

  /** The sessions of a user, newest first; null means those of the command line. */
  listSessions(user: string | null): ConsoleSession[] {
    return [...this.sessions.values()]
      .filter((session) => session.user === user)
      .sort((a, b) => b.createdAt - a.createdAt || (a.tokenHash < b.tokenHash ? -1 : 1));
  }

  apply(change: TeamWrite, now: number): void {
    switch (change.put) {
      case 'account':
        this.#putAccount(change.account);
        this.#endSessions(firstOwnerId);
        if (change.team !== undefined) this.#applyTeam(change.team);
        break;
      case 'team':
        this.#applyTeam(change.team);
        break;
      case 'session':
        this.#putSession(convertSession(change.session), now);
        break;
      case 'user-session':
        this.#putSession(change.session, now);
        break;
      case 'signed-out':
        this.sessions.delete(change.tokenHash);
    }
  }

  #applyTeam({
    users = [],
    removedUsers = [],
    invitations = [],
    removedInvitations = [],
    endedSessionsOf = [],
  }: TeamChange): void {
    for (const user of users) this.users.set(user.id, user);
    for (const id of removedUsers) this.users.delete(id);
    for (const invitation of invitations) this.invitations.set(invitation.id, invitation);
    for (const id of removedInvitations) this.invitations.delete(id);
    for (const id of [...removedUsers, ...endedSessionsOf]) this.#endSessions(id);
  }

  #putAccount({ passwordHash, changedAt }: Account): void {
    const user = this.users.get(firstOwnerId) ?? {
      id: firstOwnerId,
      email: null,
      name: '',
      role: 'owner',
      projects: null,
      createdAt: changedAt,
      lastSignInAt: null,
    };
    this.users.set(firstOwnerId, { ...user, passwordHash });
  }

  #putSession(session: ConsoleSession, now: number): void {
    for (const { tokenHash, expiresAt } of this.sessions.values())
      if (expiresAt <= now) this.sessions.delete(tokenHash);
    this.sessions.set(session.tokenHash, session);
    for (const { tokenHash } of this.listSessions(session.user).slice(limits.sessionsPerUserMax))
      this.sessions.delete(tokenHash);
    const user = this.users.get(session.user ?? '');
    if (user !== undefined) this.users.set(user.id, { ...user, lastSignInAt: session.createdAt });
  }

  #endSessions(id: string): void {
    for (const { tokenHash, user } of this.sessions.values())
      if (user === id) this.sessions.delete(tokenHash);
  }
}

/** Converts a session of an earlier version, which is the first owner's. */
function convertSession({ tokenHash, expiresAt }: AccountSession): ConsoleSession {
  return { tokenHash, user: firstOwnerId, createdAt: expiresAt - earlierSessionMs, expiresAt };
}

/** How long sessions of earlier versions last. */
const earlierSessionMs = 12 * 60 * 60 * 1000;

function readRows<T>(reads: ReadConnection, sql: string): T[] {
  return reads.prepare(sql).all() as unknown as T[];
}
