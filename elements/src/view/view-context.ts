import type { ShopClient } from '@vitrine/sdk/shop';
import type { ShopContext } from '../shop/shop-context.ts';
import type { ChosenTexts } from '../texts/choose-texts.ts';
import type { RecentSearches } from './recent-searches.ts';

/** What the views share. */
export interface ViewContext {
  readonly shop: ShopContext;
  readonly client: ShopClient;
  readonly texts: ChosenTexts;
  readonly recent: RecentSearches;
  /** Custom properties with the look of the page. */
  readonly pageStyle: CSSStyleSheet;
}
