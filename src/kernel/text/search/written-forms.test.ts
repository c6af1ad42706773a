import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultTextSettings, type TextSettings } from '../schema/settings.ts';
import { highlight } from './highlight.ts';
import { SegmentedIndex } from './segmented-index.ts';

/** The names found by a text, best first. */
function searchIn(names: readonly string[], settings: Partial<TextSettings> = {}) {
  const index = new SegmentedIndex({ ...defaultTextSettings, ...settings });
  names.forEach((value, key) =>
    index.add({ key, texts: [{ field: 'name', value }], values: [], popularity: names.length - key }),
  );
  return (text: string): string[] => {
    const { hits } = index.search({ text, offset: 0, limit: 50 });
    return hits.map(({ key }) => names[key]!);
  };
}

test('several words written as one find names that have them next to each other', () => {
  const names = [
    'iPhone 15',
    'iPhone 15 Pro',
    'Max Pro 15',
    'iPhone 15 Pro Max 256GB',
    'Galaxy S24 Ultra',
    'Xbox Series S',
    'Xbox Series X',
    'Rings',
    'Lord of the Rings',
  ];
  const search = searchIn(names);
  const found: Record<string, string> = {
    iphone15promax: 'iPhone 15 Pro Max 256GB',
    iphone15promax256gb: 'iPhone 15 Pro Max 256GB',
    'iphone 15promax': 'iPhone 15 Pro Max 256GB',
    'iphone15pro max': 'iPhone 15 Pro Max 256GB',
    galaxys24ultra: 'Galaxy S24 Ultra',
    xboxseriesx: 'Xbox Series X',
    lordoftherings: 'Lord of the Rings',
  };
  for (const [text, name] of Object.entries(found)) assert.equal(search(text)[0], name, text);
  assert.deepEqual(search('xboxseriesx'), ['Xbox Series X']);
  assert.deepEqual(search('maxpro15'), ['Max Pro 15']);
  assert.deepEqual(search('promaxiphone'), []);
});

test('words of a query find names that have three and four of them as one', () => {
  const search = searchIn(['iPhone 15 case', 'iPhone15ProMax', 'SkyDiveWatch']);
  assert.equal(search('iphone 15 pro max')[0], 'iPhone15ProMax');
  assert.equal(search('sky dive watch')[0], 'SkyDiveWatch');
});

test('a compound of three and four words is found by its last one', () => {
  const german = searchIn(
    [
      'Damen Mantel',
      'Hand Creme',
      'Damenhandtasche rot',
      'Flasche',
      'Winterarbeitshandschuhe',
      'Winter',
      'Arbeit',
    ],
    { languages: ['de'] },
  );
  for (const text of ['tasche', 'Taschen', 'Handtasche'])
    assert.deepEqual(german(text), ['Damenhandtasche rot']);
  assert.deepEqual(german('schuhe'), ['Winterarbeitshandschuhe']);
  assert.deepEqual(searchIn(['Xyzhandtasche', 'Hand'], { languages: ['de'] })('tasche '), []);
  const swedish = searchIn(['Barnvinterstövlar', 'Barn', 'Vinter'], { languages: ['sv'] });
  assert.deepEqual(swedish('stövlar'), ['Barnvinterstövlar']);
});

test('Finnish grades find each other', () => {
  const search = searchIn(
    ['Naisten saapas', 'Miesten saappaat', 'Kenkä', 'Kengät', 'Talvisaappaat', 'Talvi'],
    {
      languages: ['fi'],
    },
  );
  assert.deepEqual(
    new Set(search('saapas')),
    new Set(['Naisten saapas', 'Miesten saappaat', 'Talvisaappaat']),
  );
  assert.deepEqual(search('saappaat').slice(0, 2), ['Miesten saappaat', 'Naisten saapas']);
  assert.deepEqual(search('kenkä'), ['Kenkä', 'Kengät']);
  assert.deepEqual(search('kengät'), ['Kengät', 'Kenkä']);
});

test('points of Hebrew and Arabic are optional in texts and queries', () => {
  const names = ['שָׁלוֹם', 'מטבח', 'كِتَاب', 'شاي', 'كتـــاب'];
  const search = searchIn(names);
  for (const text of ['שלום', 'שָׁלוֹם', 'שָׁלו']) assert.deepEqual(search(text), ['שָׁלוֹם'], text);
  for (const text of ['מִטְבָּח', 'מטבח', 'מִטְ']) assert.deepEqual(search(text), ['מטבח'], text);
  for (const text of ['كتاب', 'كِتَاب', 'كتا']) assert.deepEqual(search(text), ['كِتَاب', 'كتـــاب'], text);
  assert.deepEqual(search('شَاي'), ['شاي']);
  const index = new SegmentedIndex(defaultTextSettings);
  index.add({ key: 0, texts: [{ field: 'name', value: 'ـكِتَاب' }], values: [], popularity: 0 });
  const { terms } = index.search({ text: 'كتاب', offset: 0, limit: 1 });
  assert.equal(highlight('ـكِتَاب', terms, index.analyzer).value, '<em>ـكِتَاب</em>');
});

test('digits of all scripts are digits', () => {
  const twelve = ['12', '١٢', '۱۲', '१२', '১২', '１２', '๑๒', '១២', '𝟏𝟐'];
  const search = searchIn(twelve.map((digits) => `Pack ${digits}`));
  for (const digits of twelve) assert.equal(search(`pack ${digits}`).length, twelve.length, digits);
  const decimal = ['1.5 l', '１．５ l', '１，５Ｌ', '١٫٥ l', '١.٥ l', '१.५l'];
  const searchDecimal = searchIn(decimal);
  for (const number of decimal) assert.equal(searchDecimal(number).length, decimal.length, number);
});

test('signs of names tell them apart', () => {
  const names = [
    'C++ Primer',
    'Effective C++',
    'C++17 Standard',
    'C# in Depth',
    'Learn C',
    'F# Deep Dive',
    'Notepad++ Handbook',
    'Notepad ruled',
    '.NET Microservices',
    'Fishing net',
    'Vitamin K+',
    'Vitamin K',
    'Disney+ gift card',
    'Disney puzzle',
    'Cpp mug',
    'Item# 5 pen',
    'Baby+Kind Creme',
  ];
  const search = searchIn(names, { synonyms: [{ kind: 'equivalent', words: ['c++', 'cpp'] }] });
  const cpp = ['C++ Primer', 'Effective C++', 'C++17 Standard', 'Cpp mug'];
  for (const text of ['c++', 'C++', 'ｃ＋＋']) assert.deepEqual(search(text), cpp, text);
  assert.deepEqual(new Set(search('cpp')), new Set(cpp));
  assert.equal(search('cpp')[0], 'Cpp mug');
  for (const text of ['c#', 'C♯', 'c# ']) assert.deepEqual(search(text), ['C# in Depth'], text);
  assert.deepEqual(search('f#'), ['F# Deep Dive']);
  assert.deepEqual(search('k+'), ['Vitamin K+']);
  assert.deepEqual(search('vitamin k+').slice(0, 2), ['Vitamin K+', 'Vitamin K']);
  assert.equal(search('vitamin k')[0], 'Vitamin K');
  assert.deepEqual(search('c++17'), ['C++17 Standard']);
  assert.equal(search('item 5')[0], 'Item# 5 pen');
  assert.deepEqual(search('baby kind'), ['Baby+Kind Creme']);
});

test('a word without the sign finds the name after the word, and the name finds the word after itself', () => {
  const search = searchIn([
    'C++ Primer',
    'C# in Depth',
    'Learn C',
    'Notepad++ Handbook',
    'Notepad ruled',
    'Disney+ gift card',
    '.NET',
    'Net',
  ]);
  assert.equal(search('c ')[0], 'Learn C');
  assert.deepEqual(new Set(search('c ')), new Set(['Learn C', 'C++ Primer', 'C# in Depth']));
  assert.deepEqual(search('c++'), ['C++ Primer']);
  assert.deepEqual(search('notepad++'), ['Notepad++ Handbook', 'Notepad ruled']);
  assert.deepEqual(search('notepad '), ['Notepad ruled', 'Notepad++ Handbook']);
  assert.deepEqual(search('disney gift card'), ['Disney+ gift card']);
  assert.deepEqual(search('.net'), ['.NET', 'Net']);
  assert.deepEqual(search('net'), ['Net', '.NET']);
});

test('an energy class is no head noun', () => {
  const index = new SegmentedIndex(defaultTextSettings);
  index.add({ key: 0, texts: [{ field: 'name', value: 'Refrigerator A+' }], values: [], popularity: 0 });
  const { hits } = index.search({ text: 'refrigerator', offset: 0, limit: 1, explain: true });
  assert.equal(hits[0]?.ranking?.headNounMatch, 1.2);
});

test('initials are found with dots, with blanks, without both and the reverse', () => {
  const groups = [
    ['O.P.I', 'OPI', 'O P I', 'o.p.i.', 'O. P. I.'],
    ['A.P.C.', 'APC', 'A P C', 'a.p.c'],
    ['L.L.Bean', 'LLBean', 'L L Bean', 'LL Bean', 'L.L. Bean', 'l. l. bean'],
    ['R.M. Williams', 'RM Williams', 'R M Williams', 'R.M.Williams', 'RMWilliams', 'R. M. Williams'],
    ['J.R.R. Tolkien', 'JRR Tolkien', 'J R R Tolkien', 'J. R. R. Tolkien'],
    ['e.l.f.', 'ELF', 'e l f'],
    ['Ph.D.', 'PhD', 'ph.d'],
    ['SPF 50+', 'SPF50+', 'spf 50', 'spf50'],
    ['J.Crew', 'J Crew', 'JCrew', 'J. Crew'],
    ['H&M', 'H & M', 'HM', 'H.M.'],
    ['К.А.', 'КА', 'К А'],
  ];
  const others = ['Polish red', 'Bean bag', 'Williams pear', 'Crew socks', 'Pin', 'Iron P'];
  for (const group of groups)
    for (const written of group) {
      const search = searchIn([...others.map((other) => `${other} thing`), `${written} thing`]);
      for (const typed of group)
        for (const text of [typed, `${typed} thing`])
          assert.equal(search(text)[0], `${written} thing`, `"${text}" finds ${search(text)[0]}`);
    }
});
