import { createApiKeysRepository } from '../../electron/store/accounts/api-keys-repository.ts';
import { createSignInFailuresRepository } from '../../electron/store/accounts/sign-in-attempts-repository.ts';
import { createSignInProofsRepository } from '../../electron/store/accounts/sign-in-proofs-repository.ts';
import { createTokensRepository } from '../../electron/store/accounts/tokens-repository.ts';
import type { Store } from '../../electron/store/open-store.ts';
import { createOwnWebhooks } from '../../electron/store/webhooks/active-webhooks.ts';

/** What a service reads and writes in its own store. */
export function repositoriesOf(db: Store['db']) {
  return {
    tokens: createTokensRepository(db),
    apiKeys: createApiKeysRepository(db),
    signInFailures: createSignInFailuresRepository(db),
    signInProofs: createSignInProofsRepository(db),
    ownWebhooks: createOwnWebhooks(db),
  };
}
