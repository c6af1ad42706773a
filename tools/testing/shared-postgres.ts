// Runs the PostgreSQL server that test files share. Prints its port, or nothing if there is no PostgreSQL, and ends with its standard input, and so with the run.
import { once } from 'node:events';
import { startSharedServer } from '../../test/support/postgres/shared-server.ts';

// The process that reads the port ends this one.
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);

const server = await startSharedServer();
if (!('missing' in server)) {
  await using _ = server;
  process.stdout.write(`${server.port}\n`);
  await once(process.stdin.resume(), 'end');
}
