import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExportComparison, ExportHistory, PastExport } from '../../shared/contract/exports.ts';
import type { Caller } from '../platform/platform.ts';
import type { Clock } from '../session/clock.ts';
import { ExportError } from './export-error.ts';
import type { ExportHistoryRecords, RecordedExport } from './export-history.ts';
import type { DoneExport, Exporter, ExportJob } from './exporter.ts';
import { recordedUser } from './operator-caller.ts';
import { tidySnapshots } from './snapshots/tidy-snapshots.ts';

export interface RecordedExportsDeps {
  readonly exporter: Exporter;
  readonly history: ExportHistoryRecords;
  /** Folder of the snapshots; need not exist. */
  readonly snapshots: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: {
    warn(fields: object, message: string): void;
    error(fields: object, message: string): void;
  };
}

export interface RecordedRun extends DoneExport {
  /** In the history; null where that could not be written, which the log tells: the file is there all the same. */
  readonly id: number | null;
}

export interface RecordedHistory extends Pick<ExportHistory, 'hasMore'> {
  /** Newest first. */
  readonly entries: readonly (PastExport & { readonly path: string })[];
}

/** Exports that are remembered, each with what it read. All calls throw `ExportError`. */
export interface RecordedExports extends Pick<Exporter, 'suggestFileName'> {
  run(job: Omit<ExportJob, 'snapshotPath'>): Promise<RecordedRun>;
  /** The latest 50, or those older than `before`. */
  list(caller: Caller, before: number | null): Promise<RecordedHistory>;
  find(caller: Caller, id: number): Promise<RecordedExport | null>;
  /** What has changed since. `not_comparable` for an export that is not known, or of which no snapshot is kept. */
  compare(caller: Caller, id: number, signal: AbortSignal): Promise<ExportComparison>;
  /** Removes what crashed runs have left of snapshots. Never rejects: what went wrong is in the log. */
  tidy(): Promise<void>;
}

const PAGE = 50;

export function createRecordedExports(deps: RecordedExportsDeps): RecordedExports {
  const { exporter, history, snapshots, log } = deps;

  async function tidy(): Promise<void> {
    try {
      await tidySnapshots({ ...deps, folder: snapshots });
    } catch (error) {
      log.error({ err: error }, 'the snapshots of exports could not be tidied');
    }
  }

  async function record(
    { accountId, userId }: Caller,
    done: DoneExport,
    name: string,
  ): Promise<number | null> {
    const { path, manifest, snapshotProblem } = done;
    if (snapshotProblem !== null) {
      log.warn(
        { problem: snapshotProblem },
        'an export cannot be compared later: its rows could not be kept',
      );
    }
    const snapshot = snapshotProblem === null ? name : null;
    try {
      return await history.add({ accountId, userId: recordedUser({ userId }), manifest, path, snapshot });
    } catch (error) {
      log.error({ err: error, path }, 'an export was saved, but is not in the history');
      await removeSnapshot(name);
      return null;
    }
  }

  /** One that stays is removed by a later tidying. */
  async function removeSnapshot(name: string): Promise<void> {
    try {
      await rm(join(snapshots, name), { force: true });
    } catch (error) {
      log.error({ err: error }, 'the snapshot of an export could not be removed');
    }
  }

  async function found(caller: Caller, id: number): Promise<RecordedExport & { snapshot: string }> {
    const past = await history.find(caller, id);
    if (!past) throw new ExportError('not_comparable', 'This export is not known any more.');
    const { snapshot } = past;
    if (snapshot !== null) return { ...past, snapshot };
    throw new ExportError(
      'not_comparable',
      'What this export read is not kept, so that it cannot be compared.',
    );
  }

  return {
    suggestFileName: exporter.suggestFileName,
    async run(job) {
      const name = `${randomUUID()}.jsonl.gz`;
      const snapshotPath = join(snapshots, name);
      try {
        const done = await exporter.run({ ...job, snapshotPath });
        const id = await record(job.caller, done, name);
        await tidy();
        return { ...done, id };
      } catch (error) {
        await removeSnapshot(name);
        throw error;
      }
    },
    async list(caller, before) {
      const past = await history.list(caller, { before, limit: PAGE + 1 });
      const entries = past.slice(0, PAGE).map(({ snapshot, ...entry }) => ({
        ...entry,
        canBeCompared: snapshot !== null,
      }));
      return { entries, hasMore: past.length > PAGE };
    },
    find: history.find,
    async compare(caller, id, signal) {
      const { manifest, snapshot } = await found(caller, id);
      const { request } = manifest;
      return exporter.compare({ request, caller, snapshot: join(snapshots, snapshot) }, signal);
    },
    tidy,
  };
}
