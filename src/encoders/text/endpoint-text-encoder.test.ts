import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { EncoderError } from '../../ports/search/text-embeddings.ts';
import { EndpointTextEncoder, type EndpointOptions } from './endpoint-text-encoder.ts';

interface ReceivedRequest {
  readonly path: string | undefined;
  readonly authorization: string | undefined;
  readonly body: { model: string; input: string[]; dimensions?: number };
}

type Responder = (received: ReceivedRequest, response: ServerResponse) => void;

const key = 'sk-do-not-tell-anybody';

/** An endpoint whose replies the test sets, an encoder for it, and the received requests. */
async function endpoint(
  t: TestContext,
  respond: Responder,
  options: Partial<EndpointOptions> = {},
): Promise<{ encoder: EndpointTextEncoder; received: ReceivedRequest[] }> {
  const received: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    void bodyOf(request).then((text) => {
      const one = {
        path: request.url,
        authorization: request.headers.authorization,
        body: JSON.parse(text) as ReceivedRequest['body'],
      };
      received.push(one);
      respond(one, response);
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
  return { encoder, received };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

const json = (response: ServerResponse, value: unknown, status = 200, headers = {}): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
};

/** Vectors of three numbers that contain the index and the length of each text, the last one first. */
const respondAll: Responder = ({ body }, response) =>
  json(response, {
    data: body.input
      .map((text, index) => ({ index, embedding: [3 * index, 4 * text.length, 0] }))
      .toReversed(),
  });

const isError =
  (fault: EncoderError['reason'], detail = /./) =>
  (error: unknown) => {
    assert.ok(error instanceof EncoderError, String(error));
    assert.equal(error.reason, fault);
    assert.match(error.message, detail);
    assert.doesNotMatch(`${error.message} ${error.stack}`, new RegExp(key));
    return true;
  };

void test('EndpointTextEncoder sends OpenAI requests, and normalises vectors in the order of their index', async (t) => {
  const { encoder, received } = await endpoint(t, respondAll, { dimensions: 3 });
  const [first, second] = await encoder.embedItems(['oak', 'table']);
  assert.deepEqual(first, Float32Array.of(0, 1, 0));
  assert.ok(Math.abs(Math.hypot(...second!) - 1) < 1e-6);
  assert.ok(second![0]! > 0);
  await encoder.embedQuery('oak', 'a');
  assert.deepEqual(received, [
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

void test('EndpointTextEncoder identifies a model by its endpoint, name and dimensions', async (t) => {
  const { encoder } = await endpoint(t, respondAll);
  const { encoder: shorter } = await endpoint(t, respondAll, { dimensions: 256 });
  assert.match(encoder.model, /^large:[0-9a-f]{64}$/);
  assert.notEqual(encoder.model, shorter.model);
});

void test('EndpointTextEncoder times out where the endpoint is slow, and retries the next time', async (t) => {
  let slow = true;
  const { encoder } = await endpoint(
    t,
    (received, response) => (slow ? undefined : respondAll(received, response)),
    {
      queryMsMax: 50,
      itemsMsMax: 10_000,
    },
  );
  await assert.rejects(encoder.embedQuery('oak', 'a'), isError('timeout', /within 50 ms/));
  slow = false;
  assert.equal((await encoder.embedItems(['oak'])).length, 1);
});

void test("EndpointTextEncoder sends no requests until the endpoint's retry-after", async (t) => {
  const { encoder, received } = await endpoint(t, (_, response) =>
    json(response, { error: `Too many requests for ${key}` }, 429, { 'retry-after': '120' }),
  );
  await assert.rejects(encoder.embedItems(['oak']), (error) => {
    isError('unavailable', /status 429/)(error);
    assert.equal((error as EncoderError).retryAfterMs, 120_000);
    return true;
  });
  await assert.rejects(encoder.embedQuery('oak', 'a'), isError('unavailable', /status 429/));
  assert.equal(received.length, 1);
  assert.deepEqual(encoder.status().ready, false);
  assert.doesNotMatch(encoder.status().detail, new RegExp(key));
});

void test('EndpointTextEncoder is unavailable where the key is wrong, or the endpoint fails or is unreachable', async (t) => {
  for (const status of [401, 403, 404, 500, 503]) {
    const { encoder } = await endpoint(t, (_, response) => json(response, {}, status));
    await assert.rejects(encoder.embedItems(['oak']), isError('unavailable', new RegExp(`status ${status}`)));
  }
  const { encoder } = await endpoint(t, respondAll, { url: 'http://127.0.0.1:1/v1' });
  await assert.rejects(encoder.embedQuery('oak', 'a'), isError('unavailable', /cannot be reached/));
});

void test('EndpointTextEncoder follows no redirect, so that the key is not sent elsewhere', async (t) => {
  const { encoder, received } = await endpoint(t, (_, response) =>
    json(response, {}, 307, { location: 'http://127.0.0.1:1/' }),
  );
  await assert.rejects(encoder.embedQuery('oak', 'a'), isError('unavailable'));
  assert.equal(received.length, 1);
});

void test('EndpointTextEncoder reports refused texts, and continues', async (t) => {
  const { encoder } = await endpoint(t, (received, response) =>
    received.body.input.includes('passage: long') ? json(response, {}, 400) : respondAll(received, response),
  );
  await assert.rejects(encoder.embedItems(['oak', 'long']), isError('refused', /status 400/));
  assert.equal((await encoder.embedItems(['oak'])).length, 1);
});

void test('EndpointTextEncoder rejects vectors of another length, and a wrong number of vectors', async (t) => {
  let length = 3;
  const { encoder } = await endpoint(t, (_, response) =>
    json(response, { data: [{ index: 0, embedding: Array(length).fill(1) }] }),
  );
  await encoder.embedQuery('oak', 'a');
  await assert.rejects(encoder.embedItems(['oak', 'table']), isError('refused', /a vector for each text/));
  length = 4;
  await assert.rejects(encoder.embedQuery('oak', 'a'), isError('unavailable', /4 numbers instead of 3/));
});

void test('EndpointTextEncoder rejects invalid vectors', async (t) => {
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

void test('EndpointTextEncoder sends sixteen concurrent queries, schedules others fairly, and rejects clients with too many', async (t) => {
  const open: ServerResponse[] = [];
  const { encoder, received } = await endpoint(t, (_, response) => open.push(response));
  const embed = (text: string, client: string): Promise<unknown> => encoder.embedQuery(text, client);
  const queries = Array.from({ length: 24 }, (_, i) => embed(`a${i}`, 'a'));
  await assert.rejects(encoder.embedQuery('a24', 'a'), isError('timeout', /this client/));
  queries.push(embed('b', 'b'));
  while (open.length < 16) await new Promise((resolve) => setTimeout(resolve, 5));
  const respondOne = (): void => json(open.shift()!, { data: [{ index: 0, embedding: [1] }] });
  respondOne();
  while (received.length < 17) await new Promise((resolve) => setTimeout(resolve, 5));
  assert.deepEqual(received[16]!.body.input, ['query: b']);
  const answering = setInterval(() => {
    if (open.length > 0) respondOne();
  }, 1);
  await Promise.all(queries);
  clearInterval(answering);
});
