import { SALE_PRICE_TYPE } from '../../../../shared/contract/product-prices.ts';
import { QUANTITY_SCALE } from '../../../../shared/money.ts';
import { changePrices, changeStock } from '../../../store/catalog/catalog-writer.ts';
import {
  type FollowableOrder,
  readFollowableOrders,
  readOrderLines,
  readStockAt,
  readWaitingOrder,
} from '../../../store/demo/live-shop-queries.ts';
import { changeOrder } from '../../../store/orders/order-writer.ts';
import type { ProductPricesTable, ShopsTable } from '../../../store/schema.ts';
import type { DemoModel } from '../model.ts';
import {
  canReturnWhole,
  filterGoods,
  isProduct,
  RETURN_TO_TILL_SHARE,
  WHOLE_RETURN_SHARE,
} from '../orders/follow-ups.ts';
import { planTillOrder, planWebshopOrder } from '../orders/order-kinds.ts';
import { createDirectSale, payBackAsPaid, payBy } from '../orders/payments.ts';
import { createPlainLine, createReturnLine, sumDue } from '../orders/planned-order.ts';
import { type Price, scalePrice } from '../prices.ts';
import type { Random } from '../prng.ts';
import { createPurchase, type LiveContext, MAX_FOLLOW_UP_DAYS, readLiveOrderRange, writeOrder } from './live-orders.ts';

/** Creates one order of any kind. Its planned follow-ups are ignored: the live till draws its own later. */
export async function sell(context: LiveContext): Promise<boolean> {
  const { model, random } = context;
  const shop = random.pickWeighted(model.weightedShops);
  const plan = shop.type === 'webshop' ? planWebshopOrder : planTillOrder;
  await writeOrder(context, plan(random, model, createPurchase(context, shop, null)));
  return true;
}

/** Sends the oldest waiting webshop order, or cancels it if it is unpaid. */
export async function sendParcel({ db, model, now }: LiveContext): Promise<boolean> {
  const { ids } = model.profile;
  const waiting = await readWaitingOrder(db, ids.account, await readLiveOrderRange(db, ids), now);
  if (!waiting) return false;
  const isUnpaid = waiting.payment_term === 'direct' && waiting.is_paid === 0;
  const status = isUnpaid ? 'cancelled' : 'complete';
  await changeOrder(db, { account_id: ids.account, id: waiting.id, status, date_updated: now });
  return true;
}

const MS_PER_DAY = 24 * 60 * 60 * 1_000;

/** A customer returns one or all lines of an earlier sale. If all, the sale is refunded. */
export async function takeBack(context: LiveContext): Promise<boolean> {
  const { db, model, random, now } = context;
  const found = await findReturnable(context);
  if (!found) return false;
  const { sale, lines } = found;
  const all = lines.items.filter(isProduct);
  const returned = random.chance(WHOLE_RETURN_SHARE) ? all : [random.pick(filterGoods(lines))];
  const items = returned.map(createReturnLine);
  const purchase = createPurchase(context, chooseReturnShop(context, sale), sale.customer_id);
  const settlement = payBackAsPaid(model, sumDue(items), lines.payments);
  await writeOrder(context, createDirectSale(purchase, items, settlement), sale.id);
  if (returned.length === all.length && canReturnWhole(lines)) {
    const { account } = model.profile.ids;
    await changeOrder(db, { account_id: account, id: sale.id, status: 'refunded', date_updated: now });
  }
  return true;
}

/** Recent sales are more likely. */
async function findReturnable({ db, model, random, now, isClosed }: LiveContext) {
  const { account } = model.profile.ids;
  const before = now - Math.floor(random.drawFraction() ** 2 * MAX_FOLLOW_UP_DAYS * MS_PER_DAY);
  const from = now - MAX_FOLLOW_UP_DAYS * MS_PER_DAY;
  const sales = await readFollowableOrders(db, account, { term: 'direct', from, before });
  for (const sale of sales.filter(({ id }) => isClosed(id))) {
    const lines = await readOrderLines(db, account, sale.id);
    if (filterGoods(lines).length > 0) return { sale, lines };
  }
  return null;
}

/** Chooses the shop of the sale. Webshop parcels are sometimes returned to a till. */
function chooseReturnShop({ model, random }: LiveContext, sale: FollowableOrder): ShopsTable {
  const shop = model.shops.find(({ id }) => id === sale.shop_id);
  if (!shop) throw new RangeError(`order ${sale.id} has no shop`);
  const tills = model.shops.filter(({ type }) => type === 'pos');
  return shop.type === 'webshop' && random.chance(RETURN_TO_TILL_SHARE) ? random.pick(tills) : shop;
}

/** A company pays one of the unpaid invoices. */
export async function collectInvoice(context: LiveContext): Promise<boolean> {
  const { db, model, random, now, isClosed } = context;
  const from = now - MAX_FOLLOW_UP_DAYS * MS_PER_DAY;
  const { account } = model.profile.ids;
  const open = await readFollowableOrders(db, account, { term: 'invoice', from, before: now });
  const unpaid = open.filter(({ id }) => isClosed(id));
  if (unpaid.length === 0) return false;
  const invoice = random.pick(unpaid);
  const shop = model.shops.find(({ id }) => id === invoice.shop_id);
  if (!shop) return false;
  const method = shop.type === 'pos' ? random.pick(['pin', 'bank_transfer'] as const) : 'bank_transfer';
  const line = createPlainLine('invoice_payment', 'Betaling factuur', invoice.value_wt);
  const purchase = createPurchase(context, shop, invoice.customer_id);
  await writeOrder(context, createDirectSale(purchase, [line], payBy(model, method, invoice.value_wt)), invoice.id);
  return true;
}

const REGULAR = 100;

const PERCENTAGES = [75, 80, 85, 90, 95, REGULAR, REGULAR, REGULAR, 105, 110];

/** Sets the sale prices of a product to a percentage of the regular ones, or back to these. */
export async function reprice({ db, model, random }: LiveContext): Promise<boolean> {
  const product = random.pick(model.catalog.sellable);
  const regular = model.catalog.prices.filter(
    (price) => price.product_id === product.row.id && price.product_price_type_id === SALE_PRICE_TYPE,
  );
  const [first] = regular;
  const present = product.saleRows[0]?.ppu_wt;
  const others = PERCENTAGES.filter((percent) => first && getPriceAt(model, first, percent).ppu_wt !== present);
  if (others.length === 0) return false;
  const percent = random.pick(others);
  const changes = regular.map((price) => ({ id: price.id, ...getPriceAt(model, price, percent) }));
  await changePrices(db, model.profile.ids.account, changes);
  return true;
}

/**
 * Returns both sides of a changed price, in whole cents with VAT. 100 % returns the original price, even if its sides
 * do not match.
 */
function getPriceAt(model: DemoModel, { ppu, ppu_wt, tax_rate_id }: ProductPricesTable, percent: number): Price {
  if (percent === REGULAR) return { ppu, ppu_wt };
  return scalePrice({ ppu, ppu_wt }, getRate(model, tax_rate_id), percent);
}

function getRate({ rates }: DemoModel, id: number): number {
  const rate = rates.find((known) => known.id === id);
  if (!rate) throw new RangeError(`no VAT rate ${id}`);
  return rate.value_hundredths;
}

const MIN_SHELF_QUANTITY = 4 * QUANTITY_SCALE;

/** A stock count at a location: a small difference, or a delivery. */
export async function countStock({ db, model, random }: LiveContext): Promise<boolean> {
  const place = random.pick(model.catalog.stock);
  const booked = await readStockAt(db, place);
  if (booked === undefined) return false;
  await changeStock(db, place, drawCountedQuantity(random, booked));
  return true;
}

/** Never returns the booked quantity. */
function drawCountedQuantity(random: Random, booked: number): number {
  if (booked < MIN_SHELF_QUANTITY) return random.drawInteger(10, 60) * QUANTITY_SCALE;
  const difference = random.pick([-3, -2, -1, -1, -1, 1, 2]);
  return booked + difference * QUANTITY_SCALE;
}
