import { describe, expect, it } from 'vitest';
import { ANONYMOUS, queryOf, runAccount, type WireList } from './running-account.ts';

const PRODUCTS = 'ShopModule::naturalSearchShopFlatProductForHooks';

const BY_ID = [{ name: 'id', dir: 'asc' }];

describe('a call', () => {
  it.each([
    ['ShopModule::listRefunds', []],
    ['ShopModule::getTurnoverReport', []],
    ['ProductsModule::getOrder', [1]],
  ])('of %s is refused, since it is not documented', async (name, params) => {
    const { ask, server } = await runAccount();
    expect(await ask(name, params)).toMatchObject({
      ...{ success: false, class: 'General', error: `${name} does not exist.` },
      ...{ errno: 0, ref: expect.any(String), trace: expect.any(String) },
    });
    expect(server.calls.undocumented).toEqual([`${name}: ${name} does not exist.`]);
  });

  it.each(['newOrder', 'updateOrder', 'setShopProductObjectSync', 'attachPaymentIdsToOrder', 'refundAllOrderItems'])(
    'of %s is refused, and counted as one that writes',
    async (name) => {
      const { ask, server } = await runAccount();
      expect(await ask(`ShopModule::${name}`, [{}])).toMatchObject({ success: false });
      expect(server.calls.writes).toBe(1);
    },
  );

  it.each([
    ['listOrderIds', [0, 10]],
    ['listOrderIds', [[{ name: 'date_created__<=', val: '2026-01-01 00:00:00' }]]],
    ['listOrderIds', [[{ name: 'date_updated__>=', val: '2026-01-01 00:00:00' }]]],
    ['listOrderIds', [[{ name: 'date_created__>=', val: '2026-01-01T00:00:00Z' }]]],
    ['listOrderIds', [[{ name: 'is_paid__=', multi_val: [1] }]]],
    ['listOrderIds', [{ name: 'is_paid__=', val: 1 }]],
    ['getOrder', ['1000001']],
    ['getOrder', [1_000_001, true]],
    ['getOrder', []],
    ['naturalSearchShopFlatProductForHooks', [0, 'nederlands', 0, 10]],
    ['naturalSearchShopFlatProductForHooks', [0, 0, '0', 10]],
    ['naturalSearchShopFlatProductForHooks', [0, 0, 0, -1]],
    ['naturalSearchShopFlatProductForHooks', [0, 0, 0, 10, [{ name: 'date_updated', dir: 'asc' }]]],
    ['naturalSearchShopFlatProductForHooks', [0, 0, 0, 10, [{ name: 'id', dir: 'up' }]]],
    ['naturalSearchShopFlatProductForHooks', [0, 0, 0, 10, null, [{ name: 'id__>', val: 5 }]]],
    ['naturalSearchShopFlatProductForHooks', [0, 0, 0, 10, null, [{ name: 'id__in_list', val: 5 }]]],
    ['naturalSearchShopFlatProductForHooks', [0, 0, 0, 10, null, null, 1]],
    ['getShopWithRelation', [1]],
    ['listConfigurations', [0, 1, null, [{ name: 'id__=', val: 1 }]]],
    ['listCustomerRelations', [0]],
  ])('of %s with %j is refused', async (name, params) => {
    const { ask, server } = await runAccount();
    expect(await ask(`ShopModule::${name}`, params)).toMatchObject({ success: false, class: 'General' });
    expect(server.calls.undocumented).toHaveLength(1);
  });

  it('is refused where the request has another form', async () => {
    const { post, server } = await runAccount();
    const body = JSON.stringify({ auth: ANONYMOUS, params: [] });
    const query = queryOf('ManagementModule::getTime');
    expect((await fetch(`${server.address}/?${query}`)).status).toBe(404);
    expect((await fetch(`${server.address}/api?${query}`, { method: 'POST', body })).status).toBe(404);
    expect((await post(`${query}&further=1`, body)).status).toBe(404);
    expect(await (await post(query, '[]')).json()).toMatchObject({ success: false });
    expect(await (await post(query, body, { authorization: 'Bearer x' })).json()).toMatchObject({ success: false });
    expect(await (await post(query, body)).json()).toMatchObject({ success: true });
    expect(server.calls).toMatchObject({ total: 6, byFunction: { invalid: 3, 'ManagementModule::getTime': 3 } });
    expect(server.calls.undocumented).toHaveLength(5);
  });
});

describe('a caller', () => {
  it('without a name reads the time and nothing else', async () => {
    const { ask } = await runAccount();
    expect(await ask('ManagementModule::getTime', [], ANONYMOUS)).toEqual({
      ...{ success: true, response: '2026-11-21 13:00:00+01:00' },
    });
    expect(await ask('ShopModule::getShopWithRelation', [], ANONYMOUS)).toMatchObject({
      success: false,
      class: 'Auth',
    });
  });

  it('with a channel key has the shop of that channel', async () => {
    const { read, server } = await runAccount();
    const shops = [];
    for (const channel of server.channels) shops.push(await read('ShopModule::getShopWithRelation', [], channel));
    expect(shops).toMatchObject([{ id: 3 }, { id: 4 }, { id: 6 }]);
    const pasted = Buffer.from(server.channelKey(1).slice('skc_'.length), 'base64url').toString();
    expect(JSON.parse(pasted)).toEqual(server.channels[1]);
  });

  it('with e-mail and password gets a session, which ends', async () => {
    const { ask, read, server } = await runAccount();
    const { account, email, password } = server.users[0];
    const start = 'RelationsModule::startSessionByEmail';
    expect(await ask(start, [email, 'wrong', account], ANONYMOUS)).toMatchObject({ success: false, class: 'Auth' });
    const auth = await read<object>(start, [email, password, account], ANONYMOUS);
    expect(auth).toMatchObject({ account, user: 'beheer', rights: 'user', mode: 'hash' });
    expect(await ask('ShopModule::getShopWithRelation', [], { ...auth, client_name: 'test' })).toMatchObject({
      success: true,
    });
    server.sessions.end();
    expect(await ask('ShopModule::getShopWithRelation', [], auth)).toMatchObject({ success: false, class: 'Auth' });
    expect(server.sessions.started).toBe(1);
    expect(server.calls.undocumented).toEqual([]);
  });

  it('may use a password instead, until it is changed', async () => {
    const { ask, server } = await runAccount();
    const { account, user, password } = server.users[0];
    const auth = { account, user, rights: 'user', mode: 'password', password };
    expect(await ask('ShopModule::getShopWithRelation', [], auth)).toMatchObject({ success: true });
    server.sessions.changePassword(user, 'another');
    expect(await ask('ShopModule::getShopWithRelation', [], auth)).toMatchObject({ success: false, class: 'Auth' });
  });

  it('is one of the users that the server was started with', async () => {
    const users = [{ user: 'eigenaar', email: 'eigenaar@voorbeeld.example', password: 'eigen' }];
    const { ask, server } = await runAccount({ account: 'tweede', users });
    const params = ['eigenaar@voorbeeld.example', 'eigen', 'tweede'];
    const anonymous = { ...ANONYMOUS, account: 'tweede' };
    expect(await ask('RelationsModule::startSessionByEmail', params, anonymous)).toMatchObject({ success: true });
    expect(server.users).toEqual([{ ...users[0], account: 'tweede' }]);
  });

  it('of another account, with a withdrawn key, or with further members is refused', async () => {
    const { ask, server } = await runAccount();
    const [channel, second] = server.channels;
    const elsewhere = { ...channel, account: 'elders' };
    server.sessions.withdraw(second?.subaccount ?? '');
    expect(await ask('ShopModule::listOrderIds', [], elsewhere)).toMatchObject({ success: false, class: 'Auth' });
    expect(await ask('ShopModule::listOrderIds', [], second)).toMatchObject({ success: false, class: 'Auth' });
    const further = { ...channel, token: 'x' };
    expect(await ask('ShopModule::listOrderIds', [], further)).toMatchObject({ success: false, class: 'General' });
  });
});

describe('a list', () => {
  it('has each row once, page by page, and ends with no data and the same total', async () => {
    const { read } = await runAccount();
    const ids: number[] = [];
    const totals = new Set<number>();
    for (let start = 0, count = 1; count > 0; start += count) {
      const page = await read<WireList<{ id: number }>>(PRODUCTS, [' ', 'nl', start, 25, BY_ID, []]);
      expect(page.count).toBe(page.data.length);
      count = page.count;
      ids.push(...page.data.map(({ id }) => id));
      totals.add(page.total);
    }
    expect([...totals]).toEqual([ids.length]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(ids.toSorted((left, right) => left - right));
    expect(ids.length).toBeGreaterThan(60);
  });

  it('is whole with limit 0, and is read from its end', async () => {
    const { read } = await runAccount();
    const whole = await read<WireList<{ id: number }>>(PRODUCTS, [0, 0, 0, 0]);
    expect(whole.count).toBe(whole.total);
    const [first] = (await read<WireList<object>>(PRODUCTS, [0, 0, 0, 1, [{ name: 'id', dir: 'desc' }]])).data;
    expect(first).toEqual(whole.data.at(-1));
  });

  it('is filtered by what is documented for it', async () => {
    const { read } = await runAccount();
    const { data } = await read<WireList<{ id: number; product_id: number }>>(PRODUCTS, [0, 0, 0, 0]);
    const some = [data[3]?.id, data[9]?.id];
    const filtered = async (filter: object) => {
      const found = await read<WireList<{ id: number }>>(PRODUCTS, [0, 0, 0, 0, null, [filter]]);
      return found.data.map(({ id }) => id);
    };
    expect(await filtered({ name: 'id__in_list', multi_val: some })).toEqual(some);
    const product_id = data[7]?.product_id;
    const rows = data.filter((row) => row.product_id === product_id).map(({ id }) => id);
    expect(rows).toHaveLength(2);
    expect(await filtered({ name: 'product_id__=', val: String(product_id) })).toEqual(rows);
    expect(await filtered({ name: 'flat_product/product/sku__=', val: 'VB-000001' })).toEqual([data[0]?.id]);
  });

  it('of other resources is as documented', async () => {
    const { read, server } = await runAccount();
    const all = [0, 0, null, []];
    expect(await read('ProductsModule::listTaxRates', [0, 0, null, [{ name: 'country_iso2__=', val: 'EU' }]])).toEqual({
      ...{ data: [expect.objectContaining({ id: 85, value: 0 })], total: 1, count: 1 },
    });
    expect(await read('ShopModule::listConfigurations', [0, 1, null, [{ name: 'is_default__=', val: '1' }]])).toEqual({
      ...{ data: [expect.objectContaining({ currency_iso3: 'EUR' })], total: 1, count: 1 },
    });
    const card = { name: 'provider_method_type/alias__in_list', multi_val: ['OnlineGiftCard'] };
    expect(await read('ShopModule::listTranslatedPaymentMethodForHooks', [0, 0, 0, null, [card]])).toMatchObject({
      total: 1,
    });
    expect(await read('ShopModule::listLocationsForHook', all)).toMatchObject({
      data: [{ id: 1 }, { id: 2 }],
      total: 2,
    });
    const customers = await read<WireList<object>>('ShopModule::listCustomerRelations', [0, 5]);
    expect(customers).toMatchObject({ count: 5, total: server.account.customerCount });
    expect(customers.data[0]).toMatchObject({ deleted: expect.any(Boolean), contact_address: { country_iso2: 'NL' } });
  });

  it('of order ids is bare, whole or from a date on, and of paid ones', async () => {
    const { read, server } = await runAccount();
    const ids = await read<number[]>('ShopModule::listOrderIds', [[]]);
    expect(ids).toHaveLength(120);
    const from = { name: 'date_created__>=', val: '2026-11-01 00:00:00' };
    const recent = ids.filter((id) => server.account.createdAt(id) >= Date.parse('2026-11-01T00:00:00Z'));
    expect(await read('ShopModule::listOrderIds', [[from]])).toEqual(recent);
    const paid = ids.filter((id) => server.account.findOrder(id)?.isPaid);
    expect(await read('ShopModule::listOrderIds', [[{ name: 'is_paid__=', val: true }]])).toEqual(paid);
    expect(recent.length).toBeGreaterThan(0);
    expect(paid.length).toBeLessThan(ids.length);
  });
});

describe('made data', () => {
  it('has every kind of product that is documented', async () => {
    const { read } = await runAccount({ products: 200 });
    interface Row {
      readonly product_id: number;
      readonly flat_product: {
        readonly product: {
          readonly sku: string;
          readonly type: string;
          readonly product_group_id?: number;
          readonly product_stock: {
            readonly value: number;
            readonly unlimited: boolean;
            readonly location_id?: number;
          };
        };
      };
    }
    const { data } = await read<WireList<Row>>(PRODUCTS, [0, 0, 0, 0]);
    const products = data.map(({ flat_product }) => flat_product.product);
    const skusOnce = new Map(data.map((row) => [row.product_id, row.flat_product.product.sku]));
    const skus = [...skusOnce.values()].filter((sku) => sku !== '');
    expect({
      types: [...new Set(products.map(({ type }) => type))].sort(),
      inSeveralShops: data.length > skusOnce.size,
      emptySku: products.some(({ sku }) => sku === ''),
      sameSku: new Set(skus).size < skus.length,
      withoutGroup: products.some((product) => !('product_group_id' in product)),
      unlimited: products.some(({ product_stock }) => product_stock.unlimited),
      negativeStock: products.some(({ product_stock }) => product_stock.value < 0),
      fractionalStock: products.some(({ product_stock }) => !Number.isInteger(product_stock.value)),
      withoutLocation: products.some(({ product_stock }) => !('location_id' in product_stock)),
    }).toEqual({
      types: ['configurable', 'configurable_assign', 'simple'],
      ...{ inSeveralShops: true, emptySku: true, sameSku: true, withoutGroup: true },
      ...{ unlimited: true, negativeStock: true, fractionalStock: true, withoutLocation: true },
    });
  });

  it.each([
    ['quote', { is_quote: true }],
    ['unaccepted request', { is_request: true, is_customer_accepted: false }],
    ['accepted request', { is_request: true, is_customer_accepted: true }],
    ['contract', { is_contract: true }],
    ['unknown status', { status: 'awaiting_pickup' }],
    ['unknown rate', { order_items: [{ tax_rate_id: 912, tax: 0.13 }] }],
    ['other currency', { currency_iso3: 'USD' }],
    ['closed location', { location_id: 5 }],
    ['from elsewhere', { is_external: true, date_created: expect.stringMatching(/\+00:00$/) }],
    ['refunded', { status: 'refunded', value: 0, value_wt: 0, is_paid: true }],
    ['cancelled', { status: 'cancelled', is_paid: false, paid_value_wt: 0 }],
  ] as const)('has an order for: %s', async (feature, record) => {
    const { read, server } = await runAccount();
    const [id] = server.account.idsOf(feature);
    const { order_items = [], ...order } = await read<Record<string, unknown>>('ShopModule::getOrder', [id]);
    const items = 'order_items' in record && Array.isArray(order_items) ? { order_items: order_items.slice(0, 1) } : {};
    expect({ ...order, ...items }).toMatchObject(record);
  });

  it('leaves members out where there is nothing, and writes an empty map as a list', async () => {
    const { read, server } = await runAccount();
    const [bare] = server.account.idsOf('no lines');
    const [untaxed] = server.account.idsOf('no tax rows');
    const [nowhere] = server.account.idsOf('no location');
    expect(await read<object>('ShopModule::getOrder', [bare])).not.toHaveProperty('order_items');
    expect(await read<object>('ShopModule::getOrder', [untaxed])).not.toHaveProperty('order_taxes');
    expect(await read<object>('ShopModule::getOrder', [nowhere])).not.toHaveProperty('location_id');
    const relations = [];
    for (const id of server.account.orderIds()) {
      const { relation_data } = await read<{ relation_data?: unknown }>('ShopModule::getOrder', [id]);
      relations.push(Array.isArray(relation_data) ? 'list' : typeof relation_data);
    }
    expect([...new Set(relations)].sort()).toEqual(['list', 'object', 'undefined']);
  });

  it('is the same for the same seed and another for another', async () => {
    const record = async (seed: number) => {
      const { read } = await runAccount({ seed });
      return JSON.stringify(await read('ShopModule::getOrder', [1_000_001 + 3 * 60]));
    };
    const [first, again, another] = [await record(1), await record(1), await record(2)];
    expect(again).toBe(first);
    expect(another).not.toBe(first);
  });
});
