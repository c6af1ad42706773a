import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalizePageAddress } from './page-address.ts';

const page = 'shop.example/p/oak-chair';

test('addresses of one page are equal', () => {
  for (const address of [
    'https://shop.example/p/oak-chair',
    'http://shop.example/p/oak-chair',
    'https://www.shop.example/p/oak-chair',
    'HTTPS://Shop.Example:443/p/oak-chair/',
    'https://shop.example/p/oak-chair#reviews',
    'https://shop.example/p/oak-chair?utm_source=mail&utm_campaign=x',
    'https://shop.example/p/oak-chair?gclid=1&fbclid=2&srsltid=3',
    'https://shop.example/p/oak%2Dchair',
    'https://shop.example/x/../p/oak-chair',
  ])
    assert.equal(normalizePageAddress(address, null), page, address);
  assert.equal(
    normalizePageAddress('https://shop.example/p?b=2&a=1&utm_medium=x', null),
    normalizePageAddress('https://shop.example/p/?a=1&b=2', null),
  );
  assert.equal(
    normalizePageAddress('https://shop.example/st%c3%bchle', null),
    normalizePageAddress('https://shop.example/stühle', null),
  );
  assert.equal(normalizePageAddress('https://bücher.example/', null), 'xn--bcher-kva.example');
});

test('addresses of other pages differ', () => {
  for (const address of [
    'https://shop.example/p/Oak-Chair',
    'https://de.shop.example/p/oak-chair',
    'https://shop.example:8443/p/oak-chair',
    'https://shop.example/p/oak-chair?variant=2',
    'https://shop.example/p/oak-chair%2F',
  ])
    assert.notEqual(normalizePageAddress(address, null), page, address);
});

test('relative addresses need that of the shop', () => {
  for (const address of ['/p/oak-chair', 'p/oak-chair', '/p/oak-chair/?utm_source=x']) {
    assert.equal(normalizePageAddress(address, null), null, address);
    assert.equal(normalizePageAddress(address, 'https://shop.example'), page, address);
  }
});

test('what is no http(s) address is null', () => {
  for (const address of [
    '',
    'javascript:alert(1)',
    'mailto:a@b.example',
    'ftp://shop.example/p',
    'data:,x',
    'https://',
    '//',
  ])
    assert.equal(normalizePageAddress(address, 'https://shop.example'), null, address);
});
