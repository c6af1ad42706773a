import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { drawnProducts } from './catalog/catalog.ts';
import { defaultColor } from './catalog/colors.ts';
import { svgOf } from './drawings/svg.ts';

/**
 * Draws a contact sheet of products, to look at: `node demo/sheet.ts FILE.png [ID PREFIX OR CATEGORY PREFIX]... [--names]`.
 */
const [file = 'sheet.png', ...rest] = process.argv.slice(2);
const isNamed = rest.includes('--names');
const prefixes = rest.filter((word) => !word.startsWith('--'));
const cell = 200;
const columns = 8;

const shown = drawnProducts.filter(
  ({ id, category }) =>
    prefixes.length === 0 || prefixes.some((prefix) => id.startsWith(prefix) || category.startsWith(prefix)),
);
const tiles = await Promise.all(
  shown.map(async ({ id, colors, draw }, at) => {
    const label = isNamed
      ? `<text x="200" y="392" font-size="26" text-anchor="middle" font-family="sans-serif" fill="#555">${id}</text>`
      : '';
    const svg = svgOf(draw(colors?.[0]?.hex ?? defaultColor) + label, cell);
    const input = await sharp(Buffer.from(svg)).png().toBuffer();
    return { input, left: (at % columns) * cell, top: Math.floor(at / columns) * cell };
  }),
);
const rows = Math.ceil(tiles.length / columns);
const sheet = sharp({
  create: { width: columns * cell, height: rows * cell, channels: 3, background: '#ffffff' },
});
await writeFile(file, await sheet.composite(tiles).png().toBuffer());
