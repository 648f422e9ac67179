import type { PasswordHasher } from '../../../electron/base/password-hasher.ts';
import { type DemoShopsDeps, openDemoShops } from '../../../electron/platform/demo/open-demo-shops.ts';
import { HET_KLUWEN, LINDE_EN_LOOF } from '../../../electron/platform/demo/shop-profiles.ts';
import type { Store } from '../../../electron/store/open-store.ts';
import type { StoreSchema } from '../../../electron/store/schema.ts';
import { createFixedClock } from '../../support/fixed-clock.ts';
import { openTestStore } from '../../support/open-test-store.ts';

/** Always returns the same hash for a text, so that whole stores can be compared. */
export const plainHasher: PasswordHasher = {
  hash: async (password) => `plain$${password}`,
  verify: async (password, stored) => stored === `plain$${password}`,
  isOutdated: () => false,
  verifyAgainstNothing: async () => false,
};

const TABLES = [
  'accounts',
  'users',
  'tokens',
  'demo_shops',
  'locations',
  'shops',
  'turnover_groups',
  'tax_rates',
  'payment_providers',
  'products',
  'product_prices',
  'stock',
  'customers',
  'segments',
  'customer_segments',
  'orders',
  'order_items',
  'order_payments',
] as const satisfies (keyof StoreSchema)[];

type DemoOptions = Partial<Pick<DemoShopsDeps, 'hasher' | 'seed' | 'profiles'>>;

/**
 * Shops for facts about thirteen months that do not depend on the number of orders: they have a seventh of those of the
 * demo.
 */
export const SHOPS = {
  profiles: [{ ...LINDE_EN_LOOF, ordersPerDay: 5 }, HET_KLUWEN] as const,
} satisfies DemoOptions;

/** Opens a store with these shops at this time. Default: the demo shops. */
export function storeOpenedAt(time: string, shops?: typeof SHOPS): Promise<Store> {
  const name = `${shops ? 'shops' : 'demo'}_${Date.parse(time)}`;
  return openTestStore({ contents: { name, fill: (store) => openAt(store, time, shops) } });
}

export async function openAt(store: Store, time: string, options: DemoOptions = {}): Promise<void> {
  const clock = createFixedClock(time);
  await openDemoShops({ db: store.db, clock, hasher: plainHasher, ...options });
}

/** The rows that differ between two stores, by table, each row as text. Empty if the stores are equal. */
export async function differencesBetween(left: Store, right: Store): Promise<string[]> {
  const differences: string[] = [];
  for (const table of TABLES) {
    const [leftRows, rightRows] = [await rowsOf(left, table), await rowsOf(right, table)];
    differences.push(...notIn(rightRows, leftRows, `left ${table}`), ...notIn(leftRows, rightRows, `right ${table}`));
  }
  return differences;
}

async function rowsOf(store: Store, table: (typeof TABLES)[number]): Promise<ReadonlySet<string>> {
  const rows = await store.db.selectFrom(table).selectAll().execute();
  return new Set(rows.map((row) => JSON.stringify(row)));
}

function notIn(known: ReadonlySet<string>, rows: ReadonlySet<string>, side: string): string[] {
  return [...rows].filter((row) => !known.has(row)).map((row) => `${side} ${row}`);
}
