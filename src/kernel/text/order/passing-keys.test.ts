import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasBit, createBitmap, setBit } from '../../bits/bitmap.ts';
import type { SegmentReader } from '../segments/segment-reader.ts';
import { listFewPassingKeys, listPassingKeys } from './passing-keys.ts';

test('listPassingKeys() looks up few keys in the segments, then uses a bitmap with equal results', () => {
  const documentCount = 20_000;
  let lookups = 0;
  // Each segment has every key; even keys are deleted in the first one, as after an update.
  const states = [0, 1].map((s) => {
    const deleted = createBitmap(documentCount);
    for (let document = 0; document < documentCount; document++)
      if (document % 2 === s) setBit(deleted, document);
    const keys = Uint32Array.from({ length: documentCount }, (_, document) => 3 * document + 1);
    return {
      segment: { keys, documentCount } as unknown as SegmentReader,
      deleted,
      findDocument: (key: number): number => {
        lookups++;
        const document = (key - 1) / 3;
        return Number.isInteger(document) &&
          document >= 0 &&
          document < documentCount &&
          !hasBit(deleted, document)
          ? document
          : -1;
      },
    };
  });
  const few = createBitmap(documentCount);
  for (let document = 0; document < documentCount; document += 7) setBit(few, document);
  const filters = [null, { test: (document: number) => hasBit(few, document), bitmap: () => few }];
  const expected = (key: number): boolean => {
    const document = (key - 1) / 3;
    if (!Number.isInteger(document) || document < 0 || document >= documentCount) return false;
    return document % 2 === 1 || document % 7 === 0;
  };
  const all = listFewPassingKeys(states, filters, 3 * documentCount);
  assert.deepEqual(
    all?.toSorted((a, b) => a - b),
    Array.from({ length: documentCount }, (_, document) => 3 * document + 1).filter(expected),
  );
  assert.deepEqual(listFewPassingKeys(states, filters, all.length), all);
  assert.equal(listFewPassingKeys(states, filters, all.length - 1), null);
  const passes = listPassingKeys(states, filters);
  for (let key = 0; key < 3 * documentCount + 100; key++) assert.equal(passes(key), expected(key), `${key}`);
  assert.ok(lookups <= 2 * 1_024, `${lookups} lookups`);
});
