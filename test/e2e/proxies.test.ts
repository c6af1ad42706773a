import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { makeCertificates, type Certificates } from '../support/certificates.ts';
import { guideBlocks } from '../support/guide-blocks.ts';
import { RunningService } from '../support/service.ts';
import { until, waitMsMax } from '../support/until.ts';

/** The proxies of docs/guide/production.md, with other ports and certificates. */
const blocks = guideBlocks('docs/guide/production.md');

let service: RunningService;
let folder: string;
let certificates: Certificates | null;

before(async () => {
  service = await RunningService.start({ VITRINE_TRUST_PROXY: 'on' });
  folder = mkdtempSync(join(tmpdir(), 'vitrine-proxies-'));
  certificates = makeCertificates(folder);
});
after(async () => {
  await service[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

const isInstalled = (program: string): boolean =>
  (process.env['PATH'] ?? '').split(delimiter).some((path) => existsSync(join(path, program)));

function missing(program: string): string | false {
  const needed = ['openssl', program].find((name) => !isInstalled(name));
  return needed === undefined ? false : `${needed} is not installed`;
}

test(
  'the configuration of nginx passes requests, imports and the address of visitors',
  { skip: missing('nginx') },
  async () => {
    const port = await freePort();
    const server = configuration('nginx.conf', {
      '443 ssl': `127.0.0.1:${port} ssl`,
      '/etc/ssl/search.example.com.pem': certificates!.server.certificate,
      '/etc/ssl/search.example.com.key': certificates!.server.key,
      'http://127.0.0.1:4700': service.url,
    });
    const file = join(folder, 'nginx.conf');
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    );
    writeFileSync(
      file,
      `daemon off; pid ${folder}/pid; events {} http { access_log off; ${paths.join(' ')}\n${server}}`,
    );
    await behind('nginx', ['-c', file, '-e', 'stderr'], port);
  },
);

test(
  'the configuration of Caddy passes requests, imports and the address of visitors',
  { skip: missing('caddy') },
  async () => {
    const port = await freePort();
    const { certificate, key } = certificates!.server;
    const site = configuration('Caddyfile', {
      'search.example.com {': `https://127.0.0.1:${port} {\n\ttls ${certificate} ${key}`,
      '127.0.0.1:4700': new URL(service.url).host,
    });
    const file = join(folder, 'Caddyfile');
    writeFileSync(
      file,
      `{\n\tadmin off\n\tauto_https disable_redirects\n\tstorage file_system ${folder}\n}\n${site}`,
    );
    await behind('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], port);
  },
);

/** The block of the guide with other values. @throws AssertionError if it lacks one that is replaced */
function configuration(name: string, values: Readonly<Record<string, string>>): string {
  return Object.entries(values).reduce(
    (all, [shown, value]) => {
      assert.ok(all.includes(shown), `the guide has no ${shown}`);
      return all.replace(shown, value);
    },
    blocks.get(name) ?? '',
  );
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Starts the proxy and uses Vitrine through it. */
async function behind(program: string, args: readonly string[], port: number): Promise<void> {
  const child = spawn(program, args, { cwd: folder, env: { PATH: process.env['PATH'], HOME: folder } });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  try {
    const ask = (
      path: string,
      headers: Record<string, string> = {},
      body?: string,
    ): Promise<[number, string]> => send({ port, path, headers, body });
    await until(
      () => `${program} does not reply: ${output}`,
      () => {
        assert.equal(child.exitCode, null, output);
        return ask('/ready').then(
          ([status]) => status === 200,
          () => false,
        );
      },
    );
    const project = `${program}-shop`;
    const key = await service.project(project, ['items:write', 'search', 'settings']);
    const auth = { 'x-api-key': key };
    const lines = Array.from({ length: 8_000 }, (_, i) =>
      JSON.stringify({ id: `a${i}`, name: `Chair ${i}`, price: 10, note: 'x'.repeat(200) }),
    );
    const ndjson = { ...auth, 'content-type': 'application/x-ndjson' };
    const [status, reply] = await ask(`/api/items/import?project=${project}`, ndjson, lines.join('\n'));
    assert.equal(status, 200, reply);
    const [, found] = await ask(`/search/${project}?q=chair&limit=1`, auth);
    assert.equal((JSON.parse(found) as { total: number }).total, lines.length);
    await checkAddress(ask, project);
  } finally {
    child.kill('SIGTERM');
    await new Promise((resolve) => (child.exitCode === null ? child.once('exit', resolve) : resolve(null)));
  }
}

/** A visitor that names other addresses in `x-forwarded-for` has one limit. */
async function checkAddress(
  ask: (path: string, headers: Record<string, string>) => Promise<[number, string]>,
  project: string,
): Promise<void> {
  const headers = await service.signIn();
  await service.ask('PUT', `/api/projects/${project}/settings`, {
    headers,
    body: { rateLimits: { addressPerMinute: 1, visitorPerMinute: 0 } },
  });
  const { body } = await service.ask<{ key: string }>('POST', '/admin/keys', {
    headers,
    body: { kind: 'web', scopes: ['search'], projects: [project] },
  });
  const statuses: number[] = [];
  for (const address of ['192.0.2.1', '198.51.100.1'])
    statuses.push(
      (await ask(`/search/${project}`, { 'x-api-key': body.key, 'x-forwarded-for': address }))[0],
    );
  assert.deepEqual(statuses, [200, 429]);
}

function send({
  port,
  path,
  headers,
  body,
}: {
  port: number;
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
}): Promise<[number, string]> {
  return new Promise((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port,
      path,
      method: body === undefined ? 'GET' : 'POST',
      headers,
      ca: readFileSync(certificates!.ca),
      timeout: waitMsMax,
    };
    request(options, (reply) => {
      text(reply).then((content) => resolve([reply.statusCode ?? 0, content]), reject);
    })
      .once('error', reject)
      .end(body);
  });
}
