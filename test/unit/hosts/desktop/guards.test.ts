import { describe, expect, it } from 'vitest';
import {
  isOwnDocumentation,
  mayCallBridge,
  mayNavigate,
  mayOpenOutside,
  mayRequest,
  mayUsePermission,
} from '../../../../electron/hosts/desktop/guards.ts';
import { EGRESS, electronPermissions, FOREIGN_ADDRESSES, foreignSenders, OWN_REQUESTS, ownSender } from './attacks.ts';

describe('mayNavigate', () => {
  it.each(FOREIGN_ADDRESSES)('prevents navigation to "%s"', (address) => {
    expect(mayNavigate(address)).toBe(false);
  });

  it.each(['app://bundle/', 'app://bundle/catalog?q=x#y', 'APP://bundle/'])('allows navigation to %s', (address) => {
    expect(mayNavigate(address)).toBe(true);
  });
});

describe('mayCallBridge', () => {
  it('accepts the main frame of our own page', () => {
    expect(mayCallBridge(ownSender().frame)).toBe(true);
  });

  it.each(foreignSenders())('refuses $name', ({ frame }) => {
    expect(mayCallBridge(frame)).toBe(false);
  });

  it('is tested with at least 40 other senders', () => {
    expect(foreignSenders().length).toBeGreaterThanOrEqual(40);
  });
});

describe('mayUsePermission', () => {
  const REFUSED = electronPermissions().filter((name) => name !== 'clipboard-sanitized-write');

  it('knows every permission that Electron names', () => {
    expect(REFUSED.length).toBeGreaterThanOrEqual(40);
    expect(REFUSED).toEqual(expect.arrayContaining(['media', 'clipboard-read', 'local-network', 'unknown']));
  });

  it.each(REFUSED)('refuses %s', (permission) => {
    expect(mayUsePermission(permission, 'app://bundle/')).toBe(false);
  });

  it('allows only our own page to write to the clipboard', () => {
    expect(mayUsePermission('clipboard-sanitized-write', 'app://bundle')).toBe(true);
    expect(mayUsePermission('clipboard-sanitized-write', 'https://evil.example/')).toBe(false);
  });
});

describe('mayRequest', () => {
  it.each(EGRESS)('blocks a request by $kind', ({ url }) => {
    expect(mayRequest(url, true)).toBe(false);
  });

  it.each(OWN_REQUESTS)('allows %s', (address) => {
    expect(mayRequest(address, false)).toBe(true);
  });

  it('allows the developer tools in development only', () => {
    expect(mayRequest('devtools://devtools/bundled/x.js', true)).toBe(true);
    expect(mayRequest('devtools://devtools/bundled/x.js', false)).toBe(false);
  });
});

describe('mayOpenOutside', () => {
  it.each([
    ['https://demo.backoffice.example/#order/details/1', true],
    ['http://demo.backoffice.example/', false],
    ['https://user@demo.backoffice.example/', false],
    ['https://user:pass@demo.backoffice.example/', false],
    ['file:///etc/passwd', false],
    ['ms-msdt:/id', false],
    ['javascript:alert(1)', false],
  ])('for %s is %s', (address, expected) => {
    expect(mayOpenOutside(new URL(address))).toBe(expected);
  });
});

describe('isOwnDocumentation', () => {
  it.each([
    ['http://127.0.0.1:4870/docs', true],
    ['http://127.0.0.1:80/docs', false],
    ['http://127.0.0.1/docs', false],
    ['http://localhost:4870/docs', false],
    ['http://192.168.1.1:4870/docs', false],
    ['https://127.0.0.1:4870/docs', false],
    ['http://user@127.0.0.1:4870/docs', false],
    ['http://127.0.0.1:4870/docs/../api/shops', false],
    ['http://127.0.0.1:4870/docs?next=//evil.example', false],
    ['http://127.0.0.1:4870/docs#x', false],
    ['http://evil.example:4870/docs', false],
    ['file://127.0.0.1:4870/docs', false],
  ])('for %s is %s', (address, expected) => {
    const url = URL.parse(address);
    expect(url !== null && isOwnDocumentation(url)).toBe(expected);
  });
});
