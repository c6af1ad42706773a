import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { WebhookError } from '../ports/operation/alerts.ts';
import { WebhookSender, type WebhookSenderOptions } from './webhook-sender.ts';

/** A server on 127.0.0.1 that closes with the test; returns its `host:port`. */
async function serve(t: TestContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function sender(t: TestContext, options: WebhookSenderOptions = {}): WebhookSender {
  const made = new WebhookSender(options);
  t.after(() => made[Symbol.asyncDispose]());
  return made;
}

/** The message of the failure, and whether a retry is useless. */
async function failure(sending: Promise<number>): Promise<[string, boolean]> {
  const error: unknown = await sending.then(
    (status) => assert.fail(`it was sent: ${status}`),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof WebhookError, String(error));
  return [error.message, error.isRefused];
}

void test('WebhookSender.send() posts the body with the headers, and returns the status of a host that is allowed', async (t) => {
  const seen: unknown[] = [];
  const host = await serve(t, (request, response) => {
    const { method, headers } = request;
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      seen.push([method, headers['content-type'], headers['webhook-id'], headers.cookie, body]);
      response.writeHead(Number(request.url!.slice(1)), { location: '/200' }).end('ignored');
    });
  });
  const webhooks = sender(t, { allowPrivate: [host] });
  for (const status of [200, 307, 410, 500])
    assert.equal(await webhooks.send(`http://${host}/${status}`, { 'webhook-id': 'm' }, '{}'), status);
  const expected = ['POST', 'application/json', 'm', undefined, '{}'];
  assert.deepEqual(seen, [expected, expected, expected, expected], 'no redirect is followed');
});

void test('WebhookSender.send() asks no private address, no other port and nothing without https', async (t) => {
  let asked = 0;
  const host = await serve(t, (_, response) => {
    asked++;
    response.end();
  });
  const webhooks = sender(t);
  const port = host.split(':')[1]!;
  for (const url of [
    `http://${host}/`,
    `https://${host}/`,
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://169.254.169.254/latest/',
    'https://8.8.8.8:22/',
    'http://8.8.8.8/',
    'https://user:secret@hooks.example/',
    'ftp://hooks.example/',
    'no address',
  ]) {
    assert.equal((await failure(webhooks.send(url, {}, '{}')))[1], true, url);
    assert.notEqual(webhooks.findRefusal(url), null, url);
  }
  assert.equal(webhooks.findRefusal('https://hooks.example/a?b'), null);
  // A name is checked when the connection is made.
  const inside = sender(t, { resolve: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]) });
  assert.deepEqual(await failure(inside.send('https://hooks.example/', {}, '{}')), [
    'hooks.example has no public address',
    false,
  ]);
  assert.deepEqual(await failure(inside.send(`https://hooks.example:${port}/`, {}, '{}')), [
    `Port ${port} is not allowed`,
    true,
  ]);
  assert.equal(asked, 0);
});

void test('WebhookSender.send() gives up on silent receivers, and reads no body', async (t) => {
  const timers: NodeJS.Timeout[] = [];
  t.after(() => timers.forEach((timer) => clearInterval(timer)));
  const host = await serve(t, (request, response) => {
    if (request.url === '/silent') return;
    response.write('x');
    timers.push(setInterval(() => response.write(Buffer.alloc(65_536)), 1));
  });
  const webhooks = sender(t, { allowPrivate: [host], sendMsMax: 200 });
  assert.deepEqual(await failure(webhooks.send(`http://${host}/silent`, {}, '{}')), [
    'No reply within 200 ms',
    false,
  ]);
  assert.equal(await webhooks.send(`http://${host}/endless`, {}, '{}'), 200);
  const closed = sender(t, { allowPrivate: ['127.0.0.1:9'] });
  const [message, isRefused] = await failure(closed.send('http://127.0.0.1:9/', {}, '{}'));
  assert.match(message, /could not be reached/);
  assert.equal(isRefused, false);
});
