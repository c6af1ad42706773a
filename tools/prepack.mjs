// `npm pack` and `npm publish` run this first: the package has the built pages and the compiled service.
import { root } from '../bin/folders.mjs';
import {
  ensureGeneratorInstalled,
  ensureInstalled,
  ensurePages,
  node,
  run,
} from './installation/installed.mjs';

await ensureInstalled();
await ensurePages();
await ensureGeneratorInstalled();
run(node, ['site/build.ts'], root);
run(node, ['--disable-warning=ExperimentalWarning', 'tools/compile.ts'], root);
