import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPublicAddress } from './public-address.ts';

const publicAddresses = [
  '8.8.8.8',
  '168.63.129.15',
  '168.63.129.17',
  '151.101.1.69',
  '2606:4700::1111',
  '::ffff:8.8.8.8',
];

const refused = [
  ['loopback', '127.0.0.1'],
  ['all of loopback', '127.255.255.254'],
  ['this network', '0.0.0.0'],
  ['private 10', '10.1.2.3'],
  ['private 172', '172.31.0.1'],
  ['private 192', '192.168.1.1'],
  ['carrier-grade NAT', '100.64.0.1'],
  ['link-local and cloud metadata', '169.254.169.254'],
  ['metadata of Azure', '168.63.129.16'],
  ['metadata of Azure, v4-mapped', '::ffff:168.63.129.16'],
  ['metadata of Oracle', '192.0.0.192'],
  ['metadata of Alibaba', '100.100.100.200'],
  ['metadata of AWS by IPv6', 'fd00:ec2::254'],
  ['metadata of Google by IPv6', 'fd20:ce::254'],
  ['documentation', '192.0.2.7'],
  ['benchmarking', '198.18.0.1'],
  ['multicast', '224.0.0.1'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['IPv6 loopback', '::1'],
  ['IPv6 unspecified', '::'],
  ['unique local', 'fd00::1'],
  ['IPv6 link-local', 'fe80::1'],
  ['IPv6 link-local with a zone', 'fe80::1%eth0'],
  ['site-local', 'fec0::1'],
  ['IPv6 multicast', 'ff02::1'],
  ['v4-mapped loopback', '::ffff:127.0.0.1'],
  ['v4-mapped private in hex', '::ffff:a00:1'],
  ['v4-compatible loopback', '::7f00:1'],
  ['NAT64', '64:ff9b::7f00:1'],
  ['local NAT64', '64:ff9b:1::7f00:1'],
  ['6to4', '2002:7f00:1::1'],
  ['Teredo', '2001:0:7f00:1::1'],
  ['IPv6 documentation', '2001:db8::1'],
  ['no address', 'localhost'],
  ['nothing', ''],
] as const;

for (const address of publicAddresses) {
  void test(`isPublicAddress() accepts ${address}`, () => assert.equal(isPublicAddress(address), true));
}

for (const [what, address] of refused) {
  void test(`isPublicAddress() rejects ${what} (${address})`, () =>
    assert.equal(isPublicAddress(address), false));
}
