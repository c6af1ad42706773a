import type { JsonObject } from '../../ports/catalog/json.ts';
import { formatOptionField } from '../catalog/import-files/item-fields-json.ts';
import {
  ShopItemFields,
  listObjects,
  readAddress,
  readHtmlText,
  readName,
  readPictures,
  readShopPrice,
  readText,
  type ShopItem,
} from './shop-items.ts';

/** What Shopify allows a product. */
const variantsMax = 2_048;
const imagesMax = 250;

/**
 * The items of a product of Shopify's `/products.json`: one for each variant. `id` is the id of the variant and `groupId` that of the
 * product, as Shopify's own events name them; `url` is the page with this variant chosen.
 */
export function createShopifyItems(
  product: JsonObject,
  { base, currency }: { readonly base: string; readonly currency: string | null },
): ShopItem[] {
  const variants = listObjects(product['variants']).slice(0, variantsMax);
  const options = listObjects(product['options']).map(({ name }) => readName(name));
  const images = listObjects(product['images']).slice(0, imagesMax).map(readImage);
  const handle = readText(product['handle']);
  const page = handle === '' ? null : readAddress(`/products/${encodeURIComponent(handle)}`, base);
  return variants.map((variant) => {
    const fields = new ShopItemFields();
    const id = readText(variant['id']);
    fields.set('id', id);
    fields.set('groupId', readText(product['id']));
    fields.set('handle', handle);
    fields.set('sku', readText(variant['sku']));
    fields.set('name', readName(product['title']));
    fields.set('description', readHtmlText(product['body_html']));
    fields.set('brand', readName(product['vendor']));
    fields.set('category', readName(product['product_type']));
    fields.set('tags', readTags(product['tags']));
    fields.set('gtin', readText(variant['barcode']));
    const price = readShopPrice(variant['price'])?.amount ?? null;
    fields.setPrices(price, readShopPrice(variant['compare_at_price'])?.amount ?? null, currency);
    const { available } = variant;
    if (typeof available === 'boolean') fields.setStock(available ? 'in_stock' : 'out_of_stock', available);
    fields.set('imgs', readPictures(listVariantPictures(variant, images), base));
    if (page !== null) fields.set('url', variants.length > 1 ? `${page}?variant=${id}` : page);
    for (const [at, name] of options.entries()) {
      const value = readText(variant[`option${at + 1}`]);
      if (value !== '' && value !== 'Default Title') fields.set(formatOptionField(name), value);
    }
    fields.set('releasedAt', readText(product['published_at']));
    return fields.toItem();
  });
}

interface ShopifyImage {
  readonly src: string;
  /** The ids of the variants that it shows; none for all. */
  readonly variants: ReadonlySet<string>;
}

function readImage({ src, variant_ids }: JsonObject): ShopifyImage {
  return {
    src: readText(src),
    variants: new Set(Array.isArray(variant_ids) ? variant_ids.map(readText) : []),
  };
}

/** The picture of the variant, then those of the product that are of no other variant, then the rest. */
function listVariantPictures(variant: JsonObject, images: readonly ShopifyImage[]): string[] {
  const id = readText(variant['id']);
  const [featured] = listObjects(variant['featured_image']);
  const rank = ({ variants }: ShopifyImage): number => (variants.has(id) ? 0 : variants.size === 0 ? 1 : 2);
  const ordered = [...images].sort((a, b) => rank(a) - rank(b));
  return [readText(featured?.['src']), ...ordered.map(({ src }) => src)];
}

/** `/products.json` has a list, some shops a text with commas. */
function readTags(tags: unknown): string[] {
  const list = Array.isArray(tags) ? tags.map(readText) : readText(tags).split(',');
  return list.map((tag) => tag.trim()).filter((tag) => tag !== '');
}
