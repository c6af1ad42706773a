import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { drawPictures, readDrawings } from './product-drawings.ts';

/** `demo/products.ndjson`, as the demo shop loads it. */
const folder = import.meta.dirname;
const bytesMax = 15_000_000;

interface ProductLine {
  readonly id: string;
  readonly name: string;
  readonly price: number;
  readonly description: string;
  readonly picture?: string;
  readonly colors?: readonly { readonly name: string; readonly picture: string }[];
  readonly sizes?: readonly string[];
  readonly translations?: Readonly<Record<string, { readonly name: string; readonly description: string }>>;
}

const lines = (file: string): ProductLine[] =>
  readFileSync(join(folder, file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as ProductLine);
const products = lines('products.ndjson');
const picturesOf = ({ picture, colors = [] }: ProductLine): string[] => [
  ...(picture === undefined ? [] : [picture]),
  ...colors.map((color) => color.picture),
];
const repeated = (texts: readonly string[]): string[] => texts.filter((text, at) => texts.indexOf(text) < at);

test('the demo shop has at least 600 products, with unique ids and names', () => {
  assert.ok(products.length >= 600, `${products.length} products`);
  assert.deepEqual(repeated(products.map(({ id }) => id)), []);
  assert.deepEqual(repeated(products.map(({ name }) => name.toLowerCase())), []);
  assert.deepEqual(
    products.map(({ id }) => id).filter((id) => !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(id)),
    [],
  );
});

test('each product of the demo shop is drawn in its colours, or has a photo of the groceries', async () => {
  const drawings = await readDrawings();
  assert.deepEqual(
    products.map(({ id }) => id),
    [...drawings, ...lines('groceries/products.ndjson')].map(({ id }) => id),
  );
  const byId = new Map(products.map((product) => [product.id, product]));
  for (const drawing of drawings) {
    const product = byId.get(drawing.id)!;
    const pictures = await drawPictures(drawing);
    assert.deepEqual(
      pictures.map(({ file }) => `pictures/${file}`),
      picturesOf(product),
    );
    if (product.colors !== undefined)
      assert.deepEqual(
        Object.keys(drawing.colors!),
        product.colors.map(({ name }) => name),
      );
    for (const { file, content } of pictures) assert.match(content, /^<.*>$/s, file);
  }
});

test('at least 150 products of the demo shop have texts in five other languages, all in the same', () => {
  const translated = products.filter(({ translations }) => translations !== undefined);
  assert.ok(translated.length >= 150, `${translated.length} products`);
  for (const { id, translations = {} } of translated) {
    assert.deepEqual(Object.keys(translations), ['de', 'ja', 'ar', 'fr', 'es'], id);
    for (const { name, description } of Object.values(translations))
      assert.ok(name.trim() !== '' && description.trim() !== '', id);
  }
  for (const language of ['fr', 'es'])
    assert.deepEqual(
      repeated(translated.map(({ translations }) => translations![language]!.name.toLowerCase())),
      [],
    );
  for (const { id, translations = {} } of translated) {
    assert.match(translations['ja']!.name, /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u, id);
    assert.match(translations['ar']!.name, /\p{sc=Arabic}/u, id);
  }
  assert.ok(translated.some(({ translations }) => translations!['ja']!.name.includes('登山靴')));
});

test('prices and sizes of the demo shop are plausible', () => {
  for (const { id, price, description, sizes, colors } of products) {
    assert.ok(price > 0.1 && price < 5_000, `${id} costs ${price}`);
    assert.equal(price, Math.round(price * 100) / 100, `${id} costs parts of a cent`);
    assert.ok(description.length >= 20, `${id} has no description`);
    for (const options of [sizes, colors?.map(({ name }) => name)]) {
      if (options === undefined) continue;
      assert.ok(options.length > 0 && options.length <= 20, `${id} has ${options.length} options`);
      assert.deepEqual(repeated(options), [], id);
    }
  }
});

test('each product of the demo shop has pictures, and no picture is unused', () => {
  const used = products.flatMap(picturesOf);
  assert.deepEqual(
    products.filter((product) => picturesOf(product).length === 0).map(({ id }) => id),
    [],
  );
  assert.deepEqual(
    used.filter((file) => !existsSync(join(folder, file))),
    [],
  );
  const files = ['pictures', 'groceries/pictures'].flatMap((place) =>
    readdirSync(join(folder, place)).map((file) => `${place}/${file}`),
  );
  assert.deepEqual(
    files.filter((file) => !used.includes(file)),
    [],
  );
});

test('the demo shop takes less than 15 MB', () => {
  const bytes = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
  assert.ok(bytes < bytesMax, `${bytes} bytes`);
});
