import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { browserUrl } from '../src/index.ts';
import { Shop, type ShopPage } from './shop.tsx';

const root = document.getElementById('root')!;
const page = JSON.parse(document.getElementById('page')!.textContent) as ShopPage;
const shop = (
  <StrictMode>
    <Shop page={page} url={browserUrl(page.query)} />
  </StrictMode>
);
if (page.query === undefined) createRoot(root).render(shop);
else
  hydrateRoot(root, shop, { onRecoverableError: (error) => console.error(`not hydrated: ${String(error)}`) });
