import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readFolder, writeFolder } from './folder-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'vitrine-settings-'));
after(() => rmSync(folder, { recursive: true }));

test('writeFolder() gives collections whose ids differ in their case different files on every file system', () => {
  const collections = ['sale', 'Sale', 'New'].map((id) => ({ id, name: id }));
  const state = { settings: {}, rules: [], collections, placements: [] };
  const files = writeFolder(folder, 'shop', state).filter((file) => file.startsWith('collections/'));
  assert.equal(new Set(files.map((file) => file.toLowerCase())).size, 3);
  assert.ok(files.includes('collections/New.json'));
  const read = readFolder(folder).state.collections.map(({ id }) => id);
  assert.deepEqual(read.sort(), ['New', 'Sale', 'sale']);
});
