/** A page of the shop: one slash, and no character with which a browser would leave the shop or read another path. */
const shopPath = String.raw`/(?:[^/\\\x00-\x1f\x7f][^\\\x00-\x1f\x7f]*)?$`;

/** The form of the address of a redirect as a regular expression, for the documentation. */
export const redirectPattern = `^(?:[hH][tT][tT][pP][sS]?://|${shopPath})`;
const isShopPath = new RegExp(`^${shopPath}`);

/** Whether a text is a page of the shop, such as `/gifts`, or an http(s) address: that to which a rule may redirect. */
export function isRedirectAddress(text: string): boolean {
  if (text.startsWith('/')) return isShopPath.test(text);
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
}
