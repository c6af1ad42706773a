import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A line of `demo/products.ndjson`: a product, with a picture for each colour, or one for all. */
interface ProductLine {
  readonly id: string;
  readonly name: string;
  readonly picture?: string;
  readonly colors?: readonly { readonly name: string; readonly picture: string }[];
  readonly sizes?: readonly string[];
  readonly [field: string]: unknown;
}

/** One variant in this number is sold out. */
const soldOutOneIn = 14;
const stockMax = 60;

/** The products in the folder of the demo shop as items: one for each colour and size, with embedded pictures. */
export async function readDemoItems(folder: string): Promise<readonly object[]> {
  const lines = (await readFile(join(folder, 'products.ndjson'), 'utf8')).trim().split('\n');
  const items = await Promise.all(lines.map((line) => createItems(JSON.parse(line) as ProductLine, folder)));
  return items.flat();
}

async function createItems(
  { picture, colors, sizes, ...product }: ProductLine,
  folder: string,
): Promise<object[]> {
  const pictures = colors ?? [{ name: null, picture: picture ?? '' }];
  const items = await Promise.all(
    pictures.map(async ({ name: color, picture: file }) => {
      const bytes = await readFile(join(folder, file));
      const type = file.endsWith('.webp') ? 'webp' : 'jpeg';
      const data = `data:image/${type};base64,${bytes.toString('base64')}`;
      // The picture of the first size is stored once, and is the picture of the others.
      const path = `/media/${hash('sha256', bytes)}`;
      return (sizes ?? [null]).map((size, at) =>
        createItem(product, { color, size, url: at === 0 ? data : path }),
      );
    }),
  );
  return items.flat();
}

function createItem(
  product: Readonly<Record<string, unknown>>,
  { color, size, url }: { readonly color: string | null; readonly size: string | null; readonly url: string },
): object {
  const productId = product['id'] as string;
  const suffix = [color, size].flatMap((part) =>
    part === null ? [] : part.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
  );
  const id = [productId, ...suffix].join('-');
  const isVariant = suffix.length > 0;
  return {
    ...product,
    id,
    sku: createSku(productId, suffix),
    imgs: [{ url, alt: color === null ? product['name'] : `${String(product['name'])}, ${color}` }],
    stock: hashToNumber(id, soldOutOneIn) === 0 ? 0 : 1 + hashToNumber(`${id} stock`, stockMax),
    ...(color === null ? {} : { color }),
    ...(size === null ? {} : { size }),
    ...(isVariant ? { groupId: productId } : {}),
  };
}

/** `V482131-BROWN-42`: the number of the product, the colour (at most five characters) and the size. */
function createSku(product: string, suffix: readonly string[]): string {
  const number = String(100_000 + hashToNumber(`${product} sku`, 900_000));
  return [`V${number}`, ...suffix.map((part) => part.toUpperCase().slice(0, 5))].join('-');
}

/** Hashes a text to a number from 0 to below a limit. */
function hashToNumber(text: string, below: number): number {
  return Number.parseInt(hash('sha256', text).slice(0, 8), 16) % below;
}
