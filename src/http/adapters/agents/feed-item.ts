import { isPrivate } from '../../../domain/access/restrictions.ts';
import { readTexts } from '../../../lib/json-values.ts';
import type { AgentCall } from './agent-shop.ts';
import * as members from './item-members.ts';
import { formatPrice } from './minor-units.ts';
import { listOptionFields, readOptions } from './product-options.ts';
import type { SellableItem } from './sellable-item.ts';

/** An item of a product feed, whatever its format. Absent: unknown. */
export interface FeedItem {
  readonly id: string;
  readonly group?: string;
  readonly title: string;
  readonly description: string;
  readonly url?: string;
  readonly pictures: readonly string[];
  /** `in_stock`, `out_of_stock`, `pre_order` or `backorder`. */
  readonly availability?: string;
  /** A price such as `19.99 EUR`. */
  readonly price: string;
  /** The current price, if it is lower. */
  readonly salePrice?: string;
  readonly brand?: string;
  readonly gtin?: string;
  readonly mpn?: string;
  readonly condition?: string;
  readonly categories: readonly string[];
  readonly googleCategory?: string;
  /** Options by their names, such as `color`. */
  readonly options: Readonly<Record<string, string>>;
  readonly rating?: number;
  readonly ratingCount?: number;
}

/** Shops call availability by many names. */
const availabilities: Readonly<Record<string, string>> = {
  in_stock: 'in_stock',
  available: 'in_stock',
  out_of_stock: 'out_of_stock',
  discontinued: 'out_of_stock',
  preorder: 'pre_order',
  backorder: 'backorder',
};

type FeedView = Pick<AgentCall, 'settings' | 'restrictions' | 'currency' | 'serviceUrl'>;

/** Creates the item of a feed with the fields that its reader may see. */
export function createFeedItem(item: SellableItem, shop: FeedView): FeedItem {
  const { fields, id, group, price } = item;
  const { settings, restrictions, currency, serviceUrl } = shop;
  const findFirstText = (...names: readonly string[]): string | undefined =>
    names.flatMap((name) => readTexts(fields, name)).find((text) => text.trim() !== '');
  const regular = fields['regularPrice'];
  const isReduced = typeof regular === 'number' && regular > price;
  const availability = members.readAvailability(fields, isPrivate(restrictions, 'stock'));
  const { rating } = members.readRating(fields);
  const names = listOptionFields([item, item], settings.agents.optionFields);
  return {
    id,
    title: findFirstText('name') ?? id,
    description: members.describeItem(fields, true).plain,
    pictures: (members.listMedia(fields, serviceUrl).media ?? []).map(({ url }) => url),
    price: formatPrice(isReduced ? regular : price, currency),
    categories: (members.listCategories(fields).categories ?? []).map(({ value }) => value),
    options: Object.fromEntries(readOptions(item, names).map(({ name, label }) => [name, label])),
    ...present({
      group: group ?? undefined,
      url: members.linkItem(fields, settings).url,
      availability: availability === null ? undefined : availabilities[availability.status],
      salePrice: isReduced ? formatPrice(price, currency) : undefined,
      brand: findFirstText('brand'),
      gtin: findFirstText('gtin', 'ean', 'upc', 'isbn'),
      mpn: findFirstText('mpn'),
      condition: findFirstText('condition')?.toLowerCase(),
      googleCategory: findFirstText('googleProductCategory', 'google_product_category'),
      rating: rating?.value,
      ratingCount: rating?.count,
    }),
  };
}

/** Removes undefined members. */
function present<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
