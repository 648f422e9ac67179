import { createHash, createHmac } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Static, Type } from 'typebox';
import { Check } from 'typebox/value';
import { parseJson } from '../../base/json.ts';
import { isSameHash } from '../../base/secret-hash.ts';

/** A file that cannot be restored, and why, as the end of a sentence. */
export interface SkippedBackup {
  readonly name: string;
  readonly reason: string;
}

export interface BackupDirectory {
  /** The newest first. */
  readonly backups: readonly Backup[];
  /** Files without a manifest that fits: they are no backups. */
  readonly strange: readonly SkippedBackup[];
}

export const BACKUP_ENDING = '.sqlite';

export const MANIFEST_ENDING = '.json';

const MOST_KEPT: Readonly<Record<BackupReason, number>> = { daily: 7, migration: 2 };

/** What lies in the folder of backups, which need not exist. Contents are not looked at. */
export function readDirectory(folder: string): BackupDirectory {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const files = names.filter((name) => name.endsWith(BACKUP_ENDING));
  const found = files.map((name) => ({ name, backup: backupIn(folder, name) }));
  return {
    backups: found
      .flatMap(({ backup }) => (backup === null ? [] : [backup]))
      .sort((left, right) => (left.madeAt < right.madeAt ? 1 : -1)),
    strange: found
      .filter(({ backup }) => backup === null)
      .map(({ name }) => ({ name, reason: 'its description is missing or is not its own' })),
  };
}

function backupIn(folder: string, name: string): Backup | null {
  const stem = basename(name, BACKUP_ENDING);
  try {
    const manifest = parseJson(readFileSync(join(folder, `${stem}${MANIFEST_ENDING}`), 'utf8'));
    const isOwn = Check(BackupManifest, manifest) && backupName(manifest) === stem;
    return isOwn ? { ...manifest, file: join(folder, name) } : null;
  } catch {
    // Anyone may have put anything there, such as a folder.
    return null;
  }
}

/**
 * Removes the oldest backups with the reason of `newest`, which was just made and is known to be good. A backup with a
 * later date is older: its clock was wrong.
 */
export function pruneDirectory(folder: string, newest: Pick<Backup, 'reason' | 'madeAt'>): void {
  const ofSort = readDirectory(folder).backups.filter(({ reason }) => reason === newest.reason);
  const isWrong = ({ madeAt }: Backup) => madeAt > newest.madeAt;
  const byAge = [...ofSort.filter((backup) => !isWrong(backup)), ...ofSort.filter(isWrong)];
  for (const { file } of byAge.slice(MOST_KEPT[newest.reason])) {
    rmSync(file);
    rmSync(manifestOf(file));
  }
}

export function manifestOf(file: string): string {
  return `${file.slice(0, -BACKUP_ENDING.length)}${MANIFEST_ENDING}`;
}

/** Written beside a backup: what it is, and the hash of its bytes. */
const BackupManifest = Type.Object(
  {
    reason: Type.Enum(['daily', 'migration']),
    madeAt: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' }),
    /** Version of the program that made it. */
    program: Type.String(),
    /** The last migration that had run in it. */
    schema: Type.String(),
    bytes: Type.Integer({ minimum: 1 }),
    /** SHA-256 of these bytes. */
    sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    /** HMAC-SHA256 of all of the above, in hex. Absent: made without a key, as by versions that signed nothing. */
    hmac: Type.Optional(Type.String({ pattern: '^[0-9a-f]{64}$' })),
  },
  { additionalProperties: false },
);

export type BackupManifest = Static<typeof BackupManifest>;

export type BackupReason = BackupManifest['reason'];

/** The purpose of the key that signs backups; see `derivedKey`. */
export const SIGNING_PURPOSE = 'tilldesk backup manifests';

/** The manifest with an HMAC that ties it to this data folder; without a key it stays unsigned. */
export function signManifest(manifest: Omit<BackupManifest, 'hmac'>, signingKey: Uint8Array | null): BackupManifest {
  return signingKey === null ? manifest : { ...manifest, hmac: hmacOf(manifest, signingKey) };
}

/**
 * Whether a manifest was signed with this key and not changed since. It holds the hash of the file: an attacker who can
 * write to the folder of backups, but cannot read the key, cannot pass off another file as a backup.
 */
export function isSigned(manifest: BackupManifest, signingKey: Uint8Array | null): boolean {
  if (signingKey === null || manifest.hmac === undefined) return false;
  return isSameHash(manifest.hmac, hmacOf(manifest, signingKey));
}

function hmacOf({ reason, madeAt, program, schema, bytes, sha256 }: BackupManifest, signingKey: Uint8Array): string {
  const signed = JSON.stringify([reason, madeAt, program, schema, bytes, sha256]);
  return createHmac('sha256', signingKey).update(signed).digest('hex');
}

/** A backup and what is known of it. */
export interface Backup extends BackupManifest {
  /** Path of the file. */
  readonly file: string;
}

/** The name of a backup's files without their endings. It holds the time, so that a renamed file is noticed. */
export function backupName({ reason, madeAt }: Pick<BackupManifest, 'reason' | 'madeAt'>): string {
  return `${reason}-${madeAt.replaceAll(':', '-')}`;
}

/** SHA-256 of a file's bytes, in hex. */
export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), hash);
  return hash.digest('hex');
}

/** Whether a file, the backup's own or a copy of it, has the content with which the backup was made. */
export async function hasContentOf({ bytes, sha256 }: Backup, file: string): Promise<boolean> {
  return (await stat(file)).size === bytes && (await sha256Of(file)) === sha256;
}
