import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { representative } from '../../test/support/matrix.ts';
import { createJsonProjection, type ProjectionPaths } from './json-projection.ts';

/** JSON with the exact text of names and plain values. */
type Spelled =
  | { readonly plain: string }
  | { readonly list: readonly Spelled[] }
  | { readonly members: readonly (readonly [name: string, value: Spelled])[] };

function print(value: Spelled, space: string): string {
  if ('plain' in value) return value.plain;
  const [open, close, entries] =
    'list' in value
      ? ['[', ']', value.list.map((element) => print(element, space))]
      : ['{', '}', value.members.map(([name, member]) => `${name}${space}:${space}${print(member, space)}`)];
  return `${open}${space}${entries.join(`${space},${space}`)}${space}${close}`;
}

/** The naive oracle: checks for each value whether a path names it or one of its ancestors. */
function select(value: Spelled, paths: ProjectionPaths, path: string | null = null): Spelled | null {
  if (path !== null && paths.exclude.some((one) => covers(one, path))) return null;
  const isIncluded =
    paths.include === null || (path !== null && paths.include.some((one) => covers(one, path)));
  if ('plain' in value) return isIncluded ? value : null;
  const isAbove = isIncluded || path === null || paths.include!.some((one) => one.startsWith(`${path}.`));
  if (!isAbove) return null;
  if ('list' in value) return { list: value.list.flatMap((one) => select(one, paths, path) ?? []) };
  return {
    members: value.members.flatMap(([name, member]) => {
      const own = JSON.parse(name) as string;
      const isAlways = path === null && (own === 'id' || own.startsWith('_'));
      const kept = isAlways ? member : select(member, paths, path === null ? own : `${path}.${own}`);
      return kept === null ? [] : [[name, kept] as const];
    }),
  };
}

/** Removes white space outside strings. Not by `JSON.parse`, which drops duplicate names. */
function compact(text: string): string {
  return text.replaceAll(/("(?:[^"\\]|\\.)*")|\s+/g, '$1');
}

function covers(path: string, other: string): boolean {
  return other === path || other.startsWith(`${path}.`);
}

const always = { names: ['id'], prefix: '_' };
const words = ['a', 'b', 'id', '_x', 'é', '', 'a.b', '😀', 'constructor', '__proto__', 'q"u', '\\'];
const spelledName = fc
  .tuple(fc.constantFrom(...words), fc.boolean())
  .map(([word, isEscaped]) =>
    isEscaped
      ? `"${[...Array(word.length).keys()].map((i) => `\\u${word.charCodeAt(i).toString(16).padStart(4, '0')}`).join('')}"`
      : JSON.stringify(word),
  );
const plain = fc.oneof(
  fc.constantFrom('1.0', '1e5', '-0', '12345678901234567890', 'null', 'true', 'false', '""'),
  fc
    .constantFrom('"a":1', ',{}[]', '\\', '"', '\\"', '}],', '{"id":2}', 'é😀', '\u2028', '\t')
    .map((text) => JSON.stringify(text)),
  fc.string().map((text) => JSON.stringify(text)),
);
const spelled = fc.letrec<{ value: Spelled; object: Spelled }>((tie) => ({
  object: fc.array(fc.tuple(spelledName, tie('value')), { maxLength: 6 }).map((members) => ({ members })),
  value: fc.oneof(
    { depthSize: 'small', maxDepth: 5 },
    plain.map((text) => ({ plain: text })),
    fc.array(tie('value'), { maxLength: 4 }).map((list) => ({ list })),
    tie('object'),
  ),
}));
const somePaths = fc.array(
  fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 }).map((names) => names.join('.')),
  { maxLength: 4 },
);

const project = (text: string, paths: Partial<ProjectionPaths>): string =>
  Buffer.from(
    createJsonProjection({ include: null, exclude: [], always, ...paths })(Buffer.from(text)),
  ).toString();

describe('createJsonProjection()', () => {
  it('equals a naive walk over the parsed value, to the byte', () => {
    fc.assert(
      fc.property(spelled.object, fc.option(somePaths), somePaths, (value, include, exclude) => {
        const paths = { include, exclude, always };
        const expected = print(select(value, paths)!, '');
        assert.equal(project(print(value, ''), paths), expected);
        assert.equal(compact(project(print(value, ' \n\t'), paths)), expected);
      }),
      { seed: 3, numRuns: representative(2_000, 20_000) },
    );
  });

  it('returns the same bytes if nothing is dropped', () => {
    const json = Buffer.from('{ "_id":"1" , "name":"x" ,"specs":{ } }');
    for (const [include, exclude] of [
      [null, []],
      [null, ['cost', 'specs.cost']],
      [['name', 'specs'], []],
    ] as const)
      assert.equal(createJsonProjection({ include, exclude, always })(json), json);
  });

  it('reads an object at any offset of a larger buffer', () => {
    const pool = Buffer.from('xxxx{"id":"é","name":"n","cost":1}yyyy');
    const json = pool.subarray(4, pool.length - 4);
    const result = createJsonProjection({ include: null, exclude: ['name'], always })(json);
    assert.equal(Buffer.from(result).toString(), '{"id":"é","cost":1}');
  });

  it('projects the objects in lists, and keeps their order and number', () => {
    const text =
      '{"id":"1","sizes":[{"size":38,"cost":1},{"cost":2},[{"cost":3,"size":40}],"one"],"cost":{"cost":1}}';
    assert.equal(
      project(text, { exclude: ['sizes.cost'] }),
      '{"id":"1","sizes":[{"size":38},{},[{"size":40}],"one"],"cost":{"cost":1}}',
    );
    assert.equal(
      project(text, { include: ['sizes.size'] }),
      '{"id":"1","sizes":[{"size":38},{},[{"size":40}]]}',
    );
  });

  it('drops excluded paths below included ones, but never the fields that are always kept', () => {
    const text = '{"_id":"i","id":"1","specs":{"cost":1,"weight":2},"name":"n"}';
    assert.equal(
      project(text, { include: ['specs'], exclude: ['specs.cost', 'id', '_id'] }),
      '{"_id":"i","id":"1","specs":{"weight":2}}',
    );
    assert.equal(project(text, { include: [] }), '{"_id":"i","id":"1"}');
  });

  it('drops a private name in any spelling', () => {
    assert.equal(
      project('{"id":"1","c\\u006fst":1,"cost":2,"specs.cost":3,"specs":{"\\u0063ost":4}}', {
        exclude: ['cost', 'specs.cost'],
      }),
      '{"id":"1","specs":{}}',
    );
  });
});
