import type { CredentialVault } from './credential-vault.ts';
import type { KeptSignIn } from './kept-sign-in.ts';

/** A vault that forgets everything when the process ends. */
export function createMemoryVault(): CredentialVault {
  let held: readonly KeptSignIn[] = [];
  return {
    isPersistent: false,
    read: async () => held,
    write: async (signIns) => {
      held = signIns;
    },
  };
}
