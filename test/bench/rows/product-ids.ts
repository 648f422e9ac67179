import type { Ground } from '../ground/ground.ts';

/** Ids of products, so many, evenly spread over the catalog. */
export function spreadIds({ database, shop }: Ground, count: number): number[] {
  const ids = database
    .prepare('select id from products where account_id = cast(? as integer) order by id')
    .all(shop.accountId)
    .map(({ id }) => Number(id));
  const step = Math.max(1, Math.floor(ids.length / count));
  return ids.filter((_, at) => at % step === 0).slice(0, count);
}
