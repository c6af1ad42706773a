/** Whether an address is on the host of a shop: the same host and port, with or without `www.`; over http only where the shop is. */
export function isSameShop(url: URL, shop: URL): boolean {
  const isAsSafe = url.protocol === 'https:' || url.protocol === shop.protocol;
  return isAsSafe && url.port === shop.port && stripWww(url.hostname) === stripWww(shop.hostname);
}

function stripWww(hostname: string): string {
  return hostname.replace(/^www\./, '');
}
