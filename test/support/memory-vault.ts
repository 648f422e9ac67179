import type { CredentialVault } from '../../electron/session/credential-vault.ts';
import type { KeptSignIn } from '../../electron/session/kept-sign-in.ts';

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
