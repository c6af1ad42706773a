// `npm start`: installs what is missing, builds the console, serves.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureConsole, ensureInstalled, node, root } from './installed.mjs';

ensureInstalled();
ensureConsole();
const child = spawn(node, [join(root, 'src', 'main.ts'), ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  // With an arena of malloc for each thread, a fifth of the memory is what threads that ended have left behind.
  env: { MALLOC_ARENA_MAX: '2', ...process.env },
});
// A signal for the whole terminal reaches both; one for this process alone is passed on.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 128)));
