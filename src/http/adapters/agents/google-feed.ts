import type { FeedItem } from './feed-item.ts';

/**
 * A product feed of Google Merchant Center: RSS 2.0 with the namespace of its attributes. Source: the product data specification
 * (https://support.google.com/merchants/answer/7052112) and its RSS format (https://support.google.com/merchants/answer/14987622).
 */

const titleLengthMax = 150;
const descriptionLengthMax = 5_000;
const additionalPicturesMax = 10;
const categoryLengthMax = 750;

/** Options that have an attribute, by the names that shops use. */
const attributeByOption: Readonly<Record<string, string>> = {
  color: 'color',
  colour: 'color',
  farbe: 'color',
  size: 'size',
  größe: 'size',
  material: 'material',
  pattern: 'pattern',
};

export function writeGoogleFeedStart({ name, url }: { readonly name: string; readonly url: string }): string {
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">\n<channel>\n' +
    `${writeElement('title', name)}${writeElement('link', url)}${writeElement('description', name)}`
  );
}

export const googleFeedEnd = '</channel>\n</rss>\n';

export function writeGoogleItem(item: FeedItem): string {
  const [picture, ...others] = item.pictures;
  const hasIdentifier = item.gtin !== undefined || (item.brand !== undefined && item.mpn !== undefined);
  const options = Object.entries(item.options).flatMap(([option, value]): [string, string][] => {
    const attribute = attributeByOption[option.toLowerCase()];
    return attribute === undefined ? [] : [[attribute, value]];
  });
  const attributes: readonly (readonly [string, string | undefined])[] = [
    ['id', item.id],
    ['title', cut(item.title, titleLengthMax)],
    ['description', cut(item.description === '' ? item.title : item.description, descriptionLengthMax)],
    ['link', item.url],
    ['image_link', picture],
    ...others.slice(0, additionalPicturesMax).map((url) => ['additional_image_link', url] as const),
    ['availability', item.availability === 'pre_order' ? 'preorder' : item.availability],
    ['price', item.price],
    ['sale_price', item.salePrice],
    ['brand', item.brand],
    ['gtin', item.gtin],
    ['mpn', item.mpn],
    ['identifier_exists', hasIdentifier ? undefined : 'no'],
    ['condition', item.condition],
    ['google_product_category', item.googleCategory],
    ...item.categories.slice(0, 5).map((value) => ['product_type', cut(value, categoryLengthMax)] as const),
    ['item_group_id', item.group],
    ...options,
  ];
  const lines = attributes.map(([name, value]) =>
    value === undefined ? '' : writeElement(`g:${name}`, value),
  );
  return `<item>\n${lines.join('')}</item>\n`;
}

function writeElement(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>\n`;
}

/** Without the characters that XML 1.0 has no form for (section 2.2). */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r -\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

function cut(text: string, lengthMax: number): string {
  return text.length <= lengthMax ? text : text.slice(0, lengthMax).toWellFormed();
}
