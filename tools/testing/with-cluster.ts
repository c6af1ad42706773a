// Runs Node with the parameters while a cluster of OpenSearch runs that test files share; without one where it cannot.
import { spawn, type ChildProcess } from 'node:child_process';
import { OpenSearchCluster, sharedClusterVariable } from '../../test/support/opensearch/cluster.ts';
import { openSearchHome } from '../../test/support/opensearch/home.ts';

let child: ChildProcess | null = null;
// A default handler would end this process and leave the nodes. The cluster stops at the exit of this process.
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    if (child === null) process.exit(1);
    child.kill(signal);
  });

const home = await openSearchHome();
await using cluster = typeof home === 'string' ? null : await OpenSearchCluster.start(home, { nodes: 3 });
const tests = (child = spawn(process.execPath, process.argv.slice(2), {
  stdio: 'inherit',
  env: { ...process.env, ...(cluster === null ? {} : { [sharedClusterVariable]: cluster.folder }) },
}));
process.exitCode = await new Promise<number>((resolve, reject) => {
  tests.once('error', reject);
  tests.once('exit', (status) => resolve(status ?? 1));
});
