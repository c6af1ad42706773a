import type { Item } from '@vitrine/sdk/shop';

/** The fields that cards and pages of products show; replies without the others are small. */
export const cardFields = ['name', 'brand', 'category', 'price', 'imgs', 'stock', 'color', 'size', 'groupId'];

/** A picture of an item; null without one. */
export function pictureOf(item: Item): { readonly url: string; readonly alt: string } | null {
  const first = Array.isArray(item.imgs) ? item.imgs[0] : item.imgs;
  if (first === undefined || first === '') return null;
  if (typeof first === 'string') return { url: first, alt: item.name };
  const { url, alt } = first as { url: string; alt?: string };
  return { url, alt: alt ?? item.name };
}

/** A field of text; null if the item lacks it. */
export function textOf(item: Item, field: string): string | null {
  const value = item[field];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** The variants of a product have the same page. */
function productOf(item: Item): string {
  return textOf(item, 'groupId') ?? item.id;
}

export function pageOf(item: Item): string {
  const product = productOf(item);
  const variant = product === item.id ? '' : `/${encodeURIComponent(item.id)}`;
  return `/product/${encodeURIComponent(product)}${variant}`;
}

export function isSoldOut(item: Item): boolean {
  return typeof item['stock'] === 'number' && item['stock'] <= 0;
}

/** The page of a category such as `Clothes > Shoes`. */
export function categoryPage(path: string): string {
  return `/category/${path.split(' > ').map(encodeURIComponent).join('/')}`;
}
