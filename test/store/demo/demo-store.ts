import {
  type DemoShopsDeps,
  openDemoShops,
} from '../../../electron/platform/embedded/demo/open-demo-shops.ts';
import type { PasswordHasher } from '../../../electron/platform/embedded/password-hasher.ts';
import type { Store } from '../../../electron/store/open-store.ts';
import type { StoreSchema } from '../../../electron/store/schema.ts';
import { createFixedClock } from '../../support/fixed-clock.ts';
import { openFilledStore } from '../../support/open-filled-store.ts';

/** Hashes to the same text every time, so that whole stores can be compared. */
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

/** A store in which the demo shops were opened at this time. */
export function storeOpenedAt(time: string): Promise<Store> {
  return openFilledStore(`demo_${Date.parse(time)}`, (store) => openAt(store, time));
}

export async function openAt(
  store: Store,
  time: string,
  deps: Partial<Pick<DemoShopsDeps, 'hasher' | 'seed'>> = {},
): Promise<void> {
  await openDemoShops({ db: store.db, clock: createFixedClock(time), hasher: plainHasher, ...deps });
}

/** What the rows of two stores do not share, table by table, each row as text. Empty for equal stores. */
export async function differencesBetween(left: Store, right: Store): Promise<string[]> {
  const differences: string[] = [];
  for (const table of TABLES) {
    const [leftRows, rightRows] = [await rowsOf(left, table), await rowsOf(right, table)];
    differences.push(
      ...notIn(rightRows, leftRows, `left ${table}`),
      ...notIn(leftRows, rightRows, `right ${table}`),
    );
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
