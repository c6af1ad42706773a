// Lays out the OpenSearch that tests run on, once, and says in one line whether they do.
import { openSearchHome } from '../test/support/opensearch/home.ts';

const home = await openSearchHome();
process.stdout.write(
  typeof home === 'string'
    ? `The tests on a cluster (npm run test:cluster) do not run: ${home}\n`
    : `The tests on a cluster run on three nodes of ${home.folder}\n`,
);
