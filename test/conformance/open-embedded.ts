import type { Clock } from '../../electron/base/clock.ts';
import { createPasswordHasher } from '../../electron/base/password-hasher.ts';
import { createEmbeddedPlatform } from '../../electron/platform/embedded/embedded-platform.ts';
import { openStore } from '../../electron/store/open-store.ts';
import { CHEAP_COST } from '../support/cheap-cost.ts';
import { createFixedClock } from '../support/fixed-clock.ts';
import { openTestStore } from '../support/open-test-store.ts';
import { USER } from '../support/shop-fixture.ts';
import type { PlatformUnderTest } from './platform-under-test.ts';
import { seedKnownShop } from './seed-known-shop.ts';

const LOST_TABLES = ['users', 'shops', 'products', 'product_prices', 'stock', 'customers', 'orders'] as const;
const LOST_LISTS = ['locations', 'turnover_groups', 'tax_rates', 'payment_providers', 'segments'] as const;

/** The embedded platform on a store in memory, or in a file that others may open too. */
export async function openEmbedded(file?: string): Promise<PlatformUnderTest> {
  const ticking = { clock: createTickingClock() };
  const { db, close } = await (file === undefined ? openTestStore(ticking) : openStore({ ...ticking, file }));
  const clock = createFixedClock('2026-11-01T12:00:00+01:00');
  const hasher = createPasswordHasher({ cost: CHEAP_COST });
  await seedKnownShop(db, hasher);
  return {
    platform: createEmbeddedPlatform({ db, clock, hasher }),
    now: clock.now,

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

/** A minute goes by between two changes, so that not all of them are of one moment. */
function createTickingClock(): Pick<Clock, 'now'> {
  let moment = Date.parse('2026-11-01T06:00:00+01:00');
  return {
    now() {
      moment += 60_000;
      return moment;
    },
  };
}
