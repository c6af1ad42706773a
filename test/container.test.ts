import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { test } from 'node:test';
import { documentationPages } from '../src/http/documentation/documentation-pages.ts';

const root = join(import.meta.dirname, '..');
const dockerfile = readFileSync(join(root, 'deploy', 'Dockerfile'), 'utf8');

/** The paths in the repository that the last stage copies from the build stage. */
const copied = [...dockerfile.matchAll(/^COPY --from=built (.+) \S+$/gm)]
  .flatMap(([, sources]) => sources!.split(' '))
  .map((source) => relative('/vitrine', source));

test('deploy/Dockerfile copies existing paths', () => {
  const built = ['node_modules', 'console/dist', 'site/dist', 'tracker/dist'];
  const missing = copied.filter((path) => !built.includes(path) && !existsSync(join(root, path)));
  assert.ok(copied.length > 0);
  assert.deepEqual(missing, []);
});

test('deploy/Dockerfile installs with the manifest of every workspace', () => {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    workspaces: string[];
  };
  const missing = workspaces.filter((one) => !dockerfile.includes(`\nCOPY ${one}/package.json ${one}/\n`));
  assert.deepEqual(missing, []);
});

test('deploy/Dockerfile copies every source that the service imports', () => {
  const seen = new Set<string>();
  const missing: string[] = [];
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    if (!copied.some((path) => file === path || file.startsWith(`${path}/`))) missing.push(file);
    const text = readFileSync(join(root, file), 'utf8');
    for (const [, specifier] of text.matchAll(/(?:from\s|import\(|new URL\()\s*'(\.[^']+\.ts)'/g))
      visit(normalize(join(dirname(file), specifier!)));
  };
  visit('src/main.ts');
  assert.ok(seen.size > 100);
  assert.deepEqual(missing, []);
});

test('deploy/Dockerfile copies every page of the documentation', () => {
  const missing = [...documentationPages(root).values()]
    .map(({ file }) => file)
    .filter((file) => !copied.some((path) => file === path || file.startsWith(`${path}/`)));
  assert.deepEqual(missing, []);
});

test('a package of the service has its built pages: .npmignore is .gitignore without them', () => {
  const patterns = (file: string): string[] =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
  assert.deepEqual(
    patterns('.npmignore'),
    patterns('.gitignore').filter((pattern) => pattern !== 'dist/'),
  );
});
