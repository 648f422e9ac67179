import { describe, expect, it } from 'vitest';
import { sumOrders } from '../../support/storekeeper/own-sums.ts';
import { centsOf, type RunningAccount, runAccount, type WireList, type WireOrder } from './running-account.ts';

const MINUTE_MS = 60_000;

const readOrder = ({ read }: RunningAccount, id: number) => read<WireOrder>('ShopModule::getOrder', [id]);

function pricedProduct({ server }: RunningAccount): number {
  for (const { id, defaultPrice } of server.account.products.listed()) if (defaultPrice) return id;
  throw new Error('there is no product with a price');
}

describe('an order', () => {
  it('is sold, and is in the list and the sums from then on', async () => {
    const account = await runAccount();
    const before = sumOrders(account.server.account).periods['2026-11'];
    const productId = pricedProduct(account);
    const id = account.server.account.sellOrder({ lines: [{ productId, quantity: 2, unitPrice: 12_100_00 }] });
    expect(await account.read<number[]>('ShopModule::listOrderIds')).toContain(id);
    expect(await readOrder(account, id)).toMatchObject({
      ...{ status: 'complete', is_paid: true, value_wt: 242, paid_value_wt: 242 },
      date_created: '2026-11-21 13:00:00+01:00',
    });
    const after = sumOrders(account.server.account).periods['2026-11'];
    expect(after?.orders).toBe((before?.orders ?? 0) + 1);
    expect(after?.sold.wt).toBe((before?.sold.wt ?? 0) + 24_200);
  });

  it('is paid later', async () => {
    const account = await runAccount();
    const id = account.server.account.sellOrder({ isPaid: false });
    expect(await readOrder(account, id)).toMatchObject({ status: 'processing', is_paid: false, paid_value_wt: 0 });
    account.clock.advance(MINUTE_MS);
    account.server.account.payOrder(id);
    const paid = await readOrder(account, id);
    expect(paid).toMatchObject({ is_paid: true, date_updated: '2026-11-21 13:01:00+01:00' });
    expect(paid.paid_value_wt).toBe(paid.value_wt);
  });

  it('is refunded in part and then whole: value is what is left, the date of the last change stays', async () => {
    const account = await runAccount();
    const productId = pricedProduct(account);
    const id = account.server.account.sellOrder({ lines: [{ productId, quantity: 3, unitPrice: 10_0000 }] });
    const sold = await readOrder(account, id);
    account.clock.advance(60 * MINUTE_MS);
    account.server.account.refundOrder(id, { 1: 1 });
    const inPart = await readOrder(account, id);
    expect(inPart).toMatchObject({
      ...{ status: 'complete', value_wt: 20, refunded_price_wt: 10, paid_back_value_wt: 0, is_paid: true },
      ...{ date_updated: sold.date_updated, order_items: [{ quantity: 3, price_wt: 30, refunded_quantity: 1 }] },
    });
    expect(inPart.order_taxes).toEqual(sold.order_taxes);
    expect(centsOf(inPart.value) + centsOf(inPart.refunded_price)).toBe(centsOf(sold.value));
    account.clock.advance(3 * MINUTE_MS);
    expect(await readOrder(account, id)).toMatchObject({ paid_back_value_wt: 10 });
    account.server.account.refundOrder(id);
    expect(await readOrder(account, id)).toMatchObject({
      ...{ status: 'refunded', value: 0, value_wt: 0, refunded_price_wt: 30, date_updated: sold.date_updated },
      order_items: [{ refunded_quantity: 3 }],
    });
    expect(() => account.server.account.refundOrder(id, { 1: 1 })).toThrow(RangeError);
  });

  it('changes its status and gives money back without goods', async () => {
    const account = await runAccount();
    const id = account.server.account.sellOrder();
    const { date_updated } = await readOrder(account, id);
    account.clock.advance(MINUTE_MS);
    account.server.account.setStatus(id, 'on_hold');
    account.server.account.giveMoneyBack(id, { ex: 100_00, wt: 121_00 });
    account.clock.advance(3 * MINUTE_MS);
    expect(await readOrder(account, id)).toMatchObject({
      ...{ status: 'on_hold', date_updated, paid_back_value_wt: 1.21, refunded_price_wt: 0 },
    });
  });

  it('is deleted', async () => {
    const { ask, read, server } = await runAccount();
    const [id = 0] = server.account.idsOf('shipping');
    server.account.deleteOrder(id);
    expect(await ask('ShopModule::getOrder', [id])).toMatchObject({ success: false, class: 'Lookup' });
    expect(await read<number[]>('ShopModule::listOrderIds')).toHaveLength(119);
    expect(server.account.orderCount).toBe(119);
    expect(() => server.account.payOrder(id)).toThrow(RangeError);
  });
});

describe('a product', () => {
  it('changes its price and its stock', async () => {
    const account = await runAccount();
    const productId = pricedProduct(account);
    account.server.account.changePrice(productId, 12_3400);
    account.server.account.changeStock(productId, -2.5);
    const filter = [{ name: 'product_id__=', val: productId }];
    const products = 'ShopModule::naturalSearchShopFlatProductForHooks';
    const { data } = await account.read<WireList<object>>(products, [0, 0, 0, 1, null, filter]);
    expect(data[0]).toMatchObject({
      flat_product: { product: { product_stock: { value: -2.5 } } },
      product_default_price: { ppu_wt: 12.34, product_price_type_id: 1 },
      product_price: { ppu_wt: 12.34 },
    });
  });

  it('is deleted, and orders name it all the same', async () => {
    const account = await runAccount();
    const productId = pricedProduct(account);
    const id = account.server.account.sellOrder({ lines: [{ productId }] });
    const { rowCount } = account.server.account.products;
    account.server.account.deleteProduct(productId);
    expect(account.server.account.products.rowCount).toBeLessThan(rowCount);
    expect((await readOrder(account, id)).order_items?.[0]?.product_id).toBe(productId);
    expect(() => account.server.account.changeStock(productId, 1)).toThrow(RangeError);
  });
});
