// `npm start`: installs missing dependencies, builds the pages, serves.
import { ensurePages, ensureInstalled, root } from './installed.mjs';
import { runNode } from './run-node.mjs';

ensureInstalled();
ensurePages();
// The default data folder is in the project, whatever the working folder.
process.chdir(root);
runNode('src/main.ts', process.argv.slice(2));
