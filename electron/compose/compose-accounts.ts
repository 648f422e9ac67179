import { StartError } from '../base/start-error.ts';
import type { Config } from '../config/config.ts';
import { isServing } from '../config/read-server-config.ts';
import { createAccountsRepository } from '../store/accounts/accounts-repository.ts';
import type { Store } from '../store/open-store.ts';

/**
 * Looks who may sign in, and answers what whoever starts the program has to know of it. Throws `StartError` where a
 * store holds users of the demo, which anybody knows the password of, and nobody asked for them.
 */
export async function composeAccounts(
  { server, platform }: Pick<Config, 'server' | 'platform'>,
  { db }: Store,
): Promise<readonly string[]> {
  const accounts = createAccountsRepository(db);
  const published = (await accounts.listPublished()).join(', ');
  if (published !== '' && !server.hasDemoShops) {
    throw new StartError(
      `The store has users of the demo (${published}), whose password is published: keep them out by ` +
        'npm run accounts -- deactivate --account NAME, or start with --demo.',
    );
  }
  if (published !== '' && isServing(server)) {
    return [`Whoever reaches this server can sign in to ${published}: that password is published.`];
  }
  if (platform !== null || (await accounts.hasUsers())) return [];
  return ['Nobody can sign in here yet: npm run accounts -- create makes an account with its first owner.'];
}
