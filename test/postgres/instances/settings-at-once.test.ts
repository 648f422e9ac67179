import { expect, it } from 'vitest';
import { createLedgersRepository } from '../../../electron/store/accounts/ledgers-repository.ts';
import { createPreferencesRepository } from '../../../electron/store/accounts/preferences-repository.ts';
import { LEDGER_CODES_MAX } from '../../../shared/contract/ledgers.ts';
import { answersOf, openInstances, reasonsOf } from './open-instances.ts';

it('preferences that several instances change concurrently are all stored', async () => {
  const { dbs, atOnce } = await openInstances(2);
  const owner = { accountId: 1, userId: 2 };
  const repositories = dbs.map((db) => createPreferencesRepository(db, () => undefined));
  for (let shopId = 1; shopId <= 10; shopId += 1) {
    const isTourDone = shopId % 2 === 0;
    const results = await atOnce(2, (_, number) =>
      Promise.resolve(repositories[number]?.change(owner, number === 0 ? { defaultShopId: shopId } : { isTourDone })),
    );
    expect(reasonsOf(results)).toEqual([]);
    expect(await repositories[0]?.read(owner)).toMatchObject({ defaultShopId: shopId, isTourDone });
  }
});

it('ledger accounts that several instances choose concurrently stay within the limit', async () => {
  const { dbs, atOnce } = await openInstances();
  const half = Math.ceil(LEDGER_CODES_MAX / 2) + 1;
  const chosen = (number: number) =>
    Object.fromEntries(Array.from({ length: half }, (_, index) => [`c${number}x${index}`, '1900']));
  const results = await atOnce(3, (db, number) => createLedgersRepository(db).change({ accountId: 1 }, chosen(number)));
  expect(reasonsOf(results)).toEqual([]);
  expect(answersOf(results).filter((ledgers) => ledgers !== null)).toHaveLength(1);
  expect(Object.keys(await createLedgersRepository(dbs[0]).read({ accountId: 1 }))).toHaveLength(half);
});
