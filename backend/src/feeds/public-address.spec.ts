import { describe, expect, it } from '@jest/globals';
import { isPublicAddress } from './public-address.ts';

describe('an address', () => {
  it.each(['93.184.216.34', '8.8.8.8', '2606:2800:220:1:248:1893:25c8:1946', '64:ff9b::8.8.8.8', '::ffff:8.8.8.8'])(
    '%s is public',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );
  it.each([
    ['loopback', '127.0.0.1'],
    ['loopback', '::1'],
    ['private', '10.0.0.1'],
    ['private', '172.16.0.1'],
    ['private', '192.168.1.1'],
    ['private', 'fd00::1'],
    ['link-local and metadata', '169.254.169.254'],
    ['link-local', 'fe80::1'],
    ['of a carrier', '100.64.0.1'],
    ['of a cloud', '168.63.129.16'],
    ['multicast', '224.0.0.1'],
    ['multicast', 'ff02::1'],
    ['unspecified', '0.0.0.0'],
    ['unspecified', '::'],
    ['broadcast', '255.255.255.255'],
    ['reserved', '240.0.0.1'],
    ['mapped loopback', '::ffff:127.0.0.1'],
    ['compatible loopback', '::127.0.0.1'],
    ['translated private', '64:ff9b::10.0.0.1'],
    ['6to4', '2002:7f00:1::'],
    ['no address', 'example.org'],
  ])('that is %s is not: %s', (_what, address) => expect(isPublicAddress(address)).toBe(false));
});
