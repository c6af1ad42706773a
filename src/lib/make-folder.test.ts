import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeFolder } from './make-folder.ts';

test('makeFolder() creates missing folders, accepts existing folders, and throws the error of the file system', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-folder-'));
  try {
    const deep = join(folder, 'a', 'b', 'c');
    makeFolder(deep);
    makeFolder(deep);
    assert.ok(existsSync(deep));
    writeFileSync(join(folder, 'file'), '');
    assert.throws(() => makeFolder(join(folder, 'file')), { code: 'EEXIST' });
    assert.throws(() => makeFolder(join(folder, 'file', 'under')), { code: 'ENOTDIR' });
    // A file system without folders reports that the parent is missing.
    if (existsSync('/proc/self')) assert.throws(() => makeFolder('/proc/vitrine/data'), { code: 'ENOENT' });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
