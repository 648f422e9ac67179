import { describe, expect, it } from 'vitest';
import { readBaseUrl } from '../../../electron/cli/service-options.ts';

describe('readBaseUrl', () => {
  it.each([
    ['http://127.0.0.1:4870', 'http://127.0.0.1:4870'],
    ['http://localhost:4870/', 'http://localhost:4870'],
    ['http://127.1.2.3', 'http://127.1.2.3'],
    ['http://[::1]:4870', 'http://[::1]:4870'],
    ['https://till.example', 'https://till.example'],
    ['https://till.example/shop/one/', 'https://till.example/shop/one'],
  ])('accepts %s', (text, address) => {
    expect(readBaseUrl(text)).toBe(address);
  });

  it.each([
    'till.example',
    'ftp://till.example',
    'http://till.example',
    'http://192.168.1.20:4870',
    'http://127.0.0.1.evil.example',
    'http://localhost.evil.example',
    'https://till.example/?key=1',
    'https://till.example/#x',
  ])('refuses %s', (text) => {
    expect(() => readBaseUrl(text)).toThrow(/^--base-url/);
  });

  it('refuses credentials, and does not repeat them', () => {
    const refusal = () => readBaseUrl('https://owner:hush@till.example');
    expect(refusal).toThrow('--base-url takes no user or password');
    expect(refusal).not.toThrow(/hush/);
  });
});
