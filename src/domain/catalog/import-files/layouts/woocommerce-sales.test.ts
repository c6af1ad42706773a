import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFile } from '../import-file.fixture.ts';
import { csv, mug, type ExportRow } from './woocommerce.fixture.ts';

const now = Date.parse('2026-11-26T12:00:00Z');

test('a sale of WooCommerce counts between its dates', async () => {
  const sale: ExportRow = { ...mug, 'Sale price': '8.00' };
  const dated = (start: string, end: string): ExportRow => ({
    ...sale,
    'Date sale price starts': start,
    'Date sale price ends': end,
  });
  const rows = [
    sale,
    dated('2026-11-01', '2026-11-26'),
    dated('2026-11-27 00:00:00', ''),
    dated('', '2026-11-25'),
    dated('', '2026-11-25 23:59:59'),
    dated('', '2026-11-25T23:59:59+00:00'),
    dated('', '2026-11-26 23:59:59'),
    dated('', '2026-11-26T11:59'),
    dated('', '2026-11-26 12:00:00'),
  ];
  const { items } = await readFile(csv(rows), { now });
  assert.deepEqual(
    items.map((item) => item['price']),
    [8, 8, 9.5, 9.5, 9.5, 9.5, 8, 9.5, 8],
  );
});

test('a sale price of WooCommerce that is 0 or above the price is no sale, and the import tells it', async () => {
  const priced = (regular: string, sale: string): ExportRow => ({
    ...mug,
    'Regular price': regular,
    'Sale price': sale,
  });
  const rows = [
    priced('9.50', '0'),
    priced('9.50', '0.00'),
    priced('9.50', '12.00'),
    priced('9.50', '9.50'),
    priced('0', '8.00'),
    priced('', '8.00'),
    priced('9.50', ''),
  ];
  const { items, errors, findings } = await readFile(csv(rows), { now });
  assert.deepEqual(errors, []);
  assert.deepEqual(
    items.map((item) => [item['price'], item['regularPrice']]),
    [9.5, 9.5, 9.5, 9.5, 8, 8, 9.5].map((price) => [price, undefined]),
  );
  assert.deepEqual(
    findings.warnings.map(({ code, column, line, lines }) => [code, column, line, lines]),
    [['no_sale', 'Sale price', 2, 3]],
  );
  const without = await readFile(csv([priced('', '0')]), { now });
  assert.deepEqual([without.items, without.errors.length], [[], 1]);
});
