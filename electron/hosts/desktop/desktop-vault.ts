import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { CredentialVault } from '../../session/credential-vault.ts';
import { isSamePerson, type KeptSignIn } from '../../session/kept-sign-in.ts';
import { createNamesVault } from '../../session/names-vault.ts';
import {
  createSafeStorageVault,
  isUnderPublishedKey,
  safeBackend,
  type VaultLog,
} from './safe-storage-vault.ts';
import { readSealed } from './sealed-file.ts';

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
  async function namesOrNone(): Promise<readonly KeptSignIn[]> {
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
