import { describe, expect, it } from 'vitest';
import { MAX_VIEW_NAME_LENGTH, MAX_VIEWS } from '../../../../shared/contract/preference-limits.ts';
import { changePreferences } from '../../../../shared/contract/window.ts';
import { PAGE_CALL_HEADER } from '../../../../shared/contract/window-page.ts';
import { exchangeRaw } from '../../../support/http-exchange.ts';
import { openPerTest } from '../../../support/test-scope.ts';
import { INDEX, startUi } from './running-ui.ts';

const ui = openPerTest(startUi);

const CLOSED = ['/', '/index.html', '/assets/main-abc.js', '/api/shops', '/downloads/x', '/nothing', '/bridge/x'];

describe('a browser without the cookie', () => {
  it.each(CLOSED)('gets only a page with advice from %s', async (target) => {
    const answer = await ui.send('GET', target);
    expect(answer.status).toBe(401);
    expect(answer.text).toContain('Start Tilldesk again');
    expect([ui.asked, ui.calls]).toEqual([[], []]);
  });

  it('cannot call the bridge', async () => {
    const answer = await ui.send('POST', '/bridge/readSession', { headers: { origin: ui.origin }, body: {} });
    expect([answer.status, ui.calls]).toEqual([401, []]);
  });

  it.each(['', '=', '=x', `=${'A'.repeat(43)}`])(
    'is not let in by the name of the cookie followed by "%s"',
    async (value) => {
      const [name] = (await ui.enter()).cookie.split('=');
      const answer = await ui.send('GET', '/', { headers: { cookie: `${name}${value}` } });
      expect(answer.status).toBe(401);
    },
  );

  it('is not let in by the cookie of an earlier run', async () => {
    const other = await startUi();
    const { cookie } = await other.enter();
    await other.stop();
    expect((await ui.send('GET', '/', { headers: { cookie } })).status).toBe(401);
  });
});

describe('a client that reads no responses', () => {
  it('is disconnected if it sends a thousand requests, and the window stays usable', async () => {
    const asked = `GET / HTTP/1.1\r\nHost: ${ui.authority}\r\n\r\n`;
    const received = await exchangeRaw(ui.port, asked.repeat(1_000)).catch(String);
    expect(received.length).toBeLessThan(1_000);
    expect((await ui.send('GET', '/')).status).toBe(401);
  });
});

describe('a program on another port of this computer that received the cookie', () => {
  it.each([
    ['GET', '/api/me'],
    ['POST', '/bridge/readSession'],
    ['GET', '/api/none'],
  ])('is refused at %s %s, because it has no page id', async (method, target) => {
    const { cookie, origin, [PAGE_CALL_HEADER]: call } = await ui.enter();
    const ask = (shown: Record<string, string>) =>
      ui.send(method, target, { headers: { origin, ...shown }, body: method === 'POST' ? {} : undefined });
    const wrong = ['', 'x', `${'A'.repeat(43)}.1`, `${call}x`, call.replace('.1', ''), call.replace('.1', '.0')];
    const answers = [
      await ask({ cookie }),
      ...(await Promise.all(wrong.map((one) => ask({ cookie, [PAGE_CALL_HEADER]: one })))),
    ];
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
    expect([ui.calls, ui.asked]).toEqual([[], []]);
    expect((await ask({ [PAGE_CALL_HEADER]: call })).status).toBe(200);
  });
});

describe('a browser that two programs have let in', () => {
  it('stays signed in to both, although cookies are shared by all ports', async () => {
    const other = await startUi();
    const jar = new Map<string, string>();
    for (const program of [ui, other]) {
      const [name = '', value = ''] = (await program.enter()).cookie.split('=');
      jar.set(name, value);
    }
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    for (const program of [ui, other]) {
      expect((await program.send('GET', '/', { headers: { cookie } })).status).toBe(200);
    }
    await other.stop();
  });
});

describe('GET /', () => {
  it('returns the start page with a new nonce each time', async () => {
    const headers = await ui.enter();
    const [first, second] = [await ui.send('GET', '/', { headers }), await ui.send('GET', '/', { headers })];
    const nonce = /nonce-([^']+)'/.exec(String(first.headers['content-security-policy']))?.[1] ?? 'none';
    expect(first.text).toBe(INDEX.replace('__CSP_NONCE__', nonce));
    expect(second.text).not.toBe(first.text);
  });

  it('allows the page its own files and no other script', async () => {
    const { headers } = await ui.send('GET', '/', { headers: await ui.enter() });
    const policy = String(headers['content-security-policy']).split('; ');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("connect-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(String(headers['content-security-policy'])).not.toContain('unsafe');
  });

  it('is neither cached nor sniffed', async () => {
    const { headers } = await ui.send('GET', '/', { headers: await ui.enter() });
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
    });
  });
});

describe('files of the user interface', () => {
  it('are served with their type, and assets may be cached for ever', async () => {
    const headers = await ui.enter();
    const asset = await ui.send('GET', '/assets/main-abc.js', { headers });
    expect(asset.text).toBe('export {};');
    expect(asset.headers).toMatchObject({
      'content-type': expect.stringContaining('javascript'),
      'cache-control': expect.stringContaining('immutable'),
    });
    const icon = await ui.send('GET', '/favicon.svg', { headers });
    expect(icon.headers).toMatchObject({ 'content-type': 'image/svg+xml', 'cache-control': 'no-store' });
  });

  it.each([
    '/index.html',
    '/nothing',
    '/assets/',
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/assets/..%5c..%5csecret.txt',
    '//secret.txt',
    '/assets/../../secret.txt',
    '/secret.txt%00.js',
  ])('returns nothing for %s', async (target) => {
    const answer = await ui.send('GET', target, { headers: await ui.enter() });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.text).not.toContain('SECRET');
  });
});

describe('POST /bridge/:call', () => {
  it('passes name and argument to the bridge and returns its result', async () => {
    const headers = await ui.enter();
    const body = { place: { kind: 'back-office', url: 'https://a.example' } };
    const answer = await ui.send('POST', '/bridge/openPlace', { headers, body });
    expect(ui.calls).toEqual([{ name: 'openPlace', argument: body }]);
    expect(JSON.parse(answer.text)).toEqual({ ok: true, value: ui.calls[0] });
  });

  it('requires the origin, even from a browser that was let in', async () => {
    const { origin: _, ...headers } = await ui.enter();
    const answer = await ui.send('POST', '/bridge/signOut', { headers, body: {} });
    expect([answer.status, ui.calls]).toEqual([403, []]);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'refuses a body of type %s, which a form could send',
    async (type) => {
      const headers = { ...(await ui.enter()), 'content-type': type };
      const answer = await ui.send('POST', '/bridge/signOut', { headers, body: '{}' });
      expect([answer.status, ui.calls]).toEqual([415, []]);
    },
  );

  it('accepts as many views as can be saved', async () => {
    const view = { id: 'x'.repeat(64), name: 'x'.repeat(MAX_VIEW_NAME_LENGTH), path: '/orders' };
    const views = Array.from({ length: MAX_VIEWS }, () => ({ ...view, search: 'x'.repeat(2_000) }));
    const headers = await ui.enter();
    const answer = await ui.send('POST', changePreferences.path, { headers, body: { views } });
    expect(answer.status).toBe(200);
  });

  it('refuses a body that is longer than any call needs', async () => {
    const body = { text: 'x'.repeat(257 * 1024) };
    const answer = await ui.send('POST', '/bridge/signIn', { headers: await ui.enter(), body });
    expect([answer.status, ui.calls]).toEqual([413, []]);
  });
});

// abuse/port.test.ts tries every other host, origin and site.
describe('a service worker', () => {
  it('gets no script, even of our own page', async () => {
    const headers = { ...(await ui.enter()), 'service-worker': 'script' };
    expect((await ui.send('GET', '/assets/main-abc.js', { headers })).status).toBe(403);
  });
});
