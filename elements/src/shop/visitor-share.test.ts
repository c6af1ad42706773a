import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashStringWithSeed } from '../../../src/kernel/bits/hashing.ts';
import { drawShare } from './visitor-share.ts';

test('drawShare() is the bucket of the service', () => {
  for (let visit = 0; visit < 1_000; visit++) {
    const session = `${visit * 7919}`.padEnd(visit % 9, 'ä');
    const hash = hashStringWithSeed(session, hashStringWithSeed('front', 0));
    assert.equal(drawShare(session, 'front'), Math.floor((hash / 2 ** 32) * 10_000) / 10_000);
  }
});

test('drawShare() divides visits by the share', () => {
  let below = 0;
  for (let visit = 0; visit < 10_000; visit++) if (drawShare(`visit-${visit}`, 'front') < 0.3) below++;
  assert.ok(Math.abs(below - 3_000) < 150, `${below}`);
});
