import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { drawnProducts } from './catalog/catalog.ts';
import { defaultColor } from './catalog/colors.ts';
import type { DemoProduct } from './catalog/product.ts';
import { svgOf } from './drawings/svg.ts';

/**
 * `npm run demo:build`: draws the pictures of the demo shop and writes its products, one per line, to `products.ndjson`. Run it after
 * a change of the catalog or the drawings, and commit what it writes.
 */
const folder = import.meta.dirname;
const pictures = join(folder, 'pictures');
const pixels = 480;
const quality = 80;
/** Krona in a euro, for the prices of the groceries. */
const kronaPerEuro = 11.2;

/** A product as the loader reads it. Pictures are files in this folder. */
type ProductLine = Readonly<Record<string, unknown>> & { readonly id: string };

await rm(pictures, { recursive: true, force: true });
await mkdir(pictures);
const drawn = await Promise.all(drawnProducts.map(drawnLine));
const lines = [...drawn, ...(await groceryLines())];
const ids = new Set(lines.map(({ id }) => id));
if (ids.size < lines.length) {
  const repeated = lines.map(({ id }) => id).filter((id, at, all) => all.indexOf(id) < at);
  throw new Error(`Ids are not unique: ${repeated.join(', ')}`);
}
await writeFile(join(folder, 'products.ndjson'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
const files = await readdir(pictures);
process.stdout.write(`${lines.length} products, ${files.length} pictures\n`);

async function drawnLine({ draw, fields, colors, ...product }: DemoProduct): Promise<ProductLine> {
  const { id, name, brand, category, price, description, sizes, translations } = product;
  const line = { id, name, brand, category, price, description, ...fields };
  const more = {
    ...(sizes === undefined ? {} : { sizes }),
    ...(translations === undefined ? {} : { translations }),
  };
  if (colors === undefined) return { ...line, picture: await picture(id, draw(defaultColor)), ...more };
  const drawnColors = colors.map(async ({ name: color, hex }) => ({
    name: color,
    picture: await picture(`${id}-${color.replaceAll(' ', '-')}`, draw(hex)),
  }));
  return { ...line, colors: await Promise.all(drawnColors), ...more };
}

/** Draws a picture; returns its file. */
async function picture(name: string, drawing: string): Promise<string> {
  const file = `${name}.webp`;
  await sharp(Buffer.from(svgOf(drawing, pixels)))
    .webp({ quality, effort: 6 })
    .toFile(join(pictures, file));
  return `pictures/${file}`;
}

/** Krona in euros, to a price that ends in 9 cents. */
function euros(krona: number): number {
  return (Math.round((krona / kronaPerEuro) * 10) * 10 - 1) / 100;
}

/** The groceries, which have photos, with prices in euros. */
async function groceryLines(): Promise<ProductLine[]> {
  const text = await readFile(join(folder, 'groceries', 'products.ndjson'), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const {
        sku: _,
        price,
        category,
        picture: file,
        ...rest
      } = JSON.parse(line) as Record<string, string> & {
        id: string;
        price: number;
      };
      return {
        ...rest,
        category: `Grocery > ${category}`,
        price: euros(price),
        picture: `groceries/pictures/${file}`,
      };
    });
}
