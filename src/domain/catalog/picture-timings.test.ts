import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PictureTimings } from './picture-timings.ts';

const shop = { id: 'shop' };

test('PictureTimings has averages by host, slowest first, in which newer pictures count more', () => {
  const timings = new PictureTimings();
  timings.record(shop, 'slow.example', { fetchMs: 3_000, embedMs: 100, bytes: 500 });
  timings.record(shop, 'slow.example', { fetchMs: 5_000, embedMs: null, bytes: 700 });
  timings.record(shop, 'fast.example', { fetchMs: 10, embedMs: null, bytes: 1 });
  timings.record({ id: 'other' }, 'other.example', { fetchMs: 9_000, embedMs: 1, bytes: 1 });
  assert.deepEqual(timings.listSlowest(shop, 5), [
    { host: 'slow.example', pictures: 2, fetchMs: 4_000, embedMs: 100, bytes: 600 },
    { host: 'fast.example', pictures: 1, fetchMs: 10, embedMs: 0, bytes: 1 },
  ]);
  timings.record(shop, 'fast.example', { fetchMs: 10, embedMs: 600, bytes: 1 });
  assert.equal(timings.listSlowest(shop, 5)[1]!.embedMs, 600, 'of the only one that was embedded');
  for (let i = 0; i < 100; i++)
    timings.record(shop, 'slow.example', { fetchMs: 20, embedMs: 20, bytes: 600 });
  const [first] = timings.listSlowest(shop, 1);
  assert.ok(first!.fetchMs < 100, String(first!.fetchMs));
});

test('PictureTimings remembers 200 hosts of a project', () => {
  const timings = new PictureTimings();
  const times = { fetchMs: 1, embedMs: 1, bytes: 1 };
  for (let i = 0; i < 200; i++) timings.record(shop, `cdn${i}.example`, times);
  timings.record(shop, 'cdn0.example', times);
  assert.equal(timings.listSlowest(shop, 1_000).length, 200);
  timings.record(shop, 'new.example', times);
  const hosts = timings.listSlowest(shop, 1_000).map(({ host }) => host);
  assert.equal(hosts.length, 200);
  assert.deepEqual([hosts.includes('cdn0.example'), hosts.includes('cdn1.example')], [true, false]);
});
