import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { firstOwnerId, type User } from '../../ports/access/team.ts';
import { ReadConnection } from '../storage/database.ts';
import { migrate } from '../storage/schema.ts';
import type { StatementBatch } from '../storage/writer.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TeamState } from './team-state.ts';
import { createSessionWrite, signOutWrite, createTeamWrite } from './team-writes.ts';

const now = 1_000_000_000_000;

/** A database of an earlier version: without the tables that were added. */
function earlierDatabase(path: string): DatabaseSync {
  const db = new DatabaseSync(path);
  migrate(db, 'control');
  db.exec('DROP TABLE users; DROP TABLE invitations; DROP TABLE user_sessions; DROP TABLE audit');
  return db;
}

function run(db: DatabaseSync, parts: readonly StatementBatch[]): void {
  for (const { sql, rows } of parts) for (const row of rows) db.prepare(sql).run(...row);
}

function withFolder(use: (path: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-team-'));
  try {
    use(join(folder, 'vitrine.db'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('TeamState has the account of an earlier version as the first owner, with its sessions', () => {
  withFolder((path) => {
    const db = earlierDatabase(path);
    db.exec(`INSERT INTO account VALUES (1, '{"passwordHash":"scrypt$a$b","changedAt":7}')`);
    db.exec(`INSERT INTO sessions VALUES ('t', ${now})`);
    migrate(db, 'control');
    db.close();
    const reads = new ReadConnection(path);
    const state = new TeamState(reads);
    assert.deepEqual(
      [...state.users.values()],
      [
        {
          id: firstOwnerId,
          email: null,
          name: '',
          role: 'owner',
          projects: null,
          createdAt: 7,
          lastSignInAt: null,
          passwordHash: 'scrypt$a$b',
        },
      ],
    );
    assert.equal(state.sessions.get('t')?.user, firstOwnerId);
    reads.close(null);
  });
});

test('Writes of users can be stored by a process of an earlier version, and are read after its update', () => {
  withFolder((path) => {
    const db = earlierDatabase(path);
    db.exec(`INSERT INTO account VALUES (1, '{"passwordHash":"old","changedAt":7}')`);
    db.exec(`INSERT INTO sessions VALUES ('earlier', ${now + 5})`);
    const state = { users: new Map(), invitations: new Map() } as unknown as TeamState;
    const owner: User = {
      id: firstOwnerId,
      email: 'ada@shop.example',
      name: 'Ada',
      role: 'owner',
      projects: null,
      passwordHash: 'new',
      createdAt: 7,
      lastSignInAt: null,
    };
    const changed = createTeamWrite({ users: [owner, { ...owner, id: 'bob', email: null }] }, state, now);
    // What a process of an earlier version understands: the password and the end of the sessions.
    assert.equal(changed.change.put, 'account');
    run(db, changed.parts);
    const count = (sql: string) => Number(db.prepare(sql).get()!['n']);
    assert.equal(count('SELECT count(*) AS n FROM sessions'), 0);
    const session = { tokenHash: 't', user: 'bob', createdAt: now, expiresAt: now + 10 };
    run(db, createSessionWrite(session, { ...owner, id: 'bob', email: null }, now).parts);
    run(db, signOutWrite('unknown').parts);
    // It changes the password as it knows how to.
    db.exec(`UPDATE account SET json = '{"passwordHash":"newer","changedAt":9}'`);
    migrate(db, 'control');
    db.close();
    const reads = new ReadConnection(path);
    const after = new TeamState(reads);
    assert.deepEqual(after.users.get(firstOwnerId), { ...owner, passwordHash: 'newer' });
    assert.deepEqual(after.users.get('bob'), { ...owner, id: 'bob', email: null, lastSignInAt: now });
    assert.deepEqual([...after.sessions.values()], [session]);
    reads.close(null);
  });
});
