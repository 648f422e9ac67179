import { readFile, rm } from 'node:fs/promises';
import { codeOf } from '../base/errors.ts';
import { parseJson } from '../base/json.ts';
import type { Log } from '../base/log.ts';
import { replacePrivateFile } from '../base/private-file.ts';
import { type CredentialVault, readStoredSignIns, type StoredSignIn } from './credential-vault.ts';

/**
 * The vault where the operating system keeps no secrets: platforms, accounts, e-mail addresses and names lie in `file`,
 * for its owner alone, so that they need not be typed again. Passwords stay in memory and end with the process.
 */
export function createNamesVault({
  file,
  log,
}: {
  /** Absolute path. */
  readonly file: string;
  readonly log: Pick<Log, 'warn'>;
}): CredentialVault {
  let held: readonly StoredSignIn[] | null = null;
  return {
    isPersistent: false,
    async read() {
      held ??= await readNames(file, log);
      return held;
    },
    async write(signIns) {
      await writeNames(file, signIns);
      held = signIns;
    },
  };
}

async function readNames(file: string, log: Pick<Log, 'warn'>): Promise<readonly StoredSignIn[]> {
  const kept = readStoredSignIns(await readJson(file));
  if (kept !== null) return withoutPasswords(kept);
  log.warn({ file }, 'the names of remembered sign-ins cannot be read');
  return [];
}

async function writeNames(file: string, signIns: readonly StoredSignIn[]): Promise<void> {
  if (signIns.length === 0) return rm(file, { force: true });
  await replacePrivateFile(file, JSON.stringify(withoutPasswords(signIns)));
}

function withoutPasswords(signIns: readonly StoredSignIn[]): readonly StoredSignIn[] {
  return signIns.map((kept) => ({ ...kept, password: null }));
}

/** An empty list where there is no file; undefined when it holds no JSON. */
async function readJson(file: string): Promise<unknown> {
  try {
    return parseJson(await readFile(file, 'utf8'));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}
