import assert from 'node:assert/strict';
import { test } from 'node:test';
import { averageVectors, listCaseForms, normaliseNameCase } from './letter-case.ts';

test('listCaseForms() capitalises German words, and both forms stand for a text of an unknown language', () => {
  assert.deepEqual(listCaseForms('WASSERDICHTE wanderschuhe', 'de'), ['Wasserdichte Wanderschuhe']);
  assert.deepEqual(listCaseForms("Lampe d'appoint", 'fr'), ["lampe d'appoint"]);
  assert.deepEqual(listCaseForms("lampe d'appoint", undefined), ["lampe d'appoint", "Lampe D'appoint"]);
  assert.deepEqual(listCaseForms('登山靴', undefined), ['登山靴']);
  assert.deepEqual(listCaseForms('', undefined), ['']);
});

test('normaliseNameCase() changes names in capital letters alone', () => {
  assert.equal(normaliseNameCase('ÉTAGÈRE EN CHÊNE'), 'Étagère En Chêne');
  assert.equal(normaliseNameCase('Étagère USB'), 'Étagère USB');
  assert.equal(normaliseNameCase('登山靴'), '登山靴');
});

test('averageVectors() has the direction between the vectors', () => {
  assert.deepEqual(
    [...averageVectors([Float32Array.of(1, 0), Float32Array.of(0, 1)])],
    [Math.fround(Math.SQRT1_2), Math.fround(Math.SQRT1_2)],
  );
  assert.deepEqual(averageVectors([Float32Array.of(0, 1)]), Float32Array.of(0, 1));
});
