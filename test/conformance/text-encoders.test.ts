import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { join } from 'node:path';
import { EndpointTextEncoder } from '../../src/encoders/text/endpoint-text-encoder.ts';
import { ProcessTextEncoder } from '../../src/encoders/text/process-text-encoder.ts';
import { EncoderError, itemTextsMax, type TextEncoder } from '../../src/ports/search/text-embeddings.ts';
import { FakeEncoder, vectorOf } from './fake-encoder.ts';

interface Made extends AsyncDisposable {
  readonly encoder: TextEncoder;
}

/** The contract of a text encoder in `ports/search/text-embeddings.ts`, for every implementation. */
function testTextEncoder(name: string, make: () => Promise<Made>): void {
  test(`${name} is ready, and names its model by name and hash`, async () => {
    await using made = await make();
    assert.equal(made.encoder.status().ready, true);
    assert.match(made.encoder.model, /^.+:.+$/);
  });

  test(`${name} returns vectors of length 1, all with the same dimensions`, async () => {
    await using made = await make();
    const query = await made.encoder.embedQuery('oak table', 'a');
    const items = await made.encoder.embedItems(['oak table', 'x', 'テーブル', 'a '.repeat(600)]);
    assert.equal(items.length, 4);
    for (const vector of [query, ...items]) {
      assert.equal(vector.length, query.length);
      assert.ok(Math.abs(Math.hypot(...vector) - 1) < 1e-3);
    }
  });

  test(`${name} returns the same vector for the same text, in the order of the texts`, async () => {
    await using made = await make();
    const texts = Array.from({ length: itemTextsMax }, (_, i) => (i % 2 === 0 ? 'oak table' : 'garden hose'));
    const items = await made.encoder.embedItems(texts);
    const near = (a: number, b: number): number =>
      items[a]!.reduce((sum, value, i) => sum + value * items[b]![i]!, 0);
    for (let i = 2; i < texts.length; i++) assert.ok(near(i, i % 2) > 0.98);
    assert.ok(near(0, 1) < 0.95);
    assert.deepEqual(await made.encoder.embedItems([]), []);
  });

  test(`${name} answers many concurrent requests, or reports them as late`, async () => {
    await using made = await make();
    const answers = await Promise.allSettled(
      Array.from({ length: 40 }, (_, i) => made.encoder.embedQuery(`query ${i}`, 'a')),
    );
    for (const answer of answers)
      if (answer.status === 'rejected')
        assert.ok(
          answer.reason instanceof EncoderError && answer.reason.reason === 'timeout',
          String(answer.reason),
        );
    assert.ok(answers.some(({ status }) => status === 'fulfilled'));
  });
}

testTextEncoder('the vendored TextEncoder', async () => {
  const { promise: settled, resolve } = Promise.withResolvers<unknown>();
  const encoder = new ProcessTextEncoder({
    role: 'english',
    name: 'english',
    source: { kind: 'vendored', modelsDir: join(import.meta.dirname, '..', '..', 'models') },
    model: '',
    languages: ['en'],
    queryMsMax: 60_000,
    onSettled: resolve,
  });
  encoder.start();
  await settled;
  return { encoder, [Symbol.asyncDispose]: () => encoder.close() };
});

testTextEncoder('the TextEncoder of an endpoint', async () => {
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => (text += part.toString('utf8')));
    request.on('end', () => {
      const { input } = JSON.parse(text) as { input: string[] };
      const data = input.map((one, index) => ({ index, embedding: [...vectorOf(one)] }));
      response.end(JSON.stringify({ data }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const encoder = new EndpointTextEncoder({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    model: 'fake',
    key: null,
    dimensions: null,
    queryPrefix: '',
    itemPrefix: '',
    languages: null,
    queryMsMax: 60_000,
  });
  return {
    encoder,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
});

testTextEncoder('the TextEncoder of the tests', async () => ({
  encoder: new FakeEncoder(),
  [Symbol.asyncDispose]: async () => undefined,
}));
