import { rm } from 'node:fs/promises';
import { safeStorage } from 'electron';
import type { CredentialVault } from '../session/credential-vault.ts';
import { type KeptSignIn, readKeptSignIns } from '../session/kept-sign-in.ts';
import { replacePrivateFile } from '../session/replace-private-file.ts';
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
 * Keeps the remembered sign-ins in `file`, encrypted under a key of the operating system. What cannot be read stays
 * there: the one who has its key may come back.
 */
export function createSafeStorageVault({ file, backend, log }: SafeStorageParts): CredentialVault {
  const seal = async (signIns: readonly KeptSignIn[]) => {
    const encrypted = await safeStorage.encryptStringAsync(JSON.stringify(signIns));
    await replacePrivateFile(file, sealedText({ backend, encrypted }));
  };
  return {
    isPersistent: true,
    write: (signIns) => (signIns.length === 0 ? rm(file, { force: true }) : seal(signIns)),

    async read() {
      const sealed = await readSealed(file);
      if (sealed === null) return [];
      const kept = sealed === 'unreadable' ? null : await decrypt(sealed);
      if (kept === null) {
        const was = sealed === 'unreadable' ? null : sealed.backend;
        log.warn({ was, is: backend }, 'the remembered sign-ins cannot be read any more');
        return [];
      }
      if (kept.isSealedAnew) {
        await seal(kept.signIns).catch(() => {
          log.warn({ is: backend }, 'the remembered sign-ins stay under their former key');
        });
      }
      return kept.signIns;
    },
  };

  /** null when the key has changed, as after a move to another computer: the user then signs in again. */
  async function decrypt(sealed: Sealed) {
    try {
      const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(sealed.encrypted);
      const signIns = readKeptSignIns(JSON.parse(result));
      if (signIns === null) return null;
      return { signIns, isSealedAnew: shouldReEncrypt || sealed.backend !== backend };
    } catch {
      // Told by who asks: the message of the error could hold a part of what was decrypted.
      return null;
    }
  }
}
