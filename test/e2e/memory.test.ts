import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { apiClient, type Ask } from '../support/api-client.ts';
import { closedLoop } from '../support/request-loops.ts';
import { wholeOnly } from '../support/matrix.ts';
import { readGauge } from '../support/metrics.ts';
import { item, RunningService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** Memory of a running service after single writes. */
const products = 22_000;
const warmUpdates = 2_000;
/** Each update is of a different product. */
const updates = 20_000;
const growthBytesMax = 60 * 1024 * 1024;

suite('memory of a running service', wholeOnly, () => {
  let service: RunningService;
  let ask: Ask & AsyncDisposable;
  before(async () => {
    service = await RunningService.start();
    ask = apiClient(service.url, await service.project('shop'), 16);
    const lines = Array.from({ length: products }, (_, i) => JSON.stringify(product(i, 0))).join('\n');
    await ask('POST', '/api/items/import?project=shop', lines, 'application/x-ndjson');
  });
  after(async () => {
    await ask[Symbol.asyncDispose]();
    await service[Symbol.asyncDispose]();
  });

  test(`${updates} concurrent single updates and searches do not increase external memory`, async () => {
    const outside = (): Promise<number> => readGauge(service.url, 'vitrine_nodejs_external_memory_bytes');
    let sent = 0;
    const update = async (): Promise<void> => {
      const change = ++sent;
      const { id, ...fields } = product(change - 1, change);
      await ask('PUT', `/api/items/${String(id)}?by=id`, JSON.stringify({ project: 'shop', data: fields }));
      // Replies of this size come from Node's buffer pool, two per slab.
      if (change % 2 === 0) await ask('GET', `/search/shop?q=model${change % 200}&limit=20`);
    };
    await closedLoop(warmUpdates, 16, update);
    const atFirst = await outside();
    await closedLoop(updates, 16, update);
    assert.equal(sent, warmUpdates + updates);
    // Garbage counts until it is collected; more requests trigger a collection.
    await until(`memory grew by more than ${growthBytesMax} bytes in ${updates} updates`, async () => {
      await closedLoop(400, 16, () => ask('GET', '/search/shop?q=model7&limit=20'));
      return (await outside()) - atFirst < growthBytesMax;
    });
  });
});

function product(index: number, change: number): Record<string, unknown> {
  return item(`product-${index}`, {
    name: `Oak chair model${index % 200}`,
    description: 'Solid oak with a seat of woven cane. '.repeat(12),
    price: 10 + change,
  });
}
