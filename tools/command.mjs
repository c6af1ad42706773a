// Installs missing dependencies, and runs a command of `vitrine`.
import { runNode } from '../bin/run-node.mjs';
import { ensureInstalled, ensurePages } from './installation/installed.mjs';

const parameters = process.argv.slice(2);
await ensureInstalled();
if ((parameters[0] ?? 'serve') === 'serve' && !parameters.includes('--help')) await ensurePages();
runNode('cli/main', parameters);
