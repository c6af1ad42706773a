import ipaddr from 'ipaddr.js';

/** Azure's metadata and agent service, which is in a public range. Those of other clouds are in ranges that are rejected. */
const azureWireServer = '168.63.129.16';
const globalUnicastV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an IP address is clearly on the public Internet. Rejects loopback, private, link-local, carrier-grade NAT,
 * multicast and reserved ranges, and the IPv6 forms that lead to an IPv4 address (v4-mapped is checked as the IPv4
 * address; NAT64, 6to4 and Teredo are rejected).
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv6
    ? parsed.match(globalUnicastV6)
    : parsed.toString() !== azureWireServer;
}
