import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LAUNCH_CODE_TTL_MS } from '../../../electron/browser-host/launch-codes.ts';
import { proveChallenge, proveLaunchRight } from '../../../electron/launch/instance-proof.ts';
import { cookieOf, NONCE, type RunningUi, startUi } from './running-ui.ts';

let ui: RunningUi;
beforeEach(async () => {
  ui = await startUi();
});
afterEach(() => ui.stop());

describe('GET /launch', () => {
  it('turns the code into a cookie that pages of other sites cannot use', async () => {
    const answer = await ui.send('GET', ui.launchTarget);
    expect(answer.status).toBe(200);
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(/^tilldesk_ui_\d+=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/$/),
    ]);
  });

  it('goes on to the start page from a page of its own, so that the strict cookie is sent', async () => {
    const answer = await ui.send('GET', ui.launchTarget);
    expect(answer.text).toContain('<meta http-equiv="refresh" content="0; url=/#window-key=');
    expect(answer.headers.location).toBeUndefined();
  });

  it('lets a browser in once', async () => {
    await ui.send('GET', ui.launchTarget);
    const again = await ui.send('GET', ui.launchTarget);
    expect(again.status).toBe(401);
    expect(again.headers['set-cookie']).toBeUndefined();
    expect(again.text).toContain('Start Tilldesk again');
  });

  it('refuses a code from the moment it expires', async () => {
    ui.clock.advance(LAUNCH_CODE_TTL_MS);
    expect((await ui.send('GET', ui.launchTarget)).status).toBe(401);
  });

  it('takes a code until the moment it expires', async () => {
    ui.clock.advance(LAUNCH_CODE_TTL_MS - 1);
    expect((await ui.send('GET', ui.launchTarget)).status).toBe(200);
  });

  it.each([
    '/launch',
    '/launch?code=',
    '/launch?code=x',
    '/launch?code=a&code=b',
    `/launch?code=${'A'.repeat(43)}`,
  ])('refuses %s', async (target) => {
    const answer = await ui.send('GET', target);
    expect([answer.status, answer.headers['set-cookie']]).toEqual([401, undefined]);
  });

  it('does not use a code up for a HEAD request', async () => {
    await ui.send('HEAD', ui.launchTarget);
    expect((await ui.send('GET', ui.launchTarget)).status).toBe(200);
  });

  it('may be opened from a page of another site, as a link in a mail is', async () => {
    const headers = {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    };
    expect((await ui.send('GET', ui.launchTarget, { headers })).status).toBe(200);
  });

  it('cannot be used up by a frame or an image of another site', async () => {
    const fetches = [
      { mode: 'navigate', dest: 'iframe' },
      { mode: 'no-cors', dest: 'image' },
    ];
    for (const { mode, dest } of fetches) {
      const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': mode, 'sec-fetch-dest': dest };
      expect((await ui.send('GET', ui.launchTarget, { headers })).status).toBe(403);
    }
    expect((await ui.send('GET', ui.launchTarget)).status).toBe(200);
  });

  it('speaks Dutch to a Dutch browser', async () => {
    const headers = { 'accept-language': 'nl-NL,nl;q=0.9,en;q=0.8' };
    expect((await ui.send('GET', '/launch?code=x', { headers })).text).toContain('Start Tilldesk opnieuw');
  });

  it('leaves the code out of the log', async () => {
    await ui.send('GET', ui.launchTarget);
    const code = ui.launchTarget.split('=')[1] ?? 'none';
    expect(JSON.stringify(ui.records)).not.toContain(code);
  });
});

describe('POST /launch-address', () => {
  const ask = (proof: string, origin = ui.origin) =>
    ui.send('POST', '/launch-address', { headers: { origin, 'x-tilldesk-proof': proof } });

  it('gives whoever read the discovery file an address that lets one browser in', async () => {
    const answer = await ask(proveLaunchRight(NONCE));
    const { address } = JSON.parse(answer.text);
    expect(address).toMatch(new RegExp(`^${ui.origin}/launch\\?code=[\\w-]{43}$`));
    const launched = await ui.send('GET', address.slice(ui.origin.length));
    expect(cookieOf(launched)).toMatch(/^tilldesk_ui_\d+=/);
  });

  it('gives all browsers of a run the same cookie', async () => {
    const { address } = JSON.parse((await ask(proveLaunchRight(NONCE))).text);
    const second = cookieOf(await ui.send('GET', address.slice(ui.origin.length)));
    expect(second).toBe((await ui.enter()).cookie);
  });

  it.each(['', 'ab', '00'.repeat(32), 'zz'.repeat(32)])('refuses the proof "%s"', async (proof) => {
    const answer = await ask(proof);
    expect(answer.status).toBe(401);
    expect(answer.text).not.toContain('launch');
  });

  it('gives nothing to whoever makes proofs out of what /health answers to anybody', async () => {
    const label = Buffer.from('tilldesk launch address');
    const challenges = [label, Buffer.concat([label, Buffer.of(1)]), Buffer.alloc(32), Buffer.of(0)];
    for (const challenge of challenges) {
      const answered = proveChallenge(NONCE, challenge.toString('hex'));
      const underAnswer = createHmac('sha256', Buffer.from(answered, 'hex')).update(label).digest('hex');
      for (const forged of [answered, underAnswer]) expect((await ask(forged)).status).toBe(401);
    }
  });

  it('is closed to pages of other sites, even with the proof', async () => {
    expect((await ask(proveLaunchRight(NONCE), 'https://evil.example')).status).toBe(403);
  });
});
