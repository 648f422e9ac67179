import { describe, expect, it } from 'vitest';
import { readUpstreamAddress } from '../../../electron/api-client/https-transport.ts';

describe('readUpstreamAddress', () => {
  it.each([
    ['https://till.example', { isSecure: true, host: 'till.example', port: 443, basePath: '' }],
    ['https://till.example:8443/a/b/', { isSecure: true, host: 'till.example', port: 8443, basePath: '/a/b' }],
    ['http://localhost', { isSecure: false, host: 'localhost', port: 80, basePath: '' }],
    ['http://[::1]:4870', { isSecure: false, host: '::1', port: 4870, basePath: '' }],
    ['http://2130706433:4870', { isSecure: false, host: '127.0.0.1', port: 4870, basePath: '' }],
  ])('reads %s', (text, address) => {
    expect(readUpstreamAddress(text)).toEqual(address);
  });

  it.each([
    'http://till.example',
    'http://localhost.evil.example',
    'http://127.0.0.1.evil.example',
    'http://192.168.1.20:4870',
    'http://0.0.0.0:4870',
    'http://[::ffff:192.168.1.20]',
    'http://localhost@evil.example',
    'ftp://localhost',
    'file:///etc/passwd',
  ])('refuses %s', (text) => {
    expect(() => readUpstreamAddress(text)).toThrow('over https://');
  });
});
