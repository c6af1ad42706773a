// `npm run -s vitrine -- <command>`: the command line in a checkout.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureConsole, ensureInstalled, node, root } from './installed.mjs';

ensureInstalled();
if (process.argv[2] === 'serve') ensureConsole();
const child = spawn(node, [join(root, 'src', 'cli', 'main.ts'), ...process.argv.slice(2)], {
  stdio: 'inherit',
});
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 128)));
