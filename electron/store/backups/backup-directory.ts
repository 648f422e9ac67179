import { createHash, createHmac } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Static, Type } from 'typebox';
import { Check } from 'typebox/value';
import { parseJson } from '../../base/json.ts';
import { isSameHash } from '../../base/secret-hash.ts';

/** A file that cannot be restored. `reason` completes a sentence. */
export interface SkippedBackup {
  readonly name: string;
  readonly reason: string;
}

export interface BackupDirectory {
  /** Newest first. */
  readonly backups: readonly Backup[];
  /** Files without a matching manifest. */
  readonly unrecognised: readonly SkippedBackup[];
}

export const BACKUP_EXTENSION = '.sqlite';

export const MANIFEST_EXTENSION = '.json';

const MAX_BACKUPS: Readonly<Record<BackupReason, number>> = { daily: 7, migration: 2 };

/** Lists the backup folder, which may be missing. Does not read the contents of backups. */
export function readDirectory(folder: string): BackupDirectory {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const files = names.filter((name) => name.endsWith(BACKUP_EXTENSION));
  const found = files.map((name) => ({ name, backup: readBackup(folder, name) }));
  return {
    backups: found
      .flatMap(({ backup }) => (backup === null ? [] : [backup]))
      .sort((left, right) => (left.madeAt < right.madeAt ? 1 : -1)),
    unrecognised: found
      .filter(({ backup }) => backup === null)
      .map(({ name }) => ({ name, reason: 'its description is missing or belongs to another backup' })),
  };
}

function readBackup(folder: string, name: string): Backup | null {
  const stem = basename(name, BACKUP_EXTENSION);
  try {
    const manifest = parseJson(readFileSync(join(folder, `${stem}${MANIFEST_EXTENSION}`), 'utf8'));
    const isOwn = Check(BackupManifest, manifest) && getBackupName(manifest) === stem;
    return isOwn ? { ...manifest, file: join(folder, name) } : null;
  } catch {
    // The folder may contain anything, such as a subfolder with this name.
    return null;
  }
}

/**
 * Removes the oldest backups with the same reason as `newest`, which has just been made and checked. Backups with a
 * later date count as oldest, because the clock was wrong.
 */
export function pruneDirectory(folder: string, newest: Pick<Backup, 'reason' | 'madeAt'>): void {
  const sameReason = readDirectory(folder).backups.filter(({ reason }) => reason === newest.reason);
  const hasWrongDate = ({ madeAt }: Backup) => madeAt > newest.madeAt;
  const byAge = [...sameReason.filter((backup) => !hasWrongDate(backup)), ...sameReason.filter(hasWrongDate)];
  for (const { file } of byAge.slice(MAX_BACKUPS[newest.reason])) {
    rmSync(file);
    rmSync(getManifestPath(file));
  }
}

export function getManifestPath(file: string): string {
  return `${file.slice(0, -BACKUP_EXTENSION.length)}${MANIFEST_EXTENSION}`;
}

/** The description file of a backup. */
const BackupManifest = Type.Object(
  {
    reason: Type.Enum(['daily', 'migration']),
    madeAt: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' }),
    /** The version of the program that made the backup. */
    program: Type.String(),
    /** The last migration of the store. */
    schema: Type.String(),
    bytes: Type.Integer({ minimum: 1 }),
    /** SHA-256 of the file. */
    sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    /**
     * HMAC-SHA256 of the fields above, in hex. Absent if the backup was made without a key, or by a version without
     * signatures.
     */
    hmac: Type.Optional(Type.String({ pattern: '^[0-9a-f]{64}$' })),
  },
  { additionalProperties: false },
);

export type BackupManifest = Static<typeof BackupManifest>;

export type BackupReason = BackupManifest['reason'];

/** Purpose for deriving the key that signs backups; see `deriveKey`. */
export const SIGNING_PURPOSE = 'tilldesk backup manifests';

/** Signs a manifest with the key of this data folder. Without a key it stays unsigned. */
export function signManifest(manifest: Omit<BackupManifest, 'hmac'>, signingKey: Uint8Array | null): BackupManifest {
  return signingKey === null ? manifest : { ...manifest, hmac: computeHmac(manifest, signingKey) };
}

/**
 * Whether a manifest has a valid signature of this key. The signature covers the hash of the file, so somebody who can
 * write to the folder but has no key cannot forge a backup.
 */
export function isSigned(manifest: BackupManifest, signingKey: Uint8Array | null): boolean {
  if (signingKey === null || manifest.hmac === undefined) return false;
  return isSameHash(manifest.hmac, computeHmac(manifest, signingKey));
}

function computeHmac(
  { reason, madeAt, program, schema, bytes, sha256 }: BackupManifest,
  signingKey: Uint8Array,
): string {
  const signed = JSON.stringify([reason, madeAt, program, schema, bytes, sha256]);
  return createHmac('sha256', signingKey).update(signed).digest('hex');
}

export interface Backup extends BackupManifest {
  readonly file: string;
}

/** Returns the file name of a backup without extension. It includes the time, so that renamed files are noticed. */
export function getBackupName({ reason, madeAt }: Pick<BackupManifest, 'reason' | 'madeAt'>): string {
  return `${reason}-${madeAt.replaceAll(':', '-')}`;
}

/** SHA-256 of a file in hex. */
export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), hash);
  return hash.digest('hex');
}

export async function hasSameContent({ bytes, sha256 }: Backup, file: string): Promise<boolean> {
  return (await stat(file)).size === bytes && (await hashFile(file)) === sha256;
}
