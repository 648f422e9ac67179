import { randomBytes } from 'node:crypto';
import { closeSync, lstatSync, openSync, rmSync } from 'node:fs';
import { utimes } from 'node:fs/promises';
import { type Static, Type } from 'typebox';
import { Check } from 'typebox/value';
import { codeOf } from '../base/errors.ts';
import { parseJson } from '../base/json.ts';
import { readRegularFile, replacePrivateFileSync, writePrivateFileSync } from '../base/private-file.ts';

/** The discovery file: how another program of the same user finds this one and makes sure that it is it. */
const InstanceRecord = Type.Object({
  pid: Type.Integer({ minimum: 1 }),
  /** RFC 3339. */
  startedAt: Type.String(),
  host: Type.Enum(['electron', 'browser', 'none']),
  /** null while the program is starting. */
  apiPort: Type.Union([Type.Integer(), Type.Null()]),
  /** How clients reach the API, where that is not `apiPort` of this computer over plain HTTP: then that is only proof. */
  apiAddress: Type.Optional(Type.String()),
  /** The address that `apiPort` is of, as a URL has it; missing in the file of a program of before. */
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
  /** Writes where the program listens, now that it does. */
  publish(places: Pick<InstanceRecord, 'apiPort' | 'apiAddress' | 'proofHost' | 'uiPort'>): void;
  /** Removes the file, if it is still that of this process. */
  release(): void;
}

/** The record of another start; null when there is none. A file that cannot be understood is `damaged`. */
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

/** What a link leads to, or another user has written, says nothing of a program of this user. */
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
    // Best effort: without it another start takes this one for dead.
    void utimes(file, now, now).catch(() => undefined);
  };
  const renewing = setInterval(renew, RENEW_MS).unref();
  return {
    nonce,
    publish(places) {
      clearInterval(renewing);
      replacePrivateFileSync(file, textOf({ ...record, ...places }), `${file}.${self.pid}`);
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

/** Older than the moment that it takes to remove a file: left by a process that was killed in it. */
const STALE_LOCK_MS = 10_000;

/** What tells a file from the one that is put in its place; null where there is none. A link is not followed. */
export function fileIdentity(file: string): string | null {
  const found = lstatSync(file, { throwIfNoEntry: false });
  return found === undefined ? null : [found.ino, found.size, found.mtimeMs, found.ctimeMs].join(':');
}

/**
 * Removes the file if it is still the one that had the mark. Of several processes that do so one does it at a time:
 * otherwise the second would remove what the first has put in its place. False where another one is at it.
 */
export function removeLeftBehind(file: string, mark: string | null): boolean {
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
    if (fileIdentity(file) === mark) rmSync(file, { force: true });
    return true;
  } finally {
    rmSync(lock, { force: true });
  }
}
