import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { OpenSearchLogs } from '../../../src/cluster/opensearch/shared-logs.ts';
import { hashAt, hashesAt } from '../../support/chain-hashes.ts';
import { makeCertificates, pemOf, type Certificates } from '../../support/certificates.ts';
import { wholeOnly } from '../../support/matrix.ts';
import { OpenSearchCluster } from '../../support/opensearch/cluster.ts';
import { openSearchHome } from '../../support/opensearch/home.ts';
import { root, RunningService } from '../../support/service.ts';
import { TlsProxy, type ReceivedRequest, type TlsProxyOptions } from '../../support/tls-proxy.ts';

/** The connection to a cluster: TLS, credentials, allowed requests, and the messages of rejections. */

const home = await openSearchHome();
const folder = mkdtempSync(join(tmpdir(), 'vitrine-link-'));
const certificates = makeCertificates(folder);
const missing = typeof home === 'string' ? home : certificates === null ? 'OpenSSL is not installed' : false;
const options = { skip: missing };
/** `npm test` has an authority of the shop's own, and user and password. */
const whole = { ...options, ...wholeOnly };
const password = 'a horse, a battery';
const user = { name: 'vitrine', password };
/** Logs a line for each called action, by its name in roles. */
const taskLogger = 'logger.org.opensearch.tasks.TaskManager';

let nodes: OpenSearchCluster;
/** Occupies the cluster's first port. */
const squatter = createServer();
const portOf = (server: Server): number => (server.address() as AddressInfo).port;

before(async () => {
  if (typeof home === 'string' || certificates === null) return;
  await new Promise<void>((resolve) => squatter.listen(0, '127.0.0.1', resolve));
  const firstPorts = [portOf(squatter)];
  nodes = await OpenSearchCluster.start(home, { firstPorts, settings: { [taskLogger]: 'TRACE' } });
});
after(async () => {
  squatter.close();
  await nodes?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

const files = (): Certificates => certificates!;
const proxyOf = (more: Partial<TlsProxyOptions> = {}): Promise<TlsProxy> =>
  TlsProxy.start({ certificates: files(), to: nodes.urls[0]!, ...more });

function environment(url: string, more: Readonly<Record<string, string>>): Record<string, string> {
  return {
    VITRINE_ENGINE: 'opensearch',
    VITRINE_OPENSEARCH_NODES: url,
    VITRINE_OPENSEARCH_REPLICAS: '0',
    ...more,
  };
}

test('a test cluster whose port is in use starts on another one', options, () => {
  assert.notEqual(new URL(nodes.urls[0]!).port, String(portOf(squatter)));
});

/** Starts a service, with one write and one read. */
async function serves(url: string, more: Readonly<Record<string, string>>): Promise<void> {
  await using service = await RunningService.start(environment(url, more));
  const key = await service.project('shop');
  assert.equal((await service.ask('GET', '/search/shop?q=lamp', { key })).status, 200);
  assert.ok(!service.output.includes(password));
}

/** The single line of a service that cannot start. */
async function refused(url: string, more: Readonly<Record<string, string>>): Promise<string> {
  const output = await RunningService.start(environment(url, more)).then(
    async (service) => {
      await service[Symbol.asyncDispose]();
      throw new assert.AssertionError({ message: 'It started' });
    },
    (error: unknown) => (error as Error).message,
  );
  const [ended, line, ...rest] = output.split('\n');
  assert.equal(ended, 'The service ended with 1 before it was ready:', output);
  assert.deepEqual(rest, [''], output);
  assert.ok(!output.includes(password) && !output.includes(Buffer.from(password).toString('base64')));
  return line!;
}

const withTrustedAuthority = (): Record<string, string> => ({ VITRINE_OPENSEARCH_CA: files().ca });

test(
  'certificates of an authority of the shop’s own are trusted where it is named, and else not',
  options,
  async () => {
    await using proxy = await proxyOf();
    await serves(proxy.url, { ...withTrustedAuthority(), VITRINE_OPENSEARCH_PREFIX: 'tls' });
    assert.match(await refused(proxy.url, {}), /^Cannot start: .*VITRINE_OPENSEARCH_CA /);
    const renamed = proxy.url.replace('127.0.0.1', 'localhost');
    assert.match(
      await refused(renamed, withTrustedAuthority()),
      /^Cannot start: .*altnames.*VITRINE_OPENSEARCH_NODES /,
    );
  },
);

test('a client certificate is presented where it is requested', whole, async () => {
  await using proxy = await proxyOf({ wantsCertificate: true });
  const { certificate, key } = files().client;
  const shown = { VITRINE_OPENSEARCH_CERT: certificate, VITRINE_OPENSEARCH_KEY: key };
  await serves(proxy.url, { ...withTrustedAuthority(), ...shown, VITRINE_OPENSEARCH_PREFIX: 'mtls' });
  assert.deepEqual([...new Set(proxy.received.map(({ client }) => client))], ['vitrine']);
  assert.match(
    await refused(proxy.url, withTrustedAuthority()),
    /^Cannot start: .*VITRINE_OPENSEARCH_CERT and /,
  );
});

test('user and password are sent, from the environment or a file, and never printed', options, async () => {
  await using proxy = await proxyOf({ user });
  const named = { ...withTrustedAuthority(), VITRINE_OPENSEARCH_USER: user.name };
  await serves(proxy.url, {
    ...named,
    VITRINE_OPENSEARCH_PASSWORD: password,
    VITRINE_OPENSEARCH_PREFIX: 'basic',
  });
  const file = join(folder, 'password');
  writeFileSync(file, `${password}\n`);
  await serves(proxy.url, {
    ...named,
    VITRINE_OPENSEARCH_PASSWORD_FILE: file,
    VITRINE_OPENSEARCH_PREFIX: 'basic',
  });
  const error = /^Cannot start: .*401.*VITRINE_OPENSEARCH_USER and VITRINE_OPENSEARCH_PASSWORD /;
  assert.match(await refused(proxy.url, withTrustedAuthority()), error);
  assert.match(await refused(proxy.url, { ...named, VITRINE_OPENSEARCH_PASSWORD: `${password}!` }), error);
});

test('a user without the role gets a message that names it', options, async () => {
  await using proxy = await proxyOf({ refuses: 403 });
  assert.match(
    await refused(proxy.url, withTrustedAuthority()),
    /^Cannot start: .*403.*deploy\/opensearch\/roles\.yml/,
  );
});

test('requests are signed for a region of a managed service', whole, async () => {
  await using proxy = await proxyOf();
  const aws = {
    VITRINE_OPENSEARCH_AWS_REGION: 'eu-north-1',
    AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
    AWS_SECRET_ACCESS_KEY: password,
    AWS_SESSION_TOKEN: 'a-session',
  };
  await serves(proxy.url, { ...withTrustedAuthority(), ...aws, VITRINE_OPENSEARCH_PREFIX: 'aws' });
  assert.ok(proxy.received.length > 10);
  for (const { headers } of proxy.received) {
    const date = String(headers['x-amz-date']);
    assert.match(date, /^\d{8}T\d{6}Z$/);
    const scope = `AKIDEXAMPLE/${date.slice(0, 8)}/eu-north-1/es/aws4_request`;
    const signed = `^AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=.*, Signature=[0-9a-f]{64}$`;
    assert.match(String(headers.authorization), new RegExp(signed));
    assert.equal(headers['x-amz-security-token'], 'a-session');
  }
});

test('a cluster that cannot be reached ends the start within half a minute', options, async () => {
  // Accepts connections without replying, as a firewall does.
  const mute = createServer(() => undefined);
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
  const muteUrl = `http://127.0.0.1:${(mute.address() as AddressInfo).port}`;
  try {
    const urls = ['http://127.0.0.1:1', muteUrl, `${muteUrl},http://127.0.0.1:1`];
    const started = performance.now();
    const lines = await Promise.all(urls.map((url) => refused(url, {})));
    for (const line of lines) assert.match(line, /^Cannot start: .*VITRINE_OPENSEARCH_NODES /);
    assert.ok(performance.now() - started < 30_000, `it took ${performance.now() - started} ms`);
  } finally {
    mute.close();
  }
});

/** The patterns in the role's two lists. */
function role(): { cluster: string[]; index: string[]; names: string } {
  const text = readFileSync(join(root, 'deploy', 'opensearch', 'roles.yml'), 'utf8');
  const listed = (part: string): string[] =>
    [...part.matchAll(/^ +- ([a-z:/[\]*]+)$/gm)].map(([, name]) => name!);
  const [cluster = '', index = ''] = text.split('index_permissions:');
  return { cluster: listed(cluster), index: listed(index), names: /\['(.*)'\]/.exec(text)?.[1] ?? '' };
}

const matches = (pattern: string, name: string): boolean =>
  pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : pattern === name;

test('the role of deploy/opensearch allows exactly the requests of a process', options, async () => {
  await using proxy = await proxyOf();
  const none = { certificate: undefined, key: undefined };
  const address = { nodes: [proxy.url], user: null, tls: { ca: pemOf(files().ca), ...none }, aws: null };
  await using logs = await OpenSearchLogs.connect({ ...address, prefix: 'vitrine', copies: 1 });
  const log = await logs.open('whole');
  for (let number = 0; number < 5; number++)
    await log.append(number, Buffer.from(`entry ${number}`), hashesAt(number));
  for (const next of [2, 3, 4]) {
    const chunks = (async function* () {
      yield await Promise.resolve(Buffer.from(`snapshot ${next}`));
    })();
    assert.equal(await log.compact({ next, chainHash: hashAt(next), chunks }), true);
  }
  assert.equal((await log.readSnapshot())?.next, 4);
  assert.equal((await log.read(4, 10, hashAt(4))).length, 1);
  const lease = await logs.leases.acquire('work');
  await lease?.release();
  await logs.remove('whole');
  const { cluster, index, names } = role();
  assert.deepEqual(outside(proxy.received, names), []);
  const called = actionsOf(readFileSync(join(nodes.folder, 'node-1', 'logs', 'console.log'), 'utf8'));
  const allowed = [...cluster, ...index];
  assert.deepEqual(
    [...called].filter((name) => !allowed.some((pattern) => matches(pattern, name))),
    [],
  );
  const unused = allowed.filter((pattern) => ![...called].some((name) => matches(pattern, name)));
  assert.deepEqual(unused, [
    // Called where a shard is stuck.
    'cluster:admin/reroute',
    // Not a call: it is checked together with the creation of an index that has an alias.
    'indices:admin/aliases*',
    // Called where copies are missing.
    'indices:monitor/recovery',
  ]);
});

/** Paths of requests for indices that the role's pattern does not cover. */
function outside(received: readonly ReceivedRequest[], pattern: string): string[] {
  const paths = received.map(({ path }) => decodeURIComponent(path.split('?')[0]!));
  return paths.filter(
    (path) =>
      !path.startsWith('/_cluster/health') &&
      // It names its indices in its body: its actions on them are among those that were called.
      path !== '/_mget' &&
      !path
        .split('/')[1]!
        .split(',')
        .every((name) => matches(pattern, name)),
  );
}

/** Actions between nodes, which need no role. */
const ofNodes = /^internal:|^cluster:monitor\/nodes\/stats|^indices:monitor\/stats|seq_no|retention_lease/;

function actionsOf(log: string): Set<string> {
  const called = log.matchAll(/ register \d+ \[\w+\] \[([^\]]+(?:\[\w+\])*)\] /g);
  return new Set([...called].map(([, name]) => name!).filter((name) => !ofNodes.test(name)));
}
