import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../base/clock.ts';
import { replacePrivateFileSync } from '../../base/private-file.ts';
import { renameFileSync } from '../../base/rename-file.ts';
import { StoreError, toStoreError } from '../store-error.ts';
import {
  BACKUP_EXTENSION,
  type Backup,
  type BackupReason,
  getBackupName,
  hashFile,
  MANIFEST_EXTENSION,
  pruneDirectory,
  signManifest,
} from './backup-directory.ts';
import { copyStore, getFileSize, inspectStore, STORE_SUFFIXES } from './store-files.ts';

export interface BackupOrder {
  readonly file: string;
  /** The backup folder. It is created if it is missing. */
  readonly folder: string;
  readonly reason: BackupReason;
  /** The current time in milliseconds since the epoch. */
  readonly at: number;
  readonly program: string;
  /** Signs the manifest. `null` if the data folder has no secret key. */
  readonly signingKey: Uint8Array | null;
}

/** `damaged`: the store or its copy is damaged. `findings` are from SQLite. */
export type BackupOutcome =
  | { readonly kind: 'made'; readonly backup: Backup }
  | { readonly kind: 'no-space'; readonly neededBytes: number; readonly freeBytes: number }
  | { readonly kind: 'damaged'; readonly findings: readonly string[] };

/**
 * Required free space as a multiple of the store's size. A daily backup needs room for the copy and for growth. A
 * migration also needs room for its write-ahead log and rewritten tables.
 */
const SPACE_FACTORS: Readonly<Record<BackupReason, number>> = { daily: 2, migration: 7 };

const DRAFT_EXTENSION = '.draft';

/** The start of a backup name. */
const OWN_NAME = /^(daily|migration)-\d{4}-\d{2}-\d{2}T/;

/**
 * Makes a backup of a store, which may be open, and removes surplus older ones. A backup gets its final name when it is
 * complete, checked and described.
 */
export async function makeBackup(
  order: BackupOrder,
  getFreeBytes: (folder: string) => number = readFreeBytes,
): Promise<BackupOutcome> {
  const { file, folder, reason } = order;
  if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
  removeLeftovers(folder);
  const neededBytes =
    SPACE_FACTORS[reason] * STORE_SUFFIXES.reduce((sum, part) => sum + getFileSize(`${file}${part}`), 0);
  const freeBytes = getFreeBytes(folder);
  if (freeBytes < neededBytes) return { kind: 'no-space', neededBytes, freeBytes };

  try {
    return await writeBackup(order);
  } finally {
    // Even after a failure: the store may need the space.
    removeLeftovers(folder);
  }
}

async function writeBackup({ file, folder, reason, at, program, signingKey }: BackupOrder): Promise<BackupOutcome> {
  const madeAt = new Date(at).toISOString();
  const stem = join(folder, getBackupName({ reason, madeAt }));
  const draft = `${stem}${BACKUP_EXTENSION}${DRAFT_EXTENSION}`;
  const { schema, findings } = copyAndInspect(file, draft);
  if (findings.length > 0) return { kind: 'damaged', findings };
  const sha256 = await hashFile(draft);
  const facts = { reason, madeAt, program, schema, bytes: statSync(draft).size, sha256 };
  const manifest = signManifest(facts, signingKey);
  const description = `${stem}${MANIFEST_EXTENSION}`;
  replacePrivateFileSync(description, `${JSON.stringify(manifest, null, 2)}\n`, `${description}${DRAFT_EXTENSION}`);
  renameFileSync(draft, `${stem}${BACKUP_EXTENSION}`);
  pruneDirectory(folder, manifest);
  return { kind: 'made', backup: { ...manifest, file: `${stem}${BACKUP_EXTENSION}` } };
}

/**
 * Inspects the store too, because its copy is written from rows and may be intact although pages of the store are
 * damaged.
 */
function copyAndInspect(
  file: string,
  draft: string,
): { readonly schema: string; readonly findings: readonly string[] } {
  const found = inspectStore(file);
  try {
    const schema = copyStore(file, draft);
    return { schema, findings: found.length > 0 ? found : inspectStore(draft) };
  } catch (error) {
    const known = toStoreError(error, file);
    if (known instanceof StoreError && known.code === 'corrupt') {
      return { schema: '', findings: [...found, known.message] };
    }
    throw known;
  }
}

/** Removes drafts and their side files, and descriptions without a backup. Other files stay. */
function removeLeftovers(folder: string): void {
  const names = readdirSync(folder);
  const isLeftover = (name: string) =>
    name.includes(DRAFT_EXTENSION) ||
    (name.endsWith(MANIFEST_EXTENSION) &&
      !names.includes(`${name.slice(0, -MANIFEST_EXTENSION.length)}${BACKUP_EXTENSION}`));
  const own = names.filter((name) => OWN_NAME.test(name));
  for (const name of own.filter(isLeftover)) rmSync(join(folder, name));
}

function readFreeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

export interface DailyBackups {
  /** The problem of the last backup. `null` if it succeeded or there was none yet. */
  readonly problem: BackupProblem | null;
  stop(): void;
}

/** `failed`: the log has the cause. */
export type BackupProblem = 'no-space' | 'damaged' | 'failed';

export interface DailyBackupsDeps {
  readonly clock: Clock;
  /** The newest backup of any reason. `null` if there is none. */
  readonly newest: () => Backup | null;
  readonly make: () => Promise<BackupOutcome>;
  /** A new store needs no backup yet. */
  readonly isStoreNew: boolean;
  readonly log: { info(facts: object, text: string): void; error(facts: object, text: string): void };
}

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Lets the user work first. */
const MIN_START_DELAY_MS = 5 * 60 * 1_000;

/** Makes a backup every day while the program runs, starting some minutes after startup. */
export function startDailyBackups(deps: DailyBackupsDeps): DailyBackups {
  const { clock, make, log } = deps;
  let problem: BackupProblem | null = null;
  let cancel = clock.after(getFirstDelayMs(deps), runDaily);

  function runDaily(): void {
    cancel = clock.after(DAY_MS, runDaily);
    void makeOne();
  }

  async function makeOne(): Promise<void> {
    try {
      const outcome = await make();
      problem = outcome.kind === 'made' ? null : outcome.kind;
      if (outcome.kind === 'made') log.info({ file: outcome.backup.file }, 'a backup was made');
      else log.error({ outcome }, 'the daily backup failed; earlier backups were not changed');
    } catch (err) {
      problem = 'failed';
      log.error({ err }, 'the daily backup failed; earlier backups were not changed');
    }
  }

  return {
    get problem() {
      return problem;
    },
    stop: () => cancel(),
  };
}

function getFirstDelayMs({ clock, newest, isStoreNew }: DailyBackupsDeps): number {
  if (isStoreNew) return DAY_MS;
  const last = newest();
  const dueInMs = last === null ? 0 : Date.parse(last.madeAt) + DAY_MS - clock.now();
  // Within a day, even if the clock was wrong at the last backup.
  return Math.min(Math.max(dueInMs, MIN_START_DELAY_MS), DAY_MS);
}
