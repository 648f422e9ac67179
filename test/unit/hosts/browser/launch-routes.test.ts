import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { proveChallenge, proveLaunchRight } from '../../../../electron/base/instance-proof.ts';
import { LAUNCH_CODE_TTL_MS } from '../../../../electron/hosts/browser/entrance.ts';
import { OPENED_WINDOWS_HEADER } from '../../../../shared/contract/window-headers.ts';
import { PAGE_CALL_HEADER } from '../../../../shared/contract/window-page.ts';
import { openPerTest } from '../../../support/test-scope.ts';
import { cookieOf, NONCE, startUi } from './running-ui.ts';

const ui = openPerTest(startUi);

const NAVIGATION = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
/** Headers that Chromium sends when a file on disk submits a form. */
const FROM_FILE = {
  ...NAVIGATION,
  'sec-fetch-site': 'cross-site',
  origin: 'null',
  'content-type': 'application/x-www-form-urlencoded',
};
const postForm = (code: string, headers: Record<string, string> = FROM_FILE) =>
  ui.send('POST', '/launch', { headers, body: `code=${code}` });

describe('the launch page', () => {
  it('receives the code from the form of a local file, and does not redeem it by itself', async () => {
    const answer = await postForm(ui.launchCode);
    expect(answer.status).toBe(200);
    expect(answer.text).toContain(`data-code="${ui.launchCode}"`);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect((await ui.redeem(ui.launchCode)).status).toBe(200);
  });

  it('is a page for a person who pastes the address; the code after # is never sent to the server', async () => {
    const headers = { ...NAVIGATION, 'sec-fetch-site': 'none' };
    const answer = await ui.send('GET', '/launch', { headers });
    expect([answer.status, answer.text.includes('data-code=""')]).toEqual([200, true]);
  });

  it('runs only its own script, and contains nothing of what was sent except a code', async () => {
    const { text, headers } = await postForm(encodeURIComponent('"><script>alert(1)</script>'));
    expect(text).not.toContain('alert(1)');
    expect(String(headers['content-security-policy'])).toMatch(/script-src 'nonce-[^']+';/);
  });

  it('clears the stored data of its origin in the browser while no window is open', async () => {
    expect((await postForm(ui.launchCode)).headers['clear-site-data']).toBe('"storage"');
    await ui.enter();
    expect((await postForm('x')).headers['clear-site-data']).toBeUndefined();
  });

  it('returns nothing to a service worker, a script or a frame', async () => {
    const attempts = [
      {},
      { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
      { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
      { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
      { ...NAVIGATION, 'service-worker': 'script' },
    ];
    for (const headers of attempts) {
      expect((await ui.send('GET', '/launch', { headers })).status).toBe(403);
      expect((await ui.send('GET', '/launch?code=', { headers })).status).toBe(403);
    }
    const { 'sec-fetch-mode': _, ...withoutMode } = FROM_FILE;
    for (const headers of [withoutMode, { ...FROM_FILE, origin: 'https://evil.example' }]) {
      expect((await postForm(ui.launchCode, headers)).status).toBe(403);
    }
  });

  it('is in Dutch for a Dutch browser', async () => {
    const headers = { ...FROM_FILE, 'accept-language': 'nl-NL,nl;q=0.9,en;q=0.8' };
    expect((await postForm('x', headers)).text).toContain('Start Tilldesk opnieuw');
  });
});

describe('a launch code', () => {
  it('is exchanged for a cookie that pages of other sites cannot use, and a ticket', async () => {
    const answer = await ui.redeem(ui.launchCode);
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(/^tilldesk_[\w-]{8}=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/$/),
    ]);
    expect(JSON.parse(answer.text)).toEqual({ kind: 'let-in', ticket: expect.stringMatching(/^[\w-]{43}$/) });
  });

  it.each(['', 'x', 'A'.repeat(43)])('is refused if it is "%s"', async (code) => {
    const answer = await ui.redeem(code);
    expect([answer.status, answer.headers['set-cookie'], JSON.parse(answer.text)]).toEqual([
      401,
      undefined,
      { kind: 'unknown' },
    ]);
  });

  it('works until it expires', async () => {
    ui.clock.advance(LAUNCH_CODE_TTL_MS - 1);
    expect((await ui.redeem(ui.launchCode)).status).toBe(200);
  });

  it('is refused once it has expired', async () => {
    ui.clock.advance(LAUNCH_CODE_TTL_MS);
    expect((await ui.redeem(ui.launchCode)).status).toBe(401);
  });

  it('opens the same window again with the cookie that it set, at any time', async () => {
    const first = await ui.redeem(ui.launchCode);
    ui.clock.advance(LAUNCH_CODE_TTL_MS * 10);
    const again = await ui.redeem(ui.launchCode, cookieOf(first));
    expect([again.status, again.text, ui.usedTwice]).toEqual([200, first.text, 0]);
  });

  it('revokes what it gave to a thief who redeemed it first, and says so', async () => {
    const thief = await ui.redeem(ui.launchCode);
    const { keys, ask } = await ui.openPage(cookieOf(thief), JSON.parse(thief.text).ticket);
    const headers = { cookie: cookieOf(thief), origin: ui.origin, [PAGE_CALL_HEADER]: `${keys.id}.1` };
    const owner = await ui.redeem(ui.launchCode);
    expect([owner.status, JSON.parse(owner.text), ui.usedTwice]).toEqual([401, { kind: 'used-by-another' }, 1]);
    for (const target of ['/', '/api/shops']) {
      const answer = await ui.send('GET', target, { headers });
      expect([answer.status, answer.text]).toEqual([401, expect.stringContaining('has been closed')]);
    }
    // It is signed for the open page, which then shows it.
    expect((await ask('GET', '/api/shops')).status).toBe(401);
    await expect(ui.openPage(cookieOf(thief), JSON.parse(thief.text).ticket)).rejects.toThrow('401');
    const revived = await ui.redeem(ui.launchCode, cookieOf(thief));
    expect([revived.status, ui.asked]).toEqual([401, []]);
  });

  it('is not used up by a request of another site', async () => {
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const answer = await ui.send('POST', '/launch/session', { headers, body: { code: ui.launchCode } });
    expect(answer.status).toBe(403);
    expect((await ui.redeem(ui.launchCode)).status).toBe(200);
  });

  it('does not appear in the log', async () => {
    await postForm(ui.launchCode);
    await ui.redeem(ui.launchCode);
    expect(JSON.stringify(ui.records)).not.toContain(ui.launchCode);
  });
});

describe('POST /launch-address', () => {
  const ask = (proof: string, origin = `http://127.0.0.1:${ui.port}`) =>
    ui.send('POST', '/launch-address', {
      headers: { host: `127.0.0.1:${ui.port}`, origin, 'x-tilldesk-proof': proof },
    });
  const askCode = async () => {
    const { address } = JSON.parse((await ask(proveLaunchRight(NONCE))).text);
    return /\/launch#([\w-]{43})$/.exec(address)?.[1] ?? '';
  };

  it('returns to anyone who has read the discovery file an address that lets one browser in', async () => {
    const { address } = JSON.parse((await ask(proveLaunchRight(NONCE))).text);
    expect(address.slice(0, ui.origin.length)).toBe(ui.origin);
    expect((await ui.redeem(await askCode())).status).toBe(200);
  });

  it('gives each browser a cookie and a ticket, and opens a page only for a matching pair', async () => {
    const [first, second] = [await ui.redeem(ui.launchCode), await ui.redeem(await askCode())];
    const [one, other] = [first, second].map((answer) => ({
      cookie: cookieOf(answer),
      ticket: JSON.parse(answer.text).ticket as string,
    }));
    if (one === undefined || other === undefined) throw new Error('unreachable');
    for (const cookie of [one.cookie, `${other.cookie}; ${one.cookie}`]) {
      const page = await ui.openPage(cookie, one.ticket);
      expect((await page.ask('GET', '/api/shops')).status).toBe(200);
    }
    for (const [cookie, ticket] of [
      [one.cookie, other.ticket],
      [other.cookie, one.ticket],
      ['', one.ticket],
      [one.cookie, ''],
    ] as const) {
      await expect(ui.openPage(cookie, ticket)).rejects.toThrow('No page was opened: 401');
    }
  });

  it('tells the open windows that another one was let in', async () => {
    const headers = await ui.enter();
    const count = async () => (await ui.send('GET', '/api/shops', { headers })).headers[OPENED_WINDOWS_HEADER];
    expect(await count()).toBe('1');
    await ui.redeem(await askCode());
    expect(await count()).toBe('2');
  });

  it.each(['', 'ab', '00'.repeat(32), 'zz'.repeat(32)])('refuses the proof "%s"', async (proof) => {
    const answer = await ask(proof);
    expect(answer.status).toBe(401);
    expect(answer.text).not.toContain('launch');
  });

  it('refuses proofs that were derived from the public response of /health', async () => {
    const label = Buffer.from('tilldesk launch address');
    const challenges = [label, Buffer.concat([label, Buffer.of(1)]), Buffer.alloc(32), Buffer.of(0)];
    for (const challenge of challenges) {
      const answered = proveChallenge(NONCE, challenge.toString('hex'));
      const underAnswer = createHmac('sha256', Buffer.from(answered, 'hex')).update(label).digest('hex');
      for (const forged of [answered, underAnswer]) expect((await ask(forged)).status).toBe(401);
    }
  });

  it('refuses pages of other sites, even with the proof', async () => {
    expect((await ask(proveLaunchRight(NONCE), 'https://evil.example')).status).toBe(403);
  });
});
