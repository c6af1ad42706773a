// The tests that a change can affect, by the imports of their files.
import { spawnSync } from 'node:child_process';
import { root } from '../../bin/folders.mjs';
import { dependsOn } from './imports.mjs';
import { testFiles } from './test-files.mjs';

/** Tests that read files otherwise than by importing them. */
const readers = [
  [/^(?:console|sdk|react|src\/domain\/query\/syntax)\//, /^test\/e2e\/console|^test\/console/],
  [/^(?:examples|react|sdk)\//, /^test\/e2e\/(?:storefront|react)/],
  [/^(?:elements|tracker|sdk)\//, /^test\/e2e\/shop-script/],
  [
    /^(?:sdk|react|tracker|elements|instantsearch-client|medusa)\/|^package/,
    /^test\/e2e\/(?:packages|tracker|instantsearch|medusa)/,
  ],
  [/^docs\//, /^test\/e2e\/(?:guide-examples|documentation)/],
  [
    /^deploy\//,
    /^test\/(?:chart|container|rendered-deployments|release)|^test\/e2e\/container|^test\/cluster\/postgres\/compose/,
  ],
  [/^models\//, /^src\/encoders\//],
  [/^demo\//, /^demo\/|^test\/e2e\/(?:first-shop|storefront)/],
  [/^(?:bin|tools)\//, /^tools\/|^test\/e2e\/(?:start|installed-service|cli)/],
  [/./, /^test\/(?:tidy|words|patterns)\.test\.ts$/],
];

/** Paths that differ from the commit, in the working tree, and new ones. */
function changedFiles(commit) {
  return [...git('diff', '--name-only', commit), ...git('ls-files', '--others', '--exclude-standard')];
}

/** The test files that import a file which differs from the commit, directly or not, or read one. `commit`: omitted: the last one. */
export function changedTests(commit = 'HEAD') {
  const changed = changedFiles(commit);
  const imports = dependsOn(changed);
  const reading = readers.filter(([source]) => changed.some((file) => source.test(file)));
  return testFiles.filter((file) => imports(file) || reading.some(([, tests]) => tests.test(file)));
}

/** The last commit that is older than a day; the first one where there is none. */
export function commitOfYesterday() {
  const [commit] = git('rev-list', '-1', '--before=24 hours ago', 'HEAD');
  return commit ?? git('rev-list', '--max-parents=0', 'HEAD')[0];
}

function git(...parameters) {
  const { stdout, stderr, status } = spawnSync('git', parameters, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${parameters.join(' ')}: ${stderr.trim()}`);
  return stdout.split('\n').filter((line) => line !== '');
}
