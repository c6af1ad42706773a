import { pageOfPath } from '../app/router.ts';

/** The page of this shop for the address of a rule, such as `/delivery` or `https://shop.example/delivery`. */
export function pageOfRedirect(url: string): string {
  const { pathname, search, hash } = new URL(url, window.location.href);
  return pageOfPath(pathname) + search + hash;
}
