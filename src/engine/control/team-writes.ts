import { limits } from '../../ports/limits.ts';
import { firstOwnerId, type ConsoleSession, type TeamChange, type User } from '../../ports/access/team.ts';
import { addedTables } from '../storage/schema.ts';
import type { StatementBatch } from '../storage/writer.ts';
import type { TeamState, TeamWrite } from './team-state.ts';

const putAccount =
  'INSERT INTO account (one, json) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET json = excluded.json';
const putUser =
  'INSERT INTO users (id, json, last_sign_in_at) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET json = excluded.json';
const putInvitation =
  'INSERT INTO invitations (id, json) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET json = excluded.json';
const putLastSignIn =
  'INSERT INTO users (id, json, last_sign_in_at) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET last_sign_in_at = excluded.last_sign_in_at';
const dropOldSessions = `DELETE FROM user_sessions WHERE user IS ? AND token_hash NOT IN (
  SELECT token_hash FROM user_sessions WHERE user IS ? ORDER BY created_at DESC, token_hash LIMIT ?)`;

/** A change with the rows that store it. */
interface StoredWrite {
  readonly change: TeamWrite;
  readonly parts: StatementBatch[];
}

/** Creates the tables that processes of an earlier version, which share the log, lack. */
export const createAddedTables: readonly StatementBatch[] = addedTables.map((sql) => ({ sql, rows: [[]] }));

/** Stores a change of users and invitations. Processes of earlier versions also get a new password of the first owner. */
export function createTeamWrite(team: TeamChange, state: TeamState, now: number): StoredWrite {
  const {
    users = [],
    removedUsers = [],
    invitations = [],
    removedInvitations = [],
    endedSessionsOf = [],
  } = team;
  const first = users.find(({ id }) => id === firstOwnerId);
  const passwordHash = first?.passwordHash ?? null;
  const isNewPassword =
    passwordHash !== null && passwordHash !== (state.users.get(firstOwnerId)?.passwordHash ?? null);
  const account = { passwordHash: passwordHash ?? '', changedAt: first?.createdAt ?? now };
  const userIds = [...removedUsers, ...endedSessionsOf, ...(isNewPassword ? [firstOwnerId] : [])];
  return {
    change: isNewPassword ? { put: 'account', account, team } : { put: 'team', team },
    parts: [
      ...createAddedTables,
      { sql: putAccount, rows: isNewPassword ? [[JSON.stringify(account)]] : [] },
      { sql: putUser, rows: users.map((user) => [user.id, encodeUser(user), user.lastSignInAt]) },
      { sql: 'DELETE FROM users WHERE id = ?', rows: removedUsers.map((id) => [id]) },
      { sql: 'DELETE FROM account', rows: removedUsers.includes(firstOwnerId) ? [[]] : [] },
      {
        sql: putInvitation,
        rows: invitations.map((invitation) => [invitation.id, JSON.stringify(invitation)]),
      },
      { sql: 'DELETE FROM invitations WHERE id = ?', rows: removedInvitations.map((id) => [id]) },
      { sql: 'DELETE FROM user_sessions WHERE user = ?', rows: userIds.map((id) => [id]) },
      { sql: 'DELETE FROM sessions', rows: userIds.includes(firstOwnerId) ? [[]] : [] },
    ],
  };
}

/** Stores a session of a user, or of the command line if `user` is null. */
export function createSessionWrite(session: ConsoleSession, user: User | null, now: number): StoredWrite {
  const { tokenHash, createdAt, expiresAt } = session;
  return {
    change: { put: 'user-session', session },
    parts: [
      ...createAddedTables,
      {
        sql: 'INSERT INTO user_sessions (token_hash, user, created_at, expires_at) VALUES (?, ?, ?, ?)',
        rows: [[tokenHash, session.user, createdAt, expiresAt]],
      },
      { sql: 'DELETE FROM user_sessions WHERE expires_at <= ?', rows: [[now]] },
      { sql: 'DELETE FROM sessions WHERE expires_at <= ?', rows: [[now]] },
      { sql: dropOldSessions, rows: [[session.user, session.user, limits.sessionsPerUserMax]] },
      { sql: putLastSignIn, rows: user === null ? [] : [[user.id, encodeUser(user), createdAt]] },
    ],
  };
}

export function signOutWrite(tokenHash: string): StoredWrite {
  const sqls = [
    'DELETE FROM sessions WHERE token_hash = ?',
    'DELETE FROM user_sessions WHERE token_hash = ?',
  ];
  return {
    change: { put: 'signed-out', tokenHash },
    parts: [...createAddedTables, ...sqls.map((sql) => ({ sql, rows: [[tokenHash]] }))],
  };
}

/** Encodes a user without the first owner's password, which is in the account: processes of earlier versions change it there. */
function encodeUser({ lastSignInAt: _column, ...user }: User): string {
  return JSON.stringify(user.id === firstOwnerId ? { ...user, passwordHash: null } : user);
}
