import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandom } from '../../../lib/seeded-random.ts';
import type { IndexDocument } from '../schema/document.ts';
import { defaultTextSettings } from '../schema/settings.ts';
import { buildSegment } from '../segments/segment-merger.ts';
import { SegmentedIndex } from './segmented-index.ts';

const settings = { ...defaultTextSettings, builtInSynonyms: false };

interface Texts {
  readonly name: string;
  readonly note?: string;
  readonly translation?: string;
}

function toDocument({ name, note = '', translation = '' }: Texts, key: number): IndexDocument {
  const texts = [
    { field: 'name', value: name },
    { field: 'note', value: note },
    { field: 'translations.fr.name', value: translation },
  ].filter(({ value }) => value !== '');
  return { key, texts, values: texts, popularity: 0 };
}

test('words of translated names are told apart from those that a name has, too', () => {
  const index = new SegmentedIndex(settings);
  const documents: Texts[] = [
    { name: 'Wool socks', translation: 'Chaussettes de laine' },
    { name: 'Chaise longue', translation: 'Chaise longue' },
    { name: 'T-shirt', note: 'percale', translation: 'T-shirt' },
  ];
  documents.forEach((texts, key) => index.add(toDocument(texts, key)));
  const find = (text: string): boolean[] => index.findTranslatedWords(index.analyze(text));
  assert.deepEqual(find('chaussettes laine'), [true, true]);
  assert.deepEqual(find('chaussette'), [true], 'another form of the word');
  assert.deepEqual(find('chaise socks percale tshirt tapis'), [false, false, false, false, false]);
  index.remove(1);
  assert.deepEqual(find('chaise'), [false], 'no live document has it');
  index.add(toDocument({ name: 'Laine', translation: 'Laine' }, 3));
  assert.deepEqual(find('chaussettes laine'), [true, false]);
});

test('a prefix ranks names with it before names that have it in a translation only', () => {
  const index = new SegmentedIndex(settings);
  const documents: Texts[] = [
    { name: 'Garden slide', translation: 'Toboggan de jardin' },
    { name: 'Rain jacket', translation: 'Veste de pluie' },
    { name: 'Jar-opener', translation: 'Ouvre-bocal' },
    { name: 'Watering can', note: 'jardin' },
  ];
  documents.forEach((texts, key) => index.add(toDocument(texts, key)));
  const find = (text: string): number[] =>
    index.search({ text, offset: 0, limit: 9 }).hits.map(({ key }) => key);
  assert.deepEqual(find('ja'), [2, 1, 0, 3]);
  assert.deepEqual(find('jardi'), [0, 3], 'before other fields');
  assert.deepEqual(find('jarop'), [2], 'a name written with a hyphen');
  index.setPopularity(0, 9);
  assert.equal(find('ja').indexOf(0), 2);
});

test('without translations, no word is translated', () => {
  const index = new SegmentedIndex(settings);
  index.add(toDocument({ name: 'T-shirt of the sea' }, 0));
  assert.deepEqual(index.findTranslatedWords(index.analyze('tshirt sea')), [false, false]);
});

test('every history of changes tells the same words as a scan of the live texts', () => {
  const random = createRandom(20261130);
  const words = ['oak', 'lamp', 'rug', 'laine', 'tapis', 'chene', 'lampe', 'vase'];
  const draw = (): string =>
    Array.from(
      { length: 1 + Math.floor(3 * random()) },
      () => words[Math.floor(words.length * random())]!,
    ).join(' ');
  const drawTexts = (): Texts => ({
    name: draw(),
    note: draw(),
    ...(random() < 0.6 && { translation: draw() }),
  });
  for (let round = 0; round < 30; round++) {
    const index = new SegmentedIndex(settings);
    const live = new Map<number, Texts>();
    const first = Array.from({ length: 6 }, drawTexts);
    first.forEach((texts, key) => live.set(key, texts));
    index.attach(buildSegment(first.map(toDocument), settings));
    for (let step = 0; step < 12; step++) {
      const key = Math.floor(9 * random());
      if (random() < 0.4) {
        index.remove(key);
        live.delete(key);
      } else {
        const texts = drawTexts();
        index.add(toDocument(texts, key));
        live.set(key, texts);
      }
      const texts = [...live.values()];
      const has = (text: string | undefined, word: string): boolean =>
        text?.split(' ').includes(word) === true;
      const expected = words.map(
        (word) =>
          texts.some(({ translation }) => has(translation, word)) &&
          !texts.some(({ name }) => has(name, word)),
      );
      assert.deepEqual(index.findTranslatedWords(index.analyze(words.join(' '))), expected);
    }
  }
});
