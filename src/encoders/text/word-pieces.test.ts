import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parseWordPieces } from './word-pieces.ts';

const vocabulary = readFileSync(new URL('../../../models/text/vocab.txt', import.meta.url), 'utf8');
const pieces = parseWordPieces(vocabulary);
const encode = (text: string, tokensMax: number): number[] => pieces.encode(text, tokensMax);
const lines = vocabulary.split('\n');

/** The ids of pieces in the vocabulary, by their line numbers. */
function idsOf(...pieces: string[]): number[] {
  return ['[CLS]', ...pieces, '[SEP]'].map((piece) => {
    assert.ok(lines.includes(piece), piece);
    return lines.indexOf(piece);
  });
}

void test('parseWordPieces() matches the longest pieces from the left', () => {
  assert.deepEqual(encode('headphones', 128), idsOf('head', '##phones'));
  assert.deepEqual(encode('unaffable', 128), idsOf('una', '##ffa', '##ble'));
  assert.deepEqual(encode('wine cooler', 128), idsOf('wine', 'cooler'));
});

void test('parseWordPieces() ignores case, accents and control characters', () => {
  assert.deepEqual(encode('Crème BRÛLÉE', 128), encode('creme brulee', 128));
  assert.deepEqual(encode('İstanbul', 128), idsOf('istanbul'));
  assert.deepEqual(encode('e\u0301cole', 128), encode('ecole', 128));
  assert.deepEqual(encode('wi\u0000n\u200be\ufffd', 128), idsOf('wine'));
});

void test('parseWordPieces() splits at all kinds of whitespace and at each punctuation mark', () => {
  assert.deepEqual(encode('red\u00a0wine\t\n\u3000glass', 128), idsOf('red', 'wine', 'glass'));
  assert.deepEqual(encode('$5.00!', 128), idsOf('$', '5', '.', '00', '!'));
  assert.deepEqual(
    encode('don’t “wine”—glass^', 128),
    idsOf('don', '’', 't', '“', 'wine', '”', '—', 'glass', '^'),
  );
});

void test('parseWordPieces() treats each ideograph as a word, but neither kana nor hangul', () => {
  assert.deepEqual(encode('日本', 128), idsOf('日', '本'));
  assert.deepEqual(encode('ア日', 128), idsOf('ア', '日'));
  assert.deepEqual(encode('カメラ', 128), idsOf('カ', '##メ', '##ラ'));
});

void test('parseWordPieces() maps unsplittable words, and words over a hundred characters, to the unknown token', () => {
  assert.deepEqual(encode('😀 wine', 128), idsOf('[UNK]', 'wine'));
  assert.deepEqual(encode(`${'x'.repeat(101)} wine`, 128), idsOf('[UNK]', 'wine'));
  assert.ok(encode('x'.repeat(100), 128).length > 3);
});

void test('parseWordPieces() returns at most the maximum of tokens, the last one [SEP]', () => {
  assert.deepEqual(encode('', 128), idsOf());
  assert.deepEqual(encode('   ', 128), idsOf());
  for (const tokensMax of [2, 3, 4, 5]) {
    const ids = encode('headphones wine cooler', tokensMax);
    assert.equal(ids.length, tokensMax);
    assert.equal(ids.at(-1), idsOf().at(-1));
  }
});

void test('parseWordPieces() returns only existing ids, for any characters', () => {
  let seed = 20261121;
  for (let i = 0; i < 2_000; i++) {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    const text = String.fromCodePoint(seed % 0xd800, (seed >> 3) % 0xd800, 0x10000 + (seed % 0x20000), 97);
    for (const id of encode(text, 16)) assert.ok(id >= 0 && id < lines.length, `seed ${seed}`);
  }
});

void test('parseWordPieces() rejects a vocabulary without the special tokens', () => {
  assert.throws(() => parseWordPieces('wine\n[UNK]\n'), /no \[CLS\]/);
});
