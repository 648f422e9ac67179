import { request } from 'node:http';
import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { perTest } from '../../../support/test-scope.ts';
import { startUi } from './running-ui.ts';

const ui = perTest(startUi);

describe('the host name of the window', () => {
  it('is different in each run, so that nothing planted in a browser before applies', async () => {
    const other = await startUi();
    expect(ui.authority).toMatch(/^[0-9a-f]{20}\.localhost:\d+$/);
    expect(other.authority.split('.')[0]).not.toBe(ui.authority.split('.')[0]);
    await other.stop();
  });

  it('is also served on ::1, which browsers try first, with the same limits', async () => {
    const { cookie } = await ui.enter();
    const status = await new Promise((resolve, reject) => {
      const headers = { host: ui.authority, cookie };
      request({ host: '::1', port: ui.port, path: '/', headers }, ({ statusCode }) => resolve(statusCode))
        .on('error', reject)
        .end();
    });
    expect(status).toBe(200);
  });

  it('is not served on any other address of the computer', async () => {
    const others = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ internal, scopeid }) => !internal && !scopeid);
    for (const { address } of others) {
      await expect(
        new Promise((resolve, reject) => {
          request({ host: address, port: ui.port }, resolve).on('error', reject).end();
        }),
      ).rejects.toThrow();
    }
  });
});

describe('a window of an earlier run', () => {
  it('is told that there is a new one, but not where, and reaches nothing else', async () => {
    const { cookie, ...headers } = await ui.enter();
    await ui.host.close();
    const next = await startUi({ root: ui.root });
    const old = { host: ui.authority, cookie, ...headers };
    const call = await next.send('POST', '/bridge/readSession', { headers: old, body: {} });
    expect(call.status).toBe(401);
    for (const target of ['/', '/docs', '/assets/main-abc.js', '/api/shops']) {
      const page = await next.send('GET', target, { headers: old });
      expect([target, page.status, page.headers['content-type']]).toEqual([target, 401, 'text/html; charset=utf-8']);
      expect(page.text).toContain('Tilldesk was started again');
      expect(page.text).not.toContain(next.authority);
    }
    expect([next.asked, next.calls]).toEqual([[], []]);
    await next.host.close();
  });

  it('is told nothing if another site asks in its name, or if it never existed', async () => {
    await ui.host.close();
    const next = await startUi({ root: ui.root });
    const strangers = [
      { host: ui.authority, origin: 'https://evil.example' },
      { host: ui.authority, 'sec-fetch-site': 'cross-site' },
      { host: `${'0'.repeat(20)}.localhost:${next.port}` },
      { host: `127.0.0.1:${next.port}` },
    ];
    for (const headers of strangers) {
      const { status, text } = await next.send('GET', '/', { headers });
      expect([status, text.includes(next.authority)]).toEqual([403, false]);
    }
    await next.host.close();
  });
});
