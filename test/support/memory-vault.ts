import type { CredentialVault, StoredSignIn } from '../../electron/session/credential-vault.ts';

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
