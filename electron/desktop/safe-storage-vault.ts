import { rename, rm, writeFile } from 'node:fs/promises';
import { safeStorage } from 'electron';
import { Check } from 'typebox/value';
import { Credentials } from '../../shared/contract/auth.ts';
import type { CredentialVault } from '../session/credential-vault.ts';
import { readSealed, type Sealed, sealedText } from './sealed-file.ts';

export interface VaultLog {
  warn(fields: object, message: string): void;
}

export interface SafeStorageParts {
  /** Absolute path. */
  readonly file: string;
  /** Who keeps the key now. */
  readonly backend: string;
  readonly log: VaultLog;
}

/** Backends of Linux that only disguise what they keep. */
const OPEN_BACKENDS = ['basic_text', 'unknown'];

/** Who keeps the secrets of this user; null where nobody does. To be asked once the app is ready. */
export async function safeBackend(platform: NodeJS.Platform): Promise<string | null> {
  const backend = platform === 'linux' ? safeStorage.getSelectedStorageBackend() : platform;
  if (OPEN_BACKENDS.includes(backend)) return null;
  return (await safeStorage.isAsyncEncryptionAvailable()) ? backend : null;
}

/**
 * Keeps the remembered sign-in in `file`, encrypted under a key of the operating system. What cannot be read stays
 * there: the one who has its key may come back.
 */
export function createSafeStorageVault({ file, backend, log }: SafeStorageParts): CredentialVault {
  const write = async ({ account, email, password }: Credentials) => {
    const encrypted = await safeStorage.encryptStringAsync(JSON.stringify({ account, email, password }));
    await writeFile(`${file}.new`, sealedText({ backend, encrypted }), { mode: 0o600 });
    await rename(`${file}.new`, file);
  };
  return {
    isPersistent: true,
    write,
    clear: () => rm(file, { force: true }),

    async read() {
      const sealed = await readSealed(file);
      if (sealed === null) return null;
      const kept = sealed === 'unreadable' ? null : await decrypt(sealed);
      if (kept === null) {
        const was = sealed === 'unreadable' ? null : sealed.backend;
        log.warn({ was, is: backend }, 'the remembered sign-in cannot be read any more');
        return null;
      }
      if (kept.isSealedAnew) {
        await write(kept.credentials).catch(() => {
          log.warn({ is: backend }, 'the remembered sign-in stays under its former key');
        });
      }
      return kept.credentials;
    },
  };

  /** null when the key has changed, as after a move to another computer: the user then signs in again. */
  async function decrypt(sealed: Sealed) {
    try {
      const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(sealed.encrypted);
      const credentials: unknown = JSON.parse(result);
      if (!Check(Credentials, credentials)) return null;
      return { credentials, isSealedAnew: shouldReEncrypt || sealed.backend !== backend };
    } catch {
      // Told by who asks: the message of the error could hold a part of what was decrypted.
      return null;
    }
  }
}
