import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listFilesInRobots } from './shop-platforms.ts';

test('robots.txt names feeds in comments, lines of their own and lists', () => {
  const robots = [
    '# Products: https://shop.example/feeds/google.xml?lang=de, "https://shop.example/export.csv.gz"',
    'Feed:https://shop.example/products.tsv#part',
    'Sitemap: https://shop.example/sitemap.xml',
    'Feed: https://shop.example/feed',
    '<https://shop.example/product-feed.xml>',
  ].join('\n');
  assert.deepEqual(listFilesInRobots(robots), [
    'https://shop.example/feeds/google.xml?lang=de,',
    'https://shop.example/export.csv.gz',
    'https://shop.example/products.tsv',
    'https://shop.example/product-feed.xml',
  ]);
});

test('a robots.txt of addresses without an end is read once', () => {
  assert.deepEqual(listFilesInRobots('http://'.repeat(70_000)), []);
});
