import type { Credentials } from '../../shared/contract/auth.ts';
import type { CredentialVault } from './credential-vault.ts';

/** The vault where the operating system offers none: it forgets everything when the process ends. */
export function createMemoryVault(): CredentialVault {
  let held: Credentials | null = null;
  return {
    isPersistent: false,
    read: async () => held,
    write: async (credentials) => {
      held = credentials;
    },
    clear: async () => {
      held = null;
    },
  };
}
