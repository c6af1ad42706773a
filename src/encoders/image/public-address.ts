import ipaddr from 'ipaddr.js';

/** Azure's metadata and agent service, in the range of public addresses. Those of other clouds lie in ranges that are refused. */
const azureWireServer = '168.63.129.16';
const globalUnicastV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an IP address belongs to the public Internet. Everything that is not plainly so is refused: loopback, private,
 * link-local, carrier-grade NAT, multicast, reserved, and the IPv6 forms that lead to an IPv4 address by another name
 * (v4-mapped is judged as the IPv4 address; NAT64, 6to4 and Teredo are refused).
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv6
    ? parsed.match(globalUnicastV6)
    : parsed.toString() !== azureWireServer;
}
