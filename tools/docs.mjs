// `npm run docs`: installs the generator of the guides, builds them into site/dist. The service serves them at /docs.
import { ensureGeneratorInstalled, ensureInstalled, node, root, run } from './installed.mjs';

ensureInstalled();
ensureGeneratorInstalled();
run(node, ['site/build.ts'], root);
