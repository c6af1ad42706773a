import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findPricesAndSizes } from './prices-and-sizes.ts';

/** The phrases of a text, written in short. */
const read = (text: string): string[] =>
  findPricesAndSizes(text).map((phrase) => {
    const own = text.slice(phrase.start, phrase.end);
    if (phrase.kind === 'size') return `${own} = size ${phrase.size}`;
    const { min, max, minExclusive, maxExclusive } = phrase;
    return `${own} = ${minExclusive === true ? '>' : ''}${min ?? ''}..${maxExclusive === true ? '<' : ''}${max ?? ''}`;
  });

test('prices are read with and without currency, in each notation of numbers', () => {
  assert.deepEqual(read('lamp under 1,299.99'), ['under 1,299.99 = ..<1299.99']);
  assert.deepEqual(read('Sofa bis 1.500 Euro'), ['bis 1.500 Euro = ..1500']);
  assert.deepEqual(read('canapé moins de 1 200,50 €'), ['moins de 1 200,50 € = ..<1200.5']);
  assert.deepEqual(read('50-100€ bag'), ['50-100€ = 50..100']);
  assert.deepEqual(read('$20 to $40 hat'), ['$20 to $40 = 20..40']);
  assert.deepEqual(read('tussen 60 en 120'), ['tussen 60 en 120 = 60..120']);
  assert.deepEqual(read('ソファ 12万円以下'), ['12万円以下 = ..120000']);
  assert.deepEqual(read('bolsa acima de R$ 100'), ['acima de R$ 100 = >100..']);
});

test('numbers that are no prices are left', () => {
  for (const text of [
    'iphone 15',
    'nike air max 90',
    'tv under 50 inch',
    'galaxy s23 from 2023',
    'lego ab 6 Jahre',
    'game for 3-5 years',
    'toner 2 x 100 ml',
    'between 5',
    'from 200 to 100',
    'lego 10281',
    'battery under 5 ah',
    'lamp over 800 lm',
    'power bank over 20.000 mAh',
    'power supply up to 1,5 kVA',
    'hose up to 1/2 inch',
    'hose under 1 ½ inch',
    'rug up to 140 x 200',
    'акку до 5 ач',
    'fridge below 5°C',
  ])
    assert.deepEqual(read(text), [], text);
});

test('sizes are read by their word', () => {
  assert.deepEqual(read('dress size 38 under 50'), ['size 38 = size 38', 'under 50 = ..<50']);
  assert.deepEqual(read('Schuhe Gr. 42,5'), ['Gr. 42,5 = size 42.5']);
  assert.deepEqual(read('スカート Mサイズ'), ['Mサイズ = size M']);
  for (const sign of ['n°', 'Nº ', 'n.º ', '№ ', 'no. ', 'Nr. '])
    assert.deepEqual(read(`shoes ${sign}38`), [`${sign}38 = size 38`]);
  assert.deepEqual(read('size matters'), []);
  assert.deepEqual(read('shoes size ٣٨ under ５０'), ['size ٣٨ = size 38', 'under ５０ = ..<50']);
});

test('a long text is read in linear time', () => {
  for (const text of ['1'.repeat(1_000), '1 '.repeat(500), 'under '.repeat(160), '1.000'.repeat(200)])
    findPricesAndSizes(text);
});
