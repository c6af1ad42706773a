// `npm run -s vitrine -- <command>`: the command line in a checkout.
import { ensureConsole, ensureInstalled } from './installed.mjs';
import { runNode } from './run-node.mjs';

ensureInstalled();
if (process.argv[2] === 'serve') ensureConsole();
runNode('src/cli/main.ts', process.argv.slice(2));
