import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { baselineWords } from '../../../tools/multilingual/baseline-words.ts';
import { createRandom } from '../../lib/seeded-random.ts';
import { loadMultilingualModel, openSentenceEncoder } from './multilingual-model.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const encoder = openSentenceEncoder(await loadMultilingualModel(`${root}models/`));
const share = (texts: readonly string[]): number =>
  texts.filter((text) => encoder.isReadable(text)).length / texts.length;

test('SentenceEncoder.isReadable() knows queries of its languages, typed in lower case', () => {
  const queries =
    'rasenmäher, wasserdichte wanderschuhe, krzesło, chaussettes de laine, 防水登山靴, 무선 이어폰, หูฟัง, سجادة صلاة, газонокосилка, çorap, ' +
    'zapatillas, tosaerba, cadeira, stofzuiger, lawn mower, iphone 15 hülle, schnürsenkel, strickjacke, ヘッドホン, 12時計, 3人掛けソファ, 電子レンジ, kopfhoerer';
  for (const query of queries.split(', ')) assert.ok(encoder.isReadable(query), query);
});

test('SentenceEncoder.isReadable() is false for codes, rows of keys, and scripts of no language of the model', () => {
  const texts =
    'asdfgh, qwertz, QWERTY, xk-200, wh-1000xm5, ab12cd, yxcvbnm, lkjhg, йцукен, фывапр, sdfgh, jfkdls, xzqwrt, bcdfg hjklm, ελαιόλαδο, עברית, ' +
    '12345, ☃☃, , -';
  for (const text of texts.split(', ')) assert.ok(!encoder.isReadable(text), text);
});

test('SentenceEncoder.isReadable() rejects one in 25 everyday words at most, in each language', () => {
  for (const [language, words] of baselineWords) {
    const long = words
      .filter((word) => !/^\p{Script=Latin}{1,3}$/u.test(word))
      .map((word) => word.toLowerCase());
    assert.ok(share(long) >= 0.96, `${language}: ${share(long)}`);
  }
});

test('SentenceEncoder.isReadable() reads the names of the demo shop', () => {
  const names = readFileSync(`${root}demo/products.ndjson`, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { name: string; translations?: Record<string, { name: string }> });
  const translated = names.flatMap(({ translations = {} }) =>
    Object.values(translations).map(({ name }) => name),
  );
  assert.ok(share(names.map(({ name }) => name)) >= 0.99);
  assert.ok(share(translated) >= 0.99, `${share(translated)}`);
});

test('SentenceEncoder.isReadable() rejects most random letters', () => {
  const random = createRandom(20261130);
  const pick = (letters: string): string => letters[Math.floor(random() * letters.length)]!;
  for (const letters of ['abcdefghijklmnopqrstuvwxyz', 'asdfghjkl', 'абвгдежзийклмнопрстуфхцчшщъыьэюя']) {
    const texts = Array.from({ length: 1_000 }, () =>
      Array.from({ length: 4 + Math.floor(random() * 7) }, () => pick(letters)).join(''),
    );
    assert.ok(share(texts) < 0.17, `${letters}: ${share(texts)}`);
  }
});

test('SentenceEncoder.isReadable() depends neither on case nor on numbers beside the words', () => {
  const words = fc.constantFrom(...[...baselineWords.values()].flat().filter((word) => !word.includes('ı')));
  fc.assert(
    fc.property(fc.array(words, { minLength: 1, maxLength: 4 }), fc.nat(), (list, number) => {
      const text = list.join(' ');
      assert.equal(encoder.isReadable(`${text} ${number}`), encoder.isReadable(text));
      assert.equal(
        encoder.isReadable(text.toUpperCase().toLowerCase()),
        encoder.isReadable(text.toLowerCase()),
      );
    }),
    { seed: 20261130, numRuns: 300 },
  );
});

test('SentenceEncoder.isReadable() reads any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      assert.equal(typeof encoder.isReadable(text), 'boolean');
    }),
    { seed: 20261130, numRuns: 300 },
  );
});
