import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../base/clock.ts';
import { asStoreError, StoreError } from '../store-error.ts';
import {
  BACKUP_ENDING,
  type Backup,
  type BackupManifest,
  type BackupReason,
  backupName,
  MANIFEST_ENDING,
  pruneShelf,
  sha256Of,
  signManifest,
} from './backup-directory.ts';
import { copyStore, inspectStore, STORE_PARTS, settleFile } from './store-files.ts';

export interface BackupOrder {
  /** The store. */
  readonly file: string;
  /** Where backups lie; it is made where it is missing. */
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

/** The copy, and what the store grows by while it is made. */
const SPACE_FACTOR = 2;

const DRAFT_ENDING = '.draft';

/** As `backupName` begins. */
const OWN_NAME = /^(daily|migration)-\d{4}-\d{2}-\d{2}T/;

/**
 * Makes a backup of a store that may be open, and removes older ones that are no longer needed. A backup has its name
 * only when it is whole, was checked and is described; what is left of one that was not finished is no backup.
 */
export async function makeBackup(
  order: BackupOrder,
  freeBytesIn: (folder: string) => number = freeBytesOf,
): Promise<BackupOutcome> {
  const { file, folder } = order;
  if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
  removeLeftovers(folder);
  const neededBytes = SPACE_FACTOR * sizeOf(file);
  const freeBytes = freeBytesIn(folder);
  if (freeBytes < neededBytes) return { kind: 'no-space', neededBytes, freeBytes };

  try {
    return await makeIn(order);
  } finally {
    // Where the disk became full the store needs the room.
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
  describeBackup(stem, manifest);
  renameSync(draft, `${stem}${BACKUP_ENDING}`);
  pruneShelf(folder, manifest);
  return { kind: 'made', backup: { ...manifest, file: `${stem}${BACKUP_ENDING}` } };
}

interface CheckedCopy {
  readonly schema: string;
  readonly findings: readonly string[];
}

/** The store is read too: its copy is written anew from its rows, and can be whole where pages of the store are not. */
function copyChecked(file: string, draft: string): CheckedCopy {
  const found = inspectStore(file);
  try {
    const schema = copyStore(file, draft);
    return { schema, findings: found.length > 0 ? found : inspectStore(draft) };
  } catch (error) {
    const known = asStoreError(error, file);
    if (known instanceof StoreError && known.code === 'corrupt') {
      return { schema: '', findings: [...found, known.message] };
    }
    throw known;
  }
}

function describeBackup(stem: string, manifest: BackupManifest): void {
  const draft = `${stem}${MANIFEST_ENDING}${DRAFT_ENDING}`;
  writeFileSync(draft, `${JSON.stringify(manifest, null, 2)}\n`, { flag: 'wx', mode: 0o600 });
  settleFile(draft);
  renameSync(draft, `${stem}${MANIFEST_ENDING}`);
}

/**
 * Drafts, with what a database has beside it, and descriptions of copies that did not come to their name. What somebody
 * else has put there stays.
 */
function removeLeftovers(folder: string): void {
  const names = readdirSync(folder);
  const isLeftover = (name: string) =>
    name.includes(DRAFT_ENDING) ||
    (name.endsWith(MANIFEST_ENDING) && !names.includes(`${name.slice(0, -MANIFEST_ENDING.length)}${BACKUP_ENDING}`));
  const own = names.filter((name) => OWN_NAME.test(name));
  for (const name of own.filter(isLeftover)) rmSync(join(folder, name));
}

function sizeOf(file: string): number {
  const parts = STORE_PARTS.map((part) => statSync(`${file}${part}`, { throwIfNoEntry: false })?.size ?? 0);
  return parts.reduce((sum, size) => sum + size, 0);
}

function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

export interface DailyBackups {
  /** What came of the last one; null for a backup that was made, or while there was no reason for one. */
  readonly problem: BackupProblem | null;
  stop(): void;
}

/** `failed`: the log says why. */
export type BackupProblem = 'no-space' | 'damaged' | 'failed';

export interface DailyBackupsDeps {
  readonly clock: Clock;
  /** The newest that there is, whatever it was made for. */
  readonly newest: () => Backup | null;
  readonly make: () => Promise<BackupOutcome>;
  /** True: there is nothing worth a backup yet. */
  readonly isStoreNew: boolean;
  readonly log: { info(facts: object, text: string): void; error(facts: object, text: string): void };
}

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Whoever starts the program wants to work first. */
const AFTER_START_MS = 5 * 60 * 1_000;

/** Makes a backup each day that the program runs, from some minutes after its start on. */
export function startDailyBackups(deps: DailyBackupsDeps): DailyBackups {
  const { clock, make, log } = deps;
  let problem: BackupProblem | null = null;
  let cancel = clock.after(firstDelay(deps), takeTurn);

  function takeTurn(): void {
    cancel = clock.after(DAY_MS, takeTurn);
    void makeOne();
  }

  async function makeOne(): Promise<void> {
    try {
      const outcome = await make();
      problem = outcome.kind === 'made' ? null : outcome.kind;
      if (outcome.kind === 'made') log.info({ file: outcome.backup.file }, 'a backup was made');
      else log.error({ outcome }, 'no backup was made; those of before are kept');
    } catch (err) {
      problem = 'failed';
      log.error({ err }, 'no backup was made; those of before are kept');
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
  // A clock that was wrong when it was made puts nothing off for longer than a day.
  return Math.min(Math.max(dueInMs, AFTER_START_MS), DAY_MS);
}
