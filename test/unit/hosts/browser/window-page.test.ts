import { describe, expect, it, onTestFinished } from 'vitest';
import { derivePageKeys, proveChallenge, sealBody } from '../../../../renderer/lib/host/page-keys.ts';
import { BRIDGE_CALLS } from '../../../../shared/contract/bridge.ts';
import * as windowContract from '../../../../shared/contract/window.ts';
import {
  isSealedCall,
  PAGE_CALL_HEADER,
  PAGE_PROOF_PATH,
  SEALED_TYPE,
} from '../../../../shared/contract/window-page.ts';
import { perTest } from '../../../support/test-scope.ts';
import { cookieOf, startUi } from './running-ui.ts';

const ui = perTest(startUi);

async function openPage() {
  const entered = await ui.redeem(ui.launchCode);
  return ui.openPage(cookieOf(entered), JSON.parse(entered.text).ticket);
}

const SIGN_IN = { method: 'POST', target: '/bridge/signIn' } as const;
const SECRETS = { account: 'demo', password: 'hunter2' };

describe('the response to a call of a page', () => {
  it.each([
    ['GET', '/api/shops?page=2'],
    ['HEAD', '/api/shops'],
    ['PUT', '/api/shops'],
    ['POST', '/bridge/readSession'],
    ['POST', '/bridge/signIn'],
    ['GET', '/api/%2e%2e/x'],
  ])('is signed for %s %s, also if it is an error', async (method, target) => {
    const page = await openPage();
    // It throws if the signature is wrong.
    await page.ask(method, target, method === 'POST' ? SECRETS : undefined);
  });

  it('is signed even without a body and type', async () => {
    const empty = await startUi({
      answer: async () => ({ status: 204, headers: new Headers(), body: new Uint8Array() }),
    });
    onTestFinished(empty.stop);
    const entered = await empty.redeem(empty.launchCode);
    const page = await empty.openPage(cookieOf(entered), JSON.parse(entered.text).ticket);
    expect(await page.ask('DELETE', '/api/webhooks/3')).toMatchObject({ status: 204 });
  });

  it('is signed for this call only', async () => {
    const { keys, ask } = await openPage();
    const [first, second] = [await ask('GET', '/api/shops'), await ask('GET', '/api/shops')];
    expect(first.text).toBe(second.text);
    expect(first.headers['x-tilldesk-answer']).not.toBe(second.headers['x-tilldesk-answer']);
    expect(JSON.stringify(first)).not.toContain(keys.id);
  });
});

describe('a challenge', () => {
  const challenge = 'c'.repeat(43);
  const prove = (body: unknown, headers = {}) =>
    ui.send('POST', PAGE_PROOF_PATH, { headers: { origin: ui.origin, ...headers }, body });

  it('is answered with an HMAC for each open page, without a cookie', async () => {
    const { keys } = await openPage();
    const { proofs } = JSON.parse((await prove({ challenge })).text);
    expect(proofs).toEqual([await proveChallenge(keys, challenge)]);
  });

  it('from a page of another run gets a response that reveals nothing about the page’s key', async () => {
    const { keys } = await openPage();
    await ui.host.close();
    const next = await startUi({ root: ui.root });
    const answer = await next.send('POST', PAGE_PROOF_PATH, { headers: { origin: next.origin }, body: { challenge } });
    expect(answer.text).not.toContain(await proveChallenge(keys, challenge));
    await next.host.close();
  });

  it.each([{}, { challenge: '' }, { challenge: 'c'.repeat(44) }, { challenge: 1 }])(
    'is refused if it is %j',
    async (body) => {
      expect((await prove(body)).status).toBe(400);
    },
  );

  it('is not answered to another site', async () => {
    expect((await prove({ challenge }, { origin: 'https://evil.example' })).status).toBe(403);
  });
});

/** Fields of a body that nobody else may read. */
const SECRET_MEMBERS = ['password', 'platformKey'];

const CALLS = [
  ...Object.entries(BRIDGE_CALLS).map(([name, body]) => ['POST', `/bridge/${name}`, body] as const),
  ...Object.values(windowContract)
    .filter((declared) => typeof declared === 'object' && 'body' in declared)
    .map(({ method, path, body }) => [method, path, body] as const),
];

it.each(CALLS)('a call is encrypted if its body has a secret: %s %s', (method, target, body) => {
  const hasSecret = Object.keys(body.properties).some((name) => SECRET_MEMBERS.includes(name));
  expect(isSealedCall({ method, target })).toBe(hasSecret);
});

describe('a call with a password', () => {
  it('reaches the bridge as it was encrypted', async () => {
    await (await openPage()).ask(SIGN_IN.method, SIGN_IN.target, SECRETS);
    expect(ui.calls).toEqual([{ name: 'signIn', argument: SECRETS }]);
  });

  it.each(['/bridge/signIn', '/bridge/changePlatform', windowContract.createApiKey.path])(
    'is refused unencrypted: %s',
    async (path) => {
      const answer = await ui.send('POST', path, { headers: await ui.enter(), body: SECRETS });
      expect([answer.status, ui.calls]).toEqual([400, []]);
    },
  );

  it('is refused when it is repeated, also under another number, for another call and by another page', async () => {
    const { keys } = await openPage();
    const other = await derivePageKeys('A'.repeat(43));
    const text = JSON.stringify(SECRETS);
    const body = Buffer.from(await sealBody(keys, { number: 7, ...SIGN_IN }, text));
    const foreign = Buffer.from(await sealBody(other, { number: 8, ...SIGN_IN }, text));
    const send = async (number: number, sealed: Buffer, target: string = SIGN_IN.target) => {
      const headers = { origin: ui.origin, [PAGE_CALL_HEADER]: `${keys.id}.${number}`, 'content-type': SEALED_TYPE };
      return (await ui.send('POST', target, { headers, body: sealed })).status;
    };
    expect(await send(8, body)).toBe(400);
    expect(await send(7, body, '/bridge/changePlatform')).toBe(400);
    expect(await send(8, foreign)).toBe(400);
    expect(await send(7, body.subarray(0, -1))).toBe(400);
    expect(await send(7, Buffer.alloc(0))).toBe(400);
    expect(ui.calls).toEqual([]);
    expect([await send(7, body), await send(7, body)]).toEqual([200, 400]);
    const earlier = Buffer.from(await sealBody(keys, { number: 6, ...SIGN_IN }, text));
    expect(await send(6, earlier)).toBe(400);
    expect(ui.calls).toHaveLength(1);
  });
});

describe('the pages of a window', () => {
  it('are at most a hundred; the one that has been idle longest ends', async () => {
    const entered = await ui.redeem(ui.launchCode);
    const open = () => ui.openPage(cookieOf(entered), JSON.parse(entered.text).ticket);
    const [calling, silent] = [await open(), await open()];
    for (let count = 2; count < 100; count += 1) await open();
    await calling.ask('GET', '/api/shops');
    await open();
    expect((await calling.ask('GET', '/api/shops')).status).toBe(200);
    await expect(silent.ask('GET', '/api/shops')).rejects.toThrow('401');
  });
});
