import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './service.ts';

/** Builds the console if it is missing. `tools/test.mjs` builds it before the tests if its sources changed. */
export function buildConsole(): void {
  if (existsSync(join(root, 'console/dist/index.html'))) return;
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const { status, stderr } = spawnSync(process.execPath, [vite, 'build'], {
    cwd: join(root, 'console'),
    encoding: 'utf8',
  });
  assert.equal(status, 0, `the console does not build: ${stderr}`);
}
