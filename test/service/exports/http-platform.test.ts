import { describe, expect, it, onTestFinished } from 'vitest';
import { createApiClient } from '../../../electron/api-client/api-client.ts';
import { systemClock } from '../../../electron/base/clock.ts';
import { createEmbeddedPlatform } from '../../../electron/platform/embedded/embedded-platform.ts';
import { createKeyedPlatform } from '../../../electron/platform/remote/keyed-platform.ts';
import { createKeyedReader, readKeyedCaller, type SendRead } from '../../../electron/platform/remote/keyed-reader.ts';
import { cheapHasher } from '../../support/cheap-cost.ts';
import { startFixtureService } from '../../support/fixture-service.ts';
import { createLogRecorder } from '../../support/log-recorder.ts';
import { perFile } from '../../support/test-scope.ts';

const MONTHS = { from: '2026-01-01', to: '2026-11-21' };

const service = await perFile(startFixtureService);

function senderOf(token: string): SendRead {
  const client = createApiClient({ baseAddress: `http://127.0.0.1:${service.port}`, clock: systemClock });
  return (path) => client.send({ method: 'GET', path, headers: { authorization: `Bearer ${token}` } });
}

/** The same platform over the API and in process, for the same caller. */
async function both(token: string) {
  const send = senderOf(token);
  const http = createKeyedPlatform({ send, clock: systemClock, log: createLogRecorder().log });
  onTestFinished(http.close);
  const local = createEmbeddedPlatform({ db: service.store.db, clock: service.clock, hasher: cheapHasher });
  return { http, local, caller: await readKeyedCaller(createKeyedReader(send)) };
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe.each(['owner', 'staff'] as const)('the API of a running service, read by %s', (user) => {
  it('answers everything that exports read as the platform itself does', async () => {
    const { http, local, caller: outside } = await both(service.tokens[user]);
    const { account_id: accountId } = await service.store.db
      .selectFrom('users')
      .select('account_id')
      .where('id', '=', outside.userId)
      .executeTakeFirstOrThrow();
    const caller = { ...outside, accountId };
    const page = { start: 0, limit: 200 };

    for (const kind of ['shops', 'locations', 'turnoverGroups', 'paymentMethods', 'taxRates', 'segments'] as const) {
      const records = await http.listReference(caller, kind);
      expect(records.length, kind).toBeGreaterThan(0);
      expect(records).toEqual(plain(await local.listReference(caller, kind)));
    }
    const products = await http.searchProducts(caller, page);
    expect(products.rows.length).toBeGreaterThan(0);
    const product_ids = products.rows.map(({ id }) => id);
    const askPrices = { product_ids, start: 0, limit: 500 };
    const discounts = { ...MONTHS, only_full: false, include_negative: true };
    const compared: [unknown, unknown][] = [
      [products, await local.searchProducts(caller, page)],
      [await http.listProductPrices(caller, askPrices), await local.listProductPrices(caller, askPrices)],
      [await http.listCustomers(caller, page), await local.listCustomers(caller, page)],
      [await http.listOrders(caller, { ...MONTHS, ...page }), await local.listOrders(caller, { ...MONTHS, ...page })],
      [await http.readPriceList(caller, {}, null), await local.readPriceList(caller, {}, null)],
      [await http.readDiscountOrders(caller, discounts, null), await local.readDiscountOrders(caller, discounts, null)],
      [await http.findProduct(caller, product_ids[0] ?? 0), await local.findProduct(caller, product_ids[0] ?? 0)],
      [await http.findProduct(caller, 999_999), null],
    ];
    for (const [overHttp, inProcess] of compared) expect(plain(overHttp)).toEqual(plain(inProcess));
    const day = { date: '2026-10-01' };
    for (const [kind, query] of [
      ['financial', MONTHS],
      ['payments', MONTHS],
      ['dayClosing', day],
      ['productSales', { ...MONTHS, ...page }],
    ] as const) {
      const overHttp = await http.readReport(caller, kind, query as never);
      expect(plain(overHttp), kind).toEqual(plain(await local.readReport(caller, kind, query as never)));
    }
  });
});

describe('the API of a running service', () => {
  it('refuses a key that it does not know', async () => {
    await expect(readKeyedCaller(createKeyedReader(senderOf('tdk_unknown')))).rejects.toMatchObject({
      code: 'rejected',
      message: expect.stringMatching(/^The service refused the key: /),
    });
  });

  it('refuses an unknown shop by its name', async () => {
    const { http, caller } = await both(service.tokens.owner);
    const query = { ...MONTHS, shop_id: [99_999], start: 0, limit: 1 };

    await expect(http.listOrders(caller, query)).rejects.toMatchObject({
      code: 'query_refused',
      message: 'The service refused the query: shop_id 99999 does not exist.',
    });
  });
});
