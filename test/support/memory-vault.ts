import type { CredentialVault, StoredSignIn } from '../../electron/session/credential-vault.ts';

/** Creates a vault in memory only. */
export function createMemoryVault(): CredentialVault {
  let held: readonly StoredSignIn[] = [];
  return {
    isPersistent: false,
    read: async () => held,
    write: async (signIns) => {
      held = signIns;
    },
  };
}
