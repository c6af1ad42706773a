import { createShopClient } from '@vitrine/sdk/shop';
import type { ElementName, MountedElement, ShopContext, ShopViews } from '../shop/shop-context.ts';
import { chooseTexts } from '../texts/choose-texts.ts';
import { mountList } from './list-view.ts';
import { readPageStyle } from './page-style.ts';
import { mountPhoto } from './photo-view.ts';
import { RecentSearches } from './recent-searches.ts';
import { createPageAddress, readQueryName } from './search-address.ts';
import { SearchLayer } from './search-layer.ts';
import type { SearchScope } from './search-results.ts';
import { SearchView } from './search-view.ts';
import { adoptStyles } from './styles.ts';
import type { ViewContext } from './view-context.ts';

const timeoutMs = 10_000;

/** Creates what shoppers see, once per page. */
export function createViews(shop: ShopContext): ShopViews {
  const pageStyle = new CSSStyleSheet();
  pageStyle.replaceSync(readPageStyle(shop.settings) + formatColumns(shop));
  const context: ViewContext = {
    shop,
    client: createShopClient({ url: shop.url, ...authorize(shop), timeoutMs, retries: 0 }),
    texts: chooseTexts(shop.language, shop.settings.texts),
    recent: new RecentSearches(() => shop.storage(), shop.project),
    pageStyle,
  };
  let layer: SearchLayer | null = null;
  const open = (): SearchLayer => (layer ??= new SearchLayer(context));
  return {
    prepare: (query) => open().prepare(query),
    open: (query, field) => open().open(query, field),
    restore: (field) => open().restore(field),
    close: () => layer?.close(),
    get isOpen() {
      return layer?.isOpen === true;
    },
    mount: (element, name) => mount(context, element, name),
  };
}

/** The key of the tag; the console's own pages have none, and send its session. */
function authorize({ url, key }: ShopContext): { key: string } | { headers: Record<string, string> } {
  return key === '' && url === location.origin ? { headers: { 'x-vitrine-console': '1' } } : { key };
}

function mount(context: ViewContext, element: HTMLElement, name: ElementName): MountedElement {
  const root = element.shadowRoot!;
  adoptStyles(root, context.pageStyle);
  element.dir = getComputedStyle(element.parentElement ?? document.documentElement).direction;
  if (name === 'vitrine-list') return mountList(context, element, root);
  if (name === 'vitrine-photo') return mountPhoto(context, root);
  return mountSearch(context, element, root, name === 'vitrine-search');
}

/** Fills `<vitrine-search>` with a field and results, and `<vitrine-results>` with results of the page's address. */
function mountSearch(
  context: ViewContext,
  element: HTMLElement,
  root: ShadowRoot,
  hasField: boolean,
): MountedElement {
  const readScope = (): SearchScope => ({
    collection: element.getAttribute('collection') ?? undefined,
    filters: element.getAttribute('filters') ?? undefined,
  });
  const { resultsUrl } = context.shop.settings;
  const hasQuery = hasField || (!element.hasAttribute('collection') && !element.hasAttribute('filters'));
  const view = new SearchView({
    context,
    address: createPageAddress(hasQuery ? readQueryName(resultsUrl) : 'q'),
    hasField,
    hasOtherResults: hasField && findQueryResults() !== null,
    scope: readScope(),
  });
  root.append(view.element);
  view.start().catch(() => undefined);
  return {
    update: () => (view.scope = readScope()),
    remove: () => {
      view.remove();
      view.element.remove();
    },
  };
}

/** The element that shows the products of the page's query, besides the field. */
function findQueryResults(): Element | null {
  return document.querySelector('vitrine-results:not([collection], [filters])');
}

/** Columns of the settings, by the width of the element. */
function formatColumns({ settings }: ShopContext): string {
  const { phone, desktop } = settings.columns;
  return `:host{--columns-phone:${Math.trunc(phone)};--columns-desktop:${Math.trunc(desktop)};--columns-tablet:${Math.min(3, Math.trunc(desktop))}}`;
}
