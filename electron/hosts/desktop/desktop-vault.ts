import { readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { safeStorage } from 'electron';
import { Type } from 'typebox';
import { Check } from 'typebox/value';
import { codeOf } from '../../base/errors.ts';
import { parseJson } from '../../base/json.ts';
import { replacePrivateFile } from '../../base/private-file.ts';
import {
  type CredentialVault,
  isSamePerson,
  readStoredSignIns,
  type StoredSignIn,
} from '../../session/credential-vault.ts';
import { createNamesVault } from '../../session/names-vault.ts';

/** Beside the sealed file; what the browser host remembers too. */
const NAMES = 'sign-ins.json';

/** The vault of the operating system; where there is none, passwords stay in memory and the log says so. */
export async function openDesktopVault(
  file: string,
  platform: NodeJS.Platform,
  log: VaultLog,
): Promise<CredentialVault> {
  const names = createNamesVault({ file: join(dirname(file), NAMES), log });
  const backend = await backendOrNone(platform, log);
  const vault =
    backend === null
      ? besideSealed(names, file)
      : sealedOver(names, createSafeStorageVault({ file, backend, log }), log);
  if (backend === null) {
    log.warn({}, 'the operating system keeps no secrets: passwords are remembered in memory only');
  }
  return platform === 'linux' ? withoutPublished(vault, file, log) : vault;
}

/** A keeper that is there and cannot be asked is none. */
async function backendOrNone(platform: NodeJS.Platform, log: VaultLog): Promise<string | null> {
  try {
    return await safeBackend(platform);
  } catch (error) {
    log.warn({ error: String(error) }, 'the vault of the operating system cannot be asked');
    return null;
  }
}

/** Anybody can read what an earlier version, or somebody else, left under the key that is published: it is removed unread. */
function withoutPublished(vault: CredentialVault, file: string, log: VaultLog): CredentialVault {
  return {
    ...vault,
    async read() {
      const sealed = await readSealed(file);
      if (sealed !== null && sealed !== 'unreadable' && isUnderPublishedKey(sealed.encrypted)) {
        await rm(file);
        log.warn({}, 'remembered sign-ins that were not sealed by a key of this user were removed');
      }
      return vault.read();
    },
  };
}

/** What a better day left in the file waits for the next one, until somebody signs in or out without it. */
function besideSealed(names: CredentialVault, file: string): CredentialVault {
  return {
    ...names,
    async write(signIns) {
      await rm(file, { force: true });
      await names.write(signIns);
    },
  };
}

/** The names of days without a vault are known too, and from the first write on they lie in the vault alone. */
function sealedOver(names: CredentialVault, sealed: CredentialVault, log: VaultLog): CredentialVault {
  async function namesOrNone(): Promise<readonly StoredSignIn[]> {
    try {
      return await names.read();
    } catch (error) {
      log.warn({ error: String(error) }, 'names of earlier sign-ins cannot be read');
      return [];
    }
  }

  return {
    ...sealed,
    async read() {
      const kept = await sealed.read();
      const known = await namesOrNone();
      return [...kept, ...known.filter((name) => !kept.some((one) => isSamePerson(one, name)))];
    },
    async write(signIns) {
      await sealed.write(signIns);
      await names.write([]);
    },
  };
}

interface VaultLog {
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
async function safeBackend(platform: NodeJS.Platform): Promise<string | null> {
  if (platform !== 'linux') return (await safeStorage.isAsyncEncryptionAvailable()) ? platform : null;
  // First, for it is what makes Electron look for a keeper: without it there is no name yet.
  if (!safeStorage.isEncryptionAvailable()) return null;
  const keeper: string = safeStorage.getSelectedStorageBackend();
  if (!LINUX_KEEPERS.includes(keeper) || !(await safeStorage.isAsyncEncryptionAvailable())) return null;
  return isUnderPublishedKey(await safeStorage.encryptStringAsync(PROBE)) ? null : keeper;
}

/** Only to be asked on Linux. */
function isUnderPublishedKey(encrypted: Buffer): boolean {
  return encrypted.subarray(0, PUBLISHED_KEY_TAG.length).equals(PUBLISHED_KEY_TAG);
}

/**
 * Keeps the remembered sign-ins in `file`, encrypted under a key of the operating system. What cannot be read stays
 * there: the one who has its key may come back.
 */
function createSafeStorageVault({ file, backend, log }: SafeStorageParts): CredentialVault {
  const seal = async (signIns: readonly StoredSignIn[]) => {
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
      const signIns = readStoredSignIns(JSON.parse(result));
      if (signIns === null) return null;
      return { signIns, isSealedAnew: shouldReEncrypt || sealed.backend !== backend };
    } catch {
      // Told by who asks: the message of the error could hold a part of what was decrypted.
      return null;
    }
  }
}

/** Something encrypted, and who had the key. */
interface Sealed {
  readonly backend: string;
  readonly encrypted: Buffer;
}

const SealedFile = Type.Object({ backend: Type.String(), sealed: Type.String() });

export function sealedText({ backend, encrypted }: Sealed): string {
  return JSON.stringify({ backend, sealed: encrypted.toString('base64') });
}

/** null where there is no such file. */
async function readSealed(file: string): Promise<Sealed | 'unreadable' | null> {
  const text = await readOrNull(file);
  if (text === null) return null;
  const content = parseJson(text);
  if (!Check(SealedFile, content)) return 'unreadable';
  return { backend: content.backend, encrypted: Buffer.from(content.sealed, 'base64') };
}

async function readOrNull(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}
