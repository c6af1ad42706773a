import ipaddr from 'ipaddr.js';

/** Bits of an IPv6 address that name a household: what follows is any number of addresses of its own. */
const networkBits = 64;

/**
 * What counts as one address: an IPv4 address, also where it is written as IPv6, or the /64 network of an IPv6 one. A text
 * that is no address counts as itself.
 */
export function addressBlock(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const bytes = parsed.toByteArray().map((byte, i) => (i < networkBits / 8 ? byte : 0));
  return ipaddr.fromByteArray(bytes).toString();
}
