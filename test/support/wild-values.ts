import fc from 'fast-check';

/** Texts that have caused bugs elsewhere. */
const texts = [
  '',
  ' ',
  '\0',
  'a\ud800',
  '\udc00b',
  '__proto__',
  'constructor',
  'toString',
  '-',
  '*',
  '"',
  "'",
  '\\',
  '%',
  '%00',
  '../../etc/passwd',
  'a:b',
  'price:',
  'price:1 TO',
  '(((((',
  'NOT NOT NOT x:y',
  'a OR b AND',
  'brand:"',
  'null',
  'NaN',
  '1e309',
  '-0',
  '0x10',
  '9007199254740993',
  'now-1d',
  '2026-02-30',
  '😀'.repeat(40),
  'ﷺ',
  '\u202eabc',
  'e\u0301'.repeat(200),
  'ß'.repeat(300),
  '漢字'.repeat(100),
  'x'.repeat(100_000),
  '1'.repeat(5_000),
  ' '.repeat(5_000),
  'a,'.repeat(2_000),
  'data:image/png;base64,',
  'http://127.0.0.1:1/',
  'a>b>c',
  '$limit',
] as const;
const numbers = [0, -1, 1.5, 1e308, 5e-324, 2 ** 53, -(2 ** 53), 2 ** 31, 2 ** 32, 1e21] as const;

const nested = (levels: number): unknown => {
  let value: unknown = 'x';
  for (let i = 0; i < levels; i++) value = i % 2 === 0 ? [value] : { a: value };
  return value;
};

/** Arbitrary JSON with many boundary values. */
export const wildValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...texts),
  fc.constantFrom<unknown>(...numbers, true, false, null, [], {}, [null], [[]], { a: null }),
  fc.constantFrom(10, 31, 40, 500).map(nested),
  fc
    .constantFrom(2, 600, 3_000)
    .chain((length) => fc.constantFrom<unknown>('x', 1, null, {}).map((value) => Array(length).fill(value))),
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
);

type Container = Record<string, unknown> | unknown[];
interface Place {
  readonly container: Container;
  readonly name: string;
}

function places(value: unknown, found: Place[] = []): Place[] {
  if (value === null || typeof value !== 'object') return found;
  for (const [name, inner] of Object.entries(value)) {
    found.push({ container: value as Container, name });
    places(inner, found);
  }
  return found;
}

/** Values of the arbitrary with up to three places replaced by wild values, removed or duplicated under another name. */
export function withWildPlaces<T extends Record<string, unknown>>(values: fc.Arbitrary<T>): fc.Arbitrary<T> {
  const change = fc.record({
    place: fc.nat(),
    kind: fc.constantFrom('set', 'set', 'remove', 'add'),
    value: wildValue,
  });
  return fc.tuple(values, fc.array(change, { minLength: 1, maxLength: 3 })).map(([value, changes]) => {
    const changed = structuredClone(value);
    for (const { place, kind, value: wild } of changes) {
      const all = places(changed);
      const { container, name } = all[place % Math.max(1, all.length)] ?? { container: changed, name: 'x' };
      const at = kind === 'add' && !Array.isArray(container) ? `${name}s` : name;
      if (kind === 'remove') Reflect.deleteProperty(container, name);
      else Reflect.set(container, at, wild);
    }
    return changed;
  });
}
