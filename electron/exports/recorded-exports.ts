import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type ExportComparison,
  type ExportHistory,
  type ExportManifest,
  isMonthManifest,
  type PastFile,
} from '../../shared/contract/exports.ts';
import type { Caller } from '../base/caller.ts';
import type { Clock } from '../base/clock.ts';
import { onDisk, removeOldFiles } from './atomic-file.ts';
import { expectComparable, isComparable } from './compare-files.ts';
import { ExportError } from './export-error.ts';
import { type ExportHistoryRecords, type MadeExport, type RecordedExport, recordedUser } from './export-history.ts';
import type { DoneExport, Exporter, ExportJob } from './exporter.ts';
import type { DonePackage } from './month-package.ts';
import { WRITERS } from './writers/registry.ts';

export interface RecordedExportsDeps {
  readonly exporter: Exporter;
  readonly history: ExportHistoryRecords;
  /** Absolute path of a folder that only this user can change. It need not exist. */
  readonly temporaryFolder: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Record<'error', (fields: object, message: string) => void>;
}

export interface RecordedRun extends DoneExport {
  /** In the history. Null if it could not be recorded, which is logged: the file exists all the same. */
  readonly id: number | null;
}

export interface RecordedHistory extends Pick<ExportHistory, 'hasMore'> {
  /** Newest first. */
  readonly entries: readonly (PastFile & { readonly path: string })[];
}

/** Exports with their history. `run`, `compare` and `suggestFileName` throw `ExportError`, others what the store throws. */
export interface RecordedExports extends Pick<Exporter, 'suggestFileName'> {
  /** Rejects only if there is no file. */
  run(job: ExportJob): Promise<RecordedRun>;
  /** Adds a finished package. Answers its id, or null if it could not be recorded, which is logged. */
  recordPackage(caller: Caller, made: Pick<DonePackage, 'path' | 'record'>): Promise<number | null>;
  /** The latest 50, or those older than `before`. */
  list(caller: Caller, before: number | null): Promise<RecordedHistory>;
  find(caller: Caller, id: number): Promise<RecordedExport | null>;
  /** Whether the file at this path is in the history of the caller, or was made by them in this run. */
  mayFetch(caller: Caller, path: string): Promise<boolean>;
  /** Exports the same again and compares the two files. `not_comparable` says why it cannot, and what to do. */
  compare(caller: Caller, id: number, signal: AbortSignal): Promise<ExportComparison>;
}

const PAGE_SIZE = 50;

export function createRecordedExports(deps: RecordedExportsDeps): RecordedExports {
  const { exporter, history, temporaryFolder, clock, log } = deps;
  /** Made in this run, and not in the history because it could not be written. */
  const unrecorded: MadeExport[] = [];

  /** One insert, when the file is there. */
  async function record(made: MadeExport): Promise<number | null> {
    try {
      return await history.add(made);
    } catch (error) {
      unrecorded.push(made);
      log.error({ err: error, path: made.path }, 'an export was saved, but is not in the history');
      return null;
    }
  }

  async function findComparable(caller: Caller, id: number) {
    const past = await history.find(caller, id);
    if (past === null) throw new ExportError('not_comparable', 'This export is not known any more.');
    const { manifest, path } = past;
    if (isMonthManifest(manifest)) throw new ExportError('not_comparable', 'A month package cannot be compared.');
    await expectComparable(manifest, path);
    return { manifest, path };
  }

  return {
    suggestFileName: exporter.suggestFileName,
    async run(job) {
      const done = await exporter.run(job);
      const { path, manifest } = done;
      return { ...done, id: await record({ ...getOwner(job.caller), manifest, path }) };
    },
    recordPackage: (caller, { path, record: manifest }) => record({ ...getOwner(caller), manifest, path }),
    async list(caller, before) {
      const past = await history.list(caller, { before, limit: PAGE_SIZE + 1 });
      return { entries: past.slice(0, PAGE_SIZE).map(toPastFile), hasMore: past.length > PAGE_SIZE };
    },
    find: history.find,
    async mayFetch(caller, path) {
      const { accountId, userId } = getOwner(caller);
      const isOwn = (made: MadeExport) => made.accountId === accountId && made.userId === userId && made.path === path;
      return unrecorded.some(isOwn) || history.hasPath(caller, path);
    },
    async compare(caller, id, signal) {
      const { manifest, path: before } = await findComparable(caller, id);
      const { request } = manifest;
      await onDisk(mkdir(temporaryFolder, { recursive: true, mode: 0o700 }));
      await removeOldFiles(temporaryFolder, isOfComparison, clock.now());
      const targetPath = join(temporaryFolder, `${COMPARED}${randomUUID()}.${WRITERS[request.format].extension}`);
      const { path: after, manifest: now } = await exporter.run({
        request,
        caller,
        targetPath,
        onProgress: () => {},
        signal,
      });
      try {
        if (now.shortfall !== null) throw new ExportError('incomplete', now.shortfall.message);
        // Rows that came or went with the rights of the caller would look like changes.
        if (!isOfSameRights(now, manifest)) {
          throw new ExportError(
            'not_comparable',
            'Your rights have changed since. Export it again, and compare that file later.',
          );
        }
        return { asOf: now.asOf, ...(await exporter.compare({ manifest, before, after }, signal)) };
      } finally {
        await onDisk(rm(after, { force: true }));
      }
    },
  };
}

/** Begins the name of a file that is made to be compared. */
const COMPARED = 'compared-';

/** Whether a killed program may have left the file in the middle of a comparison, whole or in part. */
function isOfComparison(name: string): boolean {
  return name.startsWith(COMPARED) || name.startsWith(`.${COMPARED}`);
}

/** Older manifests only say what the place was called, which changes when a shop is renamed. */
function isOfSameRights(now: ExportManifest, before: ExportManifest): boolean {
  return before.lockedLocationId === undefined
    ? now.place === before.place
    : now.lockedLocationId === before.lockedLocationId;
}

function toPastFile({ id, manifest, path }: RecordedExport): RecordedHistory['entries'][number] {
  if (isMonthManifest(manifest)) return { id, manifest, path };
  return { id, manifest, path, canBeCompared: isComparable(manifest.request) };
}

function getOwner(caller: Caller): Pick<MadeExport, 'accountId' | 'userId'> {
  return { accountId: caller.accountId, userId: recordedUser(caller) };
}
