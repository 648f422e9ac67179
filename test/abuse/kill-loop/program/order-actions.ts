import type { Kysely } from 'kysely';
import type { Random } from '../../../../electron/platform/demo/prng.ts';
import { changeOrder, insertOrders, type NewOrder } from '../../../../electron/store/orders/order-writer.ts';
import type { OrdersTable, StoreSchema } from '../../../../electron/store/schema.ts';
import { ACCOUNT, LOCATION, ORDER } from '../../../support/shop-fixture.ts';
import { fixtureOrders } from '../../../support/shop-fixture-orders.ts';
import type { WrittenRecord } from '../written-change.ts';

type Db = Kysely<StoreSchema>;
type Changes = Partial<NewOrder['order']>;

/** Sales of one book, in Utrecht and in Amsterdam, and two in the webshop that go on. */
const SALES = [ORDER.summerHalfPastTwo, ORDER.beforeSpringChange, ORDER.webshopToBelgium, ORDER.onHold];
const MODELS = new Map(fixtureOrders().map((model) => [model.order.id, model]));
const NEXT_STATUS = { processing: 'complete', on_hold: 'cancelled' } as const;
const RECENT = 20;

export async function sell(db: Db, random: Random): Promise<WrittenRecord[]> {
  const sale = copyOf(random.pick(SALES), await nextId(db), {});
  await insertOrders(db, [sale]);
  return [wrote(sale.order)];
}

/** All of a sale comes back; now and then it is refunded at once. The sale changes with it: it shows what followed. */
export async function takeBack(db: Db, random: Random): Promise<WrittenRecord[]> {
  const sale = await findSale(db, random);
  if (sale === undefined) return sell(db, random);
  const follows = { follows_order_id: sale.id };
  const model = sale.shop_id === MODELS.get(ORDER.fullReturn)?.order.shop_id ? ORDER.fullReturn : ORDER.partialReturn;
  const back = copyOf(model, await nextId(db), follows);
  await insertOrders(db, [back]);
  if (random.chance(0.5)) await change(db, sale.id, 'refunded');
  return [wrote(back.order), wrote(sale)];
}

export async function moveOn(db: Db, random: Random): Promise<WrittenRecord[]> {
  const status = random.pick(['processing', 'on_hold'] as const);
  const waiting = await copies(db).select(['id', 'location_id']).where('status', '=', status).limit(RECENT).execute();
  if (waiting.length === 0) return sell(db, random);
  const order = random.pick(waiting);
  await change(db, order.id, NEXT_STATUS[status]);
  return [wrote(order)];
}

async function findSale(db: Db, random: Random) {
  const sales = await copies(db)
    .select(['id', 'shop_id', 'location_id'])
    .where('status', '=', 'complete')
    .where('follows_order_id', 'is', null)
    .where('location_id', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('orders as later').whereRef('later.follows_order_id', '=', 'orders.id').select('later.id')),
      ),
    )
    .limit(RECENT)
    .execute();
  return sales.length === 0 ? undefined : random.pick(sales);
}

/** What was sold here, the latest first. */
function copies(db: Db) {
  return db
    .selectFrom('orders')
    .where('account_id', '=', ACCOUNT.alpha)
    .where('id', '>=', FIRST_ID)
    .orderBy('id', 'desc');
}

function wrote({ id, location_id }: Pick<OrdersTable, 'id' | 'location_id'>): WrittenRecord {
  const isSeenInUtrecht = location_id === LOCATION.utrecht;
  return { account: ACCOUNT.alpha, feed: 'orders', id, isSeenInUtrecht };
}

function change(db: Db, id: number, status: OrdersTable['status']): Promise<void> {
  return changeOrder(db, { account_id: ACCOUNT.alpha, id, status, date_updated: Date.now() });
}

const FIRST_ID = 10_000;

async function nextId(db: Db): Promise<number> {
  const last = await db
    .selectFrom('orders')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst();
  return Math.max(FIRST_ID, (last?.id ?? 0) + 1);
}

function copyOf(id: number, newId: number, changes: Changes): NewOrder {
  const model = MODELS.get(id);
  if (!model) throw new Error(`the fixture has no order ${id}`);
  const now = Date.now();
  const own = { id: newId, order_number: `A-${newId}`, date_purchased: now, date_updated: now };
  return {
    order: { ...model.order, ...own, ...changes },
    items: model.items.map((item, index) => ({ ...item, id: newId * 10 + index })),
    payments: model.payments.map((paid, index) => ({ ...paid, id: newId * 10 + index, date_paid: now })),
  };
}
