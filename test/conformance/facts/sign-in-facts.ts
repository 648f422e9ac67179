import { expect } from 'vitest';
import type { UserReference } from '../../../electron/base/caller.ts';
import { PlatformError } from '../../../electron/platform/platform-error.ts';
import type { Credentials } from '../../../shared/contract/auth.ts';
import { CALLER, CREDENTIALS, LOCATION } from '../../support/shop-fixture.ts';
import { type Area, CALLING_USERS, fact, factOfEach, spoilingFact, type Visit } from '../fact.ts';
import { OCTOBER, UNKNOWN_IDS, UTRECHT } from '../known-shop.ts';

const { owner, beta, gone } = CREDENTIALS;
const WRONG: ReadonlyArray<readonly [why: string, credentials: Credentials]> = [
  ['a wrong password', { ...owner, password: 'wrong' }],
  ['an unknown e-mail address', { ...owner, email: 'nobody@alpha.example' }],
  ['an unknown account', { ...owner, account: 'gamma' }],
  ['the e-mail address of another account', { ...owner, account: beta.account }],
  ['a user who is switched off', gone],
  ['a password in other letters', { ...owner, password: owner.password.toUpperCase() }],
  ['a password with more behind it', { ...owner, password: `${owner.password} ` }],
  ['a password that is cut off', { ...owner, password: owner.password.slice(0, -1) }],
  ['a very long password', { ...owner, password: 'x'.repeat(1024) }],
  ['text that could be an operator', { account: '%', email: "' or 1=1 --", password: '\u0000' }],
];

const PAGE = { ...OCTOBER, start: 0, limit: 250 };

export const SIGN_IN: Area = {
  area: 'signing in',
  facts: [
    ...factOfEach(
      CALLING_USERS,
      (user) => `returns who the ${user} is and what they may see`,
      async ({ callers }, user) => {
        const { account, name, email, roles, lockedLocation } = CALLER[user];
        expect(callers[user]).toMatchObject({ account, name, email, roles, lockedLocation });
      },
    ),
    fact('distinguishes a demo shop from others if it can', async ({ callers, tellsDemo }) => {
      expect([callers.owner.isDemo ?? false, callers.beta.isDemo ?? false]).toEqual([false, tellsDemo]);
    }),
    ...factOfEach(
      WRONG,
      ([why]) => `is refused with ${why}, with the same message`,
      async ({ platform }, [, credentials]) => {
        // Resets the count of failures, since a platform allows only some.
        await platform.signIn(owner);
        const refusal = await platform.signIn(credentials).catch((error: unknown) => error);
        const model = await platform.signIn({ ...owner, password: '-' }).catch((error: unknown) => error);
        expect(refusal).toBeInstanceOf(PlatformError);
        expect(refusal).toMatchObject({ code: 'credentials_refused', message: messageOf(model) });
      },
    ),
    ...factOfEach(
      CALLING_USERS,
      (user) => `can be looked up again for the ${user}`,
      async ({ platform, callers }, user) => {
        expect(await platform.identify(referenceOf(callers[user]))).toEqual(callers[user]);
      },
    ),
    fact('finds nobody for an unknown user, and for one in another account', async ({ platform, callers }) => {
      const owner = referenceOf(callers.owner);
      const { accountId, userId } = owner;
      for (const id of UNKNOWN_IDS.filter((unknown) => unknown !== accountId && unknown !== userId)) {
        expect(await identifyIfTaken(platform, { ...owner, userId: id })).toBeNull();
        expect(await identifyIfTaken(platform, { ...owner, accountId: id })).toBeNull();
      }
      if (callers.beta.accountId === accountId) return;
      expect(await identifyIfTaken(platform, { ...owner, accountId: callers.beta.accountId })).toBeNull();
    }),
    spoilingFact(
      'ends immediately for a deactivated user, and is possible again afterwards',
      async ({ platform, callers, changeRights }) => {
        await changeRights('owner', { isActive: false });
        expect(await identifyIfTaken(platform, referenceOf(callers.owner))).toBeNull();
        await expect(platform.signIn(owner)).rejects.toMatchObject({ code: 'credentials_refused' });
        expect(await platform.identify(referenceOf(callers.accountant))).toEqual(callers.accountant);
        await changeRights('owner', { isActive: true });
        expect(await platform.identify(referenceOf(callers.owner))).toEqual(callers.owner);
      },
    ),
    spoilingFact('returns the current roles and locked location', async (visit) => {
      const { platform, callers, changeRights } = visit;
      const reference = referenceOf(callers.accountant);
      await changeRights('accountant', { roles: ['staff'], lockedLocation: LOCATION.utrecht });
      const locked = await platform.identify(reference);
      const lockedLocation = { id: LOCATION.utrecht, title: 'Utrecht' };
      expect(locked).toEqual({ ...callers.accountant, roles: ['staff'], lockedLocation });
      expect(await shopsSeenBy(visit, locked)).toEqual(new Set(UTRECHT.shops));
      await changeRights('accountant', { roles: ['accountant'], lockedLocation: null });
      expect(await platform.identify(reference)).toEqual(callers.accountant);
    }),
  ],
};

/** What the service stores of a signed-in user. */
function referenceOf({ accountId, userId, upstreamCredential }: UserReference): UserReference {
  return { accountId, userId, ...(upstreamCredential !== undefined && { upstreamCredential }) };
}

/** Also `null` for a grant that the platform no longer accepts, which it reports as an error. */
async function identifyIfTaken(platform: Visit['platform'], user: UserReference) {
  try {
    return await platform.identify(user);
  } catch (error) {
    expect(error).toMatchObject({ code: 'session_ended' });
    return null;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'no error';
}

async function shopsSeenBy({ platform }: Visit, caller: Awaited<ReturnType<Visit['platform']['identify']>>) {
  if (!caller) return new Set();
  const { rows } = await platform.listOrders(caller, PAGE);
  return new Set(rows.map(({ shop_id }) => shop_id));
}
