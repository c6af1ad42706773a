import ipaddr from 'ipaddr.js';

/**
 * What visitors from one place have in common: an IPv4 address, also one that is written as IPv6, or the /64 network of an IPv6
 * address, as a household or a single machine has all of it. What is no address, such as a hash of one, stands for itself.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
