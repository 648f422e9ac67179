import { describe, expect, it } from 'vitest';
import { isPublicAddress } from '../../../electron/webhooks/receiver-address-rules.ts';

describe('isPublicAddress', () => {
  it.each(['8.8.8.8', '172.15.255.255', '172.32.0.0', '2606:4700::1111', '2A00:1450::1'])('accepts %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each(['127.0.0.1', '172.16.0.0', '172.31.255.255', '100.127.255.255', '::1', 'fe80::1', '2002:7f00:1::'])(
    'refuses %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(false);
    },
  );

  it.each(['::ffff:8.8.8.8', '::8.8.8.8', '64:ff9b::8.8.8.8'])(
    'refuses %s, although the address inside is public',
    (address) => {
      expect(isPublicAddress(address)).toBe(false);
    },
  );

  it.each(['', 'localhost', '8.8.8', '8.8.8.8/32', '2606:4700::1111%eth0', '[2606:4700::1111]', ' 8.8.8.8'])(
    'refuses "%s", which is not an address',
    (address) => {
      expect(isPublicAddress(address)).toBe(false);
    },
  );
});
