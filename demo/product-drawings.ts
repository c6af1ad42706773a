import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A line of `drawings.ndjson`: how the pictures of a product of `products.ndjson` are drawn. */
export interface ProductDrawing {
  readonly id: string;
  /** A file in `drawings` and a function of it: `clothes/bags/backpack`. */
  readonly drawing: string;
  /** Names of colours with `#rrggbb`, which is the first argument of the function. Each colour has its own picture. */
  readonly colors?: Readonly<Record<string, string>>;
  /** The other arguments. */
  readonly arguments?: readonly unknown[];
}

/** A file of `pictures`, and the content of an SVG of 400 by 400 units. */
export interface DrawnPicture {
  readonly file: string;
  readonly content: string;
}

export async function readDrawings(): Promise<readonly ProductDrawing[]> {
  const text = await readFile(join(import.meta.dirname, 'drawings.ndjson'), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as ProductDrawing);
}

/** Draws the picture of each colour. @throws if there is no such drawing. */
export async function drawPictures(product: ProductDrawing): Promise<readonly DrawnPicture[]> {
  const { id, drawing, colors, arguments: others = [] } = product;
  const [, file = '', name = ''] = /^(.+)\/(\w+)$/.exec(drawing) ?? [];
  const functions = (await import(`./drawings/${file}.ts`)) as Readonly<Record<string, unknown>>;
  const draw = functions[name];
  if (typeof draw !== 'function') throw new Error(`${id}: there is no drawing ${drawing}`);
  if (colors === undefined) return [{ file: `${id}.webp`, content: String(draw(...others)) }];
  return Object.entries(colors).map(([color, hex]) => ({
    file: `${id}-${color.replaceAll(' ', '-')}.webp`,
    content: String(draw(hex, ...others)),
  }));
}
