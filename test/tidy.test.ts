import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';
import { repositoryFiles } from './support/repository-files.ts';
import { root } from './support/service.ts';

/** The rules of ARCHITECTURE.md that a program can check. */
const linesMax = 600;

const files = repositoryFiles();
const sources = files.filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !file.endsWith('.d.ts'));

/** Subfolders in layers, the lowest first: each may import from those before it, and from `others`. */
function layers(
  folder: string,
  names: readonly string[],
  others: readonly string[],
): Record<string, readonly string[]> {
  const paths = names.map((name) => `${folder}/${name}`);
  return Object.fromEntries(paths.map((path, i) => [path, [...paths.slice(0, i), ...others]]));
}

const belowEngine = ['src/ports', 'src/kernel', 'src/lib', 'src/math'];
const engineBelowRecommendations = [
  'storage',
  'log',
  'analytics',
  'catalog',
  'vectors',
  'search',
  'text-embeddings',
  'pictures',
];

/** What each folder may import besides itself; the most specific entry applies. */
const allowed: Record<string, readonly string[]> = {
  'src/lib': [],
  'src/ports': [],
  'src/math': [],
  'src/kernel/bits': [],
  ...layers(
    'src/kernel/text',
    [
      'schema',
      'language',
      'dictionary',
      'segments',
      'expansion',
      'scoring',
      'query',
      'facets',
      'order',
      'search',
      'oracle',
    ],
    ['src/math', 'src/kernel/bits'],
  ),
  ...layers(
    'src/kernel/recommend',
    ['rows', 'counters', 'candidates', 'lists', 'learning'],
    ['src/math', 'src/kernel/bits'],
  ),
  'src/kernel/vectors': ['src/math', 'src/kernel/bits'],
  'src/kernel/keypoints': ['src/math', 'src/kernel/vectors'],
  'src/kernel/experiments': ['src/math', 'src/kernel/bits'],
  'src/kernel/click-model': ['src/math', 'src/kernel/bits'],
  'src/kernel/attribution': ['src/math', 'src/kernel/bits'],
  ...layers(
    'src/domain',
    [
      'analytics',
      'backups',
      'contract',
      'resources',
      'query',
      'access',
      'rules',
      'collections',
      'team',
      'projects',
      'search',
      'catalog',
      'events',
      'alerts',
      'feedback',
      'shops',
      'feeds',
      'recommend',
      'settings',
      'configuration',
      'history-import',
      'conversion',
      'experiments',
      'replay',
    ],
    ['src/ports', 'src/lib', 'src/math'],
  ),
  'src/domain/query/syntax': ['src/ports'],
  'src/outbound': ['src/ports', 'src/lib'],
  ...layers(
    'src/encoders',
    ['runtime', 'image', 'text', 'multilingual', 'language'],
    ['src/outbound', 'src/ports', 'src/kernel', 'src/lib', 'src/math'],
  ),
  'src/encoders/text': [
    'src/ports',
    'src/kernel',
    'src/lib',
    'src/encoders/runtime',
    'src/encoders/multilingual',
  ],
  'src/encoders/multilingual': [
    'src/ports',
    'src/kernel/vectors',
    'src/lib',
    'src/math',
    'src/encoders/runtime',
  ],
  'src/encoders/language': ['src/ports', 'src/lib'],
  'src/cluster/common': ['src/ports', 'src/lib'],
  'src/cluster/postgres': ['src/cluster/common', 'src/ports', 'src/lib'],
  'src/cluster/opensearch': ['src/cluster/common', 'src/ports', 'src/lib'],
  'src/cluster/allocation': ['src/ports', 'src/lib'],
  ...layers(
    'src/engine',
    [
      ...engineBelowRecommendations,
      'recommendations',
      'configuration',
      'data-folder',
      'control',
      'projects',
      'replicas',
    ],
    belowEngine,
  ),
  ...layers(
    'src/engine/recommendations',
    ['counters', 'learning', 'events', 'lists'],
    [...engineBelowRecommendations.map((name) => `src/engine/${name}`), ...belowEngine],
  ),
  'src/http': ['src/domain', 'src/ports', 'src/lib'],
  'src/environment': ['src/ports', 'src/lib'],
  'src/config.ts': ['src/environment', 'src/ports', 'src/lib'],
  'src/start-encoders.ts': ['src/encoders', 'src/ports', 'src/lib', 'src/config.ts'],
  'src/service.ts': [
    'src/start-encoders.ts',
    'src/domain',
    'src/engine',
    'src/encoders',
    'src/outbound',
    'src/cluster',
    'src/ports',
    'src/lib',
    'src/config.ts',
  ],
  'src/text-analysis.ts': ['src/kernel', 'src/ports'],
  'src/maintenance': [
    'src/service.ts',
    'src/engine',
    'src/encoders',
    'src/cluster',
    'src/ports',
    'src/lib',
    'src/config.ts',
  ],
  'src/threads': [
    'src/http',
    'src/engine',
    'src/encoders/text',
    'src/encoders/multilingual',
    'src/domain',
    'src/ports',
    'src/lib',
  ],
  'src/main.ts': ['src/cli'],
  'src/cli': [
    'src/service.ts',
    'src/maintenance',
    'src/text-analysis.ts',
    'src/threads',
    'src/http',
    'src/domain',
    'src/ports',
    'src/lib',
    'src/config.ts',
    'sdk/src',
  ],
  'demo/drawings': [],
  demo: ['demo/drawings'],
  'sdk/src': [],
  'react/src': ['sdk/src'],
  'tracker/src': [],
  'elements/src': ['sdk/src', 'tracker/src'],
  'instantsearch-client/src': [],
  'medusa/src': ['sdk/src'],
  'console/src': ['sdk/src', 'src/domain/query/syntax'],
  site: ['src/http/documentation'],
  'examples/storefront': ['console/font-license.ts', 'console/precompress.ts', 'react/src', 'sdk/src'],
};

function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const found: string[] = [];
  for (const match of text.matchAll(
    /(?:^|\n)\s*(?:import|export)\s(?:[^;'"]*?\sfrom\s*)?['"]([^'"]+)['"]/g,
  )) {
    found.push(match[1] ?? '');
  }
  for (const match of text.matchAll(/(?:import|new URL)\(\s*['"](\.[^'"]+)['"]/g)) found.push(match[1] ?? '');
  return found.map((specifier) => {
    const [, name, entry = 'index'] = /^@vitrine\/(sdk|react|tracker)(?:\/(\w+))?$/.exec(specifier) ?? [];
    if (name !== undefined) return `${name}/src/${entry}.ts`;
    return specifier.startsWith('.') ? normalize(join(dirname(file), specifier)) : '';
  });
}

function layerOf(file: string): string | null {
  const found = Object.keys(allowed).filter((path) => file === path || file.startsWith(`${path}/`));
  return found.sort((a, b) => b.length - a.length)[0] ?? null;
}

const graph = new Map(
  sources.map((file) => [file, importsOf(file).filter((target) => sources.includes(target))]),
);

test(`no source file has more than ${linesMax} lines`, () => {
  const long = sources
    .filter((file) => !readFileSync(join(root, file), 'utf8').startsWith('// Generated '))
    .map((file) => ({ file, lines: readFileSync(join(root, file), 'utf8').split('\n').length - 1 }))
    .filter(({ lines }) => lines > linesMax);
  assert.deepEqual(long, []);
});

test('imports run down only', () => {
  const upward: string[] = [];
  for (const [file, targets] of graph) {
    const layer = layerOf(file);
    if (layer === null || /\.(test|fuzz|fixture)\.ts$/.test(file)) continue;
    for (const target of targets) {
      const within = target.startsWith(`${layer}/`) || target === layer;
      const down = (allowed[layer] ?? []).some((other) => target === other || target.startsWith(`${other}/`));
      if (!within && !down) upward.push(`${file} -> ${target}`);
    }
  }
  assert.deepEqual(upward, []);
});

test('every source file of src belongs to a folder with import rules', () => {
  assert.deepEqual(
    sources.filter((file) => file.startsWith('src/') && layerOf(file) === null),
    [],
  );
});

test('no imports are circular', () => {
  const state = new Map<string, 'open' | 'done'>();
  const circles: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (state.get(file) === 'done') return;
    if (state.get(file) === 'open') {
      circles.push([...path.slice(path.indexOf(file)), file].join(' -> '));
      return;
    }
    state.set(file, 'open');
    for (const target of graph.get(file) ?? []) visit(target, [...path, file]);
    state.set(file, 'done');
  };
  for (const file of graph.keys()) visit(file, []);
  assert.deepEqual(circles, []);
});

test('only src/config.ts reads the environment', () => {
  const readers = sources.filter(
    (file) =>
      file.startsWith('src/') &&
      /(?<!delete )process\.env\b(?!\['\w+'\] = )/.test(readFileSync(join(root, file), 'utf8')),
  );
  assert.deepEqual(readers, ['src/config.ts']);
});

test('only src/encoders/runtime/onnx-runtime.ts creates sessions of ONNX Runtime, with the options that every processor needs', () => {
  const creators = sources
    .filter((file) => file.startsWith('src/') && !/\.(test|fuzz|fixture)\.ts$/.test(file))
    .filter((file) =>
      /InferenceSession\s*\.create|from 'onnxruntime-node'/.test(readFileSync(join(root, file), 'utf8')),
    );
  assert.deepEqual(creators, ['src/encoders/runtime/onnx-runtime.ts']);
});

test('no file contains a path of a machine or the URL of a package registry', () => {
  const homes = ['work', 'farm', 'root'].join('|');
  // Concatenated, so that this file does not contain them.
  const download = ['"resolved"', ' "http'].join(':');
  const leak = new RegExp(`/(?:${homes})/[a-z.]|${download}`);
  const leaks = files
    .filter((file) => !/\.(onnx|jpg|png|webp|ico)$/.test(file))
    .filter((file) => leak.test(readFileSync(join(root, file), 'utf8')));
  assert.deepEqual(leaks, []);
});

/** A slice of a larger buffer assigned to a field, a property or a map: it must be a detached copy (`src/lib/detached-copies.ts`). */
const keptSlice =
  /(?:this\.#?[\w.#]+\s*(?:\?\?)?=\s*|\.set\([^;().[\]]+,\s*|\.(?:push|add)\(\s*|[{,]\s*\w+:\s*)(?:\[+)?(?:[\w.#[\]!]+\.subarray\(|Buffer\.(?:from\((?!new ArrayBuffer|\[)|concat\(|allocUnsafe\())/;
/** Files whose slices are sent, written or read immediately. */
const slicesOfNow = [
  'src/http/replies/reply.ts',
  'src/engine/configuration/rule-store.ts',
  'src/engine/configuration/settings-store.ts',
];

test('values that outlive a request are detached copies', () => {
  const planted = [
    'const item = { no, json: Buffer.from(text) };',
    'this.#cache.set(no, bytes.subarray(0, 4));',
    'this.#vectors.push(Buffer.concat(parts));',
    'this.#vector = message.subarray(8);',
  ];
  assert.deepEqual(
    planted.filter((line) => !keptSlice.test(line)),
    [],
  );
  const found = sources
    .filter((file) => /^src\/(?!kernel\/)/.test(file) && !/\.(test|fuzz|fixture)\.ts$/.test(file))
    .filter((file) => !slicesOfNow.includes(file))
    .filter((file) => keptSlice.test(readFileSync(join(root, file), 'utf8')));
  assert.deepEqual(found, []);
});

/** Code that decides results and tests, without these. */
const products = sources.filter(
  (file) =>
    /^(src|bin|tools|demo|sdk|react|tracker|elements|medusa|console|examples)\//.test(file) &&
    !/\.(test|fuzz|fixture)\.ts$/.test(file),
);
const matching = (files: readonly string[], rule: RegExp): string[] =>
  files.filter((file) => rule.test(readFileSync(join(root, file), 'utf8'))).sort();

/** Without a locale, texts are compared and segmented as is usual where the machine is. */
const locales =
  /\.localeCompare\([^,()]*(?:\([^()]*\)[^,()]*)*\)|Intl\.Segmenter\((?!'en')|\.toLocale(?:Lower|Upper)Case\(/;

test('texts are compared and segmented in a named locale', () => {
  assert.ok(
    ['a.localeCompare(b)', 'a.localeCompare(of(b))', "new Intl.Segmenter('und')"].every((line) =>
      locales.test(line),
    ),
  );
  assert.ok(!locales.test("a.localeCompare(b, 'en')"));
  assert.deepEqual(
    matching(
      sources.filter((file) => file !== 'test/tidy.test.ts'),
      locales,
    ),
    [],
  );
});

/** What a page shows at one moment, asserted without waiting for it. */
const readOnce =
  /assert\.(?:equal|deepEqual|ok|match)\(\s*await [^;]*?\.(?:count|allTextContents|allInnerTexts|textContent|innerText|inputValue|isVisible|isChecked|isDisabled|boundingBox)\(\)/;

test('tests wait for what a page shows', () => {
  assert.ok(readOnce.test("assert.equal(await page.getByRole('link').count(), 1);"));
  assert.ok(!readOnce.test("await untilEqual(() => page.getByRole('link').count(), 1);"));
  const tests = sources.filter((file) => file.startsWith('test/e2e/'));
  assert.deepEqual(matching(tests, readOnce), []);
});

/** Names in the order of the file system, where the order can matter. */
const unsortedNames =
  /\b(?:readdir|readdirSync)\((?![^;]*\.(?:sort|toSorted|some)\()(?<!new Set\((?:await )?\w+\()/;
/** Files that sort the names later, or do the same with each of them. */
const orderlessNames = ['src/engine/search/index-snapshot.ts', 'tools/testing/test-files.mjs'];

test('the names in a folder are sorted', () => {
  assert.ok(unsortedNames.test('for (const name of readdirSync(folder)) add(name);'));
  assert.ok(!unsortedNames.test('for (const name of readdirSync(folder).sort()) add(name);'));
  assert.deepEqual(matching(products, unsortedNames), orderlessNames);
});

/** Files that parse times with a zone: of HTTP, of certificates, or completed before. */
const timesWithZone = [
  'src/cli/doctor/environment-checks.ts',
  'src/cli/doctor/service-checks.ts',
  'src/domain/query/syntax/time-span.ts',
  'src/encoders/text/endpoint-text-encoder.ts',
  'src/lib/utc-time.ts',
];

test('times are parsed by utcTime(), and no part of a time is of the machine’s zone', () => {
  const parsing = products.filter((file) => file.startsWith('src/'));
  assert.deepEqual(matching(parsing, /\bDate\.parse\(/), timesWithZone);
  const local = /\.[gs]et(?:Hours|Date|Day|Month|FullYear|Minutes|TimezoneOffset)\(/;
  assert.deepEqual(matching(sources, local), []);
});

/** What V8 leaves to a compiler or the C library: all but squares, square roots and whole powers of 2, 4 and 10, which are exact. */
const machineMath =
  /Math\.(?:exp|expm1|log|log1p|log2|log10|pow|a?sinh?|a?cosh?|a?tanh?|atan2|cbrt)\b|(?<!\b(?:2|4|10)) \*\* (?!2\b(?!\.))|\b(?:2|4|10) \*\* \([^()]*\//;
/** Tests that compare with `Math`, to a precision. */
const comparesWithMath = ['src/kernel/keypoints/gradient-angle.test.ts', 'src/math/math.test.ts'];

test('functions that processors round differently are those of src/math', () => {
  for (const line of ['Math.log(x)', 'x ** age', '2 ** (-age / halfLife)', '0.5 ** days', 'x ** 2.5'])
    assert.ok(machineMath.test(line), line);
  for (const line of ['Math.log2e', '(x - mean) ** 2 / n', '2 ** (32 - bits)', '10 ** digits'])
    assert.ok(!machineMath.test(line), line);
  const code = (file: string): string =>
    readFileSync(join(root, file), 'utf8').replaceAll(/^\s*(?:\/\*)?\*.*$/gm, '');
  const found = sources.filter((file) => file.startsWith('src/') && machineMath.test(code(file)));
  assert.deepEqual(found.sort(), comparesWithMath);
});
