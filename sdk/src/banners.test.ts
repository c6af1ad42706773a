import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readBanners } from './banners.ts';

const read = (banner: unknown) => readBanners([{ banner }])[0] ?? null;

test('readBanners() reads the banners of a reply, and leaves out what is none', () => {
  assert.deepEqual(readBanners(undefined), []);
  assert.deepEqual(
    readBanners([
      null,
      7,
      { banner: 'winter.png' },
      { banner: {} },
      { banner: { text: ' ' } },
      { banner: ['a'] },
      { layout: 'wide', banner: { text: ' Sale ', link: '/sale' } },
      { banner: { image: 'https://shop.example/a.png', alt: 'Half price', place: 4 } },
    ]),
    [
      { text: 'Sale', image: null, alt: '', link: '/sale', place: 'above' },
      { text: '', image: 'https://shop.example/a.png', alt: 'Half price', link: null, place: 4 },
    ],
  );
});

test('readBanners() takes only addresses of the web', () => {
  for (const link of [
    'javascript:alert(1)',
    ' JaVa\nscript:alert(1)',
    'data:text/html,x',
    'file:///etc',
    'http://',
    7,
  ])
    assert.equal(read({ text: 'Sale', link })?.link, null, String(link));
  for (const link of ['https://shop.example/a', '/sale', 'sale?x=1', '//cdn.example/a.png', '#top'])
    assert.equal(read({ text: 'Sale', link })?.link, link);
  assert.equal(read({ image: 'data:image/png;base64,AA' }), null);
});

test('readBanners() places a banner above the products unless its place is known', () => {
  const place = (value: unknown) => read({ text: 'Sale', place: value })?.place;
  assert.deepEqual([1, 1_000, 'below', 'above'].map(place), [1, 1_000, 'below', 'above']);
  for (const value of [0, 1_001, 1.5, '3', null, undefined, 'left']) assert.equal(place(value), 'above');
});
