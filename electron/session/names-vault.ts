import { rm } from 'node:fs/promises';
import { parseJson } from '../base/json.ts';
import type { Log } from '../base/log.ts';
import { readTextIfExists, replacePrivateFile } from '../base/private-file.ts';
import { type CredentialVault, readStoredSignIns, type StoredSignIn } from './credential-vault.ts';

/**
 * The vault if the operating system has no secret store: platforms, accounts, e-mail addresses and names are in `file`
 * (an absolute path), which only its owner can read. Passwords are in memory only.
 */
export function createNamesVault({ file, log }: { file: string; log: Pick<Log, 'warn'> }): CredentialVault {
  let cached: readonly StoredSignIn[] | null = null;
  return {
    isPersistent: false,
    async read() {
      cached ??= await readNames(file, log);
      return cached;
    },
    async write(signIns) {
      if (signIns.length === 0) await rm(file, { force: true });
      else await replacePrivateFile(file, JSON.stringify(dropPasswords(signIns)));
      cached = signIns;
    },
  };
}

async function readNames(file: string, log: Pick<Log, 'warn'>): Promise<readonly StoredSignIn[]> {
  const text = await readTextIfExists(file);
  const stored = text === null ? [] : readStoredSignIns(parseJson(text));
  if (stored !== null) return dropPasswords(stored);
  log.warn({ file }, 'the names of remembered sign-ins cannot be read');
  return [];
}

function dropPasswords(signIns: readonly StoredSignIn[]): readonly StoredSignIn[] {
  return signIns.map((signIn) => ({ ...signIn, password: null }));
}
