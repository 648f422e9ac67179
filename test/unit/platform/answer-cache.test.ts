import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../electron/base/caller.ts';
import { withAnswerCache } from '../../../electron/platform/answer-cache.ts';
import type { Platform } from '../../../electron/platform/platform.ts';
import { wrapPlatform } from '../../../electron/platform/platform-calls.ts';
import { openFixturePlatform } from '../../support/fixture-platform.ts';
import { CALLER, GROUP, LOCATION, PRODUCT, RATE } from '../../support/shop-fixture.ts';
import { perTest } from '../../support/test-scope.ts';

const fixture = perTest(() => openFixturePlatform());

const PAGE = { start: 0, limit: 50 };

const IDS = [PRODUCT.cafe, PRODUCT.apple];

/** Every call that is cached, with the queries that read most. */
const CALLS: readonly ((platform: Platform, caller: Caller) => Promise<unknown>)[] = [
  (platform, caller) => platform.searchProducts(caller, PAGE),
  (platform, caller) => platform.searchProducts(caller, { ...PAGE, q: 'caf' }),
  (platform, caller) => platform.searchProducts(caller, { ...PAGE, sort: '-title' }),
  (platform, caller) => platform.searchProducts(caller, { ...PAGE, sort: 'product_group' }),
  (platform, caller) => platform.searchProducts(caller, { ...PAGE, sort: 'tax_rate' }),
  (platform, caller) => platform.listProductPrices(caller, { ...PAGE, product_ids: IDS }),
  (platform, caller) => platform.listStock(caller, PAGE),
  (platform, caller) => platform.findProduct(caller, PRODUCT.cafe),
];

const CALLERS = [CALLER.owner, CALLER.staff, CALLER.beta];

/** All answers, with their rows read. */
async function answersOf(platform: Platform): Promise<string> {
  const answers = CALLERS.flatMap((caller) => CALLS.map((call) => call(platform, caller)));
  return JSON.stringify(await Promise.all(answers));
}

describe('the cache of answers', () => {
  it.each([
    ['a title', sql`update products set title = 'Koffie anders', folded_title = 'koffie anders'`],
    ['an article number', sql`update products set sku = sku || '-99', folded_sku = folded_sku || '-99'`],
    ['a turnover group', sql`update products set product_group_id = ${GROUP.beta}`],
    [
      'the title of a turnover group',
      sql`update turnover_groups set title = 'zz' || title, folded_title = 'zz' || folded_title where id % 2 = 0`,
    ],
    ['a percentage', sql`update tax_rates set value_hundredths = 3000 - value_hundredths`],
    ['an id in the web shop', sql`update products set shop_product_id = shop_product_id + 1`],
    ['a price', sql`update product_prices set ppu = ppu + 1`],
    ['a price with VAT', sql`update product_prices set ppu_wt = ppu_wt + 1`],
    ['the rate of a price', sql`update product_prices set tax_rate_id = ${RATE.beta}`],
    ['the type of a price', sql`update product_prices set product_price_type_id = product_price_type_id + 1`],
    ['a threshold', sql`update product_prices set from_qty = coalesce(from_qty, 0) + 1`],
    ['a price that is gone', sql`delete from product_prices`],
    ['stock', sql`update stock set quantity = quantity + 1000`],
    ['stock at one location', sql`update stock set quantity = 7 where location_id = ${LOCATION.utrecht}`],
  ])('answers %s as it is after a write', async (_, write) => {
    const cached = withAnswerCache(fixture.platform, fixture.clock);
    for (const _ of [1, 2, 3]) await answersOf(cached);
    const before = await answersOf(fixture.platform);
    await write.execute(fixture.store.db);
    const fresh = await answersOf(fixture.platform);
    expect(fresh).not.toBe(before);
    for (const _ of [1, 2, 3]) expect(await answersOf(cached)).toBe(fresh);
  });

  it('uses no answer again that was read while somebody wrote', async () => {
    const { db } = fixture.store;
    const platform = wrapPlatform(fixture.platform, async (ask, { name }) => {
      const answer = await ask();
      if (name === 'listStock') await sql`update stock set quantity = quantity + 1000`.execute(db);
      return answer;
    });
    const cached = withAnswerCache(platform, fixture.clock);
    for (const _ of [1, 2, 3, 4]) {
      const fresh = await fixture.platform.listStock(CALLER.owner, PAGE);
      expect((await cached.listStock(CALLER.owner, PAGE)).rows).toEqual(fresh.rows);
    }
  });
});
