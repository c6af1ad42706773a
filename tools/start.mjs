// `npm start`: installs missing dependencies, builds the console, serves.
import { ensureConsole, ensureInstalled, ensureTracker, root } from './installed.mjs';
import { runNode } from './run-node.mjs';

ensureInstalled();
ensureConsole();
ensureTracker();
// The default data folder is in the project, whatever the working folder.
process.chdir(root);
runNode('src/main.ts', process.argv.slice(2));
