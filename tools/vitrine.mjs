// `npm run -s vitrine -- <command>`: the command line in a checkout.
import { ensurePages, ensureInstalled } from './installed.mjs';
import { runNode } from './run-node.mjs';

ensureInstalled();
if (process.argv[2] === 'serve') ensurePages();
runNode('src/cli/main.ts', process.argv.slice(2));
