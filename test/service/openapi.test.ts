import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readOpenApi } from '../../shared/contract/service.ts';
import { listShops } from '../../shared/contract/shops.ts';
import { listOperations, resolveResponse } from '../support/described-contract.ts';
import { listRoutes } from '../support/routes-of.ts';
import { startStandInService } from '../support/stand-in-service.ts';
import { openPerFile } from '../support/test-scope.ts';

const service = await openPerFile(startStandInService);
const document = await JSON.parse((await service.send('GET', '/openapi.json')).text);

const described = () => [...listOperations(document).keys()];

describe('GET /openapi.json', () => {
  it('is JSON and needs no token', async () => {
    const { status, headers } = await service.send('GET', '/openapi.json');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(await service.read(readOpenApi)).toEqual(document);
  });

  it('names the address of the request', () => {
    expect(document.servers).toMatchObject([{ url: `http://127.0.0.1:${service.port}` }]);
  });

  it('takes no parameters', async () => {
    expect((await service.refusal('GET', '/openapi.json?version=3.0')).status).toBe(400);
  });

  it('describes exactly the routes of the service', () => {
    const routes = listRoutes(service.app).filter((route) => !route.startsWith('HEAD '));
    expect(routes.length).toBeGreaterThan(20);
    // The files of the documentation page are not part of the API, and the protocol for assistants describes itself.
    const ofInterface = routes.filter((route) => !/ \/(docs\/|mcp$)/.test(route));
    expect(described().sort()).toEqual(ofInterface.sort());
  });

  it('describes HEAD like GET, which is true', () => {
    const routes = listRoutes(service.app);
    for (const get of routes.filter((route) => route.startsWith('GET '))) {
      expect(routes).toContain(get.replace('GET', 'HEAD'));
    }
  });
});

describe('an integer', () => {
  it('has 64 bits wherever one is described', () => {
    const found: string[] = [];
    const visit = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null) return;
      const { type, format } = value as { type?: unknown; format?: unknown };
      if ([type].flat().includes('integer')) found.push(`${path} ${format}`);
      for (const [name, member] of Object.entries(value)) visit(member, `${path}/${name}`);
    };
    visit(document, '');
    expect(found.length).toBeGreaterThan(100);
    expect(found.filter((one) => !one.endsWith(' int64'))).toEqual([]);
  });
});

describe('pages', () => {
  it('are called stable only in the default order, not with sort=-date_purchased', () => {
    const [, text = ''] = String(document.info.description).split('## Lists and pages');
    const [pages = ''] = text.replaceAll(/\s+/g, ' ').split(' ## ');
    expect(pages).toContain('Without `sort` and `q`, new rows come last');
    expect(pages).toContain('With `sort=-date_purchased`, a new order moves all rows');
    expect(pages).not.toContain('Rows have a fixed order, so that a page is not disturbed');
  });
});

describe('the table of errors in docs/local-api.md', () => {
  it('has every status that the description mentions to a client', () => {
    const file = readFileSync(new URL('../../docs/local-api.md', import.meta.url), 'utf8');
    const explained = new Set([...file.matchAll(/^\| (\d{3}) \|/gm)].map(([, status]) => status));
    for (const status of ['400', '401', '403', '404', '405', '413', '415', '429', '500', '501', '502']) {
      expect(explained).toContain(status);
    }
  });
});

describe('what the description leaves out', () => {
  it.each(['/mcp', '/ready', '/metrics'])('is listed with its reason: %s', (path) => {
    expect(document.paths).not.toHaveProperty([path]);
    const [, text = ''] = String(document.info.description).split('## Left out of this description');
    expect(text.split('\n## ', 1)[0]).toContain(`${path}\``);
  });
});

describe('an error', () => {
  it.each([
    ['GET', listShops.path, {}, 401],
    ['GET', '/api/orders', { token: true }, 400],
    ['GET', '/api/products/{id}', { token: true }, 404],
    ['GET', '/health', { headers: { host: 'evil.example' } }, 403],
    ['GET', '/health', { headers: { expect: 'cake' } }, 417],
    ['POST', '/api/auth/login', { body: 'x'.repeat(17_000) }, 413],
    ['POST', '/api/auth/login', { body: 'x', headers: { 'content-type': 'text/plain' } }, 415],
    ['POST', '/api/auth/login', { body: { account: 'a', email: 'b', password: 'c' } }, 401],
  ])('for %s %s matches its description', async (method, path, { token, ...sending }: Attempt, status) => {
    const signedIn = token ? { token: service.token } : {};
    const answer = await service.send(method, path.replace('{id}', '999999'), { ...sending, ...signedIn });
    expect(answer.status, answer.text).toBe(status);
    const response = listOperations(document).get(`${method} ${path}`)?.responses[status];
    if (!response) throw new Error(`${method} ${path} does not describe ${status}`);
    const { headers, content = {} } = resolveResponse(document, response);
    expect(Object.keys(content)).toEqual(['application/json']);
    for (const name of Object.keys(headers)) expect(answer.headers).toHaveProperty(name.toLowerCase());
    const [example] = Object.values(content['application/json']?.examples ?? {});
    expect(Object.keys(JSON.parse(answer.text))).toEqual(Object.keys(example?.value as object));
  });
});

interface Attempt {
  readonly token?: boolean;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

describe('a link on another site', () => {
  const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  const statusOf = async (target: string, headers: Record<string, string> = link) =>
    (await service.send('GET', target, { headers })).status;

  it('opens the description, and nothing else of the service', async () => {
    expect(await statusOf('/openapi.json')).toBe(200);
    for (const target of ['/health', '/openapi.json?x', '//openapi.json', '/docs/../api/shops', '/docs/docs.js']) {
      expect(await statusOf(target), target).toBe(403);
    }
  });

  it('does not let the page read it', async () => {
    const fetched = { ...link, 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' };
    expect(await statusOf('/openapi.json', fetched)).toBe(403);
    expect(await statusOf('/openapi.json', { ...link, origin: 'https://evil.example' })).toBe(403);
    expect(await statusOf('/openapi.json', { ...link, host: 'evil.example' })).toBe(403);
  });
});
