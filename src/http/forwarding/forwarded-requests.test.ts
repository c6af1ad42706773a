import assert from 'node:assert/strict';
import { Agent, request as sendRequest } from 'node:http';
import { test } from 'node:test';
import { fastify, type FastifyRequest } from 'fastify';
import { identifyClient } from '../access/client.ts';
import { exchange, ForwardingServers, type Handle } from './forwarding.fixture.ts';

/** The reply of a request to a port or Unix socket. */
function get(
  to: { port: number; localAddress: string; agent: Agent } | { socketPath: string },
  headers: Record<string, string> = {},
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const sent = sendRequest({ host: '127.0.0.1', ...to, headers }, (reply) => {
      let body = '';
      reply.setEncoding('utf8').on('data', (data: string) => (body += data));
      reply.once('end', () => resolve({ status: reply.statusCode ?? 0, body }));
    });
    sent.once('error', reject).end();
  });
}

test('createForwardedServer() shows handlers the address and connection of each client, on shared internal connections', async () => {
  const clientCount = 6;
  let inProgress = 0;
  const peerOf: Handle = (request, response) => {
    const { remoteAddress: address, remotePort: port } = request.socket;
    const asked = { key: null, request: { raw: request, headers: {}, ip: '' } as unknown as FastifyRequest };
    const { connection } = identifyClient(asked);
    const inHeaders = Object.keys(request.headers).filter((name) => name.startsWith('x-vitrine'));
    inProgress++;
    // Concurrently, but with fewer internal connections than clients.
    setImmediate(() => response.end(JSON.stringify({ address, port, connection, inHeaders })));
  };
  await using servers = await ForwardingServers.start(peerOf);
  let internalConnections = 0;
  servers.internal.on('connection', () => internalConnections++);
  const agents = Array.from({ length: clientCount }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  const ids: Set<string>[] = agents.map(() => new Set());
  const ask = async (no: number): Promise<void> => {
    const localAddress = `127.0.0.${2 + no}`;
    const agent = agents[no]!;
    const spoofed = { 'x-vitrine-peer': '192.0.2.9 80 1' };
    const { body } = await get({ port: servers.port, localAddress, agent }, spoofed);
    const peer = JSON.parse(body) as {
      address: string;
      port: number;
      connection: string;
      inHeaders: string[];
    };
    const local = servers.clients.find((socket) => socket.remoteAddress === localAddress);
    assert.deepEqual([peer.address, peer.port, peer.inHeaders], [localAddress, local?.remotePort, []]);
    ids[no]!.add(peer.connection);
  };
  for (let round = 0; round < 5; round++) for (const no of agents.keys()) await ask(no);
  assert.equal(internalConnections, 1);
  for (let round = 0; round < 5; round++) await Promise.all([...agents.keys()].map(ask));
  assert.ok(internalConnections <= clientCount);
  assert.equal(inProgress, 10 * clientCount);
  // One id per connection.
  assert.deepEqual(
    ids.map((own) => own.size),
    agents.map(() => 1),
  );
  assert.equal(new Set(ids.flatMap((own) => [...own])).size, clientCount);
  for (const agent of agents) agent.destroy();
});

test('createForwardedServer() leaves trusted proxies their meaning', async () => {
  const forwardedFor =
    'GET / HTTP/1.1\r\nhost: a\r\nx-forwarded-for: 192.0.2.1, 192.0.2.2\r\nconnection: close\r\n\r\n';
  for (const [trustProxy, address] of [
    [false, '127.0.0.1'],
    // As `buildServer()` passes one trusted proxy.
    [(_address: string, hop: number) => hop < 1, '192.0.2.2'],
    ['127.0.0.1', '192.0.2.2'],
    ['192.0.2.9', '127.0.0.1'],
  ] as const) {
    await using app = fastify({ trustProxy });
    app.get('/', ({ ip, port, protocol }, reply) => reply.send({ ip, port, protocol }));
    await app.ready();
    await using servers = await ForwardingServers.start((request, response) =>
      app.routing(request, response),
    );
    const [direct, forwarded] = [
      await exchange(servers.directPort, forwardedFor),
      await exchange(servers.port, forwardedFor),
    ];
    assert.match(forwarded, new RegExp(`"ip":"${address}"`));
    assert.equal(forwarded.slice(forwarded.indexOf('{')), direct.slice(direct.indexOf('{')));
  }
});

test('createForwardedServer() refuses requests that no serving thread forwarded', async () => {
  let handled = 0;
  await using servers = await ForwardingServers.start((_request, response) => {
    handled++;
    response.end();
  });
  const { socketPath } = servers;
  assert.equal((await get({ socketPath })).status, 400);
  assert.equal((await get({ socketPath }, { 'x-vitrine-peer': 'nothing' })).status, 400);
  assert.equal(handled, 0);
  assert.equal((await get({ socketPath }, { 'x-vitrine-peer': '192.0.2.1 5 1-1' })).status, 200);
});
