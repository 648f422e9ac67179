import { describe, expect, it } from 'vitest';
import { formatPlatform, hasCertificate, readPlatformAddress } from '../../../shared/platform-address.ts';

describe('readPlatformAddress', () => {
  it.each([
    ['https://till.example', 'https://till.example'],
    ['  HTTPS://Till.Example/  ', 'https://till.example'],
    ['https://till.example:443', 'https://till.example'],
    ['https://till.example:08443/chain//', 'https://till.example:8443/chain'],
    ['https://till.example/chain/api/', 'https://till.example/chain'],
    ['http://127.0.0.1:4870', 'http://127.0.0.1:4870'],
    ['http://localhost:80', 'http://localhost'],
    ['http://[::1]:4870', 'http://[::1]:4870'],
    ['https://[2001:DB8::7]', 'https://[2001:db8::7]'],
    ['https://10.0.0.7', 'https://10.0.0.7'],
    ['storekeeper+https://api-demo.storekeepercloud.com', 'storekeeper+https://api-demo.storekeepercloud.com'],
    [' StoreKeeper+HTTPS://demo.storekeepercloud.com/#order ', 'storekeeper+https://api-demo.storekeepercloud.com'],
    ['storekeeper+http://localhost:4900', 'storekeeper+http://localhost:4900'],
  ])('reads %j as %s', (typed, address) => {
    expect(readPlatformAddress(typed)).toEqual({ ok: true, address });
  });

  it('reads its own output unchanged', () => {
    const read = readPlatformAddress('HTTPS://Till.Example:443/Chain/');
    expect(read.ok && readPlatformAddress(read.address)).toEqual(read);
  });

  it.each([
    '',
    'till.example',
    'https://',
    'ftp://till.example',
    'javascript://till.example',
    'https://user:word@till.example',
    'https://till.example?next=x',
    'https://till.example/#a',
    'https://till..example',
    'https://[:::::]',
    'https://[::1::]',
    'https://[12345::]',
    'http://127.0.0.999',
    'https://10.0.0',
    'https://300.1.1.1',
    'https://till.example:0',
    'https://till.example:65536',
    'https://till.example/a/../b',
    'https://till.example\\@evil.example',
    'https://till example',
    'storekeeper+',
    'storekeeper+demo',
    'storekeeper+ftp://api-demo.storekeepercloud.com',
    'storekeeper+https://user:word@api-demo.storekeepercloud.com',
    'storekeeper+storekeeper+https://api-demo.storekeepercloud.com',
    `https://till.example/${'a'.repeat(2048)}`,
  ])('refuses %j', (typed) => {
    expect(readPlatformAddress(typed)).toEqual({ ok: false, problem: 'not-an-address' });
  });

  it.each([
    'http://till.example',
    'http://127.0.0.1.evil.example',
    'http://localhost.evil.example',
    'http://10.0.0.1',
    'storekeeper+http://api-demo.storekeepercloud.com',
  ])('refuses to send a password unencrypted to %s', (typed) => {
    expect(readPlatformAddress(typed)).toEqual({ ok: false, problem: 'insecure' });
  });
});

describe('platformLabel', () => {
  it('shows the host, without the scheme', () => {
    expect(formatPlatform('https://till.example:8443/chain')).toBe('till.example:8443/chain');
    expect(formatPlatform('storekeeper+https://api-demo.storekeepercloud.com')).toBe('api-demo.storekeepercloud.com');
  });
});

describe('provesItself', () => {
  it.each([
    [null, true],
    ['https://till.example', true],
    ['storekeeper+https://api-demo.storekeepercloud.com', true],
    ['http://localhost:4900', false],
    ['storekeeper+http://localhost:4900', false],
  ])('for %s is %s', (platform, proves) => {
    expect(hasCertificate(platform)).toBe(proves);
  });
});
