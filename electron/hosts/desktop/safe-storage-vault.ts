import { rm } from 'node:fs/promises';
import { safeStorage } from 'electron';
import { replacePrivateFile } from '../../base/private-file.ts';
import type { CredentialVault } from '../../session/credential-vault.ts';
import { type KeptSignIn, readKeptSignIns } from '../../session/kept-sign-in.ts';
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

/** What keeps a key for its user alone on Linux. `basic_text`, `unknown` and no answer at all are not among them. */
const LINUX_KEEPERS: readonly string[] = ['gnome_libsecret', 'kwallet', 'kwallet5', 'kwallet6'];
/** On Linux Chromium begins with this what it encrypts under a key that stands in its source. Elsewhere it says nothing. */
const PUBLISHED_KEY_TAG = Buffer.from('v10');
const PROBE = 'Tilldesk';

/**
 * Who keeps the secrets of this user; null where nobody does. To be asked once the app is ready. On Linux the
 * asynchronous interface says yes to the published key as well: there the older one, the name of the keeper, and a text
 * that is encrypted to see under which key have to agree with it.
 */
export async function safeBackend(platform: NodeJS.Platform): Promise<string | null> {
  if (platform !== 'linux') return (await safeStorage.isAsyncEncryptionAvailable()) ? platform : null;
  // First, for it is what makes Electron look for a keeper: without it there is no name yet.
  if (!safeStorage.isEncryptionAvailable()) return null;
  const keeper: string = safeStorage.getSelectedStorageBackend();
  if (!LINUX_KEEPERS.includes(keeper) || !(await safeStorage.isAsyncEncryptionAvailable())) return null;
  return isUnderPublishedKey(await safeStorage.encryptStringAsync(PROBE)) ? null : keeper;
}

/** Only to be asked on Linux. */
export function isUnderPublishedKey(encrypted: Buffer): boolean {
  return encrypted.subarray(0, PUBLISHED_KEY_TAG.length).equals(PUBLISHED_KEY_TAG);
}

/**
 * Keeps the remembered sign-ins in `file`, encrypted under a key of the operating system. What cannot be read stays
 * there: the one who has its key may come back.
 */
export function createSafeStorageVault({ file, backend, log }: SafeStorageParts): CredentialVault {
  const seal = async (signIns: readonly KeptSignIn[]) => {
    const encrypted = await safeStorage.encryptStringAsync(JSON.stringify(signIns));
    if (LINUX_KEEPERS.includes(backend) && isUnderPublishedKey(encrypted)) {
      throw new Error('The operating system has no key for the remembered sign-ins any more.');
    }
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
