// Prepares the OpenSearch of the tests once, and reports in one line whether they run.
import { archiveClasses } from '../../test/support/opensearch/cluster.ts';
import { openSearchHome } from '../../test/support/opensearch/home.ts';

const home = await openSearchHome();
// The archive only makes starts faster: nodes also start without it.
if (typeof home !== 'string') await archiveClasses(home).catch(() => undefined);
process.stdout.write(
  typeof home === 'string'
    ? `The tests on a cluster (npm run test:cluster) do not run: ${home}\n`
    : `The tests on a cluster run on three nodes of ${home.folder}\n`,
);
