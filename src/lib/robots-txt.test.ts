import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAllowedByRobots, parseRobots } from './robots-txt.ts';

const allows = (robots: string, path: string): boolean =>
  isAllowedByRobots(parseRobots(robots, 'vitrine'), new URL(path, 'https://shop.example'));

test('the longest matching rule of robots.txt decides, and of two equal ones the allowing one', () => {
  const robots = 'User-agent: *\nDisallow: /shop\nAllow: /shop/products\nDisallow: /p\nAllow: /p\n';
  assert.equal(allows(robots, '/shop/cart'), false);
  assert.equal(allows(robots, '/shop/products/1'), true);
  assert.equal(allows(robots, '/page'), true);
  assert.equal(allows(robots, '/'), true);
  assert.equal(allows('User-agent: *\nDisallow: /\n', '/robots.txt'), true);
  assert.equal(allows('User-agent: *\nDisallow:\n', '/any'), true);
});

test('patterns of robots.txt have `*` and a final `$`, and match escapes and queries', () => {
  const robots = [
    'user-agent: *',
    'disallow: /*.php$',
    'disallow: /*?*sort_by',
    'disallow: /caf%C3%A9',
    'disallow: /%7Euser',
  ];
  const text = robots.join('\r\n');
  assert.deepEqual(
    ['/a.php', '/a.php?x=1', '/c?x=1&sort_by=price', '/café/1', '/~user', '/c?sort=1'].map((path) =>
      allows(text, path),
    ),
    [false, true, false, false, false, true],
  );
});

test('groups that name the crawler are joined and win over those for all', () => {
  const robots = [
    'User-agent: *\nDisallow: /\nCrawl-delay: 30\n',
    'User-agent: other\nUser-agent: Vitrine/1.0\nDisallow: /private # a comment\n',
    'User-agent: vitrine\nDisallow: /cart\nCrawl-delay: 2\nSitemap: https://shop.example/map.xml\n',
  ].join('\n');
  assert.deepEqual(
    ['/', '/private/x', '/cart'].map((path) => allows(robots, path)),
    [true, false, false],
  );
  const { crawlDelay, sitemaps } = parseRobots(robots, 'vitrine');
  assert.deepEqual([crawlDelay, sitemaps], [2, ['https://shop.example/map.xml']]);
  assert.equal(parseRobots(robots, 'else').crawlDelay, 30);
});

test('a robots.txt of another kind forbids nothing, and a long pattern takes no exponential time', () => {
  assert.equal(allows('<!doctype html><html>Not found</html>', '/a'), true);
  assert.equal(allows('Disallow: /\n', '/a'), true, 'a rule before any group');
  const path = `/${'a'.repeat(2_000)}`;
  assert.equal(allows(`User-agent: *\nDisallow: /${'*a'.repeat(500)}b\n`, path), true);
});

test('a robots.txt of many long patterns that nearly match takes the sum of their lengths', () => {
  const path = `/${'a'.repeat(2_000)}`;
  const near = `Disallow: /*${'a'.repeat(1_000)}b\n`.repeat(490);
  assert.equal(allows(`User-agent: *\n${near}`, path), true);
  assert.equal(allows(`User-agent: *\n${near}Disallow: /*aab*ab$\n`, '/aaabaaaaab'), false);
  assert.equal(
    allows('User-agent: *\nDisallow: /ab*ab$\n', '/ab'),
    true,
    'parts of a pattern do not overlap',
  );
  assert.equal(allows('User-agent: *\nDisallow: /**b\n', '/ab'), false);
});
