import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { checkOrigin } from '../../../../electron/service/security/address-guard.ts';
import { ApiError } from '../../../../electron/service/server/api-error.ts';

const LINK = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' };

function isRefused(url: string, headers: Readonly<Record<string, string>>, method = 'GET'): boolean {
  const message = { method, url, rawHeaders: Object.entries(headers).flat() } as IncomingMessage;
  try {
    checkOrigin(message, ['http://127.0.0.1:4870', 'http://localhost:4870']);
    return false;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'forbidden') return true;
    throw error;
  }
}

describe('checkOrigin', () => {
  it.each(['cross-site', 'same-site', 'Cross-Site '])(
    'allows a link of a %s page to open the documentation',
    (site) => {
      expect(isRefused('/docs', { ...LINK, 'Sec-Fetch-Site': site })).toBe(false);
      expect(isRefused('/openapi.json', { ...LINK, 'Sec-Fetch-Site': site })).toBe(false);
      expect(isRefused('/api/shops', { ...LINK, 'Sec-Fetch-Site': site })).toBe(true);
    },
  );

  it.each([
    '/docs/',
    '/docs?x',
    '/docs?',
    '//docs',
    '/docs#x',
    '/docs/../api/shops',
    '/docs/docs.js',
    '/Docs',
    '/%64ocs',
    '/openapi.json/',
    '/openapi.json?x=1',
    'http://127.0.0.1:4870/docs',
    '/health',
    '',
  ])('allows it to open nothing else: %s', (url) => {
    expect(isRefused(url, LINK)).toBe(true);
  });

  it.each([
    ['fetches', { ...LINK, 'Sec-Fetch-Mode': 'no-cors' }],
    ['frames', { ...LINK, 'Sec-Fetch-Dest': 'iframe' }],
    ['loads as a script', { ...LINK, 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'script' }],
    ['says nothing about', { 'Sec-Fetch-Site': 'cross-site' }],
    ['says two things about', { ...LINK, 'sec-fetch-mode': 'cors' }],
    ['sends its origin with', { ...LINK, Origin: 'https://evil.example' }],
    ['hides its origin in', { ...LINK, Origin: 'null' }],
  ])('refuses what another site %s', (_, headers) => {
    expect(isRefused('/docs', headers)).toBe(true);
  });

  it('refuses the form of another site', () => {
    expect(isRefused('/docs', LINK, 'POST')).toBe(true);
    expect(isRefused('/docs', LINK, 'HEAD')).toBe(true);
  });

  it('allows everything to pages of its own', () => {
    const own = { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Dest': 'empty' };
    expect(isRefused('/api/shops', own)).toBe(false);
    expect(isRefused('/api/shops', { ...own, Origin: 'http://localhost:4870' })).toBe(false);
    expect(isRefused('/docs', { ...LINK, Origin: 'http://127.0.0.1:4870' })).toBe(false);
  });
});
