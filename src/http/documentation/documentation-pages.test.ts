import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { test } from 'node:test';
import { loadDocumentationPages, type DocumentationPage } from './documentation-pages.ts';
import { formatFragment, withLinks } from './markdown-links.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const pages = loadDocumentationPages(root);
const byFile = new Map([...pages.values()].map((page) => [page.file, page]));

const read = (file: string): string => readFileSync(join(root, file), 'utf8');

function targetsOf(file: string): string[] {
  const targets: string[] = [];
  withLinks(read(file), (target) => (targets.push(target), target));
  return targets;
}

test('loadDocumentationPages() has addresses below /docs/ that no other path of it has', () => {
  for (const address of [
    '',
    'guide/photos',
    'reference/limits',
    'internals',
    'internals/experiments/memory',
    'decisions',
    'packages/sdk',
  ])
    assert.ok(pages.has(address), address);
  for (const { address } of pages.values())
    assert.doesNotMatch(`${address}/`, /^(?:api|assets|errors|find|parts)\/|\.\.|[^\w./-]/, address);
  const { paths } = JSON.parse(read('openapi.json')) as {
    paths: Record<string, Record<string, { operationId?: string }>>;
  };
  const ids = Object.values(paths).flatMap((path) =>
    Object.values(path).map(({ operationId }) => operationId),
  );
  assert.ok(ids.length > 50);
  // An operation of the reference was at `/docs/ID`, which redirects.
  assert.deepEqual(
    ids.filter((id) => pages.has(String(id))),
    [],
  );
});

test('docs/README.md, the index, lists each guide, reference page and package once', () => {
  const listed = targetsOf('docs/README.md')
    .filter((target) => !target.startsWith('/'))
    .map((target) => posix.join('docs', target));
  const expected = [...byFile.keys()].filter((file) => /^docs\/(?:guide|reference)\/|^(?!docs\/)/.test(file));
  assert.deepEqual(listed.filter((file) => expected.includes(file)).sort(), expected.sort());
});

test('every link of a page leads to a page and a heading there, or to a path of the service', () => {
  const fragments = new Map<DocumentationPage, Set<string>>();
  for (const page of pages.values()) {
    const outsideOfCode = read(page.file).replaceAll(/^```.*?^```$/gms, '');
    const found = new Map<string, number>();
    for (const [, heading = ''] of outsideOfCode.matchAll(/^#+ (.+)$/gm)) {
      const fragment = formatFragment(heading);
      const repeated = found.get(fragment) ?? 0;
      found.set(fragment, repeated + 1);
      if (repeated > 0) found.set(`${fragment}-${repeated}`, 1);
    }
    fragments.set(page, new Set(found.keys()));
  }
  const broken: string[] = [];
  for (const page of pages.values())
    for (const target of targetsOf(page.file)) {
      if (/^https?:\/\//.test(target) || /^\/(?:docs\/api|openapi\.json)/.test(target)) continue;
      const [path = '', fragment] = target.split('#', 2);
      const to = path === '' ? page : byFile.get(posix.join(posix.dirname(page.file), path));
      if (
        to === undefined
          ? !existsSync(join(root, page.file, '..', path))
          : fragment !== undefined && !fragments.get(to)?.has(fragment)
      )
        broken.push(`${page.file}: ${target}`);
    }
  assert.deepEqual(broken, []);
});
