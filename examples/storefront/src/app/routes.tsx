import type { ReactNode } from 'react';
import { CartPage } from '../cart/cart-page.tsx';
import { HomePage } from '../home/home-page.tsx';
import { PhotoPage } from '../photo/photo-page.tsx';
import { ProductPage } from '../product/product-page.tsx';
import { ListingPage } from '../search/listing-page.tsx';
import { DeliveryPage } from './delivery-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { isListing, useShopLocation } from './router.ts';

/** The page of the address. */
export function Routes(): ReactNode {
  const { path } = useShopLocation();
  if (path === '/') return <HomePage />;
  if (path === '/search') return <ListingPage key="search" />;
  // A category and the next are pages of their own: the heading gets the focus again.
  if (isListing(path)) return <ListingPage key={path} />;
  if (path.startsWith('/product/')) return <ProductPage />;
  if (path === '/cart') return <CartPage />;
  if (path === '/photo') return <PhotoPage />;
  if (path === '/delivery') return <DeliveryPage />;
  return <NotFoundPage />;
}
