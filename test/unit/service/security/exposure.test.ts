import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { checkAddress } from '../../../../electron/service/security/address-guard.ts';
import {
  createTrustedProxies,
  type Exposure,
  getPublicAddress,
  OWN_COMPUTER,
} from '../../../../electron/service/security/exposure.ts';

const TLS: Exposure = { ...OWN_COMPUTER, publicHosts: ['till.example'], isEncrypted: true, isPublic: true };
const PROXIED: Exposure = { ...TLS, isEncrypted: false, proxies: createTrustedProxies([]) };

/** Returns whether a request with these headers, on a connection to `port`, is accepted by this service. */
function takes(exposure: Exposure, port: number, host: string, origin?: string): boolean {
  const socket = new Socket();
  Object.defineProperties(socket, { localPort: { value: port }, remoteAddress: { value: '127.0.0.1' } });
  const message = new IncomingMessage(socket);
  message.rawHeaders = ['Host', host, ...(origin === undefined ? [] : ['Origin', origin])];
  message.headers = { host };
  try {
    checkAddress(message, exposure);
    return true;
  } catch {
    return false;
  }
}

describe('a server with a public name', () => {
  it.each([
    ['till.example', 'https://till.example'],
    ['till.example:4870', 'https://till.example:4870'],
    ['127.0.0.1:4870', 'https://127.0.0.1:4870'],
  ])('can be called as %s, from pages of %s only', (host, origin) => {
    expect(takes(TLS, 4870, host)).toBe(true);
    expect(takes(TLS, 4870, host, origin)).toBe(true);
    expect(takes(TLS, 4870, host, origin.replace('https', 'http'))).toBe(false);
    expect(takes(TLS, 4870, host, 'null')).toBe(false);
  });

  it.each(['till.example:443', 'till.example'])('can be called as %s on the port of the scheme', (host) => {
    expect(takes(TLS, 443, host, 'https://till.example')).toBe(true);
  });

  it.each(['till.example:8443', 'till.example.', 'www.till.example', 'till.example@evil.example', '[::1]:4870', ''])(
    'cannot be called as %s',
    (host) => expect(takes(TLS, 4870, host)).toBe(false),
  );

  it('can be called on its own port only if the name has one', () => {
    const exposure = { ...TLS, publicHosts: ['[2001:db8::7]:8443'] };
    expect(takes(exposure, 4870, '[2001:db8::7]:8443', 'https://[2001:db8::7]:8443')).toBe(true);
    for (const host of ['[2001:db8::7]', '[2001:db8::7]:4870', '[2001:db8:0::7]:8443']) {
      expect(takes(exposure, 4870, host)).toBe(false);
    }
  });
});

describe('a service of this computer that listens on another address of it', () => {
  it.each(['[::1]', '127.0.0.2'])('can be called as %s', (address) => {
    const exposure: Exposure = { ...OWN_COMPUTER, ownNames: [address, 'localhost'] };
    expect(takes(exposure, 4870, `${address}:4870`, `http://${address}:4870`)).toBe(true);
    expect(takes(exposure, 4870, 'evil.example:4870')).toBe(false);
    expect(getPublicAddress(exposure, 4870)).toBe(`http://${address}:4870`);
  });
});

describe('the address that clients are told', () => {
  it.each<[string, Exposure, number, string]>([
    ['of a service of this computer', OWN_COMPUTER, 4870, 'http://127.0.0.1:4870'],
    ['with TLS, on a port of its own', TLS, 4870, 'https://till.example:4870'],
    ['with TLS, on that of HTTPS', TLS, 443, 'https://till.example'],
    ['behind a proxy', PROXIED, 4870, 'https://till.example'],
    ['with a port in the name', { ...TLS, publicHosts: ['till.example:8443'] }, 4870, 'https://till.example:8443'],
    ['without a name', { ...TLS, publicHosts: [] }, 4870, 'https://127.0.0.1:4870'],
  ])('%s', (_, exposure, port, address) => {
    expect(getPublicAddress(exposure, port)).toBe(address);
  });
});
