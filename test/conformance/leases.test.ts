import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Cluster, countCopies } from '../../src/cluster/opensearch/cluster.ts';
import { openLeaseIndex } from '../../src/cluster/opensearch/lease-index.ts';
import { VitrineError } from '../../src/ports/errors.ts';
import { FakeOpenSearch } from '../support/opensearch/fake.ts';

const clusterAt = (url: string): Cluster => {
  const tls = { ca: undefined, certificate: undefined, key: undefined };
  return new Cluster({ nodes: [url], user: null, tls, aws: null });
};

test('WatchedLeases: a holder that did not renew a lease in time loses it permanently, and can acquire a new one', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  let now = 0;
  await using fake = await FakeOpenSearch.start();
  await using cluster = clusterAt(fake.url);
  const leases = await openLeaseIndex(cluster, 'leases', countCopies(1), () => now);
  const lost = (await leases.acquire('background'))!;

  const renewal = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  fake.before = async () => {
    renewal.resolve();
    await answer.promise;
  };
  t.mock.timers.tick(5_000);
  await renewal.promise;
  now += 16_000;
  assert.equal(lost.held, false);
  answer.resolve();

  assert.equal(await leases.acquire('background'), null, 'it is watched before it is acquired');
  for (let i = 0; i < 3; i++) {
    t.mock.timers.tick(5_000);
    await leases.acquire('another');
    assert.equal(lost.held, false);
    now += 5_000;
  }
  const again = (await leases.acquire('background'))!;
  assert.equal(again.held, true);
  assert.ok(again.fence > lost.fence);
});

test('Cluster sends and repeats no request after it was closed', async () => {
  const closed = clusterAt('http://127.0.0.1:9');
  let asked = 0;
  const first = Promise.withResolvers<void>();
  const asking = closed.request((client) => {
    asked++;
    first.resolve();
    return client.info();
  });
  await first.promise;
  const refused = assert.rejects(asking, isStopping);
  await closed[Symbol.asyncDispose]();
  await refused;
  const before = asked;
  await assert.rejects(
    closed.request((client) => (asked++, client.info())),
    isStopping,
  );
  assert.equal(asked, before);
});

const isStopping = (error: unknown): boolean => error instanceof VitrineError && error.code === 'stopping';
