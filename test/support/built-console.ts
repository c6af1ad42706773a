import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './service.ts';

/** Builds the console if it is missing or older than its sources. */
export function buildConsole(): void {
  const built = join(root, 'console/dist/index.html');
  const sources = [
    'console/src',
    'console/index.html',
    'console/docs.html',
    'console/vite.config.ts',
    'console/precompress.ts',
    'console/font-license.ts',
    'sdk/src',
  ].map((path) => join(root, path));
  if (existsSync(built) && Math.max(...sources.map(newest)) <= statSync(built).mtimeMs) return;
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const { status, stderr } = spawnSync(process.execPath, [vite, 'build'], {
    cwd: join(root, 'console'),
    encoding: 'utf8',
  });
  assert.equal(status, 0, `the console does not build: ${stderr}`);
}

function newest(path: string): number {
  const own = statSync(path);
  if (!own.isDirectory()) return own.mtimeMs;
  return Math.max(own.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}
