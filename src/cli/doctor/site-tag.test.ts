import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findMetaPolicies, findShopTags } from './site-tag.ts';

const page = 'https://shop.example/p/';

test('findShopTags() reads the tag however it is written', () => {
  const expected = { src: 'https://search.shop.example/shop.js', project: 'shop', key: 'k', nonce: null };
  for (const html of [
    '<script src="https://search.shop.example/shop.js" data-project="shop" data-key="k" async></script>',
    "<SCRIPT async data-key='k' data-project='shop' SRC='https://search.shop.example/shop.js'></SCRIPT>",
    '<script\n  defer\n  data-project=shop data-key=k src=//search.shop.example/shop.js>',
    '<script data-x="a > b" src="https://search.shop.example/shop.js" data-project="shop" data-key="k" data-key="other"></script>',
  ])
    assert.deepEqual(findShopTags(html, page), [expected], html);
  assert.deepEqual(findShopTags('<script nonce="n" src="/shop.0a1b2c3d.js"></script>', page), [
    { src: 'https://shop.example/shop.0a1b2c3d.js', project: null, key: null, nonce: 'n' },
  ]);
});

test('findShopTags() finds no tag in comments, and no other scripts', () => {
  for (const html of [
    '',
    '<!-- <script src="/shop.js"></script> -->',
    '<!-- <script src="/shop.js">',
    '<script src="/workshop.js"></script>',
    '<script src="/tracker.js"></script>',
    '<scripted src="/shop.js">',
    '<script>"/shop.js"</script>',
    '<script>document.write(\'<script src="/shop.js">\')</script>',
  ])
    assert.deepEqual(findShopTags(html, page), [], html);
});

test('findShopTags() takes linear time for hostile pages', () => {
  for (const html of [
    '<script '.repeat(20_000),
    `<script ${'a='.repeat(50_000)}`,
    `<script ${' '.repeat(100_000)}`,
    '<!--'.repeat(20_000),
  ])
    assert.deepEqual(findShopTags(html, page), []);
});

test('findMetaPolicies() finds the policies of a page', () => {
  const html = `<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="script-src 'self'"><meta name="robots" content="noindex">`;
  assert.deepEqual(findMetaPolicies(html), ["script-src 'self'"]);
});
