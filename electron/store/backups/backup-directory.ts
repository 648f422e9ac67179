import { createHash, createHmac } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, rmSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Static, Type } from 'typebox';
import { Check } from 'typebox/value';
import { parseJson } from '../../base/json.ts';
import { readRegularFile } from '../../base/private-file.ts';
import { isSameHash } from '../../base/secret-hash.ts';

/** A file that cannot be put back, and why, as the end of a sentence. */
export interface SkippedBackup {
  readonly name: string;
  readonly reason: string;
}

export interface BackupShelf {
  /** The newest first. */
  readonly backups: readonly Backup[];
  /** What has no manifest that fits it: it is no backup. */
  readonly strange: readonly SkippedBackup[];
}

export const BACKUP_ENDING = '.sqlite';

export const MANIFEST_ENDING = '.json';

const MOST_KEPT: Readonly<Record<BackupReason, number>> = { daily: 7, migration: 2 };

/** What lies in the folder of backups, which need not exist. Contents are not looked at. */
export function readShelf(folder: string): BackupShelf {
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
  const description = join(folder, `${stem}${MANIFEST_ENDING}`);
  const manifest = parseManifest(textOf(description), stem);
  return manifest && { ...manifest, file: join(folder, name) };
}

/** Empty where it cannot be read: somebody may have put anything there, such as a pipe or a folder. */
function textOf(description: string): string {
  try {
    return readRegularFile(description);
  } catch {
    return '';
  }
}

/**
 * Removes the oldest backups of one sort beyond those that are kept. Only for when `newest`, which was just made, is
 * known to be good. One that says it was made later was made before, by a clock that was wrong.
 */
export function pruneShelf(folder: string, newest: Pick<Backup, 'reason' | 'madeAt'>): void {
  const ofSort = readShelf(folder).backups.filter(({ reason }) => reason === newest.reason);
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

/** Written beside a backup: what it is, and by which bytes it is known again. */
const BackupManifest = Type.Object(
  {
    /** Each sort is kept for itself. */
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

/** What the secret key of a data folder is derived for, to sign backups; see `derivedKey`. */
export const SIGNING_PURPOSE = 'tilldesk backup manifests';

/** The manifest with the HMAC by which it is known as one of this data folder; without a key it stays unsigned. */
export function signManifest(manifest: Omit<BackupManifest, 'hmac'>, signingKey: Uint8Array | null): BackupManifest {
  return signingKey === null ? manifest : { ...manifest, hmac: hmacOf(manifest, signingKey) };
}

/**
 * Whether a manifest is as it was signed with this key. The digest in it is part of that: whoever can write to the
 * folder of backups, but cannot read the key, cannot make another file pass for a backup.
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

/** The name of a backup's files without their endings, which says its time as well: a renamed one is known by that. */
export function backupName({ reason, madeAt }: Pick<BackupManifest, 'reason' | 'madeAt'>): string {
  return `${reason}-${madeAt.replaceAll(':', '-')}`;
}

/** The manifest that `text` is, of the backup of this name; null where it is none. */
function parseManifest(text: string, name: string): BackupManifest | null {
  const parsed = parseJson(text);
  if (!Check(BackupManifest, parsed)) return null;
  return backupName(parsed) === name ? parsed : null;
}

/** SHA-256 of a file's bytes, in hex. */
export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), hash);
  return hash.digest('hex');
}

/** Whether a file, the backup's own or a copy of it, holds what the backup held when it was made. */
export async function hasContentOf({ bytes, sha256 }: Backup, file: string): Promise<boolean> {
  return (await stat(file)).size === bytes && (await sha256Of(file)) === sha256;
}
