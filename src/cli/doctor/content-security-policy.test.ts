import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findRefusingDirective } from './content-security-policy.ts';

const page = 'https://shop.example/';
const script = { directive: 'script-src', url: 'https://search.shop.example/shop.js', nonce: null } as const;
const connection = { directive: 'connect-src', url: 'https://search.shop.example/', nonce: null } as const;

test('findRefusingDirective() finds nothing where the policies permit the script', () => {
  for (const policy of [
    '',
    "img-src 'none'",
    "default-src 'self' https://search.shop.example",
    'script-src search.shop.example',
    'script-src https://search.shop.example/shop.js',
    'script-src https://search.shop.example/',
    'script-src *.shop.example',
    'script-src https:',
    'script-src http:',
    'script-src *',
    'script-src http://search.shop.example',
    'script-src https://search.shop.example:443',
    'script-src https://search.shop.example:*',
    "default-src 'none'; SCRIPT-SRC https://SEARCH.shop.example",
    "script-src 'none'; script-src-elem https://search.shop.example",
  ])
    assert.equal(findRefusingDirective([policy], script, page), null, policy);
});

test('findRefusingDirective() names the directive that refuses the script', () => {
  for (const [policy, directive] of [
    ["default-src 'self'", "default-src 'self'"],
    ["script-src 'none'; default-src *", "script-src 'none'"],
    ['script-src', 'script-src '],
    ["script-src 'self' 'unsafe-inline'", "script-src 'self' 'unsafe-inline'"],
    ['script-src https://shop.example', 'script-src https://shop.example'],
    ['script-src *.search.shop.example', 'script-src *.search.shop.example'],
    ['script-src https://search.shop.example/other/', 'script-src https://search.shop.example/other/'],
    ['script-src https://search.shop.example:8443', 'script-src https://search.shop.example:8443'],
    ["script-src 'strict-dynamic' https:", "script-src 'strict-dynamic' https:"],
    ["script-src 'self'; script-src *", "script-src 'self'"],
    ["script-src *, script-src 'self'", "script-src 'self'"],
  ] as const)
    assert.equal(findRefusingDirective([policy], script, page), directive, policy);
  assert.equal(
    findRefusingDirective(['script-src *', "default-src 'self'"], script, page),
    "default-src 'self'",
  );
});

test('findRefusingDirective() knows nonces of scripts, and other directives', () => {
  const policy = "script-src 'nonce-abc' 'strict-dynamic'; connect-src 'self'";
  assert.equal(findRefusingDirective([policy], { ...script, nonce: 'abc' }, page), null);
  assert.notEqual(findRefusingDirective([policy], { ...script, nonce: 'other' }, page), null);
  assert.equal(findRefusingDirective([policy], connection, page), "connect-src 'self'");
  assert.equal(findRefusingDirective([policy], connection, 'https://search.shop.example/s/shop'), null);
});
