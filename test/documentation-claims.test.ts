import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { repositoryFiles } from './support/repository-files.ts';
import { root } from './support/service.ts';

/** The pages about the code. Guides name files of users, and experiments those of their day. */
const files = repositoryFiles();
const pages = files.filter((file) =>
  /^(?:ARCHITECTURE|CONTRIBUTING)\.md$|^docs\/(?:internals|decisions)\/[^/]+\.md$/.test(file),
);
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** The code spans of a page, without code blocks. */
function codeSpans(page: string): string[] {
  const text = read(page).replaceAll(/^```[^]*?^```/gm, '');
  return [...text.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);
}

test('each source file that a page about the code names exists', () => {
  const sources = files.filter((file) => /\.(?:ts|tsx|mjs)$/.test(file));
  const names = new Set(sources.map((file) => basename(file)));
  const exists = (path: string): boolean =>
    path.includes('/') ? sources.some((file) => `/${file}`.endsWith(`/${path}`)) : names.has(path);
  const missing = pages.flatMap((page) =>
    codeSpans(page)
      .filter((span) => /^[\w./-]+\.(?:ts|tsx|mjs)$/.test(span) && !exists(span.replace(/^\.?\//, '')))
      .map((span) => `${page}: ${span}`),
  );
  assert.deepEqual(missing, []);
});

test('each function and folder of sources that a page about the code names exists', () => {
  const code = files
    .filter((file) => /\.(?:ts|tsx|mjs)$/.test(file))
    .map(read)
    .join('\n');
  const words = new Set(code.match(/#?[A-Za-z_]\w*/g));
  const folders = new Set(files.flatMap((file) => file.split('/').slice(0, -1)));
  const missing = pages.flatMap((page) =>
    codeSpans(page)
      .filter((span) => {
        const [, called] = /^(?:\w+\.)*(#?\w+)\(\)$/.exec(span) ?? [];
        if (called !== undefined) return !words.has(called);
        return (
          /^(?:[a-z-]+\/)+$/.test(span) && span.split('/').some((name) => name !== '' && !folders.has(name))
        );
      })
      .map((span) => `${page}: ${span}`),
  );
  assert.deepEqual(missing, []);
});

test('each count of lines that a page marks as checked is right within a tenth', () => {
  const wrong = pages.flatMap((page) =>
    [...read(page).matchAll(/([\d,]+) lines <!-- checked: lines ([^>]+) -->/g)].flatMap(
      ([, claimed = '', paths = '']) => {
        const counted = paths
          .split(' ')
          .flatMap((path) => files.filter((file) => file === path || file.startsWith(`${path}/`)))
          .map((file) => read(file).split('\n').length - 1)
          .reduce((sum, lines) => sum + lines, 0);
        const share = Number(claimed.replaceAll(',', '')) / counted;
        return share > 0.9 && share < 1.1
          ? []
          : [`${page}: ${claimed} lines of ${paths}, which has ${counted}`];
      },
    ),
  );
  assert.deepEqual(wrong, []);
});

test('each dependency of a package has its reason in the table of dependencies', () => {
  const table = read('docs/decisions/dependencies.md');
  const listed = new Set(
    [...table.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, names = '']) => names.split(/, | and /)),
  );
  const missing = files
    .filter((file) => /^(?:[^/]+\/|examples\/[^/]+\/)?package\.json$/.test(file))
    .flatMap((file) => {
      const manifest = JSON.parse(read(file)) as Partial<Record<string, Record<string, string>>>;
      return ['dependencies', 'devDependencies', 'optionalDependencies']
        .flatMap((kind) => Object.keys(manifest[kind] ?? {}))
        .filter((name) => !name.startsWith('@vitrine/') && !listed.has(name))
        .map((name) => `${file}: ${name}`);
    });
  assert.deepEqual(missing, []);
});

test('each decision says what would change it', () => {
  const silent = pages.filter(
    (page) =>
      page.startsWith('docs/decisions/') &&
      !page.endsWith('/README.md') &&
      !read(page).includes('**Reasons to change it.**'),
  );
  assert.deepEqual(silent, []);
});

test('the glossary has each term once, with the place where it is defined', () => {
  const rows = [...read('docs/internals/glossary.md').matchAll(/^\| (?!Term |-)([^|]+?) \|/gm)];
  const terms = rows.map(([, term = '']) => term.toLowerCase());
  assert.deepEqual(
    terms.filter((term, at) => terms.indexOf(term) < at),
    [],
  );
  assert.ok(terms.length >= 40, `${terms.length} terms`);
});

/** Where files may have these words in their names: each word names one thing, which the glossary defines. */
const subjects = {
  allocation: /^src\/(?:cluster\/allocation|ports\/cluster|engine\/projects|engine\/log)\/|arm-allocation/,
  feed: /^src\/(?:domain\/feeds|ports\/catalog|outbound|http\/routes|http\/adapters\/agents)\//,
  history:
    /^src\/(?:domain\/history-import|kernel\/recommend|http\/routes)\/|^src\/cli\/commands\/(?:foreign|import)-history/,
  migration: /^src\/engine\//,
  placement: /^src\/(?:domain\/recommend|http\/routes|ports\/recommendations)\//,
  replay: /^src\/(?:domain\/replay|domain\/configuration|http\/routes|ports\/configuration)\//,
};

test('words with one meaning in the glossary have it in the names of sources', () => {
  const sources = files.filter((file) => /^src\/.*(?<!\.(?:test|fixture))\.ts$/.test(file));
  const terms = read('docs/internals/glossary.md').toLowerCase();
  for (const [word, places] of Object.entries(subjects)) {
    assert.ok(new RegExp(`^\\| (?:product )?${word} \\|`, 'm').test(terms), `${word} is not in the glossary`);
    const named = sources.filter((file) => new RegExp(`[/-]${word}s?(?=[/.-])`).test(file));
    assert.ok(named.length > 0, `no source is named after ${word}`);
    assert.deepEqual(
      named.filter((file) => !places.test(file)),
      [],
      word,
    );
  }
});
