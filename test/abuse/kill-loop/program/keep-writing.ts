import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Random } from '../../../../electron/platform/demo/prng.ts';
import type { StoreSchema } from '../../../../electron/store/schema.ts';
import { ACCOUNT } from '../../../support/shop-fixture.ts';
import type { WrittenRecord } from '../written-change.ts';
import type { Acknowledge, acknowledged } from './acknowledge.ts';
import { addProduct, countStock, countStockOfBeta, removeProduct, setPrice } from './catalog-actions.ts';
import { moveOn, sell, takeBack } from './order-actions.ts';

const { alpha, beta } = ACCOUNT;

interface Action {
  readonly account: number;
  readonly act: (transaction: Kysely<StoreSchema>, random: Random) => Promise<readonly WrittenRecord[]>;
}

const ACTIONS: readonly (readonly [Action, weight: number])[] = [
  [{ account: alpha, act: sell }, 6],
  [{ account: alpha, act: takeBack }, 2],
  [{ account: alpha, act: moveOn }, 3],
  [{ account: alpha, act: setPrice }, 3],
  [{ account: alpha, act: countStock }, 4],
  [{ account: alpha, act: addProduct }, 1],
  [{ account: alpha, act: removeProduct }, 1],
  [{ account: beta, act: countStockOfBeta }, 2],
];

const MOST_PAUSE_MS = 8;

/** One transaction after another, each told, until the process is killed. */
export async function keepWriting(
  db: Kysely<StoreSchema>,
  random: Random,
  transact: typeof acknowledged,
  tell: Acknowledge,
): Promise<never> {
  for (;;) {
    const { account, act } = random.weighted(ACTIONS);
    await transact(db, account, (transaction) => act(transaction, random), tell);
    await delay(random.whole(0, MOST_PAUSE_MS));
  }
}
