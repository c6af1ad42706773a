import { normalizeEscapes } from '../../lib/percent-escapes.ts';

/** Parameters of addresses that tell where a visitor came from, and not which page it is. */
const trackingParameter =
  /^(?:utm_\w+|gclid|gbraid|wbraid|gad_source|gclsrc|dclid|fbclid|msclkid|srsltid|ttclid|twclid|yclid|igshid|mc_cid|mc_eid|_ga|_gl)$/i;

/**
 * The address of a page in one form, by which two addresses of the same page are equal: without scheme, a leading `www.`,
 * tracking parameters, fragment and the slash at the end of its path, and with the other parameters in order. Null for what is no http(s) address. A relative one is resolved against
 * `base`, the address of the shop; null without one.
 */
export function normalizePageAddress(address: string, base: string | null): string | null {
  const isAbsolute = /^https?:\/\//i.test(address);
  if (!isAbsolute && (base === null || !/^[/?]|^[\w%.~-]+(?:[/?#]|$)/.test(address))) return null;
  const url = isAbsolute ? URL.parse(address) : URL.parse(address, base ?? undefined);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  const parameters = [...url.searchParams].filter(([name]) => !trackingParameter.test(name));
  parameters.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const query = parameters.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  const path = normalizeEscapes(url.pathname);
  let end = path.length;
  while (path[end - 1] === '/') end--;
  return `${url.host.replace(/^www\./, '')}${path.slice(0, end)}${query.length === 0 ? '' : `?${query.join('&')}`}`;
}
