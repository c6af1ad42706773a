import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { restrictFolder } from './folder-permissions.ts';

test('restrictFolder() ignores a folder removed in the meantime, and counts one that it may not list', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-modes-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of ['lost+found', 'old.partial', 'z-last']) {
    mkdirSync(join(folder, 'backups', name), { recursive: true });
    writeFileSync(join(folder, 'backups', name, 'vitrine.db'), '', { mode: 0o644 });
  }
  const { readdir } = fs;
  // Mocked, because root, the user of tests in a container, may list every folder.
  const errorCodes = new Map([
    ['lost+found', 'EACCES'],
    ['old.partial', 'ENOENT'],
  ]);
  t.mock.method(fs, 'readdir', (path: string) => {
    const code = errorCodes.get(basename(path));
    return code === undefined ? readdir(path) : Promise.reject(Object.assign(new Error(code), { code }));
  });
  syncBuiltinESMExports();
  t.after(() => {
    t.mock.reset();
    syncBuiltinESMExports();
  });
  assert.deepEqual(await restrictFolder(folder), { reason: 'EACCES', count: 1 });
  const mode = (path: string): number => statSync(join(folder, path)).mode & 0o777;
  assert.equal(mode('backups/lost+found'), 0o700);
  assert.equal(mode('backups/z-last/vitrine.db'), 0o600, 'later folders are restricted');
});
