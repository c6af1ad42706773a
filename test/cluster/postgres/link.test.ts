import assert from 'node:assert/strict';
import { appendFileSync, chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { makeCertificates, type Certificates } from '../../support/certificates.ts';
import { withFolder } from '../../support/command-line.ts';
import { runToEnd } from '../../support/failed-start.ts';
import { LocalService } from '../../support/local-service.ts';
import { representative, wholeOnly } from '../../support/matrix.ts';
import { asUnprivileged, findPostgres, PostgresServer } from '../../support/postgres/server.ts';
import { testEnvironment } from '../../support/service.ts';
import { until } from '../../support/until.ts';

/** The connection to a server that requires TLS and a password, and the messages of processes that it rejects. */

const found = findPostgres();
const folder = mkdtempSync(join(tmpdir(), 'vitrine-link-'));
const certificates = makeCertificates(folder);
const skip = 'missing' in found ? found.missing : certificates === null ? 'OpenSSL is not installed' : false;
const password = 'a horse, a battery';
let server: PostgresServer;

before(async () => {
  if (skip !== false || 'missing' in found) return;
  const { certificate, key } = certificates!.server;
  // The server runs as another user, and reads no key that others can.
  chmodSync(folder, 0o755);
  asUnprivileged.own(key);
  chmodSync(key, 0o600);
  server = await PostgresServer.start(found.folder, [
    'ssl=on',
    `ssl_cert_file=${certificate}`,
    `ssl_key_file=${key}`,
  ]);
  const rules = join(server.folder, 'data', 'pg_hba.conf');
  const others = readFileSync(rules, 'utf8');
  writeFileSync(rules, 'hostssl all vitrine all scram-sha-256\nhostnossl all vitrine all reject\n');
  appendFileSync(rules, others);
  await server.query(
    'SELECT pg_reload_conf()',
    `CREATE ROLE vitrine LOGIN PASSWORD '${password}'`,
    'GRANT CREATE ON DATABASE postgres TO vitrine',
  );
});
after(async () => {
  await server?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

const files = (): Certificates => certificates!;

function urlWith({
  secret = password,
  host = '127.0.0.1',
  port = server.port,
  sslMode = 'verify-full',
} = {}) {
  return `postgres://vitrine:${encodeURIComponent(secret)}@${host}:${port}/postgres?sslmode=${sslMode}`;
}

/** The single line of a process that cannot start. */
async function refused(url: string, more: Readonly<Record<string, string>> = {}): Promise<string> {
  return await withFolder(async (data) => {
    const environment = testEnvironment(data, {
      VITRINE_ENGINE: 'postgres',
      VITRINE_POSTGRES_URL: url,
      ...more,
    });
    const { status, lines } = await runToEnd(process.execPath, ['src/main.ts'], { environment });
    assert.equal(status, 1);
    assert.equal(lines.length, 1, lines.join('\n'));
    assert.ok(!lines[0]!.includes('battery'));
    return lines[0]!;
  });
}

test(
  'a process that the database rejects prints the variable to check, and no password',
  { skip: skip === false ? wholeOnly.skip : skip },
  async () => {
    const trusted = { VITRINE_POSTGRES_CA: files().ca };
    const rejected: readonly (readonly [url: string, more: Record<string, string>, line: RegExp])[] = [
      [urlWith(), {}, /VITRINE_POSTGRES_CA must name a file/],
      [
        urlWith({ secret: `${password}!` }),
        trusted,
        /VITRINE_POSTGRES_URL must have the user and the password/,
      ],
      [
        urlWith({ host: 'localhost' }),
        trusted,
        /VITRINE_POSTGRES_URL must name hosts as their certificates do/,
      ],
      [urlWith({ port: 1 }), trusted, /VITRINE_POSTGRES_URL must name hosts that run PostgreSQL/],
      [urlWith({ sslMode: 'disable' }), {}, /VITRINE_POSTGRES_/],
    ];
    for (const [url, more, line] of representative(rejected.slice(0, 2), rejected)) {
      const printed = await refused(url, more);
      assert.match(printed, /^Cannot start: /);
      assert.match(printed, line);
    }
  },
);

test('a process follows a password that changes in the file of its URL', { skip }, async () => {
  const file = join(folder, 'url');
  writeFileSync(file, `${urlWith()}\n`);
  await using service = await LocalService.start({
    VITRINE_ENGINE: 'postgres',
    VITRINE_POSTGRES_URL_FILE: file,
    VITRINE_POSTGRES_CA: files().ca,
  });
  const key = await service.project('shop');
  const search = async (): Promise<number> =>
    (await service.ask('GET', '/search/shop?q=lamp', { key })).status;
  assert.equal(await search(), 200);
  const [row] = await server.query(
    `SELECT count(*) AS count FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE usename = 'vitrine' AND NOT ssl`,
  );
  assert.equal(Number(row?.['count']), 0, 'all connections are encrypted');
  const next = 'another battery';
  await server.query(
    `ALTER ROLE vitrine PASSWORD '${next}'`,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'vitrine'`,
  );
  await until('The password is not refused', async () => (await search()) === 503);
  writeFileSync(file, `${urlWith({ secret: next })}\n`);
  await until('The new password is not read', async () => (await search()) === 200);
});
