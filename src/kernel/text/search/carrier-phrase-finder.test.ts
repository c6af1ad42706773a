import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultTextSettings } from '../schema/settings.ts';
import type { IndexDocument } from '../schema/document.ts';
import { buildSegment } from '../segments/segment-merger.ts';
import { SegmentedIndex } from './segmented-index.ts';

function shopOf(names: readonly string[], languages: readonly string[] = ['en']): SegmentedIndex {
  const index = new SegmentedIndex({ ...defaultTextSettings, languages: [...languages] });
  names.forEach((value, key) =>
    index.add({ key, texts: [{ field: 'name', value }], values: [], popularity: 0 }),
  );
  return index;
}

/** The phrases, and the query without them. */
function read(index: SegmentedIndex, query: string, language?: string): [string[], string] {
  const phrases = index.carrierPhrases(query, language);
  const stripped = phrases
    .toReversed()
    .reduce((text, { start, end }) => text.slice(0, start) + text.slice(end), query);
  return [phrases.map(({ start, end }) => query.slice(start, end)), stripped.replaceAll(/\s+/g, ' ').trim()];
}

test('findCarrierPhrases() finds the words of a request around the product', () => {
  const index = shopOf(['Gaming laptop']);
  const expected = {
    'where can I buy a laptop': [['where can I buy a'], 'laptop'],
    'Laptop for sale': [['for sale'], 'Laptop'],
    'best laptop online': [['best', 'online'], 'laptop'],
    'the laptop, please!': [['the', 'please'], 'laptop, !'],
    'show me laptop': [['show me'], 'laptop'],
    'I’m looking for some laptops': [['I’m looking for some'], 'laptops'],
    'please show me the best laptop to buy online thanks': [
      ['please show me the best', 'to buy online', 'thanks'],
      'laptop',
    ],
    'price of a laptop': [['price of a'], 'laptop'],
    "what's the price of the laptop": [["what's the price of the"], 'laptop'],
    'laptop near me': [['near me'], 'laptop'],
    'laptop online case': [[], 'laptop online case'],
    'the laptop': [[], 'the laptop'],
  };
  for (const [query, found] of Object.entries(expected)) assert.deepEqual(read(index, query), found, query);
});

test('findCarrierPhrases() knows phrases of twelve languages, those of one word in the languages of the shop only', () => {
  const index = shopOf(['Laptop']);
  const queries = [
    'wo kann ich einen laptop kaufen',
    'où puis-je acheter un laptop en ligne',
    'ou puis je acheter un laptop',
    'estoy buscando un laptop por favor',
    'dove posso comprare un laptop',
    'onde posso comprar um laptop',
    'ik ben op zoek naar een laptop',
    'gdzie mogę kupić laptop',
    'prix d’un laptop',
    'cuánto cuesta laptop',
    'wat kost een laptop',
    'сколько стоит laptop',
    'где можно купить laptop',
    'laptop nereden alabilirim',
    'laptopはどこで買えますか',
    '哪里可以买到laptop',
  ];
  for (const query of queries) assert.deepEqual(read(index, query)[1], 'laptop', query);
  assert.deepEqual(read(index, 'laptop kaufen')[0], []);
  assert.deepEqual(read(shopOf(['Laptop'], ['de']), 'laptop kaufen')[0], ['kaufen']);
  assert.deepEqual(read(index, 'laptop kaufen', 'de')[0], ['kaufen']);
});

test('findCarrierPhrases() keeps words that a name has next to the others, and queries without others', () => {
  const index = shopOf([
    'The Best of Queen',
    'Where can I buy happiness?',
    'Ultima Online',
    'Show me love',
    'The Price of Salt',
    'Laptop',
  ]);
  for (const query of [
    'the best of queen',
    'price of salt',
    'where can i buy happiness',
    'ultima online',
    'show me love',
  ])
    assert.deepEqual(read(index, query)[0], [], query);
  for (const query of ['where can i buy', 'please', 'best', 'buy online', 'best buy', ''])
    assert.deepEqual(read(index, query)[0], [], query);
  assert.deepEqual(read(index, 'where can i buy the best of queen online'), [
    ['where can i buy the', 'online'],
    'best of queen',
  ]);
  assert.deepEqual(read(index, 'best laptop')[0], ['best']);
  // As long as there is such a product.
  index.remove(2);
  assert.deepEqual(read(index, 'ultima online')[0], ['online']);
});

test('findCarrierPhrases() keeps parts of a word, brands with a joined word, names in another order, and articles of a name', () => {
  const index = shopOf(['Thank You Cards', 'Gute Nacht Tee', 'Puzzle'], ['en', 'de']);
  index.add({ key: 9, texts: [{ field: 'brand', value: 'Fisher-Price' }], values: [], popularity: 0 });
  const expected = {
    'fisher price': [],
    'puzzle fisher price': [],
    'puzzle price': ['price'],
    'best-seller puzzle': [],
    'puzzle pre-online': [],
    'best,puzzle': ['best'],
    "j'ai besoin d'huile": ["j'ai besoin d"],
    'cards thank you': [],
    'puzzle thank you': ['thank you'],
    'ich suche gute nacht tee': ['ich suche'],
    'ich suche gute puzzle': ['ich suche gute'],
  };
  for (const [query, phrases] of Object.entries(expected))
    assert.deepEqual(read(index, query)[0], phrases, query);
});

test('findCarrierPhrases() looks for phrases at the end of the whole query only', () => {
  const index = shopOf(['Laptop']);
  const words = Array.from({ length: 30 }, (_, i) => `laptop${i}`).join(' ');
  assert.deepEqual(read(index, `show me ${words} online`)[0], ['show me']);
  assert.deepEqual(read(index, `${words} buy online`)[0], ['buy online']);
  assert.deepEqual(read(index, `${words} buy online laptop`)[0], []);
  assert.deepEqual(read(index, `laptop online${' '.repeat(1_000)}case`)[0], []);
});

test('findCarrierPhrases() finds requests in other words by their pronouns, auxiliary verbs and question words', () => {
  const index = shopOf(['Laptop', 'Oppo Find X5', 'Who Dares Wins', 'Me before you', 'D battery']);
  const expected = {
    'could you perhaps find me a laptop': [['could you perhaps find me', 'a'], 'laptop'],
    'hi, do you guys carry any laptop?': [['hi, do you guys carry any'], 'laptop?'],
    'which laptop should I get': [['which', 'should I get'], 'laptop'],
    'können Sie mir einen Laptop empfehlen': [['können Sie mir einen', 'empfehlen'], 'Laptop'],
    'qu’est-ce que vous avez comme laptop': [['qu’est-ce que vous avez comme'], 'laptop'],
    'can you find x5': [['can you'], 'find x5'],
    'do you have who dares wins': [['do you have'], 'who dares wins'],
    'could you find me d battery': [['could you find me'], 'd battery'],
    'could you find me something': [[], 'could you find me something'],
    'laptop for work': [[], 'laptop for work'],
    'find laptop': [[], 'find laptop'],
  };
  for (const [query, found] of Object.entries(expected)) assert.deepEqual(read(index, query), found, query);
});

test('findCarrierPhrases() keeps words of products that are pronouns or verbs in other places', () => {
  const index = shopOf(['Laptop']);
  const queries = [
    'plug adapter uk to us',
    'us to eu adapter',
    'tuna in a can',
    'calendar in may',
    'tommy the who',
    't shirt i love you',
    'parfum für sie',
    'profumo per lei',
    'caja de té',
    'prezent dla mam',
  ];
  for (const query of queries) assert.deepEqual(read(index, query)[0], [], query);
});

test('findCarrierPhrases() knows who sells a product, and questions on both sides of it', () => {
  const index = shopOf(['Laptop'], ['tr']);
  const queries = [
    'who sells laptop',
    'ich bin auf der suche nach laptop',
    'montrez-moi vos laptop',
    'laptop à acheter en ligne',
    'czy sprzedajecie laptop',
    'nereden laptop alabilirim',
    'laptop satıyor musunuz',
  ];
  for (const query of queries) assert.deepEqual(read(index, query)[1], 'laptop', query);
});

test('findCarrierPhrases() keeps brands and authors of several words, of searched fields and visible documents', () => {
  const settings = { ...defaultTextSettings, unsearchableFields: ['publisher'] };
  const index = new SegmentedIndex(settings);
  const frozen = new SegmentedIndex(settings);
  const products = [
    { name: 'Bear Tilda', brand: 'Me to You' },
    { name: 'Rain jacket', brand: 'The North Face' },
    { name: 'Kettle', brand: 'Best' },
    { name: 'Album', artist: 'Looking For Alaska' },
    { name: 'Novel', publisher: 'Find Me Books' },
  ];
  const documents = products.map(({ name, ...others }, key): IndexDocument => {
    const values = Object.entries(others).map(([field, value]) => ({ field, value }));
    return { key, texts: [{ field: 'name', value: name }, ...values], values, popularity: 0 };
  });
  for (const document of documents) index.add(document);
  frozen.attach(buildSegment(documents, settings));
  const expected = {
    'me to you bear': [[], 'me to you bear'],
    'bear me  to\u00a0you': [[], 'bear me to you'],
    'can i get me to you bear please': [['can i get', 'please'], 'me to you bear'],
    'bear Me To You': [[], 'bear Me To You'],
    'show me the north face jacket': [['show me'], 'the north face jacket'],
    'show me the jacket': [['show me the'], 'jacket'],
    'looking for alaska album': [[], 'looking for alaska album'],
    'looking for album': [['looking for'], 'album'],
    // One word may be a wish, and private fields are not searched.
    'best kettle': [['best'], 'kettle'],
    'find me books novel': [['find me'], 'books novel'],
  };
  for (const [query, found] of Object.entries(expected))
    for (const one of [index, frozen]) assert.deepEqual(read(one, query), found, query);
  const hidden = { kind: 'equals', field: 'brand', value: 'The North Face' } as const;
  const phrases = index.carrierPhrases('show me the north face jacket', undefined, hidden);
  assert.deepEqual(phrases, [{ start: 0, end: 11 }]);
});
