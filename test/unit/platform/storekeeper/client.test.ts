import { describe, expect, it } from 'vitest';
import { createStoreKeeperClient, isAuthRefusal } from '../../../../electron/platform/storekeeper/client.ts';
import {
  createFilter,
  type ListRequest,
  STOREKEEPER_FUNCTIONS,
} from '../../../../electron/platform/storekeeper/functions.ts';
import { createLogRecorder } from '../../../support/log-recorder.ts';
import { standingClock } from '../../session/standing-clock.ts';
import { errorOf, failed, listed, type Scripted, storeKeeperBefore, succeeded, USER } from './scripted-storekeeper.ts';

const PAGE: ListRequest = {
  ...{ start: 100, limit: 50, order: [{ name: 'id', dir: 'asc' }] },
  filters: [createFilter('date_created', '>=', '2026-01-01 00:00:00'), createFilter('product_id', '=', 41)],
};

const FILTERS = [
  { name: 'date_created__>=', val: '2026-01-01 00:00:00' },
  { name: 'product_id__=', val: 41 },
];

const ORDER = [{ name: 'id', dir: 'asc' }];

describe('a StoreKeeper call', () => {
  it('is a POST with the auth object and positional parameters, and identifies nobody in headers or cookies', async () => {
    const { client, asked } = await storeKeeperBefore(() => succeeded({ id: 900 }));

    await client.call('getOrder', { id: 900 }, USER);

    expect(asked).toMatchObject([
      {
        ...{ method: 'POST', module: 'ShopModule', name: 'getOrder', params: [900] },
        path: '/?action=request&api=fulljson&module=ShopModule&function=getOrder',
        auth: { ...USER, client_name: 'Tilldesk' },
      },
    ]);
    expect(Object.keys(asked[0]?.headers ?? {})).not.toEqual(expect.arrayContaining(['authorization']));
    expect(Object.keys(asked[0]?.headers ?? {})).not.toEqual(expect.arrayContaining(['cookie']));
    expect(asked[0]?.headers).toMatchObject({ 'user-agent': 'Tilldesk' });
  });

  it.each([
    ['listTaxRates', 'ProductsModule', [100, 50, ORDER, FILTERS]],
    ['listConfigurations', 'ShopModule', [100, 50, [], [{ name: 'is_default__=', val: 1 }]]],
    ['getShopWithRelation', 'ShopModule', []],
    ['listCustomerRelations', 'ShopModule', [100, 50, ORDER, FILTERS]],
    ['listLocationsForHook', 'ShopModule', [100, 50, ORDER, FILTERS]],
    ['listTranslatedPaymentMethodForHooks', 'ShopModule', [0, 100, 50, ORDER, FILTERS]],
    ['naturalSearchShopFlatProductForHooks', 'ShopModule', [0, 0, 100, 50, ORDER, FILTERS]],
    ['naturalSearchShopFlatProducts', 'ShopModule', [0, 0, 100, 50, ORDER, FILTERS]],
  ] as const)('of %s uses %s and has the parameters %j', async (name, module, params) => {
    const { client, asked } = await storeKeeperBefore(() => listed());

    await client.call(name, PAGE, USER);

    expect(asked).toMatchObject([{ module, name, params }]);
  });

  it('omits optional parameters at the end', async () => {
    const { client, asked } = await storeKeeperBefore(({ name }) =>
      name === 'listOrderIds' ? succeeded([]) : listed(),
    );

    await client.call('listTaxRates', { start: 0, limit: 0 }, USER);
    await client.call('listOrderIds', { filters: [] }, USER);
    await client.call('listOrderIds', { filters: [createFilter('is_paid', '=', 1)] }, USER);

    expect(asked.map(({ params }) => params)).toEqual([[0, 0], [], [[{ name: 'is_paid__=', val: 1 }]]]);
  });

  it.each(['newOrder', 'updateOrder', 'refundAllOrderItems', 'toString', '__proto__', 'constructor'])(
    'of %s is rejected, and nothing is sent',
    async (name) => {
      const { client, asked } = await storeKeeperBefore(() => succeeded());

      const error = await errorOf(client.call(name as 'getTime', {}, USER));

      expect(error).toBeInstanceOf(TypeError);
      expect(error).toMatchObject({ message: 'this StoreKeeper function is not in the list of allowed functions' });
      expect(asked).toEqual([]);
    },
  );
});

describe('the table of functions', () => {
  it('has only functions that read, and the one that signs in', () => {
    const others = Object.keys(STOREKEEPER_FUNCTIONS).filter((name) => !/^(get|list|naturalSearch)[A-Z]/.test(name));
    expect(others).toEqual(['startSessionByEmail']);
  });

  it('cannot be added to', () => {
    expect(Object.isFrozen(STOREKEEPER_FUNCTIONS)).toBe(true);
    expect(Object.values(STOREKEEPER_FUNCTIONS).every((entry) => Object.isFrozen(entry))).toBe(true);
  });
});

describe('a StoreKeeper response', () => {
  it.each([
    [
      { data: [{ id: 1 }], count: 1, total: '7' },
      { rows: [{ id: 1 }], total: 7 },
    ],
    [{ data: [{ id: 1 }] }, { rows: [{ id: 1 }], total: null }],
    [
      { count: 0, total: 7 },
      { rows: [], total: 7 },
    ],
    [
      { data: null, total: 0 },
      { rows: [], total: 0 },
    ],
  ])('of a list may omit empty fields: %j', async (response, answer) => {
    const { client } = await storeKeeperBefore(() => succeeded(response));
    expect(await client.call('listTaxRates', PAGE, USER)).toEqual(answer);
  });

  it('of ids is a bare list of them, as numbers or texts', async () => {
    const { client } = await storeKeeperBefore(() => succeeded([1, '2']));
    expect(await client.call('listOrderIds', { filters: [] }, USER)).toEqual({ ids: [1, 2], unreadable: 0 });
  });

  it('of ids skips those that cannot be read, and counts them, unless most cannot', async () => {
    let response: unknown[] = [1, 0, '2', null, 2.5, 3];
    const { client } = await storeKeeperBefore(() => succeeded(response));
    const filters = { filters: [] };
    expect(await client.call('listOrderIds', filters, USER)).toEqual({ ids: [1, 2, 3], unreadable: 3 });
    response = [1, 0, null];
    expect(await errorOf(client.call('listOrderIds', { filters: [] }, USER))).toMatchObject({ code: 'invalid_answer' });
  });

  it('may be missing, and need not be declared as JSON', async () => {
    const headers = { 'content-type': 'text/html; charset=utf-8' };
    const { client } = await storeKeeperBefore(() => ({ headers, body: { success: true } }));
    expect(await client.call('getTime', {}, USER)).toEqual({ response: null });
  });

  it.each([
    ['listTaxRates', { data: 'many' }],
    ['listTaxRates', {}],
    ['listTaxRates', null],
    ['listOrderIds', ['one']],
    ['listOrderIds', { data: [1] }],
    ['getShopWithRelation', 'without an id'],
    ['startSessionByEmail', []],
    ['startSessionByEmail', {}],
    ['startSessionByEmail', { hash: 'nested'.repeat(20_000) }],
  ] as const)('of %s that is %j is refused as malformed, and not logged', async (name, response) => {
    const { client, records } = await storeKeeperBefore(() => succeeded(response));

    const error = await errorOf(client.call(name, { ...PAGE, filters: [], id: 1 } as never, USER));

    expect(error).toMatchObject({ code: 'invalid_answer', isReported: true });
    expect(JSON.stringify(records)).not.toMatch(/many|without an id|nested/);
  });
});

describe('a StoreKeeper failure', () => {
  const ask = async (scripted: Scripted) => {
    const stage = await storeKeeperBefore(() => scripted);
    return { ...stage, error: await errorOf(stage.client.call('getOrder', { id: 900 }, USER)) };
  };

  it.each([
    ['General', 200, 'rejected'],
    ['Lookup', 200, 'rejected'],
    ['Lookup', 404, 'rejected'],
    ['ShopModule::NoSuchOrder', 500, 'rejected'],
    ['Internal', 200, 'unavailable'],
    ['Connection', 200, 'unavailable'],
    ['Auth', 200, 'session_ended'],
    ['Auth', 401, 'session_ended'],
    ['General', 429, 'busy'],
    [undefined, 200, 'rejected'],
    [undefined, 502, 'unavailable'],
  ])('of the class %s with the status %i is %s', async (errorClass, status, code) => {
    const { error } = await ask(failed(errorClass, 'No.', status));
    expect(error).toMatchObject({ code, errorClass: errorClass ?? '', isReported: true });
  });

  it('has its message as one harmless line, without the secrets of the call', async () => {
    const { error } = await ask(failed('General', 'Order\n<b>\u202e900</b> of\u0007 a@b.example with hush-hash-1'));

    expect(error).toMatchObject({
      message: 'StoreKeeper refused getOrder: Order <b> 900</b> of  [redacted] with [redacted]',
    });
  });

  it('is logged by its class and reference only', async () => {
    const { records } = await ask(failed('General', 'Anna de Vries may not'));

    expect(records).toMatchObject([{ function: 'getOrder', class: 'General', errno: '3', ref: 'R-123', status: 200 }]);
    expect(JSON.stringify(records)).not.toMatch(/Anna|secret\.php|hush-hash-1/);
  });

  it('whose reference is a secret of the call is logged without it', async () => {
    const { records } = await ask({ body: { success: false, class: 'General', ref: 'session hush-hash-1' } });
    expect(records).toMatchObject([{ ref: 'session [redacted]' }]);
  });

  it('shows and logs nothing of the session, whatever the field is called, and says who called', async () => {
    const auth = {
      account: 'demo',
      user: 'olga',
      rights: 'user',
      mode: 'session',
      sid: 'long-secret-1',
      seal: 'seal-2',
    };
    const { client, records } = await storeKeeperBefore(() => ({
      body: {
        ...{ success: false, class: 'X long-secret-1', errno: 'seal-2', ref: `${'r'.repeat(75)}long-secret-1` },
        error: 'session of olga at demo: long-secret-1, seal-2',
      },
    }));

    const error = await errorOf(client.call('getOrder', { id: 900 }, auth));

    expect(error).toMatchObject({
      message: 'StoreKeeper refused getOrder: session of olga at demo: [redacted], [redacted]',
      errorClass: 'X [redacted]',
    });
    expect(records).toMatchObject([{ class: 'X [redacted]', errno: '[redacted]' }]);
    expect(JSON.stringify([records, error])).not.toMatch(/long-|seal-/);
  });

  it('to sign in does not show or log the password', async () => {
    const { client, records } = await storeKeeperBefore(() => failed('General', 'wrong: geheim-1 of demo'));
    const who = { account: 'demo', email: 'olga@demo.example', password: 'geheim-1' };

    const error = await errorOf(client.call('startSessionByEmail', who, USER));

    expect(error).toMatchObject({ message: 'StoreKeeper refused startSessionByEmail: wrong: [redacted] of demo' });
    expect(JSON.stringify(records)).not.toContain('geheim-1');
  });

  it('of Auth means that the session has ended', async () => {
    expect(isAuthRefusal((await ask(failed('Auth'))).error)).toBe(true);
    expect(isAuthRefusal((await ask(failed('General'))).error)).toBe(false);
  });

  it.each<[string, Scripted, string, string]>([
    ['HTML', { body: '<html>maintenance</html>' }, 'unavailable', 'is not JSON'],
    ['a cut body', { body: '{"success": true, "resp' }, 'unavailable', 'is not JSON'],
    ['other JSON', { body: { ok: 1 } }, 'unavailable', 'an unexpected answer'],
    ['HTML with 502', { status: 502, body: '<html>' }, 'unavailable', 'status 502'],
    ['HTML with 404', { status: 404, body: '<html>' }, 'rejected', 'status 404'],
    ['a success with 500', { status: 500, body: { success: true } }, 'unavailable', 'status 500'],
    ['a redirect', { status: 302, headers: { location: '/' }, body: '' }, 'invalid_answer', 'another address'],
    ['too much', { headers: { 'content-length': '99999999' }, body: '' }, 'invalid_answer', 'too large'],
  ])('without an envelope, %s, is a PlatformError', async (_name, scripted, code, message) => {
    const { error, records } = await ask(scripted);

    expect(error).toMatchObject({ code, message: expect.stringContaining(message), isReported: true });
    expect(JSON.stringify(records)).not.toContain('maintenance');
  });

  it.each([
    ['7', 7_000],
    ['Sat, 21 Nov 2026 09:00:30 GMT', 30_000],
    ['86400', 3_600_000],
    ['soon', null],
  ])('with 429 and Retry-After %s asks to wait %j ms', async (retryAfter, waitMs) => {
    const { error } = await ask({ status: 429, headers: { 'retry-after': retryAfter }, body: '' });
    expect(error).toMatchObject({ code: 'busy', retryAfterMs: waitMs });
  });

  it('of the network means that the platform is unavailable and was not reached', async () => {
    const { client, server } = await storeKeeperBefore(() => succeeded());
    server.close();
    server.closeAllConnections();

    expect(await errorOf(client.call('getTime', {}, USER))).toMatchObject({ code: 'unavailable', isUnreached: true });
  });

  it('by timeout is a timeout', async () => {
    const stage = await storeKeeperBefore(() => succeeded());
    stage.server.removeAllListeners('request');
    const arrived = new Promise((resolve) => stage.server.once('request', resolve));

    const failing = errorOf(stage.client.call('getTime', {}, USER));
    await arrived;
    await stage.clock.advance(30_000);

    expect(await failing).toMatchObject({ code: 'timeout' });
  });

  it('by cancellation is not a failure of StoreKeeper, and not logged', async () => {
    const { client, records } = await storeKeeperBefore(() => succeeded());
    const signal = AbortSignal.abort();

    expect(await errorOf(client.call('getTime', {}, USER, signal))).toMatchObject({ code: 'unavailable' });
    expect(records).toEqual([]);
  });
});

it('the client refuses an address to which secrets would be sent unencrypted', () => {
  const deps = { authorities: [], clock: standingClock(), log: createLogRecorder().log };
  expect(() => createStoreKeeperClient({ ...deps, origin: 'http://shop.example' })).toThrow('over https://');
});
