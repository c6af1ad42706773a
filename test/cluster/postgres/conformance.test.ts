import { after, test } from 'node:test';
import { PostgresLogs } from '../../../src/cluster/postgres/shared-logs.ts';
import type { SharedLogs } from '../../../src/ports/cluster/shared-log.ts';
import { representative } from '../../support/matrix.ts';
import { RunningPostgres } from '../../support/postgres/server.ts';
import { newSchema, sharedServer } from '../../support/postgres/shared-server.ts';
import { testAttribution } from '../../conformance/attribution.ts';
import { testAuditLog } from '../../conformance/audit-log.ts';
import { testCatalog } from '../../conformance/catalog.ts';
import { testEvents } from '../../conformance/events.ts';
import { testProjects } from '../../conformance/projects.ts';
import { testSameAnswers } from '../../conformance/same-answers.ts';
import { openProcesses } from '../../conformance/shared-engines.ts';
import { reusing, type OpenEngine } from '../../conformance/shop.ts';
import { testTeam } from '../../conformance/team.ts';

/**
 * The contract of an engine, for processes on PostgreSQL. The read-only suites run on logs in memory (test/conformance/shared.test.ts), as
 * the kind of log does not matter to them.
 */

const server = await sharedServer();
const opened: PostgresLogs[] = [];

if (!(server instanceof RunningPostgres)) {
  test('conformance of processes on PostgreSQL', { skip: server.missing }, () => undefined);
} else {
  after(async () => {
    for (const logs of opened) await logs[Symbol.asyncDispose]();
  });
  const openOn = (count: number, notifies = true): OpenEngine =>
    openProcesses(async (): Promise<SharedLogs> => {
      const logs = await PostgresLogs.connect(server.options(newSchema(), { notifies }));
      opened.push(logs);
      return logs;
    }, count);
  const suites = representative(
    // The histories below cover them.
    [],
    [testProjects, testTeam, testAuditLog, testCatalog, testEvents, testAttribution],
  );
  for (const notifies of representative([true], [true, false])) {
    const open = reusing(openOn(2, notifies));
    const name = `two processes on PostgreSQL ${notifies ? 'with hints' : 'that poll'}`;
    for (const suite of suites) suite(name, open);
  }
  const history = representative(
    { steps: 80, searches: 60, photos: 15 },
    { steps: 400, searches: 500, photos: 100 },
  );
  const fleets = [
    ['three', 3],
    ['two', 2],
  ] as const;
  for (const [name, count] of fleets.slice(0, representative(1, 2)))
    testSameAnswers(`${name} processes on PostgreSQL`, openOn(count), history);
}
