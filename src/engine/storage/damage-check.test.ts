import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { DamageCheck } from './damage-check.ts';

test('DamageCheck reports damaged databases, and neither locked nor removed ones', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-damage-'));
  const locked = join(folder, 'locked.db');
  const lock = new DatabaseSync(locked);
  lock.exec('CREATE TABLE items (no INTEGER, json TEXT); BEGIN EXCLUSIVE');
  const damaged = join(folder, 'damaged.db');
  writeFileSync(damaged, 'not a database '.repeat(1000));

  const check = new DamageCheck({ lockWaitMs: 0 });
  const reported: string[] = [];
  // Databases are read in this order, so the report of the last one ends the test.
  const last = new Promise<void>((resolve) => {
    check.add(locked, (reason) => reported.push(`locked: ${reason}`));
    check.add(join(folder, 'removed.db'), (reason) => reported.push(`removed: ${reason}`));
    check.add(damaged, (reason) => {
      reported.push(`damaged: ${reason}`);
      resolve();
    });
  });
  await last;
  assert.deepEqual(reported, ['damaged: file is not a database']);
  await check[Symbol.asyncDispose]();
  lock.close();
  rmSync(folder, { recursive: true });
});
