import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../electron/base/caller.ts';
import { LOCATION, ORDER } from '../support/shop-fixture.ts';
import { CLOSED_ENDPOINTS, targetOf } from './support/authorisation/endpoint-targets.ts';
import { type GuardedShop, openGuardedShop } from './support/authorisation/guarded-shop.ts';
import { walkEndpoints } from './support/authorisation/matrix-walk.ts';
import { makeStrangers, type Stranger } from './support/authorisation/strangers.ts';

const NAMES = [
  'without a token',
  'with a token that never was',
  'with a key that never was',
  'with a token that has run out',
  'with a key that has run out',
  'with a key that was taken back',
  'with a mistyped key',
  'with the key of a user who is switched off',
];
/** Of an order, of a location, of nothing. */
const IDS = [ORDER.saleWithTip, LOCATION.utrecht, 999_999];

let shop: GuardedShop;
let strangers: Stranger[];
beforeAll(async () => {
  shop = await openGuardedShop();
  strangers = await makeStrangers(shop);
});
afterAll(() => shop.stop());

/** The different answers that a stranger gets, with the number of the request taken off. */
async function answersTo({ service }: GuardedShop, { secret: token }: Stranger): Promise<Set<string>> {
  const answers = new Set<string>();
  for (const endpoint of CLOSED_ENDPOINTS) {
    for (const id of IDS) {
      const target = targetOf(endpoint, { productIds: [1], id });
      const { status, headers, text } = await service.send(endpoint.method, target, { token });
      answers.add(`${status} ${text.replaceAll(String(headers['x-request-id']), '')}`);
    }
  }
  return answers;
}

describe('somebody who is not let in', () => {
  it.each(NAMES)('%s gets one and the same 401 at every endpoint', async (name) => {
    const answers = await answersTo(shop, strangers.find((stranger) => stranger.name === name) as Stranger);
    expect(answers.size).toBe(1);
    expect([...answers][0]).toMatch(/^401 .*"hint"/);
  });

  it('gets the same answer in every case', async () => {
    const all = await Promise.all(strangers.map((stranger) => answersTo(shop, stranger)));
    expect(strangers.map(({ name }) => name)).toEqual(NAMES);
    expect(new Set(all.flatMap((answers) => [...answers])).size).toBe(1);
  });
});

describe('a platform that remembers rights', () => {
  it('is found out by a user who has been switched off', async () => {
    const known = new Map<number, Caller | null>();
    const forgetful = await openGuardedShop((platform) => ({
      async identify(user) {
        const caller = known.get(user.userId) ?? (await platform.identify(user));
        known.set(user.userId, caller);
        return caller;
      },
    }));
    const gone = (await makeStrangers(forgetful)).at(-1);
    const answers = await answersTo(forgetful, gone as Stranger);
    await forgetful.stop();
    expect([...answers].some((answer) => answer.startsWith('200'))).toBe(true);
  });
});

describe('somebody whose rights change', () => {
  it('sees only their location from the next request on, with tokens and keys of before', async () => {
    const own = await openGuardedShop();
    const owners = own.askers.filter(({ name }) => name === 'owner of alpha');
    await own.store.db
      .updateTable('users')
      .set({ locked_location_id: LOCATION.utrecht })
      .where(
        'id',
        'in',
        owners.map(({ user }) => user),
      )
      .execute();
    const { breaches, tried } = await walkEndpoints(
      own,
      owners.map((asker) => ({ ...asker, lock: LOCATION.utrecht })),
    );
    await own.stop();
    expect(tried).toBeGreaterThan(30);
    expect(breaches).toEqual([]);
  });
});
