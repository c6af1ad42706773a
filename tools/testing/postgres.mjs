// The PostgreSQL server of a test run.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { root } from '../../bin/folders.mjs';
import { node } from '../installation/installed.mjs';

/** Starts the server that test files share, and names it in the environment. Returns what ends it; without a PostgreSQL the tests on it are skipped. */
export async function startPostgres() {
  const child = spawn(node, ['-C', 'source', 'tools/testing/shared-postgres.ts'], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, NODE_NO_WARNINGS: '1' },
  });
  const closed = once(child, 'close');
  const [port] = await Promise.race([once(child.stdout, 'data'), closed.then(() => [''])]);
  if (String(port).trim() !== '') process.env.TEST_POSTGRES_PORT = String(port).trim();
  return async () => {
    child.stdin.end();
    await closed;
  };
}
