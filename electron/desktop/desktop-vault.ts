import type { CredentialVault } from '../session/credential-vault.ts';
import { createMemoryVault } from '../session/memory-vault.ts';
import { createSafeStorageVault, hasSafeStorage, type VaultLog } from './safe-storage-vault.ts';

/** The vault of the operating system; where there is none, passwords stay in memory and the log says so. */
export async function openDesktopVault(
  file: string,
  platform: NodeJS.Platform,
  log: VaultLog,
): Promise<CredentialVault> {
  if (await hasSafeStorage(platform)) return createSafeStorageVault(file, log);
  log.warn({}, 'the operating system keeps no secrets: a sign-in is remembered in memory only');
  return createMemoryVault();
}
