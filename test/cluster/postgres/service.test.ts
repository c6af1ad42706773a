import assert from 'node:assert/strict';
import { test } from 'node:test';
import { metric } from '../../support/placed-fleet.ts';
import { testedPostgres } from '../../support/postgres/database.ts';
import { item } from '../../support/service.ts';
import { testService } from '../service.ts';
import { until } from '../../support/until.ts';

const tested = testedPostgres();

testService(tested, ({ database, fleet }) => {
  test(
    'a role that loses its rights is reported by /ready and by the metric of the alert',
    { skip: tested.skip },
    async () => {
      const [service] = fleet().services;
      const write = async (): Promise<number> =>
        (
          await fleet().ask(service!, 'PUT', '/api/items/right?by=id', {
            project: 'shop',
            data: item('right'),
          })
        ).status;
      await fleet().ask(service!, 'POST', '/api/items', { project: 'shop', data: item('right') });
      await database().rejectWrites(true);
      assert.equal(await write(), 503);
      assert.equal(await metric(service!, 'cluster_accepts_writes'), 0);
      assert.equal(await metric(service!, 'cluster_reachable'), 1);
      const { body } = await fleet().ask<{ parts: { writes: { ready: boolean; detail: string } } }>(
        service!,
        'GET',
        '/ready',
      );
      assert.deepEqual(body.parts.writes, {
        ready: false,
        detail: 'The database lacks tables, or rights of the role',
      });
      await database().rejectWrites(false);
      assert.equal(await write(), 200);
      // A write of the background may have failed last: the next check tells that writes succeed.
      await until(
        'The metric does not tell that writes succeed again',
        async () => (await metric(service!, 'cluster_accepts_writes')) === 1,
      );
    },
  );
});
