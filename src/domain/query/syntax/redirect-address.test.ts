import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRedirectAddress, redirectPattern } from './redirect-address.ts';

test('isRedirectAddress() takes pages of the shop and addresses of the web', () => {
  const pattern = new RegExp(redirectPattern);
  for (const address of [
    '/',
    '/gifts',
    '/gifts/for her?page=2#top',
    '/a//b',
    '/käse',
    'https://shop.example/a',
    'HTTP://a.example',
  ])
    assert.deepEqual([isRedirectAddress(address), pattern.test(address)], [true, true], address);
});

test('isRedirectAddress() rejects what leaves the shop without saying so', () => {
  for (const address of [
    '',
    'gifts',
    '#top',
    '//evil.example',
    '/\\evil.example',
    '\\/evil.example',
    '/gifts\\..\\..',
    '/\t/evil.example',
    '/gifts\n',
    ' /gifts',
    'https://',
    'ftp://a.example',
    'javascript:alert(1)',
  ])
    assert.equal(isRedirectAddress(address), false, JSON.stringify(address));
});
