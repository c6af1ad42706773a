// `npm start`: installs missing dependencies, builds the pages, serves. Its arguments are those of `vitrine serve`.
import { fileURLToPath } from 'node:url';

// The default data folder is in the project, whatever the working folder.
process.chdir(fileURLToPath(new URL('..', import.meta.url)));
process.argv.splice(2, 0, 'serve');
void import('./vitrine.mjs');
