import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultTextSettings, type SynonymEntry } from '../schema/settings.ts';
import type { IndexQuery } from '../query/query.ts';
import { SegmentedIndex } from './segmented-index.ts';

interface Product {
  readonly name: string;
  readonly description?: string;
  readonly use?: string;
  readonly category?: string;
}

/** The names of the hits, best first. */
type Search = (text: string, query?: Partial<IndexQuery>) => string[];

function indexOf(
  products: readonly Product[],
  languages = ['en'],
  synonyms: SynonymEntry[] = [],
): { index: SegmentedIndex; search: Search } {
  const index = new SegmentedIndex({ ...defaultTextSettings, languages, synonyms });
  products.forEach((product, key) => {
    const texts = Object.entries(product).map(([field, value]) => ({ field, value: String(value) }));
    const values = [{ field: 'category', value: product.category ?? '' }];
    index.add({ key, texts, values, popularity: 0 });
  });
  const search: Search = (text, query = {}) =>
    index.search({ text, offset: 0, limit: 10, ...query }).hits.map(({ key }) => products[key]!.name);
  return { index, search };
}

const shop: readonly Product[] = [
  { name: 'Cleaning kit', description: 'Keeps a laptop clean at work', category: 'accessories' },
  { name: 'Laptop Aura 13', description: 'A light one', category: 'computers' },
  { name: 'Laptop Bolt 15', description: 'Fast, for games and for work', category: 'computers' },
  { name: 'Desk', description: 'For work and study', category: 'furniture' },
];

test('words of a purpose that only descriptions have need not be found, and add to the score', () => {
  const { index, search } = indexOf(shop);
  assert.deepEqual(search('laptop for work'), ['Laptop Bolt 15', 'Laptop Aura 13', 'Cleaning kit']);
  assert.deepEqual(search('laptop work').slice(0, 2), ['Laptop Bolt 15', 'Cleaning kit'], 'required');
  const { total, totalAllWords, terms, words } = index.search({
    text: 'laptop for work',
    offset: 0,
    limit: 10,
  });
  assert.deepEqual([total, totalAllWords, words], [3, 3, 1]);
  assert.deepEqual(terms.words, ['laptop', 'work'], 'highlighted');
  assert.equal(index.count({ text: 'laptop for work' }).totalAllWords, 3);
  assert.deepEqual(search('desk for work'), ['Desk']);
});

test('an explanation has the required words, and how a document matches all', () => {
  const { index } = indexOf(shop);
  const explained = index.explain({ text: 'laptop for work', offset: 0, limit: 10 }, 2)!;
  assert.deepEqual(explained.words, [{ word: 'laptop', found: true }]);
  assert.deepEqual([explained.ranking?.words, explained.ranking?.wordsTotal, explained.position], [1, 1, 1]);
  const { hits } = index.search({ text: 'laptop for work', offset: 0, limit: 10, explain: true });
  assert.deepEqual(
    hits[0]?.ranking?.matches?.map((match) => match.words),
    ['laptop', 'work'],
  );
});

test('words of a purpose are required where names or short fields tell products apart by them', () => {
  const { search } = indexOf([
    { name: 'Dog Food' },
    { name: 'Cat Food', description: 'With fish' },
    { name: 'Food bowl', description: 'For cats and dogs' },
    { name: 'Dress Lina', use: 'women' },
    { name: 'Dress Nele', use: 'kids' },
    { name: 'Storybook', description: 'A dress for women' },
    { name: 'Galaxy 9 case' },
    { name: 'Leather case', description: 'Fits the iPhone 12' },
    { name: 'Charger', description: 'For iPhone 12, without case' },
  ]);
  assert.deepEqual(search('food for cats').slice(0, 2), ['Cat Food', 'Food bowl']);
  assert.ok(search('dress for women').indexOf('Dress Nele') > 1, 'women');
  assert.deepEqual(search('case for iphone 12').slice(0, 2), ['Leather case', 'Charger'], 'a number');
});

test('mistyped words and beginnings of words after "for" are required, so that they are completed and corrected', () => {
  const { search } = indexOf([
    { name: 'Toy', description: 'For babies' },
    { name: 'Toy bone', description: 'For your puppy' },
    { name: 'Toy duck', description: 'For ponds' },
  ]);
  assert.equal(search('toy for pupp')[0], 'Toy bone');
  assert.equal(search('toy for puppies')[0], 'Toy bone');
  assert.equal(search('toy for pupyp')[0], 'Toy bone');
});

test('products that a search does not list do not make words required', () => {
  const { search } = indexOf([...shop, { name: 'Work laptop', category: 'hidden' }]);
  const filter: IndexQuery['filter'] = {
    kind: 'not',
    clause: { kind: 'equals', field: 'category', value: 'hidden' },
  };
  assert.equal(search('laptop for work')[1], 'Laptop Bolt 15');
  assert.deepEqual(search('laptop for work', { filter }), [
    'Laptop Bolt 15',
    'Laptop Aura 13',
    'Cleaning kit',
  ]);
});

test('prepositions are those of the languages of the index', () => {
  const products = [
    { name: 'Putzset', description: 'Hält den Laptop bei der Arbeit sauber' },
    { name: 'Laptop Aura', description: 'Leicht' },
    { name: 'Laptop Bolt', description: 'Schnell, auch in der Arbeit' },
    { name: 'Schreibtisch', description: 'Für die Arbeit' },
    { name: 'Stuhl', description: 'Bequem' },
  ];
  const hits = ['Laptop Bolt', 'Laptop Aura', 'Putzset'];
  assert.deepEqual(indexOf(products, ['de']).search('laptop für die arbeit'), hits);
  const { index } = indexOf(products, ['en']);
  assert.equal(index.count({ text: 'laptop für die arbeit' }).totalAllWords, 0, 'all four are required');
});

test('synonyms and compounds of words count as the words', () => {
  const synonyms: SynonymEntry[] = [{ kind: 'equivalent', words: ['ladies', 'women'] }];
  const clothes = [
    { name: 'Dress Lina', use: 'women' },
    { name: 'Dress Nele', use: 'kids' },
    { name: 'Storybook', description: 'A dress for ladies' },
  ];
  const { index } = indexOf(clothes, ['en'], synonyms);
  assert.equal(index.count({ text: 'dress for ladies' }).totalAllWords, 2);
  const food = [
    { name: 'Hundefutter Rind', description: 'Nass' },
    { name: 'Katzenfutter Fisch' },
    { name: 'Hunde Napf', description: 'Hält Futter frisch' },
    { name: 'Schuhe', description: 'Für Kinder und Hunde' },
    { name: 'Welpenfutter Hunde' },
    { name: 'Katzen und Welpen' },
  ];
  assert.equal(indexOf(food, ['de']).index.count({ text: 'futter für hunde' }).totalAllWords, 2);
});

test('words are required that have a synonym together with a word before the preposition', () => {
  const synonyms: SynonymEntry[] = [{ kind: 'equivalent', words: ['cover sofa', 'slipcover'] }];
  const products = [
    { name: 'Slipcover beige' },
    { name: 'Book cover', description: 'Read on a sofa' },
    { name: 'Pillow', description: 'Soft' },
  ];
  const { search } = indexOf(products, ['en'], synonyms);
  assert.deepEqual(search('cover for sofa').sort(), ['Book cover', 'Slipcover beige']);
  const hidden = indexOf([...products, { name: 'Slipcover', category: 'hidden' }].slice(1), ['en'], synonyms);
  const filter: IndexQuery['filter'] = {
    kind: 'not',
    clause: { kind: 'equals', field: 'category', value: 'hidden' },
  };
  const { index } = indexOf(products.slice(1), ['en'], synonyms);
  const [withHidden, without] = [
    hidden.index.count({ text: 'cover for sofa', filter }),
    index.count({ text: 'cover for sofa' }),
  ];
  assert.deepEqual(withHidden, without);
});

test('a preposition that is searched, or in a text of stop words, is a word as others', () => {
  const { index } = indexOf(
    [
      { name: 'Cone', description: 'To pour over coffee' },
      { name: 'Coffee', description: 'Beans' },
      { name: 'We are', description: 'for you' },
      { name: 'We are' },
    ],
    ['en', 'fr'],
  );
  const total = (text: string, language?: string): number =>
    index.count({ text, ...(language === undefined ? {} : { language }) }).totalAllWords;
  assert.equal(total('coffee pour over', 'en'), 1);
  assert.equal(total('we are for you'), 1);
});

test('queries with the preposition anywhere are answered, and of many words after it', () => {
  const { index, search } = indexOf(shop);
  for (const text of [
    'for',
    'for for for',
    'made for',
    'gift for',
    'for sale sign',
    'for the my',
    '\u00a0for\u3000',
  ])
    assert.equal(index.analyze(text).optionalWords.length, 0, text);
  const many = Array.from({ length: 60 }, (_, i) => `word${String.fromCharCode(97 + (i % 26))}`).join(' ');
  assert.equal(index.count({ text: `laptop for ${many}` }).totalAllWords, 0);
  assert.deepEqual(search('laptop for work for for'), search('laptop for work'));
});
