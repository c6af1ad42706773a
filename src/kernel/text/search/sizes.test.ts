import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultTextSettings } from '../schema/settings.ts';
import { SegmentedIndex } from './segmented-index.ts';

/** The names of the hits, best first, and the corrected query. */
function searchIn(names: readonly string[]): (text: string) => { names: string[]; corrected: string | null } {
  const index = new SegmentedIndex(defaultTextSettings);
  names.forEach((value, key) =>
    index.add({ key, texts: [{ field: 'name', value }], values: [], popularity: names.length - key }),
  );
  return (text) => {
    const { hits, corrected } = index.search({ text, offset: 0, limit: 50 });
    return { names: hits.map(({ key }) => names[key]!), corrected };
  };
}

/** Spellings of one size, each found first by each other. */
const groups = [
  [
    '140x200',
    '140 x 200',
    '140×200',
    '140 × 200',
    '140*200',
    '140 X 200',
    '140х200',
    '１４０×２００',
    '١٤٠×٢٠٠',
  ],
  ['120x170 cm', '120 cm x 170 cm', '120cm × 170cm', '120x170cm', '120 * 170 cm', '120cmx170cm'],
  ['M8x20', 'm8 x 20', 'M8×20', 'M8 * 20', 'm8 х 20mm'],
  ['1,40 x 2,10 m', '1.4x2.1m', '1.40 × 2.10 m', '1,4*2,1'],
  ['8" x 10"', '8x10"', '8 x 10 inch', '8in x 10in', '8″×10″'],
  ["5' x 7'", '5x7 ft', "5'x7'"],
  ['3x1,5mm²', '3 x 1.5 mm2', '3×1,5 mm²'],
  ['60x40x30 cm', '60 x 40 x 30cm', '60cm × 40cm × 30cm'],
  ['½ x ¾', '1/2 x 3/4', '1/2×3/4'],
  ['Ø20mm', 'ø 20 mm', '⌀20 mm', 'φ20mm', '20 mm'],
  ['Ø25 x 300 mm', '25x300', '⌀ 25 × Ø 300mm'],
  ['2x8GB', '2 x 8 GB', '2×8GB'],
];
const others = [
  'Sheet 200x140',
  'Sheet 140',
  'Sheet 200 cm',
  'Screw M8',
  'Bolt 20',
  'Rug 170x120 cm',
  'Frame 10x8 inch',
  'Frame 5x8 ft',
  'Box 40x60x30 cm',
  'Cable 1.5 mm2',
  'Adapter 3/4',
  'Pipe 2 mm',
  'Memory 8 GB',
];

test('sizes and dimensions are found first in each of their spellings', () => {
  for (const group of groups)
    for (const written of group) {
      const name = `Thing ${written}`;
      const search = searchIn([...others.map((other) => `Thing ${other}`), name]);
      for (const typed of group) {
        for (const query of [typed, `thing ${typed}`, `${typed} thing`]) {
          const found = search(query);
          assert.equal(found.names[0], name, `${query} finds ${found.names.slice(0, 2).join(', ')}`);
          assert.equal(found.corrected, null, query);
        }
      }
    }
});

test('a dimension is found by its numbers and its first numbers, and finds them apart', () => {
  const search = searchIn(['Mattress 140x200x20 cm', 'Slats 140 cm wide, 200 cm long', 'Sheet 140x220']);
  assert.deepEqual(search('140x200').names, ['Mattress 140x200x20 cm', 'Slats 140 cm wide, 200 cm long']);
  assert.equal(search('140x200').corrected, null);
  assert.deepEqual(new Set(search('200 140').names.slice(0, 2)), new Set(search('140x200').names));
  assert.equal(search('mattress 140x2').names[0], 'Mattress 140x200x20 cm');
  assert.equal(search('sheet 140').names[0], 'Sheet 140x220');
});

test('the unit of a dimension ranks, and need not be found', () => {
  const search = searchIn(['Frame 8x10 cm', 'Frame 8x10 inch', 'Frame 8x10']);
  assert.equal(search('frame 8x10 inch').names[0], 'Frame 8x10 inch');
  assert.equal(search('frame 8 x 10 cm').names[0], 'Frame 8x10 cm');
  assert.equal(search('frame 8x10cm').names.length, 3);
});

test('numbers are found in each of their spellings, and no other number', () => {
  const search = searchIn([
    '1/2 inch hose',
    '12 hose',
    'Cable 1.5 m',
    'Cable 5 m',
    'Power bank 20000 mAh',
    'Battery 12 V 9 Ah',
    'Chanel N°5',
    'Chanel',
  ]);
  const first: Record<string, string> = {
    '1/2 hose': '1/2 inch hose',
    '½ hose': '1/2 inch hose',
    '½" hose': '1/2 inch hose',
    'cable 1,5m': 'Cable 1.5 m',
    '1,5 m cable': 'Cable 1.5 m',
    '20.000 mAh': 'Power bank 20000 mAh',
    '12v 9ah': 'Battery 12 V 9 Ah',
    'chanel no5': 'Chanel N°5',
    'chanel nº 5': 'Chanel N°5',
    'chanel no. 5': 'Chanel N°5',
    'chanel nr 5': 'Chanel N°5',
  };
  for (const [query, name] of Object.entries(first)) {
    const found = search(query);
    assert.equal(found.names[0], name, query);
    assert.equal(found.corrected, null, query);
  }
  assert.ok(!search('1,5m').names.includes('Cable 5 m'));
  assert.equal(searchIn(['12 hose', '20 hose'])('1/2 hose').corrected, null);
});

test('codes and counts with an x are no dimensions', () => {
  const search = searchIn(['Sony KD-55X9000E', 'Box of 5', 'Pack with 10 max 20']);
  assert.deepEqual(search('55x9000e').names, ['Sony KD-55X9000E']);
  assert.deepEqual(search('kd55x9000e').names, ['Sony KD-55X9000E']);
  assert.deepEqual(search('10 max').names, ['Pack with 10 max 20']);
});

test('units match in all their spellings', () => {
  const names = ['Screen 17" wide', 'Bag 43 cm', 'Juice 1.5 l', 'Flour 500 g'];
  const search = searchIn(names);
  for (const text of ['17"', '17 inch', '17in', '17 inches', 'screen 17 in'])
    assert.deepEqual(search(text).names[0], names[0], text);
  for (const text of ['43cm', '43 cm', '43-cm']) assert.deepEqual(search(text).names[0], names[1], text);
  for (const text of ['1.5l', '1,5 l', '1,5l', '1.5 l'])
    assert.deepEqual(search(text).names[0], names[2], text);
  for (const text of ['500g', '500 g']) assert.deepEqual(search(text).names[0], names[3], text);
});

test('two numbers with a slash are a fraction and two sizes', () => {
  const names = [
    'Socks size 7/8',
    'Socks size 7, 8',
    'Socks size 9/10',
    'Pipe 7/8 inch',
    'Pipe 7/8"',
    'Board 1 7/8',
    'Part 8',
  ];
  const search = searchIn(names);
  assert.deepEqual(new Set(search('socks size 7').names.slice(0, 2)), new Set(names.slice(0, 2)));
  assert.deepEqual(new Set(search('socks 8').names.slice(0, 2)), new Set(names.slice(0, 2)));
  assert.deepEqual(search('socks 7/8').names.slice(0, 2), names.slice(0, 2));
  assert.equal(search('socks size 9').names[0], 'Socks size 9/10');
  assert.ok(!search('7 ').names.some((name) => name.startsWith('Pipe') || name.startsWith('Board')));
  assert.deepEqual(search('7/8 pipe').names.slice(0, 2), ['Pipe 7/8 inch', 'Pipe 7/8"']);
});
