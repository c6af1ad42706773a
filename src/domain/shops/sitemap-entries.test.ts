import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../ports/limits.ts';
import { WorkSlices } from '../../lib/work-slices.ts';
import { parseSitemap } from './sitemap-entries.ts';

const parse = async (text: string, slices = new WorkSlices(1e9)) =>
  parseSitemap(Buffer.from(text), 'https://shop.example/sitemap.txt', slices);

test('a sitemap of lines has its addresses, whatever ends its lines', async () => {
  const { entries, isCut } = await parse('https://shop.example/a\r\n\r\nno address\nhttps://shop.example/b');
  assert.deepEqual(
    [entries.map(({ url }) => url), isCut],
    [['https://shop.example/a', 'https://shop.example/b'], false],
  );
});

test('a sitemap of lines is read in slices, up to its limit of entries', async () => {
  const line = 'https://shop.example/products/a-chair-of-oak\n';
  const full = await parse(line.repeat(limits.sitemapEntriesMax));
  assert.deepEqual([full.entries.length, full.isCut], [limits.sitemapEntriesMax, false]);
  let pauses = 0;
  const slices = new WorkSlices(1, async () => void pauses++);
  const over = await parse(line.repeat(3 * limits.sitemapEntriesMax), slices);
  assert.deepEqual([over.entries.length, over.isCut], [limits.sitemapEntriesMax, true]);
  assert.ok(pauses > 10 && pauses < 50, `${pauses} pauses`);
});
