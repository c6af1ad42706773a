import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  listRows,
  withNode,
  type FilterGroup,
  type FilterNode,
} from '../console/src/filters/filter-model.ts';
import { lacksValue } from '../console/src/filters/lacks-value.ts';
import { readFilter } from '../console/src/filters/read-filter.ts';
import { findPlaces, writeFilter } from '../console/src/filters/write-filter.ts';
import { parseFilter } from '../src/domain/query/filter-grammar.ts';

const now = Date.UTC(2026, 2, 31, 12);

/** The rows as if each of them was edited: nothing keeps its text. */
function withoutSources(group: FilterGroup): FilterGroup {
  const bare = (node: FilterNode): FilterNode =>
    node.kind === 'row' ? { ...node, source: null } : { ...node, source: null, nodes: node.nodes.map(bare) };
  return bare(group) as FilterGroup;
}

const parseRows = (text: string, aboutProduct = false): FilterGroup => {
  const { rows, reason } = readFilter(text, aboutProduct);
  assert.ok(rows !== null, `${text}: ${reason}`);
  return rows;
};

/** Texts of the whole grammar, with spaces, quotes and operators of all kinds. `plain` texts all have rows. */
function filterTexts(plain: boolean): fc.Arbitrary<string> {
  const space = fc.constantFrom('', ' ', '  ', '\n');
  const gap = fc.constantFrom(' ', '  ', '\t ');
  const quoted = fc
    .tuple(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }), fc.constantFrom('"', "'"))
    .map(([text, quote]) => quote + text.replaceAll(/[\\"']/g, (one) => `\\${one}`) + quote);
  const word = fc.constantFrom('brand', 'a.b', '_x', 'größe', 'on-sale', 'to', 'WITHIN', 'x*');
  const field = fc.oneof(
    word,
    fc.constantFrom('"my field"', "'it''s'".replaceAll("''", "\\'"), '"or"', '"a\\"b"'),
  );
  const value = fc.oneof(
    quoted,
    fc.constantFrom(
      'red',
      '5',
      '-1.50',
      '007',
      '1e5',
      'AND',
      'TO',
      'true',
      'a..b',
      '..',
      'now',
      'item.brand',
    ),
    fc.constantFrom('2026-01-31T10:00:00Z', 'a/b', 'half-price', '"5..50"', '"2026-01"', '"item.x"'),
  );
  const bound = fc.constantFrom('5', '-2.5', '2026-01', '2026-01-31', '"2026-01-31 10:00"', 'now', 'now-30d');
  const low = fc.constantFrom('1', '2.5', '-3');
  const high = fc.constantFrom('10', '1e3', '99.9');
  const condition = fc.oneof(
    fc.tuple(field, space, fc.constantFrom(':', '=', '!='), space, value).map((parts) => parts.join('')),
    fc
      .tuple(field, space, fc.constantFrom('<', '<=', '>', '>='), space, bound)
      .map((parts) => parts.join('')),
    fc.tuple(field, low, gap, gap, high).map(([name, a, x, y, b]) => `${name}:${a}${x}TO${y}${b}`),
    fc
      .tuple(field, fc.constantFrom('1..5', '1..', '..5', '2026-01', '2026-01..2026-02'))
      .map(([name, range]) => `${name}:${range}`),
    fc
      .tuple(field, gap, space, fc.array(value, { minLength: 1, maxLength: 3 }))
      .map(([name, x, y, values]) => `${name}${x}IN${y}[${values.join(`${y},`)}]`),
    fc.tuple(gap, field).map(([x, name]) => `EXISTS${x}${name}`),
  );
  const unusual = fc.constantFrom(
    'variants.{color:blue AND size:XXL}',
    'at WITHIN 5km OF 59.33,18.06',
    'at IN BOX 1,2,3,4',
    'price != 5..50',
    'price IN [..5, 50..]',
  );
  const operand = plain
    ? condition
    : fc.oneof({ weight: 12, arbitrary: condition }, { weight: 1, arbitrary: unusual });
  const { filter } = fc.letrec<{ filter: string; part: string }>((tie) => ({
    part: fc.oneof(
      { maxDepth: 3 },
      operand,
      fc.tuple(gap, tie('part')).map(([x, inner]) => `NOT${x}${inner}`),
      fc.tuple(space, tie('filter'), space).map(([x, inner, y]) => `(${x}${inner}${y})`),
    ),
    filter: fc
      .tuple(
        tie('part'),
        fc.array(fc.tuple(gap, fc.constantFrom('AND', 'OR'), gap, tie('part')), { maxLength: 3 }),
      )
      .map(([first, more]) => first + more.map((parts) => parts.join('')).join('')),
  }));
  return fc.tuple(space, filter, space).map((parts) => parts.join(''));
}

test('a filter comes back from its rows to the letter, or stays a text', () => {
  let asRows = 0;
  fc.assert(
    fc.property(filterTexts(false), fc.boolean(), (text, aboutProduct) => {
      parseFilter(text, now, { about: () => ['1'] });
      const { rows, reason } = readFilter(text, aboutProduct);
      if (rows === null) {
        assert.ok(reason !== '');
        return;
      }
      asRows++;
      assert.equal(writeFilter(rows), text);
      assert.equal(writeFilter(rows, { onlyComplete: true }), text);
    }),
    { seed: 54, numRuns: 3_000 },
  );
  assert.ok(asRows > 1_000, `${asRows} of 3,000 filters have rows`);
});

test('rows without their texts mean the same filter', () => {
  fc.assert(
    fc.property(filterTexts(true), fc.boolean(), (text, aboutProduct) => {
      const { rows } = readFilter(text, aboutProduct);
      if (rows === null) return;
      const context = aboutProduct ? { about: () => ['1', '2'] } : {};
      const written = writeFilter(withoutSources(rows));
      assert.deepEqual(parseFilter(written, now, context), parseFilter(text, now, context), written);
      // What the builder writes, it reads.
      assert.equal(writeFilter(withoutSources(parseRows(written, aboutProduct))), written);
    }),
    { seed: 55, numRuns: 3_000 },
  );
});

test('an edited row changes nothing but itself', () => {
  fc.assert(
    fc.property(filterTexts(true), fc.nat(), (text, pick) => {
      const { rows } = readFilter(text);
      if (rows === null) return;
      const all = listRows(rows);
      const row = all[pick % all.length]!;
      const edited = withNode(rows, row.key, (node) => ({
        ...(node as typeof row),
        field: 'edited',
        relation: 'is',
        values: ['yes'],
        source: null,
      }));
      const written = writeFilter(edited);
      parseFilter(written, now);
      const places = findPlaces(edited);
      for (const one of all) {
        const { at, end } = places.get(one.key)!;
        assert.equal(written.slice(at, end), one === row ? 'edited:yes' : one.source, written);
      }
    }),
    { seed: 56, numRuns: 2_000 },
  );
});

test('readFilter() reads relations', () => {
  const relation = (text: string, aboutProduct = false): unknown[] => {
    const [row] = listRows(parseRows(text, aboutProduct));
    return [row?.field, row?.relation, row?.values];
  };
  assert.deepEqual(relation('brand:"Home & co"'), ['brand', 'is', ['Home & co']]);
  assert.deepEqual(relation('brand != a'), ['brand', 'isNot', ['a']]);
  assert.deepEqual(relation('NOT size IN [38, "39"]'), ['size', 'noneOf', ['38', '39']]);
  assert.deepEqual(relation('NOT EXISTS imgs'), ['imgs', 'missing', []]);
  assert.deepEqual(relation('price:5..50'), ['price', 'between', ['5', '50']]);
  assert.deepEqual(relation('releasedAt >= now-30d'), ['releasedAt', 'lastDays', ['30']]);
  assert.deepEqual(relation('releasedAt:2026-03'), ['releasedAt', 'during', ['2026-03']]);
  assert.deepEqual(relation('price <= item.price', true), ['price', 'atMostOfProduct', ['price']]);
  assert.deepEqual(relation('brand:item.brand'), ['brand', 'is', ['item.brand']]);
});

test('readFilter() says why a filter stays a text', () => {
  const reason = (text: string): string | null => readFilter(text).reason;
  assert.match(reason('at WITHIN 5km OF 1,2') ?? '', /a place/);
  assert.match(reason('a.{b:1}') ?? '', /one element of a list/);
  assert.match(reason('brand:') ?? '', /not complete/);
  assert.match(reason('(a:1 OR (b:1 AND (c:1 OR (d:1 AND (e:1 OR f:1)))))') ?? '', /groups in groups/);
  assert.equal(reason(''), null);
});

test('writeFilter() marks a row without a value, and can leave it out', () => {
  const rows = parseRows('brand:Nike AND price < 5');
  const [, second] = listRows(rows);
  const open = withNode(rows, second!.key, (node) => ({ ...node, values: [''], source: null }) as FilterNode);
  assert.equal(writeFilter(open), 'brand:Nike AND price < ');
  assert.equal(writeFilter(open, { onlyComplete: true }), 'brand:Nike');
  const removed = withNode(rows, second!.key, () => null);
  assert.equal(writeFilter(removed), 'brand:Nike');
});

test('lacksValue() finds filters whose value is still to be chosen, and no other faults', () => {
  const open = [
    'brand:',
    'brand: AND price > 3',
    '(brand:) OR a:1',
    'NOT brand:',
    'price >= ',
    'price:1 TO ',
    'brand IN []',
  ];
  for (const filter of open) assert.equal(lacksValue(filter), true, filter);
  const others = [
    '',
    ' ',
    'brand:Nike',
    'brand:"AND"',
    'name:"a: AND b"',
    'brand Nike',
    '(brand:a',
    'brand:"a',
    'EXISTS brand',
  ];
  for (const filter of others) assert.equal(lacksValue(filter), false, filter);
});
