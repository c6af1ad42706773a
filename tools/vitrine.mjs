// `npm run -s vitrine -- <command>`: the command line in a checkout.
import { ensurePages, ensureInstalled } from './installed.mjs';
import { runNode } from '../bin/run-node.mjs';

ensureInstalled();
if ((process.argv[2] ?? 'serve') === 'serve') ensurePages();
runNode('cli/main', process.argv.slice(2));
