import { createApiKeysRepository } from '../../electron/store/accounts/api-keys-repository.ts';
import { createCompanyRepository } from '../../electron/store/accounts/company-repository.ts';
import { createLedgersRepository } from '../../electron/store/accounts/ledgers-repository.ts';
import { createPreferencesRepository } from '../../electron/store/accounts/preferences-repository.ts';
import { createSignInFailuresRepository } from '../../electron/store/accounts/sign-in-attempts-repository.ts';
import { createSignInProofsRepository } from '../../electron/store/accounts/sign-in-proofs-repository.ts';
import { createTokensRepository } from '../../electron/store/accounts/tokens-repository.ts';
import type { Store } from '../../electron/store/open-store.ts';
import { createOwnWebhooks } from '../../electron/store/webhooks/active-webhooks.ts';

/** Creates the repositories of a service in its own store. */
export function createServiceRepositories(db: Store['db']) {
  return {
    tokens: createTokensRepository(db),
    apiKeys: createApiKeysRepository(db),
    signInFailures: createSignInFailuresRepository(db),
    signInProofs: createSignInProofsRepository(db),
    ownWebhooks: createOwnWebhooks(db),
  };
}

/** Creates the repositories of the window routes. There are no copies, and no shop sells. */
export function createWindowRepositories(db: Store['db']) {
  return {
    preferences: createPreferencesRepository(db, () => undefined),
    ledgers: createLedgersRepository(db),
    companies: createCompanyRepository(db),
    copies: { list: refuse, removeAll: refuse, findAddress: async () => null, getStatus: refuse, control: refuse },
    liveTill: null,
    readExportHistory: refuse,
    schedules: { list: refuse, save: refuse, remove: refuse, runNow: refuse },
  };
}

async function refuse(): Promise<never> {
  throw new Error('no test needs it');
}
