import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { IndexDocument } from '../schema/document.ts';
import { highlight } from './highlight.ts';
import { buildSegment } from '../segments/segment-merger.ts';
import { ImmutableSegment } from '../segments/immutable-segment.ts';
import { NaiveIndex } from '../oracle/naive-index.fixture.ts';
import { defaultTextSettings, type TextSettings } from '../schema/settings.ts';
import { correctionRatio } from '../expansion/typo-expansions.ts';
import { SegmentedIndex } from './segmented-index.ts';
import { representative } from '../../../../test/support/matrix.ts';

const german =
  'Schuhe Schuh Kinderschuhe Kinder für Handschuhe Hand Schlüssel schluessel schlussel schlusel Schlüssselbund ' +
  'Bund Kreis Reis Arbeitsschuhe Arbeit schuhe Kinderschue blau Straße strasse Lederjacke Leder Jacke jacken';
const scandinavian =
  'sko skor barnsko blå blaa blåa kjøkken kjoekken kokken børnesko köket æble aeble sko for';
const french = "chaussure chaussures de sport sportive robe longue coton en rouge l'été ete été";
const synonymous = 'sofa couch settee couhc flat screen tv television telly t shirt tshirt tee shirts red so';

interface Scene {
  vocabulary: string;
  settings: Partial<TextSettings>;
}

const scenes: Record<string, Scene> = {
  german: { vocabulary: german, settings: { languages: ['de'] } },
  'German and English': { vocabulary: german, settings: { languages: ['de', 'en'] } },
  scandinavian: { vocabulary: scandinavian, settings: { languages: ['sv', 'da'] } },
  french: { vocabulary: french, settings: { languages: ['fr'] } },
  'typos off in fields and for words': {
    vocabulary: synonymous + ' televsion sofas settees screens scren telle',
    settings: {
      zones: [{ fields: ['brand'], weight: 0.4, lengthPenalty: 0.5 }],
      typos: {
        ...defaultTextSettings.typos,
        disabledFields: ['brand.code', 'brand', 'sku', 'unheard.of'],
        disabledWords: ['Sofa', 'screen'],
      },
    },
  },
  'typos off in the name': {
    vocabulary: synonymous + ' televsion sofas settees screens scren telle',
    settings: { typos: { ...defaultTextSettings.typos, disabledFields: ['name'] } },
  },
  'part numbers': {
    vocabulary:
      'dv7-1211ea dv71211ea 1211ea 1211 7-1211 v7 211e 12 HP gr-012 gr012 017" 17in 17 inch 43cm 43.2 665A 665',
    settings: {},
  },
  'concatenated words': {
    vocabulary:
      'iphone 15 pro max iphone15 promax iphone15promax 15pro xs x s xsx of the promaxofthe l bean llbean',
    settings: {},
  },
  fractions: { vocabulary: 'hose 7/8 7 8 1/2 12 1 2 7/8" ½ 1½ 8/7 size 140x200 140 200', settings: {} },
  'names with signs': {
    vocabulary:
      'c c++ c# c+ cpp notepad notepad++ notepads disney+ disney .net net s24 s24+ a+ a+++ a gift O.P.I opi',
    settings: { synonyms: [{ kind: 'equivalent', words: ['c++', 'cpp'] }] },
  },
  'prefixes of names and of their translations': {
    vocabulary:
      'jacket jackets jardin jar j acket rain lamp lampe lampshade l lampshades t-shirt tshirt t shirts chaise chairs',
    settings: {},
  },
  'no language': { vocabulary: french, settings: { languages: [] } },
  synonyms: {
    vocabulary: synonymous,
    settings: {
      synonyms: [
        { kind: 'equivalent', words: ['sofa', 'couch', 'settees'] },
        { kind: 'equivalent', words: ['tv', 'television', 'flat screen'] },
        { kind: 'oneWay', from: 't-shirt', to: ['tee', 'red sofa'] },
        { kind: 'oneWay', from: 'telly', to: ['tv', 'nowhere seen'] },
      ],
    },
  },
  'many synonyms of several words': {
    vocabulary: synonymous,
    settings: {
      synonyms: [
        {
          kind: 'oneWay',
          from: 'tee',
          to: synonymous
            .split(' ')
            .flatMap((first) => [`${first} sofa`, `red ${first}`, `flat ${first} screen`]),
        },
        { kind: 'oneWay', from: 'sofa tv', to: ['red screen', 'flat couch', 'settee red tee'] },
      ],
    },
  },
};

function settingsOf(scene: Scene): TextSettings {
  return {
    ...defaultTextSettings,
    builtInSynonyms: false,
    typoThreshold: 2,
    dropWordsThreshold: 4,
    ...scene.settings,
  };
}

function documentsOf(vocabulary: string): fc.Arbitrary<IndexDocument[]> {
  const words = vocabulary.split(' ');
  const text = fc.array(fc.constantFrom(...words), { maxLength: 5 }).map((list) => list.join(' '));
  const document = fc.record({
    key: fc.integer({ min: 0, max: 12 }),
    texts: fc.tuple(text, text, text, text).map(([name, brand, sku, translation]) => [
      { field: 'name', value: name },
      { field: 'brand', value: brand },
      { field: 'sku', value: sku },
      { field: 'translations.fr.name', value: translation },
    ]),
    // An index with values of translations has their texts.
    values: fc.constant<IndexDocument['values']>([{ field: 'translations.fr.name', value: 'oui' }]),
    popularity: fc.integer({ min: 0, max: 2 }),
  });
  return fc.array(document, { maxLength: 8 });
}

for (const [name, scene] of Object.entries(scenes)) {
  test(`SegmentedIndex.search() matches the same words as a scan: ${name}`, () => {
    const settings = settingsOf(scene);
    const queryWord = fc
      .constantFrom(...scene.vocabulary.split(' '))
      .chain((word) => fc.oneof(fc.constant(word), fc.constant(word.slice(0, 4))));
    const queries = fc.array(fc.array(queryWord, { minLength: 1, maxLength: 3 }), {
      minLength: 1,
      maxLength: 6,
    });
    const documents = documentsOf(scene.vocabulary);
    fc.assert(
      fc.property(
        documents,
        documents,
        fc.array(fc.nat(12)),
        queries,
        (attached, added, removed, wordLists) => {
          const index = new SegmentedIndex(settings);
          const naive = new NaiveIndex(settings);
          index.attach(buildSegment(attached, settings));
          for (const document of attached) naive.add(document);
          for (const document of added) {
            index.add(document);
            naive.add(document);
          }
          for (const key of removed) assert.equal(index.remove(key), naive.remove(key));
          for (const words of wordLists) {
            const query = { text: words.join(' '), offset: 0, limit: 20 };
            const { total, totalAllWords, hits } = index.search(query);
            const expected = naive.search(query);
            assert.deepEqual(
              { total, totalAllWords, keys: hits.map(({ key }) => key) },
              { total: expected.total, totalAllWords: expected.totalAllWords, keys: expected.keys },
              `query ${JSON.stringify(query)}`,
            );
          }
        },
      ),
      { seed: 20261121, numRuns: representative(50, 300) },
    );
  });
}

/** An index of names, with a search that returns the matching names. */
function shop(names: readonly string[], changes: Partial<TextSettings>) {
  const index = new SegmentedIndex({ ...defaultTextSettings, ...changes });
  names.forEach((value, key) =>
    index.add({ key, texts: [{ field: 'name', value }], values: [], popularity: names.length - key }),
  );
  const search = (text: string) => index.search({ text, offset: 0, limit: 10, explain: true });
  return {
    index,
    search,
    found: (text: string) => search(text).hits.map(({ key }) => names[key]),
  };
}

test('German compounds match by their last part, the whole word first, without accidental endings', () => {
  const { found } = shop(
    ['Kinderschuhe rot', 'Schuhe blau', 'Arbeitsschuhe S3', 'Basmatireis', 'Kreis aus Holz', 'Reis 1 kg'],
    { languages: ['de'] },
  );
  assert.deepEqual(found('Schuhe'), ['Schuhe blau', 'Kinderschuhe rot', 'Arbeitsschuhe S3']);
  assert.deepEqual(found('schuh'), ['Schuhe blau', 'Kinderschuhe rot', 'Arbeitsschuhe S3']);
  assert.deepEqual(found('reis '), ['Reis 1 kg']);
  assert.deepEqual(found('Kinderschuh'), ['Kinderschuhe rot']);
  const separate = shop(['Schuhe für Kinder', 'Schuhe für Damen'], { languages: ['de'] });
  assert.deepEqual(separate.found('Kinderschuhe'), ['Schuhe für Kinder']);
});

test('digraph spellings match both ways, the exact form first', () => {
  const german = shop(['Schluessel', 'Schlüssel', 'Schlussel'], { languages: ['de'] });
  assert.deepEqual(german.found('Schlüssel'), ['Schlüssel', 'Schluessel', 'Schlussel']);
  assert.deepEqual(german.found('schluessel'), ['Schluessel', 'Schlüssel', 'Schlussel']);
  assert.equal(german.search('schlüss').total, 3);
  const danish = shop(['Blåbær', 'Blaabaer'], { languages: ['da'] });
  assert.deepEqual(danish.found('blaabær'), ['Blåbær', 'Blaabaer']);
});

test('French words match by their stems, without accents and elided', () => {
  const { found, search } = shop(['Chaussures de sport', 'Écran plat', "Crème d'été", 'Robe de sport'], {
    languages: ['fr'],
  });
  assert.deepEqual(found('chaussure'), ['Chaussures de sport']);
  assert.deepEqual(found('ecrans'), ['Écran plat']);
  assert.deepEqual(found('creme ete'), ["Crème d'été"]);
  const [first] = search('robe').hits;
  assert.equal(first?.ranking?.headNounMatch, 1.2);
});

test('Japanese, Chinese, Korean and Thai texts match by their words', () => {
  const names = ['日本語のカメラ', '中国茶叶礼盒', '무선 이어폰', 'รองเท้าวิ่งผู้ชาย'];
  const { found } = shop(names, {});
  assert.deepEqual(found('カメラ'), [names[0]]);
  assert.deepEqual(found('茶叶'), [names[1]]);
  assert.deepEqual(found('이어폰'), [names[2]]);
  assert.deepEqual(found('รองเท้า'), [names[3]]);
});

test('synonyms match in the first stage, rank below the word itself, and are highlighted and explained', () => {
  const names = ['Red couch', 'Sofa bed red', 'Sofa red', 'Chair red', 'Settee red'];
  const { index, search, found } = shop(names, {});
  assert.deepEqual(found('red couch').slice(0, 4), ['Red couch', 'Sofa red', 'Settee red', 'Sofa bed red']);
  const { hits, total, totalAllWords, terms, corrected, fallback } = search('couch');
  assert.deepEqual(
    { total, totalAllWords, corrected, fallback },
    { total: 4, totalAllWords: 4, corrected: null, fallback: null },
  );
  const sofa = hits.find(({ key }) => key === 2);
  assert.deepEqual(sofa?.ranking?.matches, [
    { words: 'couch', how: 'synonym', found: 'sofa', typos: 0, factor: 0.8, inName: true },
  ]);
  assert.equal(highlight('Sofa red', terms, index.analyzer).value, '<em>Sofa</em> red');
});

test('synonyms of several words must be adjacent in the name', () => {
  const names = ['Deuter back pack 20 l', 'Rucksack', 'Pack of straps for the back'];
  const { index, search, found } = shop(names, { typoThreshold: 1 });
  assert.deepEqual(new Set(found('backpack')), new Set(names.slice(0, 2)));
  const { terms } = search('backpack');
  assert.equal(highlight(names[0]!, terms, index.analyzer).value, 'Deuter <em>back</em> <em>pack</em> 20 l');
  assert.equal(highlight(names[2]!, terms, index.analyzer).matched, false);
  assert.deepEqual(found('back pack')[0], names[0]);
});

test('one pass over the names finds all synonyms of several words', (context) => {
  const letters = 'abcdefghijklmnopqrst'.split('');
  const words = letters.map((letter) => letter.repeat(4));
  const to = words.flatMap((first) => words.map((second) => `${first} ${second}`));
  const settings: TextSettings = {
    ...defaultTextSettings,
    synonyms: [{ kind: 'oneWay', from: 'zzzz', to }],
    typoThreshold: 1,
  };
  const names = [...words, 'aaaa bbbb', 'cccc x dddd'];
  const documents = names.map((value, key) => ({
    key,
    popularity: 0,
    texts: [{ field: 'name', value }],
    values: [],
  }));
  const index = new SegmentedIndex(settings);
  index.attach(buildSegment(documents, settings));
  const read = context.mock.method(ImmutableSegment.prototype, 'readPostings');
  assert.equal(index.search({ text: 'zzzz', offset: 0, limit: 10 }).total, 1);
  assert.ok(read.mock.callCount() < words.length, `${read.mock.callCount()} lists of documents`);
});

test('one-way synonyms match one way, also for mistyped and partly typed words', () => {
  const { search, found } = shop(['iPhone 15', 'Phone case', 'Loveseat'], {
    synonyms: [
      { kind: 'oneWay', from: 'phone', to: ['iphone'] },
      { kind: 'equivalent', words: ['davenport', 'loveseat'] },
    ],
  });
  assert.deepEqual(found('phone'), ['Phone case', 'iPhone 15']);
  assert.deepEqual(found('iphone '), ['iPhone 15']);
  assert.deepEqual(found('davenp'), ['Loveseat']);
  const { hits, corrected, fallback } = search('davneport');
  assert.equal(hits[0]?.key, 2);
  assert.deepEqual({ corrected, fallback }, { corrected: 'davenport', fallback: 'corrected' });
});

test('built-in synonyms apply to English only and can be disabled', () => {
  assert.deepEqual(shop(['Sofa'], {}).found('couch'), ['Sofa']);
  assert.deepEqual(shop(['Sofa'], { builtInSynonyms: false }).found('couch'), []);
  assert.deepEqual(shop(['Sofa'], { languages: ['de'] }).found('couch'), []);
});

test('typo tolerance can be disabled for words and fields, and excludes numbers', () => {
  const typos = { ...defaultTextSettings.typos, disabledWords: ['Casio', 'Canon'], disabledFields: ['sku'] };
  const index = new SegmentedIndex({ ...defaultTextSettings, typos });
  const texts = ['Casio watch', 'Canon camera', 'Cannon ball', 'Nikon D7500'];
  texts.forEach((value, key) =>
    index.add({
      key,
      texts: [
        { field: 'name', value },
        { field: 'sku', value: 'WATERFALL' },
      ],
      values: [],
      popularity: 0,
    }),
  );
  const keys = (text: string) => index.search({ text, offset: 0, limit: 10 }).hits.map(({ key }) => key);
  assert.deepEqual(keys('casoi'), []);
  assert.deepEqual(keys('canon'), [1]);
  assert.deepEqual(keys('cannno'), [2]);
  assert.deepEqual(keys('waterfall').length, 4);
  assert.deepEqual(keys('watrefall'), []);
  assert.deepEqual(keys('d7501'), []);
  assert.deepEqual(keys('nikno'), [3]);
});

function named(key: number, name: string): IndexDocument {
  return { key, texts: [{ field: 'name', value: name }], values: [], popularity: 0 };
}

test('common words of the language are not corrected', () => {
  const texts = ['Colored glass', 'Mild soap', 'Color pencils'].map((name, key) => named(key, name));
  const common = new Set(['cold', 'drink', 'milk']);
  const found = (settings: TextSettings, text: string) => {
    const index = new SegmentedIndex(settings, {
      has: (language, { stem }) => language === 'en' && common.has(stem),
    });
    index.attach(buildSegment(texts, settings));
    const { total, corrected } = index.search({ text, offset: 0, limit: 10 });
    return [total, corrected];
  };
  for (const text of ['cold', 'drinks cold', 'milk', 'milks '])
    assert.deepEqual(found(defaultTextSettings, text), [0, null], text);
  assert.deepEqual(found(defaultTextSettings, 'colro pencil'), [1, 'color pencil']);
  // Common words of another language do not apply.
  const german = { ...defaultTextSettings, languages: ['de'] };
  assert.deepEqual(found(german, 'milk'), [1, 'mild']);
});

test('a word of the catalog is corrected only to a word at least a hundred times as frequent', () => {
  for (const count of [correctionRatio - 1, correctionRatio]) {
    const documents = Array.from({ length: count }, (_, key) => named(key, 'headphones'));
    for (const cut of [0, 40]) {
      const index = new SegmentedIndex();
      if (cut > 0) index.attach(buildSegment(documents.slice(0, cut), defaultTextSettings));
      index.attach(buildSegment(documents.slice(cut), defaultTextSettings));
      index.add(named(1_000, 'haedphones'));
      const { total } = index.search({ text: 'haedphones', offset: 0, limit: 1 });
      assert.equal(total, count < correctionRatio ? 1 : count + 1);
    }
  }
});

test('typos are tolerated in prefixes, a transposition counts once, and one in the first letter allows no other', () => {
  const { found } = shop(['Wireless headphones', 'Toothbrush'], {});
  assert.deepEqual(found('haedpho'), ['Wireless headphones']);
  assert.deepEqual(found('wierless'), ['Wireless headphones']);
  assert.deepEqual(found('eadphones'), ['Wireless headphones']);
  assert.deepEqual(found('pireless'), ['Wireless headphones']);
  assert.deepEqual(found('oothbrush'), ['Toothbrush']);
  assert.deepEqual(found('pirelss'), []);
  assert.deepEqual(found('pieadphones'), []);
});

test('split and joined words match both ways', () => {
  const { found, search } = shop(['Garden bench seat cover', 'Gardenbench'], { builtInSynonyms: false });
  assert.deepEqual(found('gardenbench'), ['Gardenbench', 'Garden bench seat cover']);
  assert.deepEqual(new Set(found('garden bench')), new Set(['Gardenbench', 'Garden bench seat cover']));
  assert.equal(search('seatcover').corrected, 'seat cover');
});

test('words that names have as one only are found as one, however many products have them apart', () => {
  const manuals = Array.from({ length: 30 }, (_, i) => `Kitchen manual ${i} with first aid`);
  const { search, found, index } = shop(['KitchenAid mixer', ...manuals], {});
  assert.equal(found('kitchen aid')[0], 'KitchenAid mixer');
  assert.equal(search('kitchen aid').corrected, 'kitchenaid');
  index.add({ key: 99, texts: [{ field: 'name', value: 'Kitchen aid station' }], values: [], popularity: 0 });
  assert.equal(search('kitchen aid').corrected, null);
});

test('a word is split into words of the catalog, not into other forms of them', () => {
  const { search } = shop(['Memory stick', 'Deer tick', 'Deer tick 2', 'Memory'], {});
  assert.equal(search('memorystick').corrected, 'memory stick');
});

test('all forms of a corrected word are found, as where it is typed right', () => {
  const { found } = shop(['Colouring book', 'Books for children'], {});
  assert.deepEqual(new Set(found('bookns')), new Set(['Colouring book', 'Books for children']));
});

test('part numbers match with and without separators and by their middle, with only that part marked', () => {
  const names = ['HP Pavilion dv7-1211ea Notebook', 'Lamp GR-112', 'Cable 1.5 m'];
  const { index, search, found } = shop(names, {});
  for (const text of ['dv7-1211ea', 'dv71211ea', 'dv7 1211ea', '1211', '211e', '7-1211', 'v7-12', '11ea']) {
    assert.deepEqual(found(text)[0], names[0], text);
  }
  const { terms, hits } = search('211e');
  assert.equal(highlight(names[0]!, terms, index.analyzer).value, 'HP Pavilion dv7-1<em>211e</em>a Notebook');
  assert.equal(hits[0]?.ranking?.matches?.[0]?.how, 'infix');
  assert.deepEqual(found('2020'), []);
});
