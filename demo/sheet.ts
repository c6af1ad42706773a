import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { asSvg } from './drawings/svg.ts';
import { drawPictures, readDrawings } from './product-drawings.ts';

/**
 * Draws a contact sheet of products, to look at: `node demo/sheet.ts FILE.png [ID PREFIX OR CATEGORY PREFIX]... [--names]`.
 */
const [file = 'sheet.png', ...rest] = process.argv.slice(2);
const isNamed = rest.includes('--names');
const prefixes = rest.filter((word) => !word.startsWith('--'));
const cell = 200;
const columns = 8;

const products = await readFile(join(import.meta.dirname, 'products.ndjson'), 'utf8');
const categories = new Map(
  products
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: string; category: string })
    .map(({ id, category }) => [id, category]),
);
const drawings = (await readDrawings()).filter(
  ({ id }) =>
    prefixes.length === 0 ||
    prefixes.some((prefix) => id.startsWith(prefix) || categories.get(id)?.startsWith(prefix)),
);
const tiles = await Promise.all(
  drawings.map(async (drawing, at) => {
    const label = isNamed
      ? `<text x="200" y="392" font-size="26" text-anchor="middle" font-family="sans-serif" fill="#555">${drawing.id}</text>`
      : '';
    const [first] = await drawPictures(drawing);
    const svg = asSvg(first!.content + label, cell);
    const input = await sharp(Buffer.from(svg)).png().toBuffer();
    return { input, left: (at % columns) * cell, top: Math.floor(at / columns) * cell };
  }),
);
const rows = Math.ceil(tiles.length / columns);
const sheet = sharp({
  create: { width: columns * cell, height: rows * cell, channels: 3, background: '#ffffff' },
});
await writeFile(file, await sheet.composite(tiles).png().toBuffer());
