import { describe, expect, it } from 'vitest';
import { readReceiverTarget } from '../../../electron/webhooks/receiver-address-rules.ts';

const HOOKS = 'https://hooks.example.com/';

describe('readReceiverTarget', () => {
  it('parses a URL', () => {
    expect(readReceiverTarget('HTTPS://Hooks.Example.COM.:8443/a/../b?c=1')).toEqual({
      ok: true,
      target: {
        url: 'https://hooks.example.com:8443/b?c=1',
        host: 'hooks.example.com',
        isLiteral: false,
        port: 8443,
        path: '/b?c=1',
      },
    });
  });

  it('recognizes an address in any spelling', () => {
    const hosts = ['https://0x7f.1', 'https://[0:0::1]'].map((text) => {
      const reading = readReceiverTarget(text);
      return reading.ok ? [reading.target.host, reading.target.isLiteral, reading.target.port] : reading.reason;
    });
    expect(hosts).toEqual([
      ['127.0.0.1', true, 443],
      ['::1', true, 443],
    ]);
  });

  it.each([
    'https://hooks.example.com:1024/',
    `https://${'a'.repeat(63)}.example/`,
    `https://${'a.'.repeat(126)}a/`,
    `${HOOKS}${'a'.repeat(2048 - HOOKS.length)}`,
  ])('accepts what is just allowed: %s', (url) => {
    expect(readReceiverTarget(url)).toMatchObject({ ok: true, target: { url } });
  });

  it.each([
    ['hooks.example.com', 'url is not a URL.'],
    ['https://hooks.example.com/a b', 'url is not a URL.'],
    ['http://hooks.example.com', 'url must begin with https://.'],
    ['https://hooks.example.com/\x7f', 'url is not a URL.'],
    ['https://a@hooks.example.com', 'url must not contain a user name or password.'],
    ['https://:b@hooks.example.com', 'url must not contain a user name or password.'],
    ['https://hooks.example.com/#', 'url must not contain a fragment.'],
    ['https://hooks.example.com:1023', 'url must have port 443, or one from 1024.'],
    ['https://hooks..example.com', 'url has a host that is not a name.'],
    [`https://${'a'.repeat(64)}.example`, 'url has a host that is not a name.'],
    [`https://${'a.'.repeat(126)}aa`, 'url has a host that is not a name.'],
    [`${HOOKS}${'a'.repeat(2049 - HOOKS.length)}`, 'url must be at most 2048 characters long.'],
    [`https://hooks.example.com/${'é'.repeat(400)}`, 'url must be at most 2048 characters long.'],
  ])('says what is wrong with %s', (text, reason) => {
    expect(readReceiverTarget(text)).toEqual({ ok: false, reason });
  });
});
