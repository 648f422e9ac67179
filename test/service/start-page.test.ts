import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { DOCS_ASSETS } from '../../electron/service/routes/documentation-routes.ts';
import { readOpenApi, readServiceLinks } from '../../shared/contract/service.ts';
import { exchangeRaw } from '../support/http-exchange.ts';
import { startStandInService } from '../support/stand-in-service.ts';
import { openPerFile } from '../support/test-scope.ts';

/** As Chromium sends it for an address that somebody typed. */
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';

const docsFolder = mkdtempSync(join(tmpdir(), 'tilldesk-docs-'));
for (const name of Object.keys(DOCS_ASSETS)) writeFileSync(join(docsFolder, name), '');
afterAll(() => rmSync(docsFolder, { recursive: true }));

const service = await openPerFile(() => startStandInService({ docsFolder }));

const page = (language?: string, accept = BROWSER) =>
  service.send('GET', '/', { headers: { Accept: accept, ...(language && { 'Accept-Language': language }) } });

describe('GET / for a program', () => {
  it.each(['*/*', 'application/json', 'application/json, text/html;q=0.5', 'text/html;q=0, */*', ''])(
    'is JSON if it accepts "%s"',
    async (accept) => {
      const { status, headers, text } = await page('nl', accept);
      expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
      expect(JSON.parse(text)).toHaveProperty('name', 'Tilldesk');
    },
  );

  it('links to what the service offers, by its own address', async () => {
    const address = `http://127.0.0.1:${service.port}`;
    expect(await service.read(readServiceLinks)).toEqual({
      name: 'Tilldesk',
      version: '1.0.0',
      documentation: `${address}/docs`,
      openapi: `${address}/openapi.json`,
      mcp: `${address}/mcp`,
      health: `${address}/health`,
      ready: null,
    });
  });

  it('does not link to documentation that was not built', async () => {
    const bare = await startStandInService();
    try {
      expect(await bare.read(readServiceLinks)).toHaveProperty('documentation', null);
      const { text } = await bare.send('GET', '/', { headers: { Accept: BROWSER } });
      expect(linksIn(text)).toEqual(['data:,', '/openapi.json']);
    } finally {
      await bare.stop();
    }
  });
});

describe('GET / for a browser', () => {
  it('is a page without scripts, and its policy allows only its style', async () => {
    const { status, headers, text } = await page();
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const [, style = ''] = /<style>(.*)<\/style>/s.exec(text) ?? [];
    expect(String(headers['content-security-policy']).split('; ')).toEqual([
      "default-src 'none'",
      `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
      'img-src data:',
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ]);
    expect(text).not.toMatch(/<script|\son\w+=|style="/);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', vary: 'accept, accept-language, accept-encoding' });
  });

  it('links only to addresses that answer', async () => {
    const links = linksIn((await page()).text);
    expect(links).toEqual(['data:,', '/docs', '/openapi.json']);
    for (const link of links.slice(1)) expect((await service.send('GET', link)).status).toBe(200);
  });

  it.each([
    ['nl-NL,nl;q=0.9,en;q=0.8', 'nl'],
    ['en-GB,en;q=0.9,nl;q=0.8', 'en'],
    ['de,nl;q=0.5', 'nl'],
    ['de', 'en'],
    ['nl;q=0', 'en'],
    [undefined, 'en'],
  ])('speaks the language of "%s": %s', async (languages, spoken) => {
    const { headers, text } = await page(languages);
    expect(headers['content-language']).toBe(spoken);
    expect(text).toContain(`<html lang="${spoken}">`);
    expect(text).toContain(spoken === 'nl' ? 'Lokale API' : 'Local API');
  });
});

describe('GET / for a page of another site', () => {
  it.each([
    { Host: 'evil.example' },
    { Origin: 'https://evil.example' },
    { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' },
  ])('is refused: %o', async (headers) => {
    expect((await service.refusal('GET', '/', { headers: { ...headers, Accept: BROWSER } })).status).toBe(403);
  });

  it('is not sent for Accept: */*', async () => {
    const asked = `GET * HTTP/1.1\r\nHost: 127.0.0.1:${service.port}\r\nConnection: close\r\n\r\n`;
    expect(await exchangeRaw(service.port, asked)).toMatch(/^HTTP\/1\.1 404 /);
  });

  it('takes no parameters and no other method', async () => {
    expect((await service.refusal('GET', '/?next=http://evil.example')).status).toBe(400);
    expect(await service.send('POST', '/', { body: {} })).toMatchObject({
      status: 405,
      headers: { allow: 'GET, HEAD' },
    });
  });
});

it('the description of the API has both answers', async () => {
  const document = JSON.parse(JSON.stringify(await service.read(readOpenApi)));
  const { content } = document.paths['/'].get.responses[200];
  expect(Object.keys(content)).toEqual(['application/json', 'text/html']);
});

function linksIn(html: string): string[] {
  return [...html.matchAll(/href="([^"]+)"/g)].map(([, link]) => link ?? '');
}
