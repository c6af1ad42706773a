// `npm run docs`: installs the generator of the guides, builds them into site/dist. The service serves them at /docs.
import { root } from '../bin/folders.mjs';
import { ensureGeneratorInstalled, ensureInstalled, node, run } from './installation/installed.mjs';

await ensureInstalled();
await ensureGeneratorInstalled();
run(node, ['site/build.ts'], root);
