import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';
import { repositoryFiles } from './support/repository-files.ts';
import { root } from './support/service.ts';

/** The rules of the house that a program can check: see ARCHITECTURE.md. */
const linesMax = 400;

const files = repositoryFiles();
const sources = files.filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !file.endsWith('.d.ts'));

/** Rooms of a folder, the lowest first: each may import from those before it, and from `beside`. */
function stories(
  folder: string,
  rooms: readonly string[],
  beside: readonly string[],
): Record<string, readonly string[]> {
  const paths = rooms.map((room) => `${folder}/${room}`);
  return Object.fromEntries(paths.map((path, i) => [path, [...paths.slice(0, i), ...beside]]));
}

/** What each folder may import from, besides itself; the most particular entry counts. */
const allowed: Record<string, readonly string[]> = {
  'src/lib': [],
  'src/ports': [],
  'src/kernel/bits': [],
  ...stories(
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
    ['src/kernel/bits'],
  ),
  ...stories(
    'src/kernel/recommend',
    ['rows', 'counters', 'candidates', 'lists', 'learning'],
    ['src/kernel/bits'],
  ),
  'src/kernel/vectors': ['src/kernel/bits'],
  'src/domain': ['src/ports', 'src/lib'],
  ...stories('src/encoders', ['runtime', 'image', 'text'], ['src/ports', 'src/kernel', 'src/lib']),
  'src/encoders/text': ['src/ports', 'src/kernel', 'src/lib', 'src/encoders/runtime'],
  'src/cluster/opensearch': ['src/ports', 'src/lib'],
  ...stories(
    'src/engine',
    [
      'storage',
      'catalog',
      'search',
      'pictures',
      'text-embeddings',
      'counters',
      'learning',
      'events',
      'lists',
      'projects',
    ],
    ['src/ports', 'src/kernel', 'src/lib'],
  ),
  'src/http': ['src/domain', 'src/ports', 'src/lib'],
  'src/config.ts': ['src/ports'],
  'src/service.ts': [
    'src/domain',
    'src/engine',
    'src/encoders',
    'src/cluster',
    'src/ports',
    'src/lib',
    'src/config.ts',
  ],
  'src/main.ts': ['src/cli'],
  'src/cli': ['src/service.ts', 'src/http', 'src/domain', 'src/ports', 'src/lib', 'src/config.ts', 'sdk/src'],
  'sdk/src': [],
  'console/src': ['sdk/src'],
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
    if (specifier === '@vitrine/sdk') return 'sdk/src/index.ts';
    return specifier.startsWith('.') ? normalize(join(dirname(file), specifier)) : '';
  });
}

function roomOf(file: string): string | null {
  const rooms = Object.keys(allowed).filter((room) => file === room || file.startsWith(`${room}/`));
  return rooms.sort((a, b) => b.length - a.length)[0] ?? null;
}

const graph = new Map(
  sources.map((file) => [file, importsOf(file).filter((target) => sources.includes(target))]),
);

test(`no source file has more than ${linesMax} lines`, () => {
  const long = sources
    .map((file) => ({ file, lines: readFileSync(join(root, file), 'utf8').split('\n').length - 1 }))
    .filter(({ lines }) => lines > linesMax);
  assert.deepEqual(long, []);
});

test('imports only run down', () => {
  const upward: string[] = [];
  for (const [file, targets] of graph) {
    const room = roomOf(file);
    if (room === null || /\.(test|fuzz|fixture)\.ts$/.test(file)) continue;
    for (const target of targets) {
      const within = target.startsWith(`${room}/`) || target === room;
      const down = (allowed[room] ?? []).some((other) => target === other || target.startsWith(`${other}/`));
      if (!within && !down) upward.push(`${file} -> ${target}`);
    }
  }
  assert.deepEqual(upward, []);
});

test('every source file of src stands in a room with rules', () => {
  assert.deepEqual(
    sources.filter((file) => file.startsWith('src/') && roomOf(file) === null),
    [],
  );
});

test('no imports run in a circle', () => {
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
      /process\.env\b(?!\['\w+'\] = )/.test(readFileSync(join(root, file), 'utf8')),
  );
  assert.deepEqual(readers, ['src/config.ts']);
});

test('nothing names a machine’s path or where packages come from', () => {
  const homes = ['work', 'farm', 'root'].join('|');
  // Put together, so that this file does not name them itself.
  const download = ['"resolved"', ' "http'].join(':');
  const leak = new RegExp(`/(?:${homes})/[a-z.]|${download}`);
  const leaks = files
    .filter((file) => !/\.(onnx|jpg|png|webp|ico)$/.test(file))
    .filter((file) => leak.test(readFileSync(join(root, file), 'utf8')));
  assert.deepEqual(leaks, []);
});

/**
 * A slice of Node's pool or of a larger buffer on its way into a field, a property or a map: what is kept has memory of its own
 * (`src/lib/detached-copies.ts`).
 */
const keptSlice =
  /(?:this\.#?[\w.#]+\s*(?:\?\?)?=\s*|\.set\([^;().[\]]+,\s*|\.(?:push|add)\(\s*|[{,]\s*\w+:\s*)(?:\[+)?(?:[\w.#[\]!]+\.subarray\(|Buffer\.(?:from\((?!new ArrayBuffer|\[)|concat\(|allocUnsafe\())/;
/** What is sent, written or read at once, and not kept. */
const slicesOfNow = [
  'src/http/reply.ts',
  'src/engine/projects/rule-store.ts',
  'src/engine/projects/settings-store.ts',
];

test('what is kept longer than a request has memory of its own', () => {
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
