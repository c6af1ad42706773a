import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { EncoderError } from '../../ports/text-embeddings.ts';
import { EndpointTextEncoder, type EndpointOptions } from './endpoint-text-encoder.ts';

interface Asked {
  readonly path: string | undefined;
  readonly authorization: string | undefined;
  readonly body: { model: string; input: string[]; dimensions?: number };
}

type Answer = (asked: Asked, response: ServerResponse) => void;

const key = 'sk-do-not-tell-anybody';

/** An endpoint that the test answers for, an encoder of it, and what was asked. */
async function endpoint(
  t: TestContext,
  answer: Answer,
  options: Partial<EndpointOptions> = {},
): Promise<{ encoder: EndpointTextEncoder; asked: Asked[] }> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    void bodyOf(request).then((text) => {
      const one = {
        path: request.url,
        authorization: request.headers.authorization,
        body: JSON.parse(text) as Asked['body'],
      };
      asked.push(one);
      answer(one, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const encoder = new EndpointTextEncoder({
    url: `http://127.0.0.1:${port}/v1/`,
    model: 'large',
    key,
    dimensions: null,
    queryPrefix: 'query: ',
    itemPrefix: 'passage: ',
    languages: null,
    queryMsMax: 10_000,
    ...options,
  });
  return { encoder, asked };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

const json = (response: ServerResponse, value: unknown, status = 200, headers = {}): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
};

/** Vectors of three numbers that tell the place and the length of each text, the last one first. */
const answerAll: Answer = ({ body }, response) =>
  json(response, {
    data: body.input
      .map((text, index) => ({ index, embedding: [3 * index, 4 * text.length, 0] }))
      .toReversed(),
  });

const isFault =
  (fault: EncoderError['reason'], detail = /./) =>
  (error: unknown) => {
    assert.ok(error instanceof EncoderError, String(error));
    assert.equal(error.reason, fault);
    assert.match(error.message, detail);
    assert.doesNotMatch(`${error.message} ${error.stack}`, new RegExp(key));
    return true;
  };

void test('EndpointEncoder asks in the OpenAI form, and takes vectors by their index at length 1', async (t) => {
  const { encoder, asked } = await endpoint(t, answerAll, { dimensions: 3 });
  const [first, second] = await encoder.embedItems(['oak', 'table']);
  assert.deepEqual(first, Float32Array.of(0, 1, 0));
  assert.ok(Math.abs(Math.hypot(...second!) - 1) < 1e-6);
  assert.ok(second![0]! > 0);
  await encoder.embedQuery('oak', 'a');
  assert.deepEqual(asked, [
    {
      path: '/v1/embeddings',
      authorization: `Bearer ${key}`,
      body: {
        model: 'large',
        input: ['passage: oak', 'passage: table'],
        encoding_format: 'float',
        dimensions: 3,
      },
    },
    {
      path: '/v1/embeddings',
      authorization: `Bearer ${key}`,
      body: { model: 'large', input: ['query: oak'], encoding_format: 'float', dimensions: 3 },
    },
  ]);
  assert.equal(encoder.status().ready, true);
});

void test('EndpointEncoder names a model by its endpoint, name and length', async (t) => {
  const { encoder } = await endpoint(t, answerAll);
  const { encoder: shorter } = await endpoint(t, answerAll, { dimensions: 256 });
  assert.match(encoder.model, /^large:[0-9a-f]{64}$/);
  assert.notEqual(encoder.model, shorter.model);
});

void test('EndpointEncoder is late where the endpoint is slow, and asks again the next time', async (t) => {
  let slow = true;
  const { encoder } = await endpoint(
    t,
    (asked, response) => (slow ? undefined : answerAll(asked, response)),
    {
      queryMsMax: 50,
      itemsMsMax: 10_000,
    },
  );
  await assert.rejects(encoder.embedQuery('oak', 'a'), isFault('timeout', /within 50 ms/));
  slow = false;
  assert.equal((await encoder.embedItems(['oak'])).length, 1);
});

void test('EndpointEncoder leaves an endpoint alone for as long as its retry-after says', async (t) => {
  const { encoder, asked } = await endpoint(t, (_, response) =>
    json(response, { error: `Too many requests for ${key}` }, 429, { 'retry-after': '120' }),
  );
  await assert.rejects(encoder.embedItems(['oak']), (error) => {
    isFault('unavailable', /status 429/)(error);
    assert.equal((error as EncoderError).retryAfterMs, 120_000);
    return true;
  });
  await assert.rejects(encoder.embedQuery('oak', 'a'), isFault('unavailable', /status 429/));
  assert.equal(asked.length, 1);
  assert.deepEqual(encoder.status().ready, false);
  assert.doesNotMatch(encoder.status().detail, new RegExp(key));
});

void test('EndpointEncoder is unavailable where the key is wrong, the endpoint fails or nobody listens', async (t) => {
  for (const status of [401, 403, 404, 500, 503]) {
    const { encoder } = await endpoint(t, (_, response) => json(response, {}, status));
    await assert.rejects(encoder.embedItems(['oak']), isFault('unavailable', new RegExp(`status ${status}`)));
  }
  const { encoder } = await endpoint(t, answerAll, { url: 'http://127.0.0.1:1/v1' });
  await assert.rejects(encoder.embedQuery('oak', 'a'), isFault('unavailable', /cannot be reached/));
});

void test('EndpointEncoder follows no redirect, so that no key goes elsewhere', async (t) => {
  const { encoder, asked } = await endpoint(t, (_, response) =>
    json(response, {}, 307, { location: 'http://127.0.0.1:1/' }),
  );
  await assert.rejects(encoder.embedQuery('oak', 'a'), isFault('unavailable'));
  assert.equal(asked.length, 1);
});

void test('EndpointEncoder says of texts that were refused that they are, and goes on', async (t) => {
  const { encoder } = await endpoint(t, (asked, response) =>
    asked.body.input.includes('passage: long') ? json(response, {}, 400) : answerAll(asked, response),
  );
  await assert.rejects(encoder.embedItems(['oak', 'long']), isFault('refused', /status 400/));
  assert.equal((await encoder.embedItems(['oak'])).length, 1);
});

void test('EndpointEncoder takes no vectors of another length than before, nor of the wrong number', async (t) => {
  let length = 3;
  const { encoder } = await endpoint(t, (_, response) =>
    json(response, { data: [{ index: 0, embedding: Array(length).fill(1) }] }),
  );
  await encoder.embedQuery('oak', 'a');
  await assert.rejects(encoder.embedItems(['oak', 'table']), isFault('refused', /a vector for each text/));
  length = 4;
  await assert.rejects(encoder.embedQuery('oak', 'a'), isFault('unavailable', /4 numbers instead of 3/));
});

void test('EndpointEncoder takes nothing that is no vector', async (t) => {
  const broken = [
    '{',
    '[]',
    '{"data": 1}',
    '{"data": [{"embedding": []}]}',
    '{"data": [{"embedding": [1, "x"]}]}',
  ];
  broken.push('{"data": [{"index": -1, "embedding": [1]}]}', '{"data": [{"index": 1e9, "embedding": [1]}]}');
  for (const text of broken) {
    const { encoder } = await endpoint(t, (_, response) => response.end(text));
    await assert.rejects(encoder.embedQuery('oak', 'a'), (error) => error instanceof EncoderError, text);
  }
});

void test('EndpointEncoder asks sixteen queries at once, lets others wait by turns, and tells who has too many', async (t) => {
  const open: ServerResponse[] = [];
  const { encoder, asked } = await endpoint(t, (_, response) => open.push(response));
  const embed = (text: string, client: string): Promise<unknown> => encoder.embedQuery(text, client);
  const queries = Array.from({ length: 24 }, (_, i) => embed(`a${i}`, 'a'));
  await assert.rejects(encoder.embedQuery('a24', 'a'), isFault('timeout', /this client/));
  queries.push(embed('b', 'b'));
  while (open.length < 16) await new Promise((resolve) => setTimeout(resolve, 5));
  const answerOne = (): void => json(open.shift()!, { data: [{ index: 0, embedding: [1] }] });
  answerOne();
  while (asked.length < 17) await new Promise((resolve) => setTimeout(resolve, 5));
  assert.deepEqual(asked[16]!.body.input, ['query: b']);
  const answering = setInterval(() => {
    if (open.length > 0) answerOne();
  }, 1);
  await Promise.all(queries);
  clearInterval(answering);
});
