import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type ExportComparison,
  type ExportHistory,
  type ExportManifest,
  isMonthManifest,
  type PastFile,
} from '../../shared/contract/exports.ts';
import type { Caller } from '../base/caller.ts';
import { type Clock, withTimeout } from '../base/clock.ts';
import { ExportError } from './export-error.ts';
import { type ExportHistoryRecords, type MadeExport, type RecordedExport, recordedUser } from './export-history.ts';
import type { DoneExport, Exporter, ExportJob } from './exporter.ts';
import type { DonePackage } from './month-package.ts';
import { tidySnapshots } from './snapshots.ts';

export interface RecordedExportsDeps {
  readonly exporter: Exporter;
  readonly history: ExportHistoryRecords;
  /** Folder of the snapshots; need not exist. */
  readonly snapshots: string;
  readonly clock: Clock;
  /** How long an export that is done waits to be in the history; null: for as long as it is tried. */
  readonly recordsWithinMs?: number | null;
  readonly log: Record<'warn' | 'error', (fields: object, message: string) => void>;
}

export interface RecordedRun extends DoneExport {
  /** In the history; null where it is not, or not yet, which is logged: the file exists all the same. */
  readonly id: number | null;
}

export interface RecordedHistory extends Pick<ExportHistory, 'hasMore'> {
  /** Newest first. */
  readonly entries: readonly (PastFile & { readonly path: string })[];
}

/**
 * Exports with their history. `run`, `compare`, `suggestFileName` throw `ExportError`, others what the store throws.
 */
export interface RecordedExports extends Pick<Exporter, 'suggestFileName'> {
  /** Rejects only where there is no file; the log has every other problem. */
  run(job: Omit<ExportJob, 'snapshotPath'>): Promise<RecordedRun>;
  /** Adds a finished package, and answers its id; null where it is not recorded, or not yet, which is logged. */
  recordPackage(caller: Caller, made: Pick<DonePackage, 'path' | 'record'>): Promise<number | null>;
  /** The latest 50, or those older than `before`. */
  list(caller: Caller, before: number | null): Promise<RecordedHistory>;
  find(caller: Caller, id: number): Promise<RecordedExport | null>;
  /** Whether the file at this path is in the history of the caller, or was made by them in this run. */
  mayFetch(caller: Caller, path: string): Promise<boolean>;
  /** What has changed since. `not_comparable` for an export that is not known, or has no snapshot. */
  compare(caller: Caller, id: number, signal: AbortSignal): Promise<ExportComparison>;
  /** Removes the snapshots of crashed runs. Never rejects: errors are logged. */
  tidy(): Promise<void>;
  /** Tries once more to record the exports that are not in the history yet. Never rejects. */
  close(): Promise<void>;
}

const PAGE = 50;

const RECORDS_WITHIN_MS = 2_000;

export function createRecordedExports(deps: RecordedExportsDeps): RecordedExports {
  const { exporter, history, snapshots, clock, log, recordsWithinMs = RECORDS_WITHIN_MS } = deps;
  /** Made in this run, and not in the history when they were answered. */
  const unrecorded = new Set<MadeExport>();
  const recorder = createHistoryRecorder({
    history,
    clock,
    log,
    answersWithinMs: recordsWithinMs,
    onLost: ({ snapshot }) => removeSnapshot(snapshot),
  });

  async function tidy(): Promise<void> {
    try {
      await tidySnapshots({ ...deps, folder: snapshots });
    } catch (error) {
      log.error({ err: error }, 'the snapshots of exports could not be tidied');
    }
  }

  async function record(made: MadeExport): Promise<number | null> {
    unrecorded.add(made);
    const id = await recorder.record(made);
    if (id !== null) unrecorded.delete(made);
    return id;
  }

  async function recordExport(caller: Caller, done: DoneExport, name: string): Promise<number | null> {
    const { path, manifest, snapshotProblem } = done;
    const snapshot = snapshotProblem === null ? name : null;
    const id = await record({ ...ownerOf(caller), manifest, path, snapshot });
    if (snapshotProblem !== null) {
      log.warn({ problem: snapshotProblem }, 'an export cannot be compared later: its rows could not be stored');
    }
    return id;
  }

  /** One that stays is removed by a later tidying. */
  async function removeSnapshot(name: string | null): Promise<void> {
    if (name === null) return;
    try {
      await rm(join(snapshots, name), { force: true });
    } catch (error) {
      log.error({ err: error }, 'the snapshot of an export could not be removed');
    }
  }

  async function found(caller: Caller, id: number): Promise<{ manifest: ExportManifest; snapshot: string }> {
    const past = await history.find(caller, id);
    if (!past) throw new ExportError('not_comparable', 'This export is not known any more.');
    const { manifest, snapshot } = past;
    if (isMonthManifest(manifest)) throw new ExportError('not_comparable', 'A month package cannot be compared.');
    if (snapshot !== null) return { manifest, snapshot };
    throw new ExportError('not_comparable', 'What this export read is not kept, so that it cannot be compared.');
  }

  return {
    suggestFileName: exporter.suggestFileName,
    async run(job) {
      const name = `${randomUUID()}.jsonl.gz`;
      const snapshotPath = join(snapshots, name);
      const done = await exporter.run({ ...job, snapshotPath }).catch(async (error) => {
        await removeSnapshot(name);
        throw error;
      });
      // The caller has the file and sees by the id whether it is recorded; a log that fails cannot be reported
      // anywhere.
      const id = await recordExport(job.caller, done, name).catch(() => null);
      await tidy().catch(() => undefined);
      return { ...done, id };
    },
    recordPackage: (caller, { path, record: manifest }) =>
      record({ ...ownerOf(caller), manifest, path, snapshot: null }).catch(() => null),
    async list(caller, before) {
      const past = await history.list(caller, { before, limit: PAGE + 1 });
      const entries = past.slice(0, PAGE).map(pastFile);
      return { entries, hasMore: past.length > PAGE };
    },
    find: history.find,
    async mayFetch(caller, path) {
      const { accountId, userId } = ownerOf(caller);
      const isOwn = (made: MadeExport) => made.accountId === accountId && made.userId === userId && made.path === path;
      return [...unrecorded].some(isOwn) || history.hasPath(caller, path);
    },
    async compare(caller, id, signal) {
      const { manifest, snapshot } = await found(caller, id);
      const { request } = manifest;
      return exporter.compare({ request, caller, snapshot: join(snapshots, snapshot) }, signal);
    },
    tidy,
    close: recorder.close,
  };
}

function pastFile({ id, manifest, path, snapshot }: RecordedExport): RecordedHistory['entries'][number] {
  return isMonthManifest(manifest) ? { id, manifest, path } : { id, manifest, path, canBeCompared: snapshot !== null };
}

function ownerOf(caller: Caller): Pick<MadeExport, 'accountId' | 'userId'> {
  return { accountId: caller.accountId, userId: recordedUser(caller) };
}

interface RecorderDeps {
  readonly history: Pick<ExportHistoryRecords, 'add'>;
  readonly clock: Pick<Clock, 'after'>;
  /** How long `record` is waited for; null: to its end. */
  readonly answersWithinMs: number | null;
  readonly log: RecordedExportsDeps['log'];
  /** Called when it is given up. */
  readonly onLost: (made: MadeExport) => Promise<void>;
}

/** Between the attempts: half a minute in all. */
const PAUSES_MS = [500, 1_000, 3_500, 10_000, 15_000];

/** Writes exports into the history, where another process may be writing, without making the caller wait. */
function createHistoryRecorder(deps: RecorderDeps) {
  const { history, clock, log, answersWithinMs, onLost } = deps;
  const underWay = new Set<Promise<unknown>>();
  const wakers = new Set<() => void>();
  let isClosed = false;

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const wake = () => {
        stop();
        wakers.delete(wake);
        resolve();
      };
      const stop = clock.after(ms, wake);
      wakers.add(wake);
    });

  async function write(made: MadeExport, [pauseMs, ...later]: readonly number[]): Promise<number | null> {
    try {
      return await history.add(made);
    } catch (error) {
      const fields = { err: error, path: made.path };
      if (pauseMs === undefined || isClosed) {
        log.error(fields, 'an export was saved, but is not in the history');
        await onLost(made);
        return null;
      }
      log.warn(fields, 'an export was saved, but is not in the history yet');
      await pause(pauseMs);
    }
    return write(made, later);
  }

  return {
    /** Answers the id, or null where it is not written, or not yet. */
    record(made: MadeExport): Promise<number | null> {
      const writing = write(made, PAUSES_MS);
      underWay.add(writing);
      const settled = writing.finally(() => underWay.delete(writing));
      return answersWithinMs === null ? settled : withTimeout(clock, answersWithinMs, settled, () => null);
    },
    /** Tries once more at once to write the pending exports. Never rejects. */
    async close(): Promise<void> {
      isClosed = true;
      for (const wake of wakers) wake();
      await Promise.allSettled(underWay);
    },
  };
}
