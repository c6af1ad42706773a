import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import { variables } from '../src/config.ts';

/**
 * Checks deploy/ without Helm and Docker: values match their schema, templates use existing values and all of them, and the
 * files refer to existing variables and paths of the service.
 */
const root = join(import.meta.dirname, '..');
const read = (...path: string[]): string => readFileSync(join(root, ...path), 'utf8');
const chart = ['deploy', 'helm', 'vitrine'];
const templates = readdirSync(join(root, ...chart, 'templates'));
const deployed = readdirSync(join(root, 'deploy'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && !entry.parentPath.endsWith('secrets'))
  .map((entry) => ({ name: entry.name, text: readFileSync(join(entry.parentPath, entry.name), 'utf8') }));

type Tree = { [name: string]: unknown };

/** YAML as values.yaml needs it: maps of maps, scalars, and empty lists and maps. @throws Error for anything else */
function yamlOf(text: string): Tree {
  const result: Tree = {};
  const open = [{ indent: -1, map: result }];
  for (const line of text.split('\n')) {
    if (/^\s*(#|$)/.test(line)) continue;
    const [, blanks, name, rest] = /^( *)(\w+):(?: (.+))?$/.exec(line) ?? assert.fail(`Not read: ${line}`);
    while (open.at(-1)!.indent >= blanks!.length) open.pop();
    const { map } = open.at(-1)!;
    if (rest === undefined) open.push({ indent: blanks!.length, map: (map[name!] = {}) as Tree });
    else map[name!] = /^'.*'$/.test(rest) ? rest.slice(1, -1) : scalarOf(rest);
  }
  return result;
}

const scalarOf = (text: string): unknown =>
  /^([\d[{]|true$|false$)/.test(text) && !/^\d+\w*[a-zA-Z]/.test(text) ? JSON.parse(text) : text;

const values = yamlOf(read(...chart, 'values.yaml'));
const schema = JSON.parse(read(...chart, 'values.schema.json')) as object;
const isValid = new Ajv({ allErrors: true, strict: false }).compile(schema);

const isMap = (value: unknown): value is Tree =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

function leaves(tree: Tree, path = ''): string[] {
  return Object.entries(tree).flatMap(([name, value]) =>
    isMap(value) && Object.keys(value).length > 0 ? leaves(value, `${path}${name}.`) : [`${path}${name}`],
  );
}

function at(path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => (isMap(value) ? value[name] : undefined), values);
}

/** The paths of the values that a template reads. Fails for blocks that are not closed in order. */
function pathsRead(name: string): string[] {
  const found: string[] = [];
  /** The path that `.` stands for within each block; null: something else than a value. */
  const blocks: (string | null)[] = [''];
  for (const [, action = ''] of read(...chart, 'templates', name).matchAll(/\{\{-?\s*([^]*?)\s*-?\}\}/g)) {
    const [keyword = ''] = action.split(/\s/, 1);
    if (action.startsWith('/*') || keyword === 'else') continue;
    if (keyword === 'end') {
      assert.ok(blocks.length > 1, `${name}: an end too many`);
      blocks.pop();
      continue;
    }
    const here = blocks.at(-1)!;
    const paths: string[] = [];
    for (const [, before = '', dotted = ''] of action
      .replaceAll(/"[^"]*"/g, '""')
      .matchAll(/(^|[\s($])\.([A-Za-z][\w.]*)/g)) {
      const isRoot = before === '$' || here === '';
      if (isRoot && dotted.startsWith('Values.')) paths.push(dotted.slice('Values.'.length));
      else if (isRoot) assert.match(dotted, /^(Release|Chart)\./, `${name}: ${action}`);
      else if (here !== null) paths.push(`${here}.${dotted}`);
    }
    found.push(...paths);
    if (keyword === 'with') blocks.push(paths[0] ?? null);
    else if (keyword === 'range') blocks.push(null);
    else if (keyword === 'if' || keyword === 'define') blocks.push(here);
  }
  assert.equal(blocks.length, 1, `${name}: a block is not closed`);
  return found;
}

test('deploy/helm: values.yaml matches values.schema.json, which rejects invalid values', () => {
  assert.ok(isValid(values), JSON.stringify(isValid.errors));
  const wrong: Tree[] = [
    { engine: 'elastic' },
    { replicas: 0 },
    { publicUrl: 'search.example.com' },
    { drainSeconds: 301 },
    { postgres: { ...(values['postgres'] as Tree), schema: 'Shop' } },
    { postgres: { ...(values['postgres'] as Tree), connections: 1 } },
    { postgres: { ...(values['postgres'] as Tree), url: 'postgres://vitrine:password@db/shop' } },
    { opensearch: { ...(values['opensearch'] as Tree), nodes: ['search-1:9200'] } },
    { opensearch: { ...(values['opensearch'] as Tree), prefix: 'Vitrine' } },
    { persistence: { enabled: true, size: 'large' } },
    { enviroment: {} },
  ];
  for (const part of wrong) assert.equal(isValid({ ...values, ...part }), false, JSON.stringify(part));
});

test('deploy/helm: templates read existing values, and every value', () => {
  const paths = templates.flatMap((name) => pathsRead(name));
  assert.deepEqual(
    paths.filter((path) => at(path) === undefined),
    [],
  );
  const isRead = (leaf: string): boolean =>
    paths.some((path) => leaf === path || leaf.startsWith(`${path}.`));
  assert.deepEqual(
    leaves(values).filter((leaf) => !isRead(leaf)),
    [],
  );
});

test('deploy/helm: templates include only defined templates', () => {
  const text = templates.map((name) => read(...chart, 'templates', name)).join('\n');
  const defined = new Set([...text.matchAll(/define "([^"]+)"/g)].map(([, name]) => name));
  const included = [...text.matchAll(/include "([^"]+)"/g)].map(([, name]) => name);
  assert.ok(included.length > 10);
  assert.deepEqual(
    included.filter((name) => !defined.has(name)),
    [],
  );
});

test('deploy/ sets existing variables and requests existing paths', () => {
  const { paths } = JSON.parse(read('openapi.json')) as { paths: Record<string, unknown> };
  const asked: string[] = [];
  for (const { name, text } of deployed) {
    for (const [variable] of text.matchAll(/\bVITRINE_[A-Z_]*[A-Z]\b/g))
      assert.ok(variable in variables, `${name}: ${variable}`);
    for (const [, path] of text.matchAll(/(?:httpGet: \{ path: |health_uri )(\/\w+)/g)) asked.push(path!);
  }
  assert.ok(asked.length >= 4);
  assert.deepEqual(
    asked.filter((path) => !(path in paths)),
    [],
  );
});
