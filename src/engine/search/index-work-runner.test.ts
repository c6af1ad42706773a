import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test, type TestContext } from 'node:test';
import { defaultTextSettings as settings } from '../../kernel/text/schema/settings.ts';
import { IndexBuilder } from './index-builder.ts';
import { IndexWorkRunner } from './index-work-runner.ts';

/** A database with items of this number, each with a description of this length. */
async function createDatabase(t: TestContext, count: number, length: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-'));
  t.after(() => rm(folder, { recursive: true }));
  const path = join(folder, 'items.db');
  using database = new DatabaseSync(path);
  database.exec('CREATE TABLE items (no INTEGER PRIMARY KEY, created_at INTEGER, json BLOB, active INTEGER)');
  const insert = database.prepare('INSERT INTO items VALUES (?, 0, ?, 1)');
  for (let no = 0; no < count; no++)
    insert.run(no, Buffer.from(JSON.stringify({ id: `i${no}`, name: 'x'.repeat(length) })));
  return path;
}

void test('IndexWorkRunner.isSmall() is true up to 64 items of 64 kB together', async (t) => {
  const cases = [
    [0, 0, true],
    [64, 10, true],
    [65, 10, false],
    [2, 30_000, true],
    [3, 30_000, false],
  ] as const;
  for (const [count, length, expected] of cases) {
    const path = await createDatabase(t, count, length);
    const runner = new IndexWorkRunner();
    const keys = Uint32Array.from({ length: count }, (_, no) => no);
    assert.equal(runner.isSmall({ kind: 'scan', path, after: -1, count: 1_000, settings }), expected);
    assert.equal(runner.isSmall({ kind: 'items', path, keys, settings }), expected);
    runner.release();
  }
});

void test('IndexBuilder builds the same segments without a thread and in one', async (t) => {
  const path = await createDatabase(t, 20, 10);
  const large = await createDatabase(t, 100, 10);
  await using builder = new IndexBuilder((error) => assert.fail(String(error)));
  const work = { kind: 'items', path, keys: Uint32Array.of(3, 5, 8), settings } as const;
  const small = await builder.request(work);
  // This starts the thread, which then does small work, too.
  await builder.request({ ...work, path: large, keys: Uint32Array.from({ length: 100 }, (_, no) => no) });
  const inThread = await builder.request(work);
  assert.ok(small.buffer !== null && inThread.buffer !== null);
  assert.deepEqual(Buffer.from(small.buffer), Buffer.from(inThread.buffer));
  const scanned = await builder.request({ kind: 'scan', path, after: -1, count: 1_000, settings });
  assert.equal(scanned.last, -1);
  assert.ok(scanned.buffer !== null);
});

void test('IndexBuilder reports why small work failed', async () => {
  await using builder = new IndexBuilder((error) => assert.fail(String(error)));
  const work = { kind: 'scan', path: '/nowhere/items.db', after: -1, count: 1_000, settings } as const;
  await assert.rejects(builder.request(work), /^Error: Cannot build a text segment: unable to open database/);
});
