import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DOCS_ASSETS } from '../../electron/service/routes/documentation-routes.ts';
import { exchangeRaw } from '../support/http-exchange.ts';
import { type SignedInService, startStandInService } from '../support/stand-in-service.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';

const FILES = { 'docs.js': 'draw();', 'docs.css': 'body {}', 'icon.svg': '<svg/>', 'other.js': 'other();' };

const docsFolder = mkdtempSync(join(tmpdir(), 'tilldesk-docs-'));
let service: SignedInService;
beforeAll(async () => {
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(docsFolder, name), text);
  service = await startStandInService({ docsFolder });
});
afterAll(async () => {
  await service.stop();
  rmSync(docsFolder, { recursive: true });
});

describe('GET /docs', () => {
  it('is public, with a content security policy that allows no other origin', async () => {
    const { status, headers, text } = await service.send('GET', '/docs');
    expect(status).toBe(200);
    expect(text).toContain('<title>Tilldesk API</title>');
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
    });
    expect(String(headers['content-security-policy']).split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data:",
      'font-src data:',
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ]);
  });

  it.each(['/docs', '/docs/docs.js', '/docs/docs.css', '/docs/icon.svg'])(
    'is not sent again if the browser has it: %s',
    async (path) => {
      const first = await service.send('GET', path);
      expect(first.headers).toMatchObject({
        'cache-control': 'no-cache',
        etag: expect.stringMatching(/^W\/"[\w-]+"$/),
      });
      for (const known of [String(first.headers.etag), '*', `"other", ${first.headers.etag}`]) {
        for (const method of ['GET', 'HEAD']) {
          const again = await service.send(method, path, { headers: { 'if-none-match': known } });
          expect(again).toMatchObject({
            status: 304,
            text: '',
            headers: {
              etag: first.headers.etag,
              'cache-control': 'no-cache',
              'x-request-id': expect.any(String),
              vary: 'accept-encoding',
            },
          });
        }
      }
      expect((await service.send('GET', path, { headers: { 'if-none-match': 'W/"other"' } })).status).toBe(200);
    },
  );

  it('refers only to files that exist', async () => {
    const { text } = await service.send('GET', '/docs');
    const addresses = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? '');
    expect(addresses).toEqual(['/docs/icon.svg', '/docs/docs.css', '/docs/docs.js', '/openapi.json']);
    for (const address of addresses) expect((await service.send('GET', address)).status).toBe(200);
  });

  it('takes no parameters', async () => {
    const { status, message } = await service.refusal('GET', '/docs?url=http://evil.example/openapi.json');
    expect({ status, message }).toEqual({ status: 400, message: expect.stringContaining('url') });
  });

  it('is read-only', async () => {
    const answer = await service.send('POST', '/docs', { body: {} });
    expect(answer).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
  });
});

describe('GET /docs/{file}', () => {
  it.each([
    ['docs.js', 'text/javascript; charset=utf-8'],
    ['docs.css', 'text/css; charset=utf-8'],
    ['icon.svg', 'image/svg+xml'],
  ] as const)('serves %s with its media type', async (name, mediaType) => {
    const { status, headers, text } = await service.send('GET', `/docs/${name}`);
    expect({ status, type: headers['content-type'], text }).toEqual({
      status: 200,
      type: mediaType,
      text: FILES[name],
    });
  });

  it.each(['other.js', '', '../docs.js', '%2e%2e/package.json', 'docs.js/'])('returns a 404 for "%s"', async (name) => {
    expect((await service.refusal('GET', `/docs/${name}`)).status).toBe(404);
  });

  it('rejects pages of another origin', async () => {
    const headers = { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' };
    expect((await service.refusal('GET', '/docs/docs.js', { headers })).status).toBe(403);
  });

  it('returns a 404 if the file was removed after the start', async () => {
    const folder = createTemporaryFolder();
    for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
    const started = await startStandInService({ docsFolder: folder });
    try {
      rmSync(join(folder, 'docs.css'));
      expect((await started.refusal('GET', '/docs/docs.css')).status).toBe(404);
      expect((await started.refusal('GET', '/docs')).status).toBe(404);
    } finally {
      await started.stop();
    }
  });
});

describe('a client without a token that does not read its answers', () => {
  it('is disconnected after a thousand requests for the largest file, and the service continues', async () => {
    const asked = `GET /docs/docs.js HTTP/1.1\r\nHost: 127.0.0.1:${service.port}\r\n\r\n`;
    const received = await exchangeRaw(service.port, asked.repeat(1_000)).catch(String);
    expect(received.length).toBeLessThan(1_000);
    expect((await service.send('GET', '/docs/docs.js')).status).toBe(200);
    const worked = service.records.filter(({ msg }) => msg === 'request without an answer');
    expect(worked.length).toBeLessThanOrEqual(8);
  });

  it('makes the service read each file once, without a buffer per client', async () => {
    const folder = createTemporaryFolder();
    for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
    const started = await startStandInService({ docsFolder: folder });
    try {
      await started.send('GET', '/docs/docs.js');
      writeFileSync(join(folder, 'docs.js'), 'read again');
      expect((await started.send('GET', '/docs/docs.js')).text).toBe(FILES['docs.js']);
    } finally {
      await started.stop();
    }
  });
});

describe('the script of a service worker', () => {
  it.each(['/docs/docs.js', '/openapi.json', '/health'])(
    'is refused at %s before the token is checked',
    async (target) => {
      const headers = { 'Service-Worker': 'script' };
      expect(await service.refusal('GET', target, { headers })).toMatchObject({
        status: 403,
        message: 'This service has no service worker.',
      });
    },
  );
});

describe('built documentation', () => {
  it.each(Object.keys(DOCS_ASSETS))('counts as missing without %s', async (missing) => {
    const folder = createTemporaryFolder();
    for (const name of Object.keys(DOCS_ASSETS)) if (name !== missing) writeFileSync(join(folder, name), '');
    const started = await startStandInService({ docsFolder: folder });
    try {
      expect((await started.refusal('GET', '/docs')).status).toBe(404);
    } finally {
      await started.stop();
    }
  });
});

describe('documentation that was not built', () => {
  it.each([undefined, join(docsFolder, 'nowhere')])('returns a 404 that says so: %s', async (folder) => {
    const bare = await startStandInService(folder === undefined ? {} : { docsFolder: folder });
    try {
      for (const target of ['/docs', '/docs/docs.js']) {
        const { status, message } = await bare.refusal('GET', target);
        expect({ status, message }).toEqual({ status: 404, message: 'The documentation is not built.' });
      }
    } finally {
      await bare.stop();
    }
  });
});
