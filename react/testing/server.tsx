import { createShopClient } from '@vitrine/sdk/shop';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { browserUrl, parseSearchState, searchRequestOf } from '../src/index.ts';
import { parameters, Shop, type ShopPage } from './shop.tsx';

/** The page of a query string, rendered with its first results. */
export async function renderShop(
  service: string,
  key: string,
  query: string,
): Promise<{ readonly html: string; readonly page: ShopPage }> {
  const client = createShopClient({ url: service, key });
  const request = searchRequestOf(parseSearchState(query), parameters);
  const initialData = await client.search('shop', { ...request, session: 'visit-1' });
  const page = { service, key, query, initialData };
  const html = renderToString(
    <StrictMode>
      <Shop page={page} url={browserUrl(query)} />
    </StrictMode>,
  );
  return { html, page };
}
