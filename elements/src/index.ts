import { startShop as start, type Shop, type ShopOptions } from './shop/start-shop.ts';

export type { Shop, ShopOptions } from './shop/start-shop.ts';

/**
 * Starts search, lists and events on the page, as the script tag does, and defines the elements. Resolves with null where the settings of the project
 * switch them off, or the service cannot be reached. In a browser only, once per page.
 *
 * @example
 * ```ts
 * const shop = await startShop({ url: 'https://search.shop.example', project: 'shop', key: webKey });
 * await shop?.open('oak chair');
 * ```
 */
export function startShop(options: ShopOptions): Promise<Shop | null> {
  return start(options, async () => (await import('./view/create-views.ts')).createViews);
}
