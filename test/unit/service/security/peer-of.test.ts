import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createTrustedProxies, getPeer, getPeerNetwork } from '../../../../electron/service/security/exposure.ts';

const PROXIES = createTrustedProxies(['10.0.0.0/8', 'fd00::/8']);

/** Creates a request from an address, with a claimed `X-Forwarded-For`. */
function from(address: string, ...forwarded: string[]): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: address });
  const message = new IncomingMessage(socket);
  message.rawHeaders = forwarded.flatMap((value) => ['X-Forwarded-For', value]);
  return message;
}

describe('getPeer', () => {
  it('ignores an address that a direct client claims', () => {
    expect(getPeer(from('192.0.2.7', '198.51.100.1'), null)).toBe('192.0.2.7');
  });

  it('ignores an address that a client claims through the proxy', () => {
    const forged = from('10.0.0.1', '198.51.100.1, 203.0.113.5', '192.0.2.7');
    expect(getPeer(forged, PROXIES)).toBe('192.0.2.7');
  });

  it('reads back through as many proxies as are trusted', () => {
    expect(getPeer(from('10.0.0.9', '198.51.100.1, 192.0.2.7, 10.1.1.1'), PROXIES)).toBe('192.0.2.7');
    expect(getPeer(from('::ffff:10.0.0.1', '192.0.2.7'), PROXIES)).toBe('192.0.2.7');
    expect(getPeer(from('fd00::1', '192.0.2.7'), PROXIES)).toBe('192.0.2.7');
  });

  it('ignores an address that a program on this computer claims, if the proxy is elsewhere', () => {
    for (const own of ['127.0.0.1', '127.8.8.8', '::ffff:127.0.0.1']) {
      expect(getPeer(from(own, '192.0.2.7'), PROXIES)).toBe(own.replace('::ffff:', ''));
    }
    expect(getPeer(from('::1', '192.0.2.7'), PROXIES)).toBe('::/64');
  });

  it('trusts a proxy on this computer if the operator configured it', () => {
    expect(getPeer(from('127.0.0.1', '192.0.2.7'), createTrustedProxies([]))).toBe('192.0.2.7');
    expect(getPeer(from('127.0.0.1', '192.0.2.7'), createTrustedProxies(['127.0.0.1']))).toBe('192.0.2.7');
    expect(getPeer(from('10.0.0.1', '192.0.2.7'), createTrustedProxies([]))).toBe('10.0.0.1');
  });

  it('does not trust a NAT64 address as the proxy whose address is inside', () => {
    expect(getPeer(from('64:ff9b::10.0.0.1', '192.0.2.7'), PROXIES)).toBe('10.0.0.1');
  });

  it('ignores a proxy that is not trusted', () => {
    expect(getPeer(from('192.0.2.9', '192.0.2.7'), PROXIES)).toBe('192.0.2.9');
  });

  it.each(['', 'unknown', '192.0.2.7:4711', '[2001:db8::1]'])('counts "%s" as the proxy itself', (value) => {
    expect(getPeer(from('10.0.0.1', value), PROXIES)).toBe('10.0.0.1');
  });

  it.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:0DB8:1:2::ffff', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:db8::1', '2001:db8::/64', '2001:db8::/48'],
    ['::1', '::/64', '::/48'],
    ['fe80::1%br-0.1', 'fe80::/64', 'fe80::/48'],
    ['192.0.2.7', '192.0.2.7', '192.0.2.0/24'],
    ['::ffff:192.0.2.7', '192.0.2.7', '192.0.2.0/24'],
    ['::ffff:c000:207', '192.0.2.7', '192.0.2.0/24'],
    ['64:ff9b::198.51.100.7', '198.51.100.7', '198.51.100.0/24'],
    ['64:ff9b::c633:6407', '198.51.100.7', '198.51.100.0/24'],
    ['64:ff9b::1:c633:6407', '64:ff9b::/64', '64:ff9b::/48'],
    ['', '', ''],
  ])('reads %s as %s, of %s', (address, peer, network) => {
    expect(getPeer(from(address), null)).toBe(peer);
    expect(getPeerNetwork(peer)).toBe(network);
  });
});
