import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { FolderInUse } from '../storage/folder-lock.ts';
import { claimFolder, withFolderProblem } from './folder-problem.ts';

const root = mkdtempSync(join(tmpdir(), 'vitrine-folder-'));
after(() => rmSync(root, { recursive: true }));
const other = 'choose another folder with VITRINE_DATA';

test('claimFolder() names what is in the way', () => {
  const file = join(root, 'file');
  writeFileSync(file, '');
  symlinkSync(join(root, 'missing'), join(root, 'link'));
  for (const name of ['vitrine.db', 'lock.db'])
    mkdirSync(join(root, `with-${name}`, name), { recursive: true });
  mkdirSync(join(root, 'with-projects'));
  writeFileSync(join(root, 'with-projects', 'projects'), '');
  const lock = join(root, 'with-lock.db');
  const projects = join(root, 'with-projects');
  for (const [folder, problem] of [
    [file, `it is a file: ${other}`],
    [join(file, 'deep', 'below'), `${file} is a file: ${other}`],
    [join(root, 'link'), `it is a link to a folder that does not exist: create that one, or ${other}`],
    [lock, `${join(lock, 'lock.db')} is a folder: move it away, or ${other}`],
    [projects, `${join(projects, 'projects')} is a file: move it away, or ${other}`],
  ] as const)
    assert.throws(() => claimFolder(folder), {
      message: `Cannot open the data folder ${folder} as ${problem}`,
    });
});

test('withFolderProblem() explains errors of access only', () => {
  const folder = join(root, 'with-vitrine.db');
  const explained = withFolderProblem(new Error('unable to open database file'), folder);
  assert.match(String(explained), /vitrine\.db is a folder: move it away/);
  for (const error of [new FolderInUse(folder), new Error('The cluster is red'), 'text'])
    assert.equal(withFolderProblem(error, folder), error);
  const healthy = new Error('unable to open database file');
  assert.equal(withFolderProblem(healthy, join(root, 'new')), healthy);
});

test('claimFolder() creates a folder and locks it for one process', () => {
  const folder = join(root, 'created', 'below');
  const lock = claimFolder(folder);
  lock.release();
  claimFolder(folder).release();
});
