import { createUsersRepository } from '../../../../electron/store/accounts/accounts-repository.ts';
import { createApiKeysRepository } from '../../../../electron/store/accounts/api-keys-repository.ts';
import { createExportsRepository } from '../../../../electron/store/accounts/exports-repository.ts';
import { createLedgersRepository } from '../../../../electron/store/accounts/ledgers-repository.ts';
import { createPreferencesRepository } from '../../../../electron/store/accounts/preferences-repository.ts';
import { createTokensRepository } from '../../../../electron/store/accounts/tokens-repository.ts';
import { createIdempotencyRepository } from '../../../../electron/store/webhooks/webhooks-repository.ts';
import type { ExportManifest } from '../../../../shared/contract/exports.ts';
import { ACCOUNT, SHOP } from '../../../support/shop-fixture.ts';
import type { Findings } from './authorisation-matrix.ts';
import type { GuardedShop, SignedInAsker } from './guarded-shop.ts';

/** Of a user of alpha and of their namesake in beta: only the account distinguishes them. */
const SAME_ID = 4_711;

interface Look {
  readonly what: string;
  /** Lets the namesake of beta have something. */
  readonly give?: () => Promise<unknown>;
  /** What the user of alpha sees of it: nothing. */
  readonly see: () => Promise<readonly unknown[]>;
}

const MANIFEST: ExportManifest = {
  request: { dataset: 'price-list', filters: {}, format: 'csv', profile: 'excel', language: 'nl' },
  ...{ fileName: 'beta.csv', columns: ['sku'], account: 'beta', user: null, asOf: '2026-11-21T13:00:00+01:00' },
  ...{ place: null, period: null, filters: [], rows: 0, total: null, shortfall: null, sums: {}, bytes: 0, sha256: '' },
};

/** What no endpoint gives out, but the window and the program itself: each is looked for where it is stored. */
export async function walkOwnRecords(shop: GuardedShop): Promise<Findings> {
  const own = shop.askers.find(({ account }) => account === ACCOUNT.alpha);
  if (own === undefined) throw new Error('nobody is of alpha');
  const looks = looksAt(shop, own);
  const findings: Findings = { tried: looks.length, breaches: [] };
  for (const { what, give, see } of looks) {
    await give?.();
    const seen = await see();
    if (seen.length > 0) findings.breaches.push({ kind: 'leak', sentence: `${what}: ${seen.length} seen` });
  }
  return findings;
}

function looksAt({ store: { db }, service: { clock, journal } }: GuardedShop, own: SignedInAsker): Look[] {
  const accountId = ACCOUNT.beta;
  const userId = SAME_ID;
  const namesake = { accountId, userId };
  const stored = { account_id: accountId, user_id: userId };
  const ofAlpha = { account_id: own.account, user_id: userId };
  const caller = {
    ...{ accountId: own.account, userId, account: 'alpha', name: own.name, email: '' },
    ...{ roles: ['owner'] as const, lockedLocation: null },
  };
  const exports = createExportsRepository(db, clock, () => undefined);
  const ledgers = createLedgersRepository(db);
  const preferences = createPreferencesRepository(db, () => undefined);
  const keys = createApiKeysRepository(db);
  const tokens = createTokensRepository(db);
  const answers = createIdempotencyRepository(db);
  const token = { ...stored, issued_at: clock.now(), expires_at: clock.now() + 1, sealed_grant: null };
  const answer = { ...stored, key_hash: 'hash', body_hash: '', sealed_answer: '', created_at: clock.now() };
  return [
    {
      what: 'exports',
      give: () => exports.add({ ...namesake, manifest: MANIFEST, path: '/beta.csv', snapshot: null }),
      see: () => exports.list(caller, { before: null, limit: 10 }),
    },
    {
      what: 'ledger accounts',
      give: () => ledgers.change({ accountId }, { beta: '8000' }),
      see: async () => Object.keys(await ledgers.read({ accountId: own.account })),
    },
    {
      what: 'preferences',
      give: () => preferences.change(namesake, { defaultShopId: SHOP.beta }),
      see: async () => {
        const { defaultShopId } = await preferences.read({ accountId: own.account, userId });
        return defaultShopId === null ? [] : [defaultShopId];
      },
    },
    {
      what: 'API keys',
      give: () =>
        keys.insert({ ...stored, name: 'beta', key_hash: 'beta', created_at: 0, expires_at: null, personal_data: 1 }),
      see: async () => (await keys.listOf(ofAlpha)).filter(({ account_id }) => account_id === accountId),
    },
    {
      what: 'API keys that can be removed',
      see: async () => {
        const all = await keys.listAll();
        const id = all.find(({ key_hash }) => key_hash === 'beta')?.id ?? 0;
        return (await keys.remove(ofAlpha, id)) ? [id] : [];
      },
    },
    {
      what: 'tokens that make room for others',
      give: () => tokens.insert({ ...token, token_hash: 'beta' }),
      see: async () => {
        await tokens.keepNewest(ofAlpha, 1_000);
        await tokens.keepNewest(ofAlpha, 0);
        return (await tokens.find('beta')) === undefined ? ['the token of beta is gone'] : [];
      },
    },
    {
      what: 'answers to subscriptions',
      give: () => answers.insert(answer),
      see: async () => {
        return [await answers.find({ ...ofAlpha, key_hash: 'hash' }, 0)].filter((found) => found !== undefined);
      },
    },
    {
      what: 'users',
      see: async () =>
        [await createUsersRepository(db).findByReference(accountId, own.user)].filter((found) => found !== undefined),
    },
    {
      what: 'requests of the journal',
      see: async () =>
        journal
          .read({ reader: caller, after: 0 })
          .entries.filter((entry) => entry.caller !== null && entry.caller.accountId !== own.account),
    },
  ];
}
