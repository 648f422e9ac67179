import { rm } from 'node:fs/promises';
import type { CredentialVault } from '../session/credential-vault.ts';
import { createMemoryVault } from '../session/memory-vault.ts';
import { createSafeStorageVault, safeBackend, type VaultLog } from './safe-storage-vault.ts';

/** The vault of the operating system; where there is none, passwords stay in memory and the log says so. */
export async function openDesktopVault(
  file: string,
  platform: NodeJS.Platform,
  log: VaultLog,
): Promise<CredentialVault> {
  const backend = await safeBackend(platform);
  if (backend !== null) return createSafeStorageVault({ file, backend, log });
  log.warn({}, 'the operating system keeps no secrets: a sign-in is remembered in memory only');
  return createMemoryVaultBeside(file);
}

/** What a better day left in the file waits for the next one, until somebody signs in or out without it. */
function createMemoryVaultBeside(file: string): CredentialVault {
  const vault = createMemoryVault();
  return {
    ...vault,
    async write(credentials) {
      await rm(file, { force: true });
      await vault.write(credentials);
    },
    async clear() {
      await rm(file, { force: true });
      await vault.clear();
    },
  };
}
