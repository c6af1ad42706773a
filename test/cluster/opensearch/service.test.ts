import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { wholeOnly } from '../../support/matrix.ts';
import { testedOpenSearch } from '../../support/opensearch/database.ts';
import { testService } from '../service.ts';

const tested = await testedOpenSearch();
// `npm test` has the loss of two nodes and of processes instead.
const whole = { skip: tested.skip, ...wholeOnly };

testService(tested, ({ database, during, watchReadiness }) => {
  test('restarting nodes one after the other loses no request', whole, async (t) => {
    using _ = watchReadiness();
    const { nodes } = database();
    const report = await during('rolled nodes', async () => {
      for (const node of nodes.nodes) {
        await node.stop('SIGTERM');
        node.start();
        await nodes.recover();
      }
    });
    t.diagnostic(
      `refused: ${JSON.stringify([...report.errors])}, longest wait ${Math.round(report.longestMs)} ms`,
    );
    // While the nodes elect another manager, requests may have to be repeated, as a load balancer does.
    assert.deepEqual(
      [...report.errors.keys()].filter((status) => status !== 503),
      [],
      'none is broken off',
    );
    assert.ok(report.longestMs < 30_000, `${report.longestMs} ms`);
  });

  test('a node killed under traffic interrupts the service only briefly', whole, async () => {
    const victim = database().nodes.nodes[0]!;
    await during('node', async () => {
      await sleep(1_000);
      await victim.stop('SIGKILL');
      await sleep(6_000);
      victim.start();
      await sleep(2_000);
    });
  });
});
