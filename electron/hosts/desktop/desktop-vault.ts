import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { safeStorage } from 'electron';
import { Type } from 'typebox';
import { Check } from 'typebox/value';
import { type Clock, withTimeout } from '../../base/clock.ts';
import { parseJson } from '../../base/json.ts';
import type { Log } from '../../base/log.ts';
import { readTextIfExists, replacePrivateFile } from '../../base/private-file.ts';
import {
  type CredentialVault,
  isSamePerson,
  readStoredSignIns,
  type StoredSignIn,
} from '../../session/credential-vault.ts';
import { createNamesVault } from '../../session/names-vault.ts';

/** Beside the sealed file; the browser host uses it too. */
const NAMES = 'sign-ins.json';

/** The vault of the operating system; without one, passwords stay in memory, and a warning is logged. */
export async function openDesktopVault(
  file: string,
  platform: NodeJS.Platform,
  log: VaultLog,
  clock: Pick<Clock, 'after'>,
): Promise<CredentialVault> {
  const names = createNamesVault({ file: join(dirname(file), NAMES), log });
  // A secret store that fails counts as none.
  const backend = await findSafeBackend(platform, clock).catch((error: unknown) => {
    log.warn({ error: String(error) }, 'the vault of the operating system failed');
    return null;
  });
  if (backend === null) {
    log.warn({}, 'the operating system has no secret store: passwords are remembered in memory only');
  }
  const vault =
    backend === null
      ? removeSealedOnWrite(names, file)
      : combineVaults(names, createSafeStorageVault(file, backend, log), log);
  return platform === 'linux' ? dropPublished(vault, file, log) : vault;
}

/**
 * Removes, unread, a file that an earlier version or another program encrypted with the published key: it is no secret.
 */
function dropPublished(vault: CredentialVault, file: string, log: VaultLog): CredentialVault {
  return {
    ...vault,
    async read() {
      const sealed = await readSealed(file);
      if (sealed !== null && sealed !== 'unreadable' && isUnderPublishedKey(sealed.encrypted)) {
        await rm(file);
        log.warn({}, 'remembered sign-ins that were sealed with a published key were removed');
      }
      return vault.read();
    },
  };
}

/** A sealed file from a start with a secret store stays until a sign-in or sign-out without one. */
function removeSealedOnWrite(names: CredentialVault, file: string): CredentialVault {
  return {
    ...names,
    async write(signIns) {
      await rm(file, { force: true });
      await names.write(signIns);
    },
  };
}

/** Also reads names from starts without a vault; the first write moves them into the vault. */
function combineVaults(names: CredentialVault, sealed: CredentialVault, log: VaultLog): CredentialVault {
  return {
    ...sealed,
    async read() {
      const stored = await sealed.read();
      const known = await names.read().catch((error: unknown) => {
        log.warn({ error: String(error) }, 'names of earlier sign-ins cannot be read');
        return [];
      });
      return [...stored, ...known.filter((name) => !stored.some((one) => isSamePerson(one, name)))];
    },
    async write(signIns) {
      await sealed.write(signIns);
      await names.write([]);
    },
  };
}

type VaultLog = Pick<Log, 'warn'>;

/** Secret stores of Linux that hold a key for one user. `basic_text` and `unknown` do not. */
const LINUX_KEEPERS: readonly string[] = ['gnome_libsecret', 'kwallet', 'kwallet5', 'kwallet6'];

/** On Linux, the prefix of what Chromium encrypts with a key from its source code. Elsewhere it means nothing. */
const PUBLISHED_KEY_TAG = Buffer.from('v10');

const PROBE = 'Tilldesk';

/** How long the start waits for a locked keyring on Linux. Meanwhile the system asks the user for its password. */
const KEYRING_LIMIT_MS = 20_000;

/**
 * The secret store of this user; `null` if there is none. Call it after the app is ready. On Linux Electron also
 * accepts the published key: there the name of the store and a test encryption must agree with it. The synchronous
 * calls of `safeStorage` would stop the whole program while a keyring is locked.
 */
async function findSafeBackend(platform: NodeJS.Platform, clock: Pick<Clock, 'after'>): Promise<string | null> {
  if (platform !== 'linux') return (await safeStorage.isAsyncEncryptionAvailable()) ? platform : null;
  const keeper: string = safeStorage.getSelectedStorageBackend();
  if (!LINUX_KEEPERS.includes(keeper)) return null;
  return withTimeout(clock, KEYRING_LIMIT_MS, probeKeyring(keeper), () => {
    throw new Error('The keyring is locked.');
  });
}

async function probeKeyring(keeper: string): Promise<string | null> {
  if (!(await safeStorage.isAsyncEncryptionAvailable())) return null;
  return isUnderPublishedKey(await safeStorage.encryptStringAsync(PROBE)) ? null : keeper;
}

/** Only for Linux. */
function isUnderPublishedKey(encrypted: Buffer): boolean {
  return encrypted.subarray(0, PUBLISHED_KEY_TAG.length).equals(PUBLISHED_KEY_TAG);
}

/**
 * Stores the remembered sign-ins in `file`, encrypted with a key of the operating system that the secret store
 * `backend` holds. An unreadable file is not removed: its key may become available again.
 */
function createSafeStorageVault(file: string, backend: string, log: VaultLog): CredentialVault {
  const seal = async (signIns: readonly StoredSignIn[]) => {
    const encrypted = await safeStorage.encryptStringAsync(JSON.stringify(signIns));
    if (LINUX_KEEPERS.includes(backend) && isUnderPublishedKey(encrypted)) {
      throw new Error('The operating system no longer has a key for the remembered sign-ins.');
    }
    await replacePrivateFile(file, formatSealed({ backend, encrypted }));
  };
  return {
    isPersistent: true,
    write: (signIns) => (signIns.length === 0 ? rm(file, { force: true }) : seal(signIns)),

    async read() {
      const sealed = await readSealed(file);
      if (sealed === null) return [];
      const opened = sealed === 'unreadable' ? null : await decrypt(sealed);
      if (opened === null) {
        const was = sealed === 'unreadable' ? null : sealed.backend;
        log.warn({ was, is: backend }, 'the remembered sign-ins can no longer be read');
        return [];
      }
      if (opened.isResealed) {
        await seal(opened.signIns).catch((error: unknown) => {
          log.warn(
            { is: backend, error: String(error) },
            'the remembered sign-ins could not be encrypted again; they keep the previous key',
          );
        });
      }
      return opened.signIns;
    },
  };

  /** `null` if the key has changed, as after a move to another computer: the user then signs in again. */
  async function decrypt(sealed: Sealed) {
    try {
      const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(sealed.encrypted);
      const signIns = readStoredSignIns(JSON.parse(result));
      if (signIns === null) return null;
      return { signIns, isResealed: shouldReEncrypt || sealed.backend !== backend };
    } catch {
      // The caller logs it: the message of the error could contain decrypted text.
      return null;
    }
  }
}

/** Encrypted content, and the secret store that had the key. */
interface Sealed {
  readonly backend: string;
  readonly encrypted: Buffer;
}

const SealedFile = Type.Object({ backend: Type.String(), sealed: Type.String() });

export function formatSealed({ backend, encrypted }: Sealed): string {
  return JSON.stringify({ backend, sealed: encrypted.toString('base64') });
}

/** `null` if there is no such file. */
async function readSealed(file: string): Promise<Sealed | 'unreadable' | null> {
  const text = await readTextIfExists(file);
  if (text === null) return null;
  const content = parseJson(text);
  if (!Check(SealedFile, content)) return 'unreadable';
  return { backend: content.backend, encrypted: Buffer.from(content.sealed, 'base64') };
}
