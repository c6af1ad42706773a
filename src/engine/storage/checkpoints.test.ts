import assert from 'node:assert/strict';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Checkpoints } from './checkpoints.ts';

const idleMs = 200;
const deadlineMs = 10_000;

/** A database whose connection never checkpoints, and the rows of its file without the write-ahead log. */
async function database() {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-'));
  const path = join(folder, 'rows.db');
  const connection = new DatabaseSync(path);
  connection.exec('PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE rows (no INTEGER)');
  return {
    path,
    insert: (no: number) => connection.exec(`INSERT INTO rows VALUES (${no})`),
    rowsInFile: async (): Promise<number> => {
      const copy = join(folder, 'copy.db');
      await copyFile(path, copy);
      using rows = new DatabaseSync(copy);
      try {
        return Number(rows.prepare('SELECT count(*) AS count FROM rows').get()?.['count']);
      } catch {
        return 0; // The table is in the log.
      }
    },
    [Symbol.asyncDispose]: async () => {
      connection.close();
      await rm(folder, { recursive: true });
    },
  };
}

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const started = performance.now();
  while (!(await isTrue())) {
    assert.ok(performance.now() - started < deadlineMs, 'timeout');
    await sleep(20);
  }
}

void test('Checkpoints copies what was written before its thread exits, and again after it has exited', async () => {
  await using rows = await database();
  await using checkpoints = new Checkpoints({ idleMs, writesMin: 1 });
  assert.equal(checkpoints.isRunning, false);
  for (const [no, count] of [1, 2, 3].entries()) {
    rows.insert(no);
    checkpoints.recordWrite(rows.path);
    assert.equal(checkpoints.isRunning, true);
    // The thread checkpoints every half second: it exits before, and must checkpoint then.
    await until(() => !checkpoints.isRunning);
    await until(async () => (await rows.rowsInFile()) === count);
  }
});

void test('Checkpoints.written() keeps the thread running', async () => {
  await using rows = await database();
  await using checkpoints = new Checkpoints({ idleMs, writesMin: 1 });
  for (let no = 0; no < 20; no++) {
    rows.insert(no);
    checkpoints.recordWrite(rows.path);
    await sleep(idleMs / 4);
    assert.equal(checkpoints.isRunning, true);
  }
  await until(async () => (await rows.rowsInFile()) === 20);
});

void test('Checkpoints.close() resolves when no thread has the database open', async () => {
  await using rows = await database();
  await using checkpoints = new Checkpoints({ idleMs, writesMin: 1 });
  const close = async (): Promise<void> => {
    await checkpoints.close(rows.path);
    // Succeeds only on the last connection but the test's own, which ends its transaction.
    using other = new DatabaseSync(rows.path);
    assert.deepEqual(
      { ...other.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() },
      { busy: 0, log: 0, checkpointed: 0 },
    );
  };
  await close();
  rows.insert(1);
  checkpoints.recordWrite(rows.path);
  await close();
  rows.insert(2);
  checkpoints.recordWrite(rows.path);
  await until(() => !checkpoints.isRunning);
  await close();
});

void test('Checkpoints starts its thread after several writes, but not after as many with pauses', async () => {
  await using rows = await database();
  const write = (checkpoints: Checkpoints, no: number): void => {
    rows.insert(no);
    checkpoints.recordWrite(rows.path);
  };
  await using steady = new Checkpoints({ writesMin: 3 });
  write(steady, 1);
  write(steady, 2);
  assert.equal(steady.isRunning, false);
  await steady.close(rows.path);
  write(steady, 3);
  assert.equal(steady.isRunning, true);
  await using paused = new Checkpoints({ idleMs: 1, writesMin: 2 });
  for (const no of [4, 5, 6]) {
    write(paused, no);
    assert.equal(paused.isRunning, false);
    await sleep(50);
  }
});
