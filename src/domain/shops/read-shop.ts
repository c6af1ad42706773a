import type { ShopSourceName } from '../../ports/catalog/feeds.ts';
import { readShopify } from './read-shopify.ts';
import { readSitemap } from './read-sitemap.ts';
import { readWooCommerce } from './read-woocommerce.ts';
import type { ShopVisit, VisitedPage } from './shop-visit.ts';

/** The pages of a shop, each as soon as it is read. */
export const shopReaders: Readonly<
  Record<ShopSourceName, (visit: ShopVisit) => AsyncGenerator<VisitedPage>>
> = {
  shopify: readShopify,
  woocommerce: readWooCommerce,
  sitemap: readSitemap,
};
