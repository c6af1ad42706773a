import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

/** deploy/Dockerfile without an engine; test/e2e/container-image.test.ts builds and runs it. */
const root = join(import.meta.dirname, '..');
const read = (...path: string[]): string => readFileSync(join(root, ...path), 'utf8');
const dockerfile = read('deploy', 'Dockerfile');
const stages = dockerfile.split(/^(?=FROM )/m).slice(1);
const last = stages.at(-1)!;
const { workspaces, files } = JSON.parse(read('package.json')) as {
  workspaces: string[];
  files: string[];
};

test('deploy/Dockerfile copies existing paths', () => {
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths]) =>
    paths!.split(' '),
  );
  assert.ok(copied.length > 5);
  assert.deepEqual(
    copied.filter((path) => !existsSync(join(root, path))),
    [],
  );
});

test('deploy/Dockerfile installs with the manifest of every workspace', () => {
  const missing = workspaces.filter((one) => !dockerfile.includes(`\nCOPY ${one}/package.json ${one}/\n`));
  assert.deepEqual(missing, []);
});

test('deploy/Dockerfile gives the image the package, and no root privileges', () => {
  assert.match(last, /^COPY --from=package \/vitrine \.$/m);
  assert.match(last, /^USER [1-9]\d*:[1-9]\d*$/m);
  assert.match(last, /^HEALTHCHECK .*\n\s+CMD \["node", /m);
  assert.doesNotMatch(last, /\b(?:npm|curl|apt-get|ADD)\b(?!\.)/);
});

test('deploy/Dockerfile names no architecture', () => {
  assert.doesNotMatch(dockerfile.replaceAll(/^#.*$/gm, ''), /\b(?:amd64|x64|x86_64|arm64|aarch64)\b/);
});

test('the context of the image leaves out what git ignores', () => {
  const ignored = read('deploy', 'Dockerfile.dockerignore').split('\n');
  const missing = ['.git', '**/node_modules', '**/dist', 'data', 'deploy/*/secrets'].filter(
    (path) => !ignored.includes(path),
  );
  assert.deepEqual(missing, []);
  assert.deepEqual(
    files.filter((path) => ignored.includes(path)),
    [],
  );
});
