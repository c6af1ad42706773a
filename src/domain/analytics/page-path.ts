/** A path with one of these may name a person, such as an address in `/newsletter/anna@shop.example`. */
const personal = /@|%40/i;
const pathLengthMax = 300;

/**
 * The path of a page as it is counted: without origin, query and fragment, which may have what shoppers typed. Empty for a path that may name a
 * person, or is too long; null for what is no path or http(s) address.
 */
export function readPagePath(page: string): string | null {
  const url = /^https?:\/\//i.test(page)
    ? URL.parse(page)
    : page.startsWith('/')
      ? URL.parse(page, 'https://shop.example')
      : null;
  if (url === null) return null;
  const { pathname } = url;
  return pathname.length > pathLengthMax || personal.test(pathname) ? '' : pathname;
}
