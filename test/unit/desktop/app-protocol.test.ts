import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createAppProtocol } from '../../../electron/desktop/app-protocol.ts';
import { resolveFile } from '../../../electron/desktop/file-resolver.ts';
import type { UiCore } from '../../../electron/pages/ui-host.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { leavingTargets } from '../pages/leaving-targets.ts';
import { escapePaths } from './escape-paths.ts';

const SECRET = 'outside the user interface';

function bundle(overrides: Partial<UiCore> = {}) {
  const root = temporaryFolder();
  const rendererFolder = join(root, 'renderer');
  mkdirSync(join(rendererFolder, 'assets'), { recursive: true });
  writeFileSync(join(rendererFolder, 'index.html'), '<meta name="csp-nonce" content="__CSP_NONCE__">');
  writeFileSync(join(rendererFolder, 'assets', 'a b.js'), 'export {};');
  writeFileSync(join(rendererFolder, 'icon.svg'), '<svg/>');
  mkdirSync(join(root, 'renderer-other'));
  for (const file of ['secret.txt', 'renderer-other/secret.txt']) writeFileSync(join(root, file), SECRET);
  symlinkSync(join(root, 'secret.txt'), join(rendererFolder, 'link.txt'));
  symlinkSync(root, join(rendererFolder, 'linked'));
  symlinkSync('loop', join(rendererFolder, 'loop'));

  const asked: string[] = [];
  const errors: unknown[] = [];
  const core: UiCore = {
    handle: async () => ({ ok: true, value: null }),
    async read(target) {
      asked.push(target);
      const headers = new Headers({ 'content-type': 'application/json', 'set-cookie': 'a=b' });
      return { status: 200, headers, body: new TextEncoder().encode('{}') };
    },
    ...overrides,
  };
  const handle = createAppProtocol({ core, rendererFolder, onError: (error) => errors.push(error) });
  return {
    rendererFolder,
    asked,
    errors,
    get: (address: string, init?: RequestInit) => handle(new Request(address, init)),
    /** As Electron hands it over, when a page of `origin` asks. */
    getFrom: (origin: unknown, address: string) =>
      handle(Object.assign(new Request(address), { initiatorOrigin: origin })),
  };
}

describe('the files of the user interface', () => {
  it('are answered with their type', async () => {
    const { get } = bundle();
    const answer = await get('app://bundle/assets/a%20b.js');
    expect(await answer.text()).toBe('export {};');
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it.each(escapePaths())('are all that %s leads to', async (path) => {
    const { get, rendererFolder } = bundle();
    const answer = await get(`app://bundle${path}`);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect((await answer.arrayBuffer()).byteLength).toBe(0);
    expect(await resolveFile(rendererFolder, path)).toBeNull();
  });

  it('are at least 200 ways safe', () => {
    expect(new Set(escapePaths()).size).toBeGreaterThanOrEqual(200);
  });

  it.each(['/assets', '/assets/', '/nothing.js', '/loop', '/icon.svg/x', `/${'a'.repeat(5000)}`])(
    'are not %s',
    async (path) => {
      expect((await bundle().get(`app://bundle${path}`)).status).toBe(404);
    },
  );
});

describe('the start page', () => {
  it('carries the nonce of its policy, another one each time', async () => {
    const { get } = bundle();
    const answers = [await get('app://bundle/'), await get('app://bundle/')];
    const pages = await Promise.all(answers.map((answer) => answer.text()));
    const nonce = /content="([^"]+)"/.exec(pages[0] ?? '')?.[1];
    expect(nonce).not.toBe('__CSP_NONCE__');
    expect(answers[0]?.headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`);
    expect(pages[0]).not.toBe(pages[1]);
  });

  it('is the only page: no HTML is served without a policy', async () => {
    const answer = await bundle().get('app://bundle/index.html');
    expect(answer.headers.get('content-type')).not.toContain('html');
  });
});

describe('the API', () => {
  it('is read through the session, path and query untouched', async () => {
    const { get, asked } = bundle();
    const answer = await get('app://bundle/api/products?q=caf%C3%A9+%22&limit=1&limit=2');
    expect(asked).toEqual(['/api/products?q=caf%C3%A9+%22&limit=1&limit=2']);
    expect([answer.status, await answer.text()]).toEqual([200, '{}']);
    expect(answer.headers.get('set-cookie')).toBeNull();
  });

  it.each(leavingTargets())('is not left by %s', async (target) => {
    const { get, asked } = bundle();
    await get(`app://bundle${target}`);
    for (const read of asked) expect(read).toBe('/api/shops');
  });

  it('is asked for nothing by a method that changes things', async () => {
    const { get, asked } = bundle();
    expect((await get('app://bundle/api/auth/login', { method: 'POST', body: '{}' })).status).toBe(405);
    expect(asked).toEqual([]);
  });

  it('answers a mistake inside with nothing but its status, and tells of it', async () => {
    const { get, errors } = bundle({ read: () => Promise.reject(new Error('inner')) });
    const answer = await get('app://bundle/api/shops');
    expect([answer.status, await answer.text()]).toEqual([500, '']);
    expect(errors).toEqual([new Error('inner')]);
  });
});

describe('a request of another page', () => {
  it.each(['https://evil.example', 'null', null, 'app://other'])('from %s is refused', async (origin) => {
    const { getFrom, asked } = bundle();
    expect((await getFrom(origin, 'app://bundle/api/shops')).status).toBe(403);
    expect(asked).toEqual([]);
  });

  it('is served when it is our own', async () => {
    expect((await bundle().getFrom('app://bundle', 'app://bundle/api/shops')).status).toBe(200);
  });

  it.each(['app://other/icon.svg', 'app://bundle.evil/icon.svg', 'app2://bundle/icon.svg'])(
    'to %s is refused',
    async (address) => {
      expect((await bundle().get(address)).status).toBe(403);
    },
  );
});
