import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import {
  type ExportComparison,
  type ExportHistory,
  type ExportManifest,
  type ExportRequest,
  isMonthManifest,
  type MonthManifest,
  type PastFile,
} from '../../shared/contract/exports.ts';
import type { Caller } from '../base/caller.ts';
import { removeOldFiles, replaceFile, translateDiskErrors } from './atomic-file.ts';
import { assertComparable, type compareFiles, isComparable } from './compare-files.ts';
import { assertNotCancelled, ExportError, translateFailures } from './export-error.ts';
import { type ExportHistoryRecords, getRecordedUser, type MadeExport, type RecordedExport } from './export-history.ts';
import { wrapExportPlatform } from './export-platform.ts';
import { createFileName, getCopyPath, getIncompletePath } from './file-names.ts';
import { type ExportContext, selectExport } from './select-export.ts';
import type { PartRequest, ReportProgress, WrittenExport } from './write-export.ts';
import { WRITERS } from './writers/registry.ts';

export interface ExporterDeps extends ExportContext {
  readonly work: ExportWork;
  readonly history: ExportHistoryRecords;
  /** Absolute path of a folder that only this user can change. It need not exist. */
  readonly temporaryFolder: string;
  readonly log: Record<'error', (fields: object, message: string) => void>;
}

/** The long part of exports, which does not run on the main thread. It ends when the signal is aborted. */
export interface ExportWork {
  /** Fills the part file. Throws `ExportError`. */
  write(request: PartRequest, onProgress: ReportProgress, signal: AbortSignal): Promise<WrittenExport>;
  compare: typeof compareFiles;
  /** Ends what is in progress, and refuses new work. */
  close(): void;
}

export interface ExportJob {
  readonly request: ExportRequest;
  readonly caller: Caller;
  /** Absolute; a file without all of its rows gets another name in the same folder. */
  readonly targetPath: string;
  readonly onProgress: ReportProgress;
  /** Aborting it ends the export and leaves nothing behind. */
  readonly signal: AbortSignal;
  /** Whether the manifest gets a digest of the rows, even for a file that can be read back. */
  readonly hasContentDigest?: boolean;
}

export interface DoneExport {
  readonly path: string;
  readonly manifest: ExportManifest;
}

export interface RecordedRun extends DoneExport {
  /** Id in the history; `null` if it could not be recorded, which is logged. The file exists in both cases. */
  readonly id: number | null;
}

export interface RecordedHistory extends Pick<ExportHistory, 'hasMore'> {
  /** Newest first. */
  readonly entries: readonly (PastFile & { readonly path: string })[];
}

/**
 * Writes filtered data to files and keeps their history. `suggestFileName`, `write`, `run` and `compare` throw
 * `ExportError`; the others throw what the store throws.
 */
export interface Exporter {
  /** Such as `prijslijst_2026-11-21.csv`; also refuses an invalid request early. Aborting the signal ends it. */
  suggestFileName(request: ExportRequest, caller: Caller, signal: AbortSignal): Promise<string>;
  /** Writes the whole file, one whose name says INCOMPLETE, or none. It is not added to the history. */
  write(job: ExportJob): Promise<DoneExport>;
  /** Writes a file and records it. Rejects only if there is no file. */
  run(job: ExportJob): Promise<RecordedRun>;
  /** Adds a finished package. Returns its id; `null` if it could not be recorded, which is logged. */
  recordPackage(caller: Caller, path: string, manifest: MonthManifest): Promise<number | null>;
  /** The latest 50, or those older than `before`. */
  list(caller: Caller, before: number | null): Promise<RecordedHistory>;
  find(caller: Caller, id: number): Promise<RecordedExport | null>;
  /** Whether the caller made the file at this path, by the history or in this run. */
  mayFetch(caller: Caller, path: string): Promise<boolean>;
  /** Exports the same again and compares the two files. `not_comparable` says why it cannot, and what to do. */
  compare(caller: Caller, id: number, signal: AbortSignal): Promise<ExportComparison>;
  /** Ends exports in progress, which leave no file, and refuses further ones. Never rejects. */
  close(): Promise<void>;
}

const PAGE_SIZE = 50;

export function createExporter({ work, history, temporaryFolder, log, ...context }: ExporterDeps): Exporter {
  const { clock } = context;
  const inProgress = new Set<Promise<unknown>>();
  /** Made in this run, and missing in the history because it could not be written. */
  const unrecorded: MadeExport[] = [];

  async function track<Result>(running: Promise<Result>): Promise<Result> {
    inProgress.add(running);
    try {
      return await running;
    } finally {
      inProgress.delete(running);
    }
  }

  async function suggestFileName(request: ExportRequest, caller: Caller, signal: AbortSignal): Promise<string> {
    const platform = wrapExportPlatform(context.platform, clock, signal);
    const { selection } = await selectExport({ ...context, platform }, request, caller);
    return createFileName(selection.nameParts, WRITERS[request.format].extension);
  }

  async function write({ targetPath, onProgress, signal, ...job }: ExportJob): Promise<DoneExport> {
    assertNotCancelled(signal);
    const { request, caller, hasContentDigest } = job;
    const fill = async (part: string, mode: number | null) => {
      const written = await work.write({ request, caller, part, mode, hasContentDigest }, onProgress, signal);
      assertNotCancelled(signal);
      return written;
    };
    const { filled, path } = await replaceFile(targetPath, fill, { choosePath: chooseFinalPath });
    const { file: _file, ...facts } = filled;
    const user = getRecordedUser(caller) === null ? null : caller.email;
    const lockedLocationId = caller.lockedLocation?.id ?? null;
    const manifest = { request, fileName: basename(path), account: caller.account, user, lockedLocationId, ...facts };
    return { path, manifest };
  }

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
    if (past === null) throw new ExportError('not_comparable', 'This export is no longer in the history.');
    const { manifest, path } = past;
    if (isMonthManifest(manifest)) throw new ExportError('not_comparable', 'A month package cannot be compared.');
    await assertComparable(manifest, path);
    return { manifest, path };
  }

  async function compare(caller: Caller, id: number, signal: AbortSignal): Promise<ExportComparison> {
    const { manifest, path: before } = await findComparable(caller, id);
    const { request } = manifest;
    await translateDiskErrors(mkdir(temporaryFolder, { recursive: true, mode: 0o700 }));
    await removeOldFiles(temporaryFolder, isComparisonFile, clock.now());
    const targetPath = join(temporaryFolder, `${COMPARED_PREFIX}${randomUUID()}.${WRITERS[request.format].extension}`);
    const { path: after, manifest: now } = await write({ request, caller, targetPath, onProgress: () => {}, signal });
    try {
      if (now.shortfall !== null) throw new ExportError('incomplete', now.shortfall.message);
      // Rows that came or went with the caller's rights would look like changes.
      if (!hasSameRights(now, manifest)) {
        throw new ExportError(
          'not_comparable',
          'Your rights have changed since. Export it again, and compare that file later.',
        );
      }
      return { asOf: now.asOf, ...(await work.compare({ manifest, before, after }, signal)) };
    } finally {
      await translateDiskErrors(rm(after, { force: true }));
    }
  }

  return {
    suggestFileName: (...args) => translateFailures(suggestFileName(...args)),
    write: (job) => track(write(job)),
    async run(job) {
      const { path, manifest } = await track(write(job));
      return { path, manifest, id: await record({ ...getOwner(job.caller), manifest, path }) };
    },
    recordPackage: (caller, path, manifest) => record({ ...getOwner(caller), manifest, path }),
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
    compare: (...args) => track(compare(...args)),
    async close() {
      work.close();
      await Promise.allSettled(inProgress);
    },
  };
}

/** The name shows that a file lacks rows or comes from a copy. */
function chooseFinalPath({ shortfall, copyOf, asOf }: WrittenExport, requested: string): string {
  const path = copyOf === undefined ? requested : getCopyPath(requested, asOf);
  return shortfall === null ? path : getIncompletePath(path);
}

/** Prefix of the files that are made for a comparison. */
const COMPARED_PREFIX = 'compared-';

/** Whether a killed comparison may have left the file, whole or in part. */
function isComparisonFile(name: string): boolean {
  return name.startsWith(COMPARED_PREFIX) || name.startsWith(`.${COMPARED_PREFIX}`);
}

/** Older manifests only have the name of the place, which changes when a shop is renamed. */
function hasSameRights(now: ExportManifest, before: ExportManifest): boolean {
  return before.lockedLocationId === undefined
    ? now.place === before.place
    : now.lockedLocationId === before.lockedLocationId;
}

function toPastFile({ id, manifest, path }: RecordedExport): RecordedHistory['entries'][number] {
  if (isMonthManifest(manifest)) return { id, manifest, path };
  return { id, manifest, path, canBeCompared: isComparable(manifest.request) };
}

function getOwner(caller: Caller): Pick<MadeExport, 'accountId' | 'userId'> {
  return { accountId: caller.accountId, userId: getRecordedUser(caller) };
}
