// `npm run -s vitrine -- <command>`: the command line in a checkout.
import { ensureConsole, ensureInstalled, ensureTracker } from './installed.mjs';
import { runNode } from './run-node.mjs';

ensureInstalled();
if (process.argv[2] === 'serve') {
  ensureConsole();
  ensureTracker();
}
runNode('src/cli/main.ts', process.argv.slice(2));
