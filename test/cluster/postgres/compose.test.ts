import assert from 'node:assert/strict';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { PostgresLogs } from '../../../src/cluster/postgres/shared-logs.ts';
import { parsePostgresUrl } from '../../../src/lib/postgres-url.ts';
import { freePort } from '../../support/free-port.ts';
import { assertAgreement, LogWriter } from '../../support/log-writer.ts';
import { asUnprivileged, findPostgres } from '../../support/postgres/server.ts';
import { root } from '../../support/service.ts';
import { until } from '../../support/until.ts';
import { wholeOnly } from '../../support/matrix.ts';

/** The scripts of deploy/compose.yaml on two addresses of this machine, with a stand-in for the entry point of the image. */

const found = findPostgres();
const hasOpenSsl = spawnSync('openssl', ['version']).status === 0;
const skip = 'missing' in found ? found.missing : hasOpenSsl ? false : 'OpenSSL is not installed';
const [first, second] = ['127.0.0.2', '127.0.0.3'] as const;
const folder = mkdtempSync(join(tmpdir(), 'vitrine-compose-'));
const scripts = join(folder, 'postgres');
let port = 0;

/** As in the image: makes the database with a server that has the same settings, then serves. */
const entryPoint = `#!/bin/sh
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  initdb -U "$POSTGRES_USER" --pwfile="$POSTGRES_PASSWORD_FILE" -A scram-sha-256 --no-sync > /dev/null
  echo 'local all all trust' > "$PGDATA/pg_hba.conf"
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  "$@" -c listen_addresses= -c unix_socket_directories="$SOCKETS" &
  server=$!
  until psql -q -h "$SOCKETS" -U "$POSTGRES_USER" -d postgres -c "CREATE DATABASE $POSTGRES_DB" 2> /dev/null; do sleep .1; done
  kill -INT $server
  wait $server || true
  sh "$SCRIPTS/replication.sh"
fi
exec "$@" -c listen_addresses="$NAME" -c unix_socket_directories="$SOCKETS"
`;

before(async () => {
  if (skip !== false) return;
  chmodSync(folder, 0o755);
  cpSync(join(root, 'deploy', 'postgres'), scripts, {
    recursive: true,
    filter: (path) => !path.endsWith('secrets'),
  });
  const prepared = spawnSync('sh', [join(scripts, 'prepare.sh')]);
  assert.equal(prepared.status, 0, String(prepared.stderr));
  // As a secret in a container.
  chmodSync(join(scripts, 'secrets'), 0o755);
  writeFileSync(join(folder, 'docker-entrypoint.sh'), entryPoint, { mode: 0o755 });
  port = await freePort();
});
after(() => rmSync(folder, { recursive: true, force: true }));

/** One of the two servers. */
class ComposedServer implements AsyncDisposable {
  readonly name: string;
  output = '';
  #process: ChildProcess | null = null;

  constructor(name: string) {
    this.name = name;
  }

  start(primary: string): void {
    const [data, sockets] = ['data', 'sockets'].map((name) => join(folder, `${this.name}-${name}`)) as [
      string,
      string,
    ];
    for (const own of [data, sockets]) {
      mkdirSync(own, { recursive: true, mode: 0o700 });
      asUnprivileged.own(own);
    }
    const server = spawn('sh', [join(scripts, 'start.sh')], {
      ...asUnprivileged.user,
      cwd: data,
      env: {
        PATH: `${folder}:${'folder' in found ? found.folder : ''}:${process.env['PATH']}`,
        SCRIPTS: scripts,
        PGDATA: data,
        SOCKETS: sockets,
        PGPORT: String(port),
        NAME: this.name,
        STANDBY: this.name === first ? second : first,
        PRIMARY: primary,
        POSTGRES_USER: 'vitrine',
        POSTGRES_DB: 'vitrine',
        POSTGRES_PASSWORD_FILE: join(scripts, 'secrets', 'password'),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [server.stdout, server.stderr])
      stream.on('data', (chunk) => (this.output += String(chunk)));
    this.#process = server;
  }

  /** Resolves with the status of a server that ends by itself. */
  async ended(): Promise<number> {
    const [status] = (await once(this.#process!, 'exit')) as [number];
    this.#process = null;
    return status;
  }

  async stop(signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
    const server = this.#process;
    if (server === null || server.exitCode !== null) return;
    const ended = this.ended();
    server.kill(signal);
    await ended;
  }

  /** Removes its volume. */
  async empty(): Promise<void> {
    await this.stop('SIGQUIT');
    rmSync(join(folder, `${this.name}-data`), { recursive: true });
  }

  async query(text: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ ...(await address()), host: this.name, port });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(text)).rows;
    } finally {
      await client.end();
    }
  }

  /** The standby that its commits wait for, if it follows. */
  async standby(): Promise<unknown> {
    const [row] = await this.query(
      `SELECT application_name FROM pg_stat_replication WHERE sync_state = 'sync'`,
    );
    return row?.['application_name'];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop('SIGQUIT');
  }
}

/** What `prepare.sh` wrote for Vitrine, with the servers of this test. */
async function address() {
  const url = readFileSync(join(scripts, 'secrets', 'url'), 'utf8');
  const read = parsePostgresUrl(url.replace('db-1,db-2', `${first}:${port},${second}:${port}`));
  assert.ok(typeof read !== 'string');
  return read;
}

test(
  'deploy/compose.yaml: the standby has what was acknowledged, and a former primary does not return',
  { skip: skip === false ? wholeOnly.skip : skip },
  async () => {
    await using one = new ComposedServer(first);
    await using two = new ComposedServer(second);
    one.start(first);
    two.start(first);
    const following = async (server: ComposedServer, standby: string): Promise<void> =>
      until(
        () => `The standby does not follow: ${one.output}${two.output}`,
        async () => (await server.standby().catch(() => null)) === standby,
      );
    await following(one, second);
    const read = await address();
    const none = { ca: undefined, certificate: undefined, key: undefined };
    await using logs = await PostgresLogs.connect({
      address: () => read,
      tls: none,
      schema: 'vitrine',
      poolMax: 4,
      allowsFsyncOff: false,
      notifies: false,
    });
    const writer = new LogWriter('w', await logs.open('shop'));
    for (let i = 0; i < 5; i++) await writer.write(`before-${i}`);

    await one.stop('SIGQUIT');
    await two.query('SELECT pg_promote()');
    for (let i = 0; i < 5; i++) await writer.write(`after-${i}`);
    // It restarts with its machine, before its volume was removed.
    one.start(second);
    assert.equal(await one.ended(), 1);
    assert.match(one.output, /127\.0\.0\.2 was a primary\. If it still is: set DB_PRIMARY=127\.0\.0\.2/);
    // The promoted one must be named as well, before it starts again.
    await two.stop('SIGINT');
    two.start(first);
    assert.equal(await two.ended(), 1);

    await one.empty();
    two.start(second);
    one.start(second);
    await following(two, first);
    await writer.write('last');
    await assertAgreement([writer]);
    assert.equal(writer.read.length, 11);
  },
);
