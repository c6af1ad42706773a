// Runs Node with the parameters while a cluster of OpenSearch runs that test files share; without one where it cannot.
import { spawn } from 'node:child_process';
import { OpenSearchCluster, sharedFolder } from '../test/support/opensearch/cluster.ts';
import { openSearchHome } from '../test/support/opensearch/home.ts';

const home = await openSearchHome();
await using cluster = typeof home === 'string' ? null : await OpenSearchCluster.start(home, { nodes: 3 });
const child = spawn(process.execPath, process.argv.slice(2), {
  stdio: 'inherit',
  env: { ...process.env, ...(cluster === null ? {} : { [sharedFolder]: cluster.folder }) },
});
process.exitCode = await new Promise<number>((resolve, reject) => {
  child.once('error', reject);
  child.once('exit', (status) => resolve(status ?? 1));
});
