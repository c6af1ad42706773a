import { isUnavailable, normalizeAvailability } from '../catalog/availability.ts';
import type { PageMarkup } from './page-markup.ts';
import { SchemaGraph } from './schema-graph.ts';
import { createPathId, readSchemaItems } from './schema-products.ts';
import {
  ShopItemFields,
  readHtmlText,
  readName,
  readPictures,
  readShopPrice,
  type ShopItem,
} from './shop-items.ts';

/** The items of a product's page: by JSON-LD, or else microdata, or else Open Graph. What one lacks, the others add. */
export function readPageItems(markup: PageMarkup, url: string): ShopItem[] {
  const found = [
    readSchemaItems(new SchemaGraph(markup.jsonLd), url),
    readSchemaItems(new SchemaGraph(markup.microdata), url),
  ].filter((items) => items.length > 0);
  const [graph, isProduct] = readOpenGraphItem(markup, url);
  const [items = isProduct ? [graph] : [], ...others] = found;
  const supplements = [...others.flatMap((other) => (other.length === 1 ? other : [])), graph];
  return items.map((item) => supplement(item, supplements, items.length === 1));
}

/** Fields that all variants of a page share, and those that only an item alone can take of its page. */
const sharedFields = ['description', 'imgs', 'brand', 'category'];
const priceFields = ['price', 'regularPrice', 'currency'];
const stockFields = ['availability', 'stock'];

function supplement(item: ShopItem, others: readonly ShopItem[], isAlone: boolean): ShopItem {
  const added: Record<string, ShopItem[string]> = { ...item };
  const take = (other: ShopItem, names: readonly string[]): void => {
    for (const name of names) if (other[name] !== undefined) added[name] ??= other[name];
  };
  for (const other of others) {
    take(other, sharedFields);
    if (!isAlone) continue;
    // A price and its currency belong together.
    if (added['price'] === undefined || added['price'] === other['price']) take(other, priceFields);
    if (added['availability'] === undefined) take(other, stockFields);
  }
  return added;
}

/** What Open Graph says of the page, and whether that is a product: by `og:type`, or by its price. */
function readOpenGraphItem({ meta }: PageMarkup, url: string): [item: ShopItem, isProduct: boolean] {
  const read = (...names: readonly string[]): string =>
    names.map((name) => meta.get(name)?.[0] ?? '').find((text) => text !== '') ?? '';
  const price = read('product:sale_price:amount', 'product:price:amount', 'og:price:amount');
  const isProduct = /^(?:og:)?product(?:\.item)?$/i.test(read('og:type'));
  const name = readName(read('og:title'));
  const fields = new ShopItemFields();
  const sku = read('product:retailer_item_id', 'product:sku');
  fields.set('id', sku || createPathId(url));
  fields.set('groupId', read('product:item_group_id'));
  fields.set('sku', sku);
  fields.set('name', name);
  fields.set('description', readHtmlText(read('og:description')));
  const currency = read(
    'product:sale_price:currency',
    'product:price:currency',
    'og:price:currency',
  ).toUpperCase();
  const amount = readShopPrice(price, currency);
  const regular = readShopPrice(read('product:original_price:amount', 'product:price:amount'), currency);
  fields.setPrices(amount?.amount ?? null, regular?.amount ?? null, currency || (amount?.currency ?? null));
  const availability = normalizeAvailability(read('product:availability', 'og:availability'));
  if (availability !== '') fields.setStock(availability, !isUnavailable(availability));
  fields.set('brand', readName(read('product:brand', 'og:brand')));
  fields.set('category', readName(read('product:category')));
  fields.set(
    'imgs',
    readPictures(
      meta.get('og:image:secure_url') ?? meta.get('og:image') ?? meta.get('og:image:url') ?? [],
      url,
    ),
  );
  fields.set('url', url);
  for (const name of ['color', 'size', 'material', 'pattern', 'condition'])
    fields.set(name, readName(read(`product:${name}`)));
  return [fields.toItem(), name !== '' && (isProduct || price !== '')];
}
