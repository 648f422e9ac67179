import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../base/clock.ts';
import { replacePrivateFileSync } from '../../base/private-file.ts';
import { renameFileSync } from '../../base/rename-file.ts';
import { StoreError, toStoreError } from '../store-error.ts';
import {
  BACKUP_ENDING,
  type Backup,
  type BackupReason,
  backupName,
  MANIFEST_ENDING,
  pruneDirectory,
  sha256Of,
  signManifest,
} from './backup-directory.ts';
import { copyStore, inspectStore, STORE_PARTS, sizeOf } from './store-files.ts';

export interface BackupOrder {
  /** The store. */
  readonly file: string;
  /** The folder of backups; it is created where it is missing. */
  readonly folder: string;
  readonly reason: BackupReason;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Version of this program. */
  readonly program: string;
  /** Signs the manifest; null where the data folder has no secret key. */
  readonly signingKey: Uint8Array | null;
}

/** `damaged`: the store is not whole, or its copy is not. The findings are those of SQLite. */
export type BackupOutcome =
  | { readonly kind: 'made'; readonly backup: Backup }
  | { readonly kind: 'no-space'; readonly neededBytes: number; readonly freeBytes: number }
  | { readonly kind: 'damaged'; readonly findings: readonly string[] };

/**
 * How many times the size of the store has to be free. A daily backup needs room for the copy, and for growth meanwhile.
 * A migration also needs room for its write-ahead log and for the tables that it writes again.
 */
const SPACE_FACTORS: Readonly<Record<BackupReason, number>> = { daily: 2, migration: 7 };

const DRAFT_ENDING = '.draft';

/** The beginning of a `backupName`. */
const OWN_NAME = /^(daily|migration)-\d{4}-\d{2}-\d{2}T/;

/**
 * Makes a backup of a store that may be open, and removes older ones that are no longer needed. A backup gets its name
 * once it is complete, checked and described.
 */
export async function makeBackup(
  order: BackupOrder,
  freeBytesIn: (folder: string) => number = freeBytesOf,
): Promise<BackupOutcome> {
  const { file, folder, reason } = order;
  if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
  removeLeftovers(folder);
  const neededBytes = SPACE_FACTORS[reason] * STORE_PARTS.reduce((sum, part) => sum + sizeOf(`${file}${part}`), 0);
  const freeBytes = freeBytesIn(folder);
  if (freeBytes < neededBytes) return { kind: 'no-space', neededBytes, freeBytes };

  try {
    return await makeIn(order);
  } finally {
    // On a full disk the store needs the room.
    removeLeftovers(folder);
  }
}

async function makeIn({ file, folder, reason, at, program, signingKey }: BackupOrder): Promise<BackupOutcome> {
  const madeAt = new Date(at).toISOString();
  const stem = join(folder, backupName({ reason, madeAt }));
  const draft = `${stem}${BACKUP_ENDING}${DRAFT_ENDING}`;
  const { schema, findings } = copyChecked(file, draft);
  if (findings.length > 0) return { kind: 'damaged', findings };
  const sha256 = await sha256Of(draft);
  const facts = { reason, madeAt, program, schema, bytes: statSync(draft).size, sha256 };
  const manifest = signManifest(facts, signingKey);
  const description = `${stem}${MANIFEST_ENDING}`;
  replacePrivateFileSync(description, `${JSON.stringify(manifest, null, 2)}\n`, `${description}${DRAFT_ENDING}`);
  renameFileSync(draft, `${stem}${BACKUP_ENDING}`);
  pruneDirectory(folder, manifest);
  return { kind: 'made', backup: { ...manifest, file: `${stem}${BACKUP_ENDING}` } };
}

/** Inspects the store too: its copy is written from its rows, and can be whole where pages of the store are damaged. */
function copyChecked(file: string, draft: string): { readonly schema: string; readonly findings: readonly string[] } {
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

/**
 * Removes drafts, with the files beside a database, and descriptions without a backup. Files of other origin stay.
 */
function removeLeftovers(folder: string): void {
  const names = readdirSync(folder);
  const isLeftover = (name: string) =>
    name.includes(DRAFT_ENDING) ||
    (name.endsWith(MANIFEST_ENDING) && !names.includes(`${name.slice(0, -MANIFEST_ENDING.length)}${BACKUP_ENDING}`));
  const own = names.filter((name) => OWN_NAME.test(name));
  for (const name of own.filter(isLeftover)) rmSync(join(folder, name));
}

function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

export interface DailyBackups {
  /** Why the last backup failed; null when it did not, or there was none yet. */
  readonly problem: BackupProblem | null;
  stop(): void;
}

/** `failed`: the log says why. */
export type BackupProblem = 'no-space' | 'damaged' | 'failed';

export interface DailyBackupsDeps {
  readonly clock: Clock;
  /** The newest backup, of any reason; null for none. */
  readonly newest: () => Backup | null;
  readonly make: () => Promise<BackupOutcome>;
  /** True: nothing is worth a backup yet. */
  readonly isStoreNew: boolean;
  readonly log: { info(facts: object, text: string): void; error(facts: object, text: string): void };
}

const DAY_MS = 24 * 60 * 60 * 1_000;

/** The user wants to work first. */
const AFTER_START_MS = 5 * 60 * 1_000;

/** Makes a backup each day that the program runs, beginning some minutes after its start. */
export function startDailyBackups(deps: DailyBackupsDeps): DailyBackups {
  const { clock, make, log } = deps;
  let problem: BackupProblem | null = null;
  let cancel = clock.after(firstDelay(deps), runDaily);

  function runDaily(): void {
    cancel = clock.after(DAY_MS, runDaily);
    void makeOne();
  }

  async function makeOne(): Promise<void> {
    try {
      const outcome = await make();
      problem = outcome.kind === 'made' ? null : outcome.kind;
      if (outcome.kind === 'made') log.info({ file: outcome.backup.file }, 'a backup was made');
      else log.error({ outcome }, 'no backup was made; earlier ones are kept');
    } catch (err) {
      problem = 'failed';
      log.error({ err }, 'no backup was made; earlier ones are kept');
    }
  }

  return {
    get problem() {
      return problem;
    },
    stop: () => cancel(),
  };
}

function firstDelay({ clock, newest, isStoreNew }: DailyBackupsDeps): number {
  if (isStoreNew) return DAY_MS;
  const last = newest();
  const dueInMs = last === null ? 0 : Date.parse(last.madeAt) + DAY_MS - clock.now();
  // If the clock was wrong at the last backup, the next one is still made within a day.
  return Math.min(Math.max(dueInMs, AFTER_START_MS), DAY_MS);
}
