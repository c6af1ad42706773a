import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

/** The workflows of .github, and the versions that a release publishes together. */
const root = join(import.meta.dirname, '..');
const read = (...path: string[]): string => readFileSync(join(root, ...path), 'utf8');
const workflows = readdirSync(join(root, '.github', 'workflows')).map((name) => ({
  name,
  text: read('.github', 'workflows', name),
}));
const manifestOf = (folder: string): Readonly<Record<string, unknown>> =>
  JSON.parse(read(folder, 'package.json')) as Readonly<Record<string, unknown>>;
const published = ['.', 'sdk', 'react', 'tracker', 'elements', 'instantsearch-client', 'medusa'].map(
  manifestOf,
);
const { version, workspaces } = manifestOf('.') as { version: string; workspaces: string[] };

test('packages, chart and image have one version', () => {
  for (const folder of workspaces) assert.equal(manifestOf(folder)['version'], version, folder);
  const chart = read('deploy', 'helm', 'vitrine', 'Chart.yaml');
  assert.match(chart, new RegExp(`^version: ${version}$`, 'm'));
  assert.match(chart, new RegExp(`^appVersion: ${version}$`, 'm'));
  assert.ok(read('deploy', 'Dockerfile').includes(`\nARG VERSION=${version}\n`));
});

test('packages are public and published with provenance only', () => {
  for (const manifest of published) {
    assert.equal(manifest['private'], undefined, String(manifest['name']));
    assert.deepEqual(manifest['publishConfig'], { access: 'public', provenance: true });
  }
});

test('workflows use actions by commit, and start with the right to read only', () => {
  for (const { name, text } of workflows) {
    const used = [...text.matchAll(/uses: (.+)$/gm)].map(([, action]) => action!);
    assert.ok(used.length > 0);
    for (const action of used) assert.match(action, /^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/, name);
    assert.match(text, /^permissions:\n  contents: read\n\n/m, name);
    // A value from outside in a script would be a part of its code.
    const scripts = [...text.matchAll(/^( +)(?:- )?run: (?:\|\n((?:\1 {2,}.*\n|\n)+)|(.+))/gm)];
    assert.ok(scripts.length > 0);
    for (const [, , block = '', line = ''] of scripts) assert.doesNotMatch(block + line, /\$\{\{/, name);
    assert.equal(
      text.match(/uses: actions\/checkout/g)?.length,
      text.match(/persist-credentials: false/g)?.length,
    );
  }
});

const hasLinter = spawnSync('actionlint', ['-version']).status === 0;
test('actionlint finds nothing', hasLinter ? {} : { skip: 'not installed: actionlint' }, () => {
  const { status, stdout } = spawnSync('actionlint', [], { cwd: root, encoding: 'utf8' });
  assert.equal(status, 0, stdout);
});

const hasHadolint = spawnSync('hadolint', ['--version']).status === 0;
test('hadolint finds nothing', hasHadolint ? {} : { skip: 'not installed: hadolint' }, () => {
  const { status, stdout } = spawnSync('hadolint', ['deploy/Dockerfile'], { cwd: root, encoding: 'utf8' });
  assert.equal(status, 0, stdout);
});
