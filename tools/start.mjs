// `npm start`: installs missing dependencies, builds the pages, serves.
import { root } from '../bin/folders.mjs';
import { ensurePages, ensureInstalled } from './installed.mjs';
import { runNode } from '../bin/run-node.mjs';

ensureInstalled();
ensurePages();
// The default data folder is in the project, whatever the working folder.
process.chdir(root);
runNode('main', process.argv.slice(2));
