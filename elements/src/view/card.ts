import type { Item } from '@vitrine/sdk/shop';
import type { ListOrigin } from '@vitrine/tracker';
import { h } from './dom.ts';
import { formatMoney } from './money.ts';
import type { ViewContext } from './view-context.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Creates the card of a product. The origin is the list and the position, for events. */
export function createCard(context: ViewContext, item: Item, origin: ListOrigin): HTMLElement {
  const fields = item as unknown as Fields;
  const { settings } = context.shop;
  const address = readAddress(fields);
  const isSoldOut = readSoldOut(fields);
  const details = settings.cardFields.map((field) => readField(fields, field)).filter((text) => text !== '');
  const card = h(
    'a',
    {
      part: 'card',
      class: 'card',
      href: address,
      onclick: () => trackClick(context, item, origin),
      onauxclick: () => trackClick(context, item, origin),
    },
    h(
      'span',
      { part: 'card-picture', class: 'picture' },
      createPicture(context, fields),
      ...createBadges(context, fields, isSoldOut),
    ),
    h('span', { part: 'card-name', class: 'name' }, item.name),
    ...details.map((text) => h('span', { part: 'card-detail', class: 'detail' }, text)),
    createPrice(context, fields),
  );
  return h(
    'li',
    { class: isSoldOut ? 'cell sold-out' : 'cell' },
    card,
    createCartButton(context, item, origin, isSoldOut),
  );
}

function trackClick({ shop }: ViewContext, { id }: Item, origin: ListOrigin): void {
  shop.track({ type: 'click', item: id, ...origin });
}

function createPicture({ shop }: ViewContext, fields: Fields): HTMLElement {
  const address = typeof fields['_picture'] === 'string' ? fields['_picture'] : readPicture(fields['imgs']);
  if (address === '' || !URL.canParse(address, shop.url)) return h('span', { class: 'no-picture' });
  // The name stands below: a text of its own would be read twice.
  const picture = h('img', {
    src: new URL(address, shop.url).href,
    alt: '',
    loading: 'lazy',
    decoding: 'async',
  });
  picture.addEventListener('error', () => picture.replaceWith(h('span', { class: 'no-picture' })));
  return picture;
}

function readPicture(imgs: unknown): string {
  const first: unknown = Array.isArray(imgs) ? imgs[0] : imgs;
  if (typeof first === 'string') return first;
  const { url } = (first ?? {}) as { url?: unknown };
  return typeof url === 'string' ? url : '';
}

function createBadges({ shop, texts }: ViewContext, fields: Fields, isSoldOut: boolean): HTMLElement[] {
  if (!shop.settings.badges) return [];
  if (isSoldOut) return [h('span', { part: 'badge', class: 'badge' }, texts.text('soldOut'))];
  const { price, before } = readPrices(fields);
  if (price === null || before === null) return [];
  const text = formatReduction(price / before - 1, shop.language) ?? texts.text('sale');
  return [h('span', { part: 'badge', class: 'badge sale' }, h('bdi', {}, text))];
}

/** A reduction in percent; null for one of less. */
function formatReduction(share: number, language: string): string | null {
  if (Math.round(share * 100) > -1) return null;
  return new Intl.NumberFormat(language, { style: 'percent' }).format(share);
}

function createPrice({ shop, texts }: ViewContext, fields: Fields): HTMLElement | null {
  const { price, before } = readPrices(fields);
  if (price === null) return null;
  const currency = readText(fields['currency']) || shop.currency;
  const { language } = shop;
  if (before === null || !shop.settings.oldPrice)
    return h('span', { part: 'price', class: 'price' }, formatMoney(price, currency, language));
  return h(
    'span',
    { class: 'price reduced' },
    h('span', { class: 'hidden' }, `${texts.text('priceNow')} `),
    h('span', { part: 'price' }, formatMoney(price, currency, language)),
    ' ',
    h('span', { class: 'hidden' }, `${texts.text('priceBefore')} `),
    h('s', { part: 'old-price' }, formatMoney(before, currency, language)),
  );
}

function createCartButton(
  context: ViewContext,
  item: Item,
  origin: ListOrigin,
  isSoldOut: boolean,
): HTMLElement | null {
  const { settings } = context.shop;
  const address = isSoldOut ? null : fillAddress(settings.cartUrl, item as unknown as Fields);
  if (address === null) return null;
  const onclick = (): void => {
    context.shop.noteCart();
    context.shop.track({ type: 'cart', item: item.id, ...origin });
  };
  const label = `${context.texts.text('addToCart')}: ${item.name}`;
  return h(
    'a',
    {
      part: 'cart-button',
      class: 'button cart',
      href: address,
      'aria-label': label,
      rel: 'nofollow',
      onclick,
    },
    context.texts.text('addToCart'),
  );
}

/** The address with the item's values; null where it lacks one. */
function fillAddress(template: string, fields: Fields): string | null {
  if (template === '') return null;
  let isComplete = true;
  const address = template.replaceAll(/\{(id|sku|groupId|url)\}/g, (_, name: string) => {
    const value = readText(fields[name]);
    isComplete &&= value !== '';
    return encodeURIComponent(value);
  });
  return isComplete ? (safeAddress(address) ?? null) : null;
}

function readAddress(fields: Fields): string | undefined {
  return safeAddress(readText(fields['url']) || readText(fields['link']));
}

/** An address of the web: a catalog must not run scripts. */
function safeAddress(text: string): string | undefined {
  if (text === '' || !URL.canParse(text, location.href)) return undefined;
  const { protocol, href } = new URL(text, location.href);
  return protocol === 'https:' || protocol === 'http:' ? href : undefined;
}

function readPrices(fields: Fields): { price: number | null; before: number | null } {
  const price = typeof fields['price'] === 'number' ? fields['price'] : null;
  const regular = Number(fields['regularPrice'] ?? Number.NaN);
  return { price, before: price !== null && regular > price ? regular : null };
}

function readSoldOut({ stock, availability }: Fields): boolean {
  return (
    (typeof stock === 'number' && stock <= 0) ||
    (typeof availability === 'string' && /out[ _-]?of[ _-]?stock/i.test(availability))
  );
}

/** A field by its path, such as `attrs.colour`. */
function readField(fields: Fields, path: string): string {
  let value: unknown = fields;
  for (const name of path.split('.')) {
    value =
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? (value as Fields)[name]
        : undefined;
  }
  return Array.isArray(value) ? value.filter((one) => typeof one !== 'object').join(', ') : readText(value);
}

function readText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
