import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { safeStorage } from 'electron';
import { Check } from 'typebox/value';
import { Credentials } from '../../shared/contract/auth.ts';
import { codeOf } from '../launch/code-of.ts';
import type { CredentialVault } from '../session/credential-vault.ts';

export interface VaultLog {
  warn(fields: object, message: string): void;
}

/** Backends of Linux that only disguise what they keep. */
const OPEN_BACKENDS = ['basic_text', 'unknown'];

/** Whether the operating system keeps secrets for this user. To be asked once the app is ready. */
export async function hasSafeStorage(platform: NodeJS.Platform): Promise<boolean> {
  if (platform === 'linux' && OPEN_BACKENDS.includes(safeStorage.getSelectedStorageBackend())) return false;
  return safeStorage.isAsyncEncryptionAvailable();
}

/** Keeps the remembered sign-in in `file`, encrypted under a key of the operating system. */
export function createSafeStorageVault(file: string, log: VaultLog): CredentialVault {
  const vault: CredentialVault = {
    isPersistent: true,

    async read() {
      const encrypted = await readOrNull(file);
      if (encrypted === null) return null;
      const kept = await decrypt(encrypted, log);
      if (kept === null) return null;
      if (kept.shouldReEncrypt) await vault.write(kept.credentials);
      return kept.credentials;
    },

    async write({ account, email, password }) {
      const encrypted = await safeStorage.encryptStringAsync(JSON.stringify({ account, email, password }));
      await writeFile(`${file}.new`, encrypted, { mode: 0o600 });
      await rename(`${file}.new`, file);
    },

    clear: () => rm(file, { force: true }),
  };
  return vault;
}

async function readOrNull(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** null when the key has changed, as after a move to another computer: the user then signs in again. */
async function decrypt(encrypted: Buffer, log: VaultLog) {
  try {
    const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(encrypted);
    const credentials: unknown = JSON.parse(result);
    if (Check(Credentials, credentials)) return { credentials, shouldReEncrypt };
  } catch {
    // The message could hold a part of what was decrypted.
  }
  log.warn({}, 'the remembered sign-in cannot be read any more');
  return null;
}
