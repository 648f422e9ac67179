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
import { onDisk, removeOldFiles, replaceFile } from './atomic-file.ts';
import { type compareFiles, expectComparable, isComparable } from './compare-files.ts';
import { ExportError, expectNotCancelled, translatingFailures } from './export-error.ts';
import { type ExportHistoryRecords, type MadeExport, type RecordedExport, recordedUser } from './export-history.ts';
import { wrapExportPlatform } from './export-platform.ts';
import { copyPath, fileNameOf, incompletePath } from './file-names.ts';
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

/** The long part of exports, which does not run on the main thread. It ends when the signal is given. */
export interface ExportWork {
  /** Fills the part file. Throws `ExportError`. */
  write(asked: PartRequest, onProgress: ReportProgress, signal: AbortSignal): Promise<WrittenExport>;
  compare: typeof compareFiles;
  /** Ends what is in progress, and refuses more. */
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
  /** True for a digest of the rows in the manifest, also of a file that can be read back. */
  readonly hasContentDigest?: boolean;
}

export interface DoneExport {
  readonly path: string;
  readonly manifest: ExportManifest;
}

export interface RecordedRun extends DoneExport {
  /** In the history. Null if it could not be recorded, which is logged: the file exists all the same. */
  readonly id: number | null;
}

export interface RecordedHistory extends Pick<ExportHistory, 'hasMore'> {
  /** Newest first. */
  readonly entries: readonly (PastFile & { readonly path: string })[];
}

/**
 * Writes filtered data to files and keeps the history of these files. `suggestFileName`, `write`, `run` and `compare` throw
 * `ExportError`, others what the store throws.
 */
export interface Exporter {
  /** Such as `prijslijst_2026-11-21.csv`; also refuses an invalid request early. The signal ends it. */
  suggestFileName(request: ExportRequest, caller: Caller, signal: AbortSignal): Promise<string>;
  /** Writes the whole file, one whose name says INCOMPLETE, or none. It does not come into the history. */
  write(job: ExportJob): Promise<DoneExport>;
  /** Writes a file and records it. Rejects only if there is no file. */
  run(job: ExportJob): Promise<RecordedRun>;
  /** Adds a finished package. Answers its id, or null if it could not be recorded, which is logged. */
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
  /** Made in this run, and not in the history because it could not be written. */
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
    return fileNameOf(selection.nameParts, WRITERS[request.format].extension);
  }

  async function write({ targetPath, onProgress, signal, ...job }: ExportJob): Promise<DoneExport> {
    expectNotCancelled(signal);
    const { request, caller, hasContentDigest } = job;
    const fill = async (part: string, mode: number | null) => {
      const written = await work.write({ request, caller, part, mode, hasContentDigest }, onProgress, signal);
      expectNotCancelled(signal);
      return written;
    };
    const { filled, path } = await replaceFile(targetPath, fill, { pathOf: tellingPath });
    const { file: _file, ...facts } = filled;
    const user = recordedUser(caller) === null ? null : caller.email;
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
    if (past === null) throw new ExportError('not_comparable', 'This export is not known any more.');
    const { manifest, path } = past;
    if (isMonthManifest(manifest)) throw new ExportError('not_comparable', 'A month package cannot be compared.');
    await expectComparable(manifest, path);
    return { manifest, path };
  }

  async function compare(caller: Caller, id: number, signal: AbortSignal): Promise<ExportComparison> {
    const { manifest, path: before } = await findComparable(caller, id);
    const { request } = manifest;
    await onDisk(mkdir(temporaryFolder, { recursive: true, mode: 0o700 }));
    await removeOldFiles(temporaryFolder, isOfComparison, clock.now());
    const targetPath = join(temporaryFolder, `${COMPARED}${randomUUID()}.${WRITERS[request.format].extension}`);
    const { path: after, manifest: now } = await write({ request, caller, targetPath, onProgress: () => {}, signal });
    try {
      if (now.shortfall !== null) throw new ExportError('incomplete', now.shortfall.message);
      // Rows that came or went with the rights of the caller would look like changes.
      if (!isOfSameRights(now, manifest)) {
        throw new ExportError(
          'not_comparable',
          'Your rights have changed since. Export it again, and compare that file later.',
        );
      }
      return { asOf: now.asOf, ...(await work.compare({ manifest, before, after }, signal)) };
    } finally {
      await onDisk(rm(after, { force: true }));
    }
  }

  return {
    suggestFileName: (...asked) => translatingFailures(suggestFileName(...asked)),
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
    compare: (...asked) => track(compare(...asked)),
    async close() {
      work.close();
      await Promise.allSettled(inProgress);
    },
  };
}

/** The name shows that a file lacks rows or is made from a copy. */
function tellingPath({ shortfall, copyOf, asOf }: WrittenExport, asked: string): string {
  const path = copyOf === undefined ? asked : copyPath(asked, asOf);
  return shortfall === null ? path : incompletePath(path);
}

/** Begins the name of a file that is made to be compared. */
const COMPARED = 'compared-';

/** Whether a comparison that was killed may have left the file, whole or in part. */
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
