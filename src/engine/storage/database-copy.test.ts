import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { copyDatabase } from './database-copy.ts';

test('copyDatabase waits while another connection locks the database', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-copy-'));
  try {
    const path = join(folder, 'shop.db');
    const writer = new DatabaseSync(path);
    // As the last connection does that closes: it writes the write-ahead log back and removes it.
    writer.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; CREATE TABLE items (id TEXT)');
    writer.exec("INSERT INTO items VALUES ('a')");
    const copying = copyDatabase({ from: path, into: join(folder, 'copy.db'), detached: false });
    await delay(500);
    writer.close();
    assert.ok((await copying).bytes > 0);
    using copy = new DatabaseSync(join(folder, 'copy.db'));
    assert.deepEqual({ ...copy.prepare('SELECT id FROM items').get() }, { id: 'a' });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
