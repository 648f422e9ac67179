import type { Kysely } from 'kysely';
import type { Clock } from '../../electron/base/clock.ts';
import { createEmbeddedPlatform } from '../../electron/platform/embedded/embedded-platform.ts';
import { createDemoShopsRepository } from '../../electron/store/demo/demo-shops-repository.ts';
import { insertRows } from '../../electron/store/insert-rows.ts';
import { openStore } from '../../electron/store/open-store.ts';
import { insertOrders, type NewOrder } from '../../electron/store/orders/order-writer.ts';
import type { StoreSchema } from '../../electron/store/schema.ts';
import { foldText } from '../../shared/fold-text.ts';
import { cheapHasher } from '../support/cheap-cost.ts';
import { createFixedClock } from '../support/fixed-clock.ts';
import { openTestStore } from '../support/open-test-store.ts';
import {
  ACCOUNT,
  GROUP,
  LOCATION,
  ORDER,
  PRODUCT,
  RATE,
  SHOP,
  seedFixtureShop,
  USER,
} from '../support/shop-fixture.ts';
import { createFixtureOrders } from '../support/shop-fixture-orders.ts';
import type { PlatformUnderTest } from './fact.ts';
import { DISCOUNTS_OF_ALPHA, DISCOUNTS_OF_BETA } from './known-shop.ts';

const MODELS = [ORDER.fullDiscount, ORDER.discountInCash, ORDER.negativeDiscount, ORDER.cancelledWithDiscount] as const;

const PLACES = [
  { shop_id: SHOP.utrecht1, location_id: LOCATION.utrecht },
  { shop_id: SHOP.amsterdam, location_id: LOCATION.amsterdam },
  { shop_id: SHOP.webshop, location_id: null },
] as const;

const BUYER = { whoCancelled: 491, whoNeverCame: 492, ofBeta: 493 } as const;

const SEGMENT = { empty: 691, regulars: 692, ofBeta: 693 } as const;

const BETA = {
  customer_id: BUYER.ofBeta,
  account_id: ACCOUNT.beta,
  shop_id: SHOP.beta,
  location_id: LOCATION.beta,
} as const;

const BETA_ITEM = { product_id: PRODUCT.beta, product_group_id: GROUP.beta, tax_rate_id: RATE.beta } as const;

const FIRST_ID = { alpha: 20_000, beta: 30_000 } as const;

const FIRST_MOMENT = Date.parse('2025-01-10T12:00:00+01:00');

/** Bought at the same time, so that a batch ends in the middle of them. */
const ORDERS_A_MOMENT = 7;

/** Puts the known shop into an empty store; see known-shop.ts. */
export async function seedKnownShop(db: Kysely<StoreSchema>): Promise<void> {
  await seedFixtureShop(db);
  await seedCustomers(db);
  const models = new Map(createFixtureOrders().map((model) => [model.order.id, model]));
  await insertOrders(db, [...discountsOfAlpha(models), ...discountsOfBeta(models)]);
}

async function seedCustomers(db: Kysely<StoreSchema>): Promise<void> {
  const { alpha, beta } = ACCOUNT;
  await insertRows(db, 'customers', [
    customer(alpha, BUYER.whoCancelled, 'Ilse Tóch-Niet'),
    customer(alpha, BUYER.whoNeverCame, 'Ad Nooit'),
    customer(beta, BUYER.ofBeta, 'Ilse van Beta'),
  ]);
  await insertRows(db, 'segments', [
    { id: SEGMENT.empty, account_id: alpha, title: 'Leeg' },
    { id: SEGMENT.regulars, account_id: alpha, title: 'Stamgasten' },
    { id: SEGMENT.ofBeta, account_id: beta, title: 'Stamgasten van beta' },
  ]);
  await insertRows(db, 'customer_segments', [
    { account_id: alpha, customer_id: BUYER.whoNeverCame, segment_id: SEGMENT.regulars },
    { account_id: alpha, customer_id: BUYER.whoCancelled, segment_id: SEGMENT.regulars },
    { account_id: beta, customer_id: BUYER.ofBeta, segment_id: SEGMENT.ofBeta },
  ]);
}

function customer(account_id: number, id: number, name: string) {
  const contact = { email: `${id}@post.example`, phone: '030 7654321', city: 'Zeist', country_iso2: 'NL' };
  return { id, account_id, name, folded_name: foldText(name), ...contact, date_created: FIRST_MOMENT };
}

type Models = ReadonlyMap<number, NewOrder>;

function discountsOfAlpha(models: Models): NewOrder[] {
  return Array.from({ length: DISCOUNTS_OF_ALPHA }, (_, index) => {
    const place = PLACES[index % PLACES.length];
    const modelId = MODELS[index % MODELS.length] ?? ORDER.fullDiscount;
    return copyAt(FIRST_ID.alpha, index, models.get(modelId), place);
  });
}

function discountsOfBeta(models: Models): NewOrder[] {
  return Array.from({ length: DISCOUNTS_OF_BETA }, (_, index) => {
    const order = copyAt(FIRST_ID.beta, index, models.get(ORDER.fullDiscount), BETA);
    return { ...order, items: order.items.map((item) => ({ ...item, ...BETA_ITEM })) };
  });
}

/** Has no order that counts, but is still a customer of a location. */
function buyerOf(modelId: number): number | null {
  return modelId === ORDER.cancelledWithDiscount ? BUYER.whoCancelled : null;
}

function copyAt(
  firstId: number,
  index: number,
  model: NewOrder | undefined,
  place: Partial<NewOrder['order']> | undefined,
): NewOrder {
  if (!model) throw new Error('the fixture lacks an order to copy');
  const id = firstId + index;
  const date_purchased = FIRST_MOMENT + Math.floor(index / ORDERS_A_MOMENT) * 1_000;
  const moment = { date_purchased, date_updated: date_purchased };
  // Lines of later orders have lower ids, so that no list gets its order from ids of lines alone.
  const firstLine = (100_000 - id) * 10;
  return {
    order: {
      ...model.order,
      customer_id: buyerOf(model.order.id),
      ...place,
      ...moment,
      id,
      order_number: `D-${id}`,
    },
    items: model.items.map((item, line) => ({ ...item, id: firstLine + line })),
    payments: model.payments.map((paid, line) => ({ ...paid, id: firstLine + line, date_paid: date_purchased })),
  };
}

const LOST_TABLES = ['users', 'shops', 'products', 'product_prices', 'stock', 'customers', 'orders'] as const;

const LOST_LISTS = ['locations', 'turnover_groups', 'tax_rates', 'payment_providers', 'segments'] as const;

/** The embedded platform on a store in memory, or in a file that others can open too. */
export async function openEmbedded(file?: string): Promise<PlatformUnderTest> {
  const ticking = { clock: createTickingClock() };
  const { db, close } = await (file === undefined ? openTestStore(ticking) : openStore({ ...ticking, file }));
  const clock = createFixedClock('2026-11-01T12:00:00+01:00');
  await seedKnownShop(db);
  const generated = { seed: 1, topped_up_until: 0, plan_version: 1, is_fixed: 1 } as const;
  await createDemoShopsRepository(db).save({ account_id: ACCOUNT.beta, ...generated });
  return {
    platform: createEmbeddedPlatform({ db, clock, hasher: cheapHasher }),
    now: clock.now,
    tellsDemo: true,

    async changeRights(user, { isActive, roles, lockedLocation }) {
      const change = {
        ...(isActive !== undefined && { is_active: isActive ? (1 as const) : (0 as const) }),
        ...(roles && { roles: roles.join(',') }),
        ...(lockedLocation !== undefined && { locked_location_id: lockedLocation }),
      };
      await db.updateTable('users').set(change).where('id', '=', USER[user]).execute();
    },

    async breakDown() {
      for (const table of [...LOST_TABLES, ...LOST_LISTS]) {
        await db.schema.alterTable(table).renameTo(`lost_${table}`).execute();
      }
    },

    close,
  };
}

/** A minute passes between two changes, so that not all have the same time. */
function createTickingClock(): Pick<Clock, 'now'> {
  let moment = Date.parse('2026-11-01T06:00:00+01:00');
  return {
    now() {
      moment += 60_000;
      return moment;
    },
  };
}
