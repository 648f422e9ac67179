import { describe, expect, it } from 'vitest';
import { getPlatformKind } from '../../../shared/platforms/registry.ts';
import { readStoreKeeperAddress } from '../../../shared/platforms/storekeeper-address.ts';

const DEMO = {
  ok: true,
  address: 'storekeeper+https://api-demo.storekeepercloud.com',
  origin: 'https://api-demo.storekeepercloud.com',
  backOffice: 'https://demo.storekeepercloud.com',
  account: 'demo',
};

describe('readStoreKeeperAddress', () => {
  it.each([
    'demo',
    ' Demo ',
    'demo.storekeepercloud.com',
    'api-demo.storekeepercloud.com',
    'https://demo.storekeepercloud.com',
    'https://demo.storekeepercloud.com/#order/details/900',
    'https://DEMO.storekeepercloud.com:443/index.php?x=1#order',
    'https://api-demo.storekeepercloud.com/',
    'https://api-demo.storekeepercloud.com/?action=request&api=fulljson',
    'storekeeper+https://api-demo.storekeepercloud.com',
    'StoreKeeper+https://demo.storekeepercloud.com',
  ])('reads %j as the account demo', (text) => {
    expect(readStoreKeeperAddress(text)).toEqual(DEMO);
  });

  it('reads its own output unchanged', () => {
    const reading = readStoreKeeperAddress('https://shop.example:8443/path');
    if (!reading.ok) throw new Error('it is an address');
    expect(readStoreKeeperAddress(reading.address)).toEqual(reading);
  });

  it.each([
    ['https://till.example:8443/api/x', 'https://till.example:8443', null],
    ['https://api-demo.partner.example', 'https://api-demo.partner.example', 'https://demo.partner.example'],
    ['http://127.0.0.1:4900/', 'http://127.0.0.1:4900', null],
    ['storekeeper+http://localhost:4900', 'http://localhost:4900', null],
    ['http://[::1]:4900', 'http://[::1]:4900', null],
    ['https://storekeepercloud.com.evil.example', 'https://storekeepercloud.com.evil.example', null],
  ])('accepts the origin of %s, of any owner', (text, origin, backOffice) => {
    const address = `storekeeper+${origin}`;
    expect(readStoreKeeperAddress(text)).toEqual({ ok: true, address, origin, backOffice, account: null });
  });

  it.each([
    ['http://shop.example', 'insecure'],
    ['storekeeper+http://192.168.1.20', 'insecure'],
    ['', 'not-an-address'],
    ['de mo', 'not-an-address'],
    ['-demo', 'not-an-address'],
    ['https://olga:secret@shop.example', 'not-an-address'],
    ['ftp://shop.example', 'not-an-address'],
    ['https://', 'not-an-address'],
    ['storekeeper+', 'not-an-address'],
  ])('refuses %j as %s', (text, problem) => {
    expect(readStoreKeeperAddress(text)).toEqual({ ok: false, problem });
  });

  it('distinguishes its addresses from those of other platforms', () => {
    expect(getPlatformKind(DEMO.address).id).toBe('storeKeeper');
    expect(getPlatformKind('https://till.example').id).toBe('deployment');
  });
});
