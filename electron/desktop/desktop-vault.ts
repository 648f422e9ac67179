import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { CredentialVault } from '../session/credential-vault.ts';
import { createNamesVault } from '../session/names-vault.ts';
import { createSafeStorageVault, safeBackend, type VaultLog } from './safe-storage-vault.ts';

/** Beside the sealed file; what the browser host remembers too. */
const NAMES = 'sign-ins.json';

/** The vault of the operating system; where there is none, passwords stay in memory and the log says so. */
export async function openDesktopVault(
  file: string,
  platform: NodeJS.Platform,
  log: VaultLog,
): Promise<CredentialVault> {
  const backend = await safeBackend(platform);
  if (backend !== null) return createSafeStorageVault({ file, backend, log });
  log.warn({}, 'the operating system keeps no secrets: passwords are remembered in memory only');
  return createVaultBeside(file, log);
}

/** What a better day left in the file waits for the next one, until somebody signs in or out without it. */
function createVaultBeside(file: string, log: VaultLog): CredentialVault {
  const vault = createNamesVault({ file: join(dirname(file), NAMES), log });
  return {
    ...vault,
    async write(signIns) {
      await rm(file, { force: true });
      await vault.write(signIns);
    },
  };
}
