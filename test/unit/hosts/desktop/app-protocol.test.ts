import { describe, expect, it } from 'vitest';
import type { ApiRequest } from '../../../../electron/api-client/api-client.ts';
import type { UiCore } from '../../../../electron/bridge/host.ts';
import { createAppProtocol, resolveFile } from '../../../../electron/hosts/desktop/app-protocol.ts';
import { createTemporaryFolder } from '../../../support/temporary-folder.ts';
import { leavingTargets } from '../leaving-targets.ts';
import { escapePaths, layRenderer } from './attacks.ts';

const HOOKS = 'app://bundle/api/webhooks';

function bundle(overrides: Partial<UiCore> = {}) {
  const rendererFolder = layRenderer(createTemporaryFolder());

  const sent: ApiRequest[] = [];
  const errors: unknown[] = [];
  const core: UiCore = {
    handle: async () => ({ ok: true, value: null }),
    readDocumentation: () => Promise.reject(new Error('nobody reads it')),
    mayFetch: async () => false,
    async send(call) {
      sent.push(call);
      const headers = new Headers({ 'content-type': 'application/json', 'set-cookie': 'a=b' });
      return { status: 200, headers, body: new TextEncoder().encode('{}') };
    },
    ...overrides,
  };
  const handle = createAppProtocol({ core, rendererFolder, onError: (error) => errors.push(error) });
  return {
    rendererFolder,
    sent,
    /** Paths and queries that were sent to the API. */
    get asked() {
      return sent.map(({ path }) => path);
    },
    errors,
    get: (address: string, init?: RequestInit) => handle(new Request(address, init)),
    /** A request as Electron passes it on when a page of `origin` sends it. */
    getFrom: (origin: unknown, address: string, init?: RequestInit) =>
      handle(Object.assign(new Request(address, init), { initiatorOrigin: origin })),
  };
}

describe('the files of the user interface', () => {
  it('are served with their type', async () => {
    const { get } = bundle();
    const answer = await get('app://bundle/assets/a%20b.js');
    expect(await answer.text()).toBe('export {};');
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it.each(escapePaths())('are all that can be reached by %s', async (path) => {
    const { get, rendererFolder } = bundle();
    const answer = await get(`app://bundle${path}`);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect((await answer.arrayBuffer()).byteLength).toBe(0);
    expect(await resolveFile(rendererFolder, path)).toBeNull();
  });

  it('are attacked in at least 200 ways here', () => {
    expect(new Set(escapePaths()).size).toBeGreaterThanOrEqual(200);
  });

  it.each(['/assets', '/assets/', '/nothing.js', '/loop', '/icon.svg/x', `/${'a'.repeat(5000)}`])(
    'do not include %s',
    async (path) => {
      expect((await bundle().get(`app://bundle${path}`)).status).toBe(404);
    },
  );
});

describe('the start page', () => {
  it('has the nonce of its policy, a new one each time', async () => {
    const { get } = bundle();
    const answers = [await get('app://bundle/'), await get('app://bundle/')];
    const pages = await Promise.all(answers.map((answer) => answer.text()));
    const nonce = /content="([^"]+)"/.exec(pages[0] ?? '')?.[1];
    expect(nonce).not.toBe('__CSP_NONCE__');
    expect(answers[0]?.headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`);
    expect(pages[0]).not.toBe(pages[1]);
  });

  it('is the only page: no other HTML is served without a policy', async () => {
    const answer = await bundle().get('app://bundle/index.html');
    expect(answer.headers.get('content-type')).not.toContain('html');
  });
});

describe('the API', () => {
  it('is read through the session, with path and query unchanged', async () => {
    const { get, sent } = bundle();
    const answer = await get('app://bundle/api/products?q=caf%C3%A9+%22&limit=1&limit=2');
    expect(sent.map(({ path }) => path)).toEqual(['/api/products?q=caf%C3%A9+%22&limit=1&limit=2']);
    expect([answer.status, await answer.text()]).toEqual([200, '{}']);
    expect(answer.headers.get('set-cookie')).toBeNull();
  });

  it.each(leavingTargets())('cannot be left by %s', async (target) => {
    const { get, getFrom, sent } = bundle();
    await get(`app://bundle${target}`);
    await getFrom('app://bundle', `app://bundle${target}`, { method: 'POST' });
    for (const { path } of sent) expect(path).toBe('/api/shops');
  });

  it('is never a page: every response has a policy under which nothing runs', async () => {
    const headers = new Headers({ 'content-type': 'text/html', 'content-security-policy': 'default-src *' });
    const answer = { status: 200, headers, body: new TextEncoder().encode('<script>1</script>') };
    const { get } = bundle({ send: async () => answer });
    for (const address of ['app://bundle/api/shops', 'app://evil/', 'app://bundle/nothing.js']) {
      const policy = (await get(address)).headers.get('content-security-policy');
      expect(policy).toMatch(/^default-src 'none'; .*; sandbox$/);
    }
  });

  it('returns only the status of an internal error, and logs the cause', async () => {
    const { get, errors } = bundle({ send: () => Promise.reject(new Error('inner')) });
    const answer = await get('app://bundle/api/shops');
    expect([answer.status, await answer.text()]).toEqual([500, '']);
    expect(errors).toEqual([new Error('inner')]);
  });
});

describe('a write from the window', () => {
  const json = { 'content-type': 'application/json' };

  it('is passed on with method, path, body and idempotency key', async () => {
    const { getFrom, sent } = bundle();
    const headers = { ...json, 'idempotency-key': 'k1', authorization: 'Bearer x' };
    await getFrom('app://bundle', HOOKS, { method: 'POST', headers, body: '{"a": 1}' });
    await getFrom('app://bundle', `${HOOKS}/3`, { method: 'DELETE' });
    expect(sent).toEqual([
      {
        method: 'POST',
        path: '/api/webhooks',
        headers: { ...json, 'idempotency-key': 'k1' },
        body: new TextEncoder().encode('{"a": 1}'),
      },
      { method: 'DELETE', path: '/api/webhooks/3', headers: {} },
    ]);
  });

  it('can be answered with 204', async () => {
    const answer = { status: 204, headers: new Headers(), body: new Uint8Array() };
    const { getFrom } = bundle({ send: async () => answer });
    const { status, body } = await getFrom('app://bundle', `${HOOKS}/3`, { method: 'DELETE' });
    expect([status, body]).toEqual([204, null]);
  });

  it('is refused without a page that sends it', async () => {
    const { get, sent } = bundle();
    for (const method of ['POST', 'DELETE']) expect((await get(HOOKS, { method })).status).toBe(403);
    expect(sent).toEqual([]);
  });

  it('is JSON of at most 256 KiB', async () => {
    const { getFrom, sent } = bundle();
    const statusOf = async (body: string, headers: Record<string, string>) =>
      (await getFrom('app://bundle', HOOKS, { method: 'POST', headers, body })).status;
    expect(await statusOf('a=b', { 'content-type': 'application/x-www-form-urlencoded' })).toBe(415);
    expect(await statusOf('x'.repeat(256 * 1024 + 1), json)).toBe(413);
    expect(await statusOf('x'.repeat(1024 * 1024), json)).toBe(413);
    expect(sent).toEqual([]);
  });

  it('is passed on as a whole, in however many chunks it arrives', async () => {
    const { getFrom, sent } = bundle();
    const part = new TextEncoder().encode('x'.repeat(16 * 1024));
    const body = new ReadableStream<Uint8Array>({
      start(parts) {
        for (let count = 0; count < 16; count += 1) parts.enqueue(part);
        parts.close();
      },
    });
    const init = { method: 'POST', headers: json, body, duplex: 'half' };
    await getFrom('app://bundle', HOOKS, init);
    expect(sent.map((call) => call.body?.length)).toEqual([256 * 1024]);
  });

  it('never returns a token', async () => {
    const { getFrom, sent } = bundle();
    for (const path of ['/api/auth/login', '/api/%61uth/refresh', '/api/x/../auth/login']) {
      const init = { method: 'POST', headers: json, body: '{}' };
      expect((await getFrom('app://bundle', `app://bundle${path}`, init)).status).toBe(404);
    }
    expect(sent).toEqual([]);
  });

  it('reaches no file', async () => {
    const { getFrom } = bundle();
    expect((await getFrom('app://bundle', 'app://bundle/icon.svg', { method: 'POST' })).status).toBe(405);
  });
});

describe('a request of another page', () => {
  it.each(['https://evil.example', 'null', null, 'app://other'])('from %s is refused', async (origin) => {
    const { getFrom, sent } = bundle();
    expect((await getFrom(origin, 'app://bundle/api/shops')).status).toBe(403);
    expect((await getFrom(origin, HOOKS, { method: 'POST' })).status).toBe(403);
    expect((await getFrom(origin, HOOKS, { method: 'DELETE' })).status).toBe(403);
    expect(sent).toEqual([]);
  });

  it('is served if it comes from our own page', async () => {
    expect((await bundle().getFrom('app://bundle', 'app://bundle/api/shops')).status).toBe(200);
  });

  it.each(['app://other/icon.svg', 'app://bundle.evil/icon.svg', 'app2://bundle/icon.svg'])(
    'to %s is refused',
    async (address) => {
      expect((await bundle().get(address)).status).toBe(403);
    },
  );
});
