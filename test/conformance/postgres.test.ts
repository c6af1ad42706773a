import { after, test } from 'node:test';
import { PostgresLogs } from '../../src/cluster/postgres/shared-logs.ts';
import type { SharedLogs } from '../../src/ports/cluster/shared-log.ts';
import { isWhole, representative } from '../support/matrix.ts';
import { findPostgres, PostgresServer } from '../support/postgres/server.ts';
import { testAttribution } from './attribution.ts';
import { testAuditLog } from './audit-log.ts';
import { testCatalog } from './catalog.ts';
import { testEvents } from './events.ts';
import { testProjects } from './projects.ts';
import { testSameAnswers } from './same-answers.ts';
import { openPair } from './shared-pair.ts';
import { reusing, type OpenEngine } from './shop.ts';
import { testTeam } from './team.ts';

/**
 * The contract of an engine, for two processes on PostgreSQL. The read-only suites run on logs in memory (shared.test.ts), as the kind
 * of log does not matter to them.
 */

const found = findPostgres();
const opened: PostgresLogs[] = [];

if ('missing' in found) {
  test('conformance of processes on PostgreSQL', { skip: found.missing }, () => undefined);
} else {
  const server = await PostgresServer.start(found.folder);
  after(async () => {
    for (const logs of opened) await logs[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });
  const onPostgres = (notifies: boolean): OpenEngine =>
    openPair(async (): Promise<SharedLogs> => {
      const logs = await PostgresLogs.connect(server.options(`pair_${opened.length}`, { notifies }));
      opened.push(logs);
      return logs;
    });
  const suites = representative(
    [testCatalog, testEvents],
    [testProjects, testTeam, testAuditLog, testCatalog, testEvents, testAttribution],
  );
  for (const notifies of representative([true], [true, false])) {
    const open = reusing(onPostgres(notifies));
    const name = `two processes on PostgreSQL ${notifies ? 'with hints' : 'that poll'}`;
    for (const suite of suites) suite(name, open);
  }
  // `npm test` compares them on a log in memory.
  if (isWhole)
    testSameAnswers('two processes on PostgreSQL', onPostgres(true), { searches: 500, photos: 100 });
}
