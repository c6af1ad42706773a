import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fastify } from 'fastify';
import { heapBytes } from '../../../test/support/heap-bytes.ts';
import { until } from '../../../test/support/until.ts';
import { detachTexts } from './url-parameters.ts';

test('detachedTexts() keeps parameters without a reference to the URL', async () => {
  await using app = fastify();
  const kept: Record<string, unknown>[] = [];
  app.get('/search/:project', (request, reply) => {
    kept.push(detachTexts(request.query as Record<string, unknown>));
    kept.push(detachTexts(request.params as Record<string, unknown>));
    void reply.send('ok');
  });
  const ask = (i: number): Promise<unknown> =>
    app.inject(
      `/search/a-long-project-name?q=oak-chair-with-arms-${i}&tag=seat-of-cane&tag=two&pad=${'x'.repeat(9_000)}`,
    );
  await ask(0);
  assert.deepEqual(kept[0]?.['tag'], ['seat-of-cane', 'two']);
  assert.equal(kept[0]['q'], 'oak-chair-with-arms-0');
  assert.deepEqual(kept[1], { project: 'a-long-project-name' });
  const before = heapBytes();
  for (let i = 1; i <= 300; i++) {
    await ask(i);
    // Keeps only the query of a request.
    const { q } = kept[2 * i]!;
    kept[2 * i] = { q };
  }
  // Replies are released some turns of the event loop later.
  await until('the requests are gone', () => (heapBytes() - before) / 300 < 3_000);
});
