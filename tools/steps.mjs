// Runs the steps of a check one after another and says at the end how each went.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { compileCache, node, root, say } from './installed.mjs';

/** @param {readonly (readonly [name: string, parameters: readonly string[]])[]} steps for Node 24, run in the root */
export function runSteps(steps) {
  const results = [];
  for (const [name, parameters] of steps) {
    say(`\n== ${name}`);
    const started = Date.now();
    const { status } = spawnSync(node, parameters, {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`,
        NODE_NO_WARNINGS: '1',
        NODE_COMPILE_CACHE: compileCache,
      },
    });
    results.push({ name, status: status ?? 1, seconds: (Date.now() - started) / 1000 });
  }
  say('');
  for (const { name, status, seconds } of results)
    say(`${status === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds.toFixed(1)} s)`);
  return results.every(({ status }) => status === 0) ? 0 : 1;
}

/** A program of a dependency. */
export const bin = (path) => join('node_modules', ...path.split('/'));
