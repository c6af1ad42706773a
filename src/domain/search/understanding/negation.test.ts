import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findNegation, type Negation } from './negation.ts';
import type { QuerySpan } from '../../../ports/search/query-analyzer.ts';

const findSpan = (text: string, value: string): QuerySpan => ({
  start: text.indexOf(value),
  end: text.indexOf(value) + value.length,
});
const excluded = (text: string, negation: Negation | null): string | null =>
  negation?.kind === 'excluded' ? text.slice(negation.span.start, negation.span.end) : null;

test('findNegation() tells the words that exclude a value, in many languages', () => {
  for (const [text, value, words] of [
    ['shoes no red', 'red', 'no red'],
    ['non-black shoes', 'black', 'non-black'],
    ['tv except beta', 'beta', 'except beta'],
    ['sneakers but not the red ones', 'red', 'but not the red'],
    ["I don't want red shoes", 'red', "don't want red"],
    ['shoes -red', 'red', '-red'],
    ['Tee ohne Zucker', 'Zucker', 'ohne Zucker'],
    ['Schuhe, aber keine roten', 'roten', 'keine roten'],
    ['chaussures pas de rouge', 'rouge', 'pas de rouge'],
    ['zapatos sin cordones', 'cordones', 'sin cordones'],
    ['scarpe senza lacci', 'lacci', 'senza lacci'],
    ['schoenen zonder veters', 'veters', 'zonder veters'],
    ['обувь без шнурков', 'шнурков', 'без шнурков'],
    ['赤以外の靴', '赤', '赤以外'],
    ['빨간색 아닌 신발', '빨간색', '빨간색 아닌'],
    ['不要红色的鞋', '红色', '不要红色'],
    ['kırmızı olmayan ayakkabı', 'kırmızı', 'kırmızı olmayan'],
  ] as const)
    assert.equal(excluded(text, findNegation(text, findSpan(text, value), null)), words, text);
});

test('findNegation() excludes further values of a list, and no others', () => {
  const text = 'bags, no red or blue, leather';
  const red = findNegation(text, findSpan(text, 'red'), null);
  assert.equal(excluded(text, red), 'no red');
  const first = red?.kind === 'excluded' ? red.span : null;
  assert.equal(excluded(text, findNegation(text, findSpan(text, 'blue'), first)), 'or blue');
  for (const [wanted, value] of [
    ['no show red socks', 'red'],
    ['t-shirt red', 'red'],
    ['casino red', 'red'],
    ['nonstick pan', 'pan'],
    ['yellow lamp less than 40', 'lamp'],
  ] as const)
    assert.equal(findNegation(wanted, findSpan(wanted, value), null), null, wanted);
  const shoes = 'non black shoes';
  assert.equal(findNegation(shoes, findSpan(shoes, 'shoes'), findSpan(shoes, 'non black')), null);
});

test('what something is free of is neither wanted nor excluded', () => {
  for (const [text, value] of [
    ['sugar-free gum', 'sugar'],
    ['sugar free gum', 'sugar'],
    ['zucker-freie Limonade', 'zucker'],
  ] as const)
    assert.deepEqual(findNegation(text, findSpan(text, value), null), { kind: 'free' }, text);
});
