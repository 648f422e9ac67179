import type { Credentials } from '../../shared/contract/auth.ts';
import type { CredentialVault } from './credential-vault.ts';
import type { Log } from './log.ts';

/**
 * The vault as a session uses it. A vault that fails does not stop anybody from working: the failure is
 * logged, and `isHeld` says that nothing is remembered.
 */
export interface RememberedSignIn {
  isHeld(): boolean;
  read(): Promise<Credentials | null>;
  remember(credentials: Credentials): Promise<void>;
  forget(): Promise<void>;
}

export function createRememberedSignIn(vault: CredentialVault, log: Log): RememberedSignIn {
  let isHeld = false;
  // One at a time: a sign-out right after a sign-in must find the password that it has to clear.
  let last: Promise<unknown> = Promise.resolve();

  function attempt<T>(what: string, work: () => Promise<T>): Promise<T | null> {
    const attempted = last.then(work).catch((error: unknown) => {
      log.error({ error: String(error) }, `the vault could not ${what} the sign-in`);
      return null;
    });
    last = attempted;
    return attempted;
  }

  return {
    isHeld: () => isHeld,
    read: () =>
      attempt('read', async () => {
        isHeld = false;
        const credentials = await vault.read();
        isHeld = credentials !== null;
        return credentials;
      }),
    async remember(credentials) {
      await attempt('keep', async () => {
        isHeld = false;
        await vault.write(credentials);
        isHeld = true;
      });
    },
    async forget() {
      await attempt('forget', async () => {
        isHeld = false;
        await vault.clear();
      });
    },
  };
}
