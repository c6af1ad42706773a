// `npm start`: installs what is missing, builds the console, serves.
import { ensureConsole, ensureInstalled, root } from './installed.mjs';
import { runNode } from './run-node.mjs';

ensureInstalled();
ensureConsole();
// The data folder is beside the sources by default, wherever this is called from.
process.chdir(root);
runNode('src/main.ts', process.argv.slice(2));
