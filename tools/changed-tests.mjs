// The tests that a change can affect, by the imports of their files.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { root } from '../bin/folders.mjs';
import { testFiles } from './test-files.mjs';

/** Where nothing imports a changed file by its name: the tests that read it otherwise. */
const readers = [
  [/^(?:console|sdk|react)\//, /^test\/e2e\/console|^test\/console/],
  [/^(?:examples|react|sdk)\//, /^test\/e2e\/(?:storefront|react)/],
  [/^docs\//, /^test\/(?:e2e\/(?:guide-examples|documentation)|words|tidy)/],
  [/^deploy\//, /^test\/(?:chart|container|rendered-deployments|release)|^test\/e2e\/container/],
  [/^models\//, /^src\/encoders\//],
  [/./, /^test\/(?:tidy|words|patterns)\.test\.ts$/],
];

/** Files changed in the working tree, and since the commit if one is named. */
function changedFiles(since = 'HEAD') {
  const lines = (...parameters) => {
    const { stdout, status, stderr } = spawnSync('git', parameters, { cwd: root, encoding: 'utf8' });
    if (status !== 0) throw new Error(`git ${parameters.join(' ')}: ${stderr.trim()}`);
    return stdout.split('\n').filter((line) => line !== '');
  };
  return [...lines('diff', '--name-only', since), ...lines('ls-files', '--others', '--exclude-standard')];
}

/** Relative imports, also of URLs such as those of workers and programs. */
const imported = /(?:from|import|import\(|new URL\()\s*\(?'(\.[^']+)'/g;

function importsOf(file) {
  return [...readFileSync(join(root, file), 'utf8').matchAll(imported)].map(([, path]) =>
    posix.join(dirname(file), path),
  );
}

/** The test files that import one of the changed files, directly or not, or read it. `since`: a commit; omitted: the last one. */
export function changedTests(since) {
  const changed = changedFiles(since);
  const isChanged = new Set(changed);
  const depends = new Map();
  const dependsOnChange = (file) => {
    const known = depends.get(file);
    if (known !== undefined) return known;
    // Files in a circle of programs and workers do not decide for each other.
    depends.set(file, false);
    const result =
      isChanged.has(file) ||
      (existsSync(join(root, file)) &&
        /\.(?:[cm]?[jt]s|tsx)$/.test(file) &&
        importsOf(file).some(dependsOnChange));
    depends.set(file, result);
    return result;
  };
  const read = readers.filter(([source]) => changed.some((file) => source.test(file)));
  return testFiles.filter((file) => dependsOnChange(file) || read.some(([, tests]) => tests.test(file)));
}
