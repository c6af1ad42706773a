import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { limits } from '../../ports/limits.ts';
import { ProjectDatabase } from '../log/project-database.ts';
import { migrate } from '../storage/schema.ts';
import { Writer } from '../storage/writer.ts';
import { EmbeddedAuditLog } from './audit-log.ts';

test('EmbeddedAuditLog keeps at most auditLinesMax done and auditFailuresMax failed lines: failures displace only failures', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-audit-'));
  const path = join(folder, 'vitrine.db');
  try {
    const now = 1_700_000_000_000;
    const filled = new DatabaseSync(path);
    migrate(filled, 'control');
    const { auditLinesMax: doneMax, auditFailuresMax: failedMax } = limits;
    // One more of each than is kept; the failed ones are the newest.
    filled.exec(`WITH RECURSIVE line (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM line WHERE number < ${doneMax + failedMax + 2})
      INSERT INTO audit SELECT number, ${now}, number > ${doneMax + 1}, 'user', 'ada', 'Ada', 'x', NULL, NULL, '', 'y' FROM line`);
    filled.close();
    await using writer = new Writer();
    await using database = await ProjectDatabase.open({
      name: 'control',
      path,
      writer,
      schema: 'control',
      log: null,
    });
    const log = new EmbeddedAuditLog(() => database, { now: () => now });
    const count = (failed: number): number =>
      database.reads.number('SELECT count(*) FROM audit WHERE failed = ?', failed);
    const least = (failed: number): number =>
      database.reads.number('SELECT min(number) FROM audit WHERE failed = ?', failed);
    assert.deepEqual([count(0), count(1)], [doneMax + 1, failedMax + 1]);
    const actor = { kind: 'user', id: 'ada', name: 'Ada' } as const;
    const line = {
      at: now,
      actor,
      operation: 'x',
      project: null,
      target: null,
      address: '',
      outcome: 'failed',
    };
    await log.append(line);
    // The line itself came on top of the failed ones that are kept.
    assert.deepEqual([count(0), count(1)], [doneMax, failedMax + 1]);
    assert.deepEqual([least(0), least(1)], [2, doneMax + 3]);
    // The next check is due after some hundred lines.
    await log.append({ ...line, outcome: 'done' });
    assert.equal(count(0), doneMax + 1);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
