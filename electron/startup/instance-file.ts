import { randomBytes } from 'node:crypto';
import { closeSync, lstatSync, openSync, rmSync } from 'node:fs';
import { utimes } from 'node:fs/promises';
import { type Static, Type } from 'typebox';
import { Check } from 'typebox/value';
import { codeOf } from '../base/errors.ts';
import { parseJson } from '../base/json.ts';
import { readRegularFile, replacePrivateFileSync, writePrivateFileSync } from '../base/private-file.ts';

/** The discovery file: another program of the same user finds and verifies this one by it. */
const InstanceRecord = Type.Object({
  pid: Type.Integer({ minimum: 1 }),
  /** RFC 3339. */
  startedAt: Type.String(),
  host: Type.Enum(['electron', 'browser', 'none']),
  /** null while the program is starting. */
  apiPort: Type.Union([Type.Integer(), Type.Null()]),
  /** Address of the API for clients, where it is not `apiPort` of this computer over plain HTTP: that is then for proof. */
  apiAddress: Type.Optional(Type.String()),
  /** The address of `apiPort`, as in a URL; missing in the file of an older program. */
  proofHost: Type.Optional(Type.String()),
  /** null where there is no browser host. */
  uiPort: Type.Union([Type.Integer(), Type.Null()]),
  /** 32 random bytes as hex: the key of every proof. */
  nonce: Type.String({ pattern: '^[0-9a-f]{64}$' }),
});

export type InstanceRecord = Static<typeof InstanceRecord>;

const RENEW_MS = 5_000;

/** The claim of this process on a data folder. Until it is published the file is renewed: a start may take minutes. */
export interface InstanceClaim {
  readonly nonce: string;
  /** Writes the addresses at which the program listens now. */
  publish(addresses: Pick<InstanceRecord, 'apiPort' | 'apiAddress' | 'proofHost' | 'uiPort'>): void;
  /** Removes the file, if it is still that of this process. */
  release(): void;
}

/** The record of another start; null when there is none. A file of another form is `damaged`. */
export function readInstance(file: string): InstanceRecord | 'damaged' | null {
  let text: string;
  try {
    if (!isOwnFile(file)) return 'damaged';
    text = readRegularFile(file, { followsLinks: false });
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
  const record = parseJson(text);
  return Check(InstanceRecord, record) ? record : 'damaged';
}

/** False for a link and for a file that another user has written: it describes no program of this user. */
function isOwnFile(file: string): boolean {
  const found = lstatSync(file);
  const own = process.getuid?.();
  const isPrivate = own === undefined || (found.uid === own && (found.mode & 0o022) === 0);
  return found.isFile() && isPrivate;
}

/** Claims the data folder by creating its file; null when another process was first. */
export function claimInstance(
  file: string,
  self: Pick<InstanceRecord, 'pid' | 'startedAt' | 'host'>,
): InstanceClaim | null {
  const nonce = randomBytes(32).toString('hex');
  const record: InstanceRecord = { ...self, apiPort: null, uiPort: null, nonce };
  try {
    writePrivateFileSync(file, textOf(record));
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return null;
    throw error;
  }
  const renew = () => {
    const now = new Date();
    // Best effort: where it fails, another start takes this one for dead.
    void utimes(file, now, now).catch(() => undefined);
  };
  const renewing = setInterval(renew, RENEW_MS).unref();
  return {
    nonce,
    publish(addresses) {
      clearInterval(renewing);
      replacePrivateFileSync(file, textOf({ ...record, ...addresses }), `${file}.${self.pid}`);
    },
    release() {
      clearInterval(renewing);
      const current = readInstance(file);
      if (current !== null && current !== 'damaged' && current.nonce === nonce) rmSync(file);
    },
  };
}

function textOf(record: InstanceRecord): string {
  return `${JSON.stringify(record, null, 2)}\n`;
}

/** Removing a file takes less: an older lock was left by a killed process. */
const STALE_LOCK_MS = 10_000;

/** Differs between a file and its replacement; null where there is none. A link is not followed. */
export function fileIdentity(file: string): string | null {
  const found = lstatSync(file, { throwIfNoEntry: false });
  return found === undefined ? null : [found.ino, found.size, found.mtimeMs, found.ctimeMs].join(':');
}

/**
 * Removes the file if it still has this identity. Of several processes one does so at a time: otherwise the second would
 * remove the replacement by the first. False where another one is doing it.
 */
export function removeLeftBehind(file: string, identity: string | null): boolean {
  const lock = `${file}.takeover`;
  try {
    closeSync(openSync(lock, 'wx', 0o600));
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    const found = lstatSync(lock, { throwIfNoEntry: false });
    if (found !== undefined && Date.now() - found.mtimeMs > STALE_LOCK_MS) rmSync(lock, { force: true });
    return false;
  }
  try {
    if (fileIdentity(file) === identity) rmSync(file, { force: true });
    return true;
  } finally {
    rmSync(lock, { force: true });
  }
}
