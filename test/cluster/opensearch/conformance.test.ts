import { after, test } from 'node:test';
import { OpenSearchLogs } from '../../../src/cluster/opensearch/shared-logs.ts';
import type { SharedLogs } from '../../../src/ports/cluster/shared-log.ts';
import { testAttribution } from '../../conformance/attribution.ts';
import { testAuditLog } from '../../conformance/audit-log.ts';
import { testCatalog } from '../../conformance/catalog.ts';
import { testEvents } from '../../conformance/events.ts';
import { testProjects } from '../../conformance/projects.ts';
import { testTeam } from '../../conformance/team.ts';
import { testSameAnswers } from '../../conformance/same-answers.ts';
import { openProcesses } from '../../conformance/shared-engines.ts';
import { reusing, type OpenEngine } from '../../conformance/shop.ts';
import { isWhole, representative } from '../../support/matrix.ts';
import { OpenSearchCluster } from '../../support/opensearch/cluster.ts';
import { openSearchHome } from '../../support/opensearch/home.ts';

/**
 * The contract of an engine, for two processes on a real cluster. The read-only suites run on logs in memory
 * (test/conformance/shared.test.ts), as the kind of log does not matter to them.
 */

const home = await openSearchHome();
const opened: OpenSearchLogs[] = [];

if (typeof home === 'string') {
  test('conformance of processes on a cluster', { skip: home }, () => undefined);
} else {
  const nodes = await OpenSearchCluster.shared(home);
  after(async () => {
    for (const logs of opened) await logs[Symbol.asyncDispose]();
    await nodes[Symbol.asyncDispose]();
  });
  const none = { ca: undefined, certificate: undefined, key: undefined };
  const address = { nodes: nodes.urls, user: null, tls: none, aws: null, copies: 3 };
  const onCluster = (): OpenEngine =>
    openProcesses(async (): Promise<SharedLogs> => {
      const logs = await OpenSearchLogs.connect({ ...address, prefix: `c${opened.length}` });
      opened.push(logs);
      return logs;
    });
  const open = reusing(onCluster());
  const written = representative(
    [testCatalog],
    [testProjects, testTeam, testAuditLog, testCatalog, testEvents, testAttribution],
  );
  for (const suite of written) suite('two processes on a cluster', open);
  // `npm test` compares them on a log in memory.
  if (isWhole) testSameAnswers('two processes on a cluster', onCluster(), { searches: 500, photos: 100 });
}
