import { basename, extname, isAbsolute } from 'node:path';
import type { BridgeArgument, EndedExport, ExportStatus } from '../../shared/contract/bridge.ts';
import {
  EXPORT_FORMATS,
  type ExportProgress,
  type ExportRequest,
  type FinishedExport,
  type RunningExport,
} from '../../shared/contract/exports.ts';
import type { Caller, UserReference } from '../base/caller.ts';
import { ExportError } from '../exports/export-error.ts';
import type { RecordedExport } from '../exports/export-history.ts';
import type { RecordedExports } from '../exports/recorded-exports.ts';
import type { ReportProgress } from '../exports/write-export.ts';
import { BridgeError, failureOf, UNFORESEEN } from './bridge-errors.ts';
import type { BridgeCalls } from './call-rights.ts';
import type { ExportTarget, FileView, Host } from './host.ts';
import { type SignedInCallerDeps, signedInCaller } from './signed-in-caller.ts';

export interface ExportCallsDeps extends SignedInCallerDeps {
  readonly host: Host;
  readonly exports: RecordedExports;
  readonly running: RunningExports;
}

type ExportCalls = Pick<
  BridgeCalls,
  'exportDataset' | 'readExportProgress' | 'cancelExport' | 'listExportHistory' | 'compareExport' | 'showExport'
>;

type RequestedExport = BridgeArgument<'exportDataset'>['request'];

/** Exports as the signed-in user. Who signs out cancels those under way: nobody could be told how they end. */
export function exportCalls({ host, exports, running, ...deps }: ExportCallsDeps): ExportCalls {
  async function writeTo(target: ExportTarget, request: RequestedExport, caller: Caller, { tell, signal }: ExportRun) {
    try {
      tell({ phase: 'waiting', rows: 0, total: null });
      return await exports.run({ request, caller, targetPath: target.path, tell, signal });
    } catch (error) {
      await target.release();
      if (error instanceof ExportError && error.code === 'cancelled') return null;
      throw error;
    }
  }

  return {
    async exportDataset({ key, request }) {
      const caller = await signedInCaller(deps);
      const run = running.begin(caller, key, request);
      try {
        const target = await host.chooseExportTarget(await exports.suggestFileName(request, caller));
        const done = target && (await writeTo(target, request, caller, run));
        const file: FinishedExport | null = done && {
          ...{ id: done.id, manifest: done.manifest, path: host.placeOf(done.path), download: target.download },
        };
        run.end(file && { kind: 'done', file });
        return file;
      } catch (error) {
        run.end({ kind: 'failed', failure: failureOf(error) ?? UNFORESEEN });
        throw error;
      }
    },
    async readExportProgress() {
      return running.status(await signedInCaller(deps));
    },
    async cancelExport({ key }) {
      running.cancel(await signedInCaller(deps), key);
      return null;
    },
    async listExportHistory({ before }) {
      const { entries, hasMore } = await exports.list(await signedInCaller(deps), before);
      return { entries: entries.map((entry) => ({ ...entry, path: host.placeOf(entry.path) })), hasMore };
    },
    async compareExport({ id }) {
      const caller = await signedInCaller(deps);
      const run = running.beginUnlisted(caller);
      try {
        return await exports.compare(caller, id, run.signal);
      } finally {
        run.end();
      }
    },
    async showExport({ id, where }) {
      const past = await exports.find(await signedInCaller(deps), id);
      return host.showExport({ path: showableFile(past, where), where });
    },
  };
}

/** By whom an export is known: nobody is told of those of another. */
export type ExportOwner = Pick<UserReference, 'accountId' | 'userId'>;

interface ExportRun {
  /** Given when the export is cancelled, or its owner is not signed in any more. */
  readonly signal: AbortSignal;
  /** The export is listed from the first time on. */
  readonly tell: ReportProgress;
  /** Null where there is nothing to tell: it was cancelled, or no file was chosen. */
  end(outcome: EndedExport['outcome'] | null): void;
}

/** How long it is told that an export has ended. */
const REPORTED_FOR_MS = 10 * 60_000;

/** The exports of this process that are under way. */
interface RunningExports {
  /** Throws `BridgeError` where the owner has one under this key. */
  begin(owner: ExportOwner, key: string, request: ExportRequest): ExportRun;
  /** Work that is never listed, and ends with the session of its owner. */
  beginUnlisted(owner: ExportOwner): Pick<ExportRun, 'signal'> & { end(): void };
  status(owner: ExportOwner): ExportStatus;
  cancel(owner: ExportOwner, key: string): void;
  /** Cancels those of everybody else, or with null all. */
  keepOnly(owner: ExportOwner | null): void;
}

interface ListedExport {
  readonly key: string;
  readonly request: ExportRequest;
  progress: ExportProgress | null;
  phaseSince: number;
}

interface RunningEntry {
  readonly owner: ExportOwner;
  readonly controller: AbortController;
  readonly listed: ListedExport | null;
}

interface RememberedExport extends EndedExport {
  readonly owner: ExportOwner;
  readonly endedAt: number;
}

export function createRunningExports(now: () => number): RunningExports {
  const entries = new Set<RunningEntry>();
  let ended: readonly RememberedExport[] = [];
  const find = (owner: ExportOwner, key: string) =>
    [...entries].find(({ listed, ...entry }) => listed?.key === key && isSameOwner(entry.owner, owner));

  function enter(owner: ExportOwner, listed: ListedExport | null) {
    const entry: RunningEntry = { owner, controller: new AbortController(), listed };
    entries.add(entry);
    return { signal: entry.controller.signal, end: () => void entries.delete(entry) };
  }

  function remember(outcome: RememberedExport | null): void {
    const tellable = ended.filter(({ endedAt }) => now() - endedAt < REPORTED_FOR_MS);
    ended = outcome ? [...tellable, outcome] : tellable;
  }

  function shown({ key, request, progress, phaseSince }: ListedExport): RunningExport[] {
    if (progress === null) return [];
    const elapsedMs = progress.phase === 'waiting' ? 0 : Math.max(0, now() - phaseSince);
    return [{ key, request, ...progress, elapsedMs }];
  }

  return {
    begin(owner, key, request) {
      if (find(owner, key)) throw new BridgeError('invalid', 'An export under this key is under way already.');
      const listed: ListedExport = { key, request, progress: null, phaseSince: now() };
      const { signal, end } = enter(owner, listed);
      return {
        signal,
        end(outcome) {
          end();
          remember(outcome && { owner, key, outcome, endedAt: now() });
        },
        tell(progress) {
          if (progress.phase !== listed.progress?.phase) listed.phaseSince = now();
          listed.progress = progress;
        },
      };
    },
    beginUnlisted: (owner) => enter(owner, null),
    status(owner) {
      remember(null);
      return {
        running: [...entries].flatMap((entry) =>
          entry.listed && isSameOwner(entry.owner, owner) ? shown(entry.listed) : [],
        ),
        ended: ended.flatMap(({ key, outcome, ...entry }) => (isSameOwner(entry.owner, owner) ? { key, outcome } : [])),
      };
    },
    cancel: (owner, key) => find(owner, key)?.controller.abort(),
    keepOnly(owner) {
      for (const entry of entries) {
        if (owner === null || !isSameOwner(entry.owner, owner)) entry.controller.abort();
      }
    },
  };
}

function isSameOwner(one: ExportOwner, other: ExportOwner): boolean {
  return one.accountId === other.accountId && one.userId === other.userId;
}

/**
 * The path of a recorded export. Throws `BridgeError` for one that is not known, and for one that a program would not
 * open as what it is: under another ending, the cells of a table could be run as a script.
 */
function showableFile(past: RecordedExport | null, where: FileView['where']): string {
  if (past === null) throw new BridgeError('invalid', 'This export is not known.');
  const { path, manifest } = past;
  if (!isAbsolute(path) || basename(path) !== manifest.fileName) {
    throw new BridgeError('failed', 'The history does not say rightly where this file lies.');
  }
  // Of a history that somebody else has written, the format would name any ending.
  const format = EXPORT_FORMATS.find((known) => known === manifest.request.format);
  if (format === undefined) throw new BridgeError('failed', 'The history does not say what this file is.');
  const ending = `.${format}`;
  if (where === 'program' && extname(path).toLowerCase() !== ending) {
    throw new BridgeError('invalid', `Only a file that ends in ${ending} is opened; show it in its folder.`);
  }
  return path;
}

interface FetchPermissionDeps extends SignedInCallerDeps {
  readonly exports: Pick<RecordedExports, 'mayFetch'>;
}

/** Tells whether who is signed in now may have the export at a path. Nobody may where nobody is signed in. */
export function fetchPermission({ exports, ...deps }: FetchPermissionDeps) {
  return async (path: string): Promise<boolean> => {
    try {
      return await exports.mayFetch(await signedInCaller(deps), path);
    } catch (error) {
      // What nobody foresaw is no answer; all else says why there is no caller.
      if (failureOf(error) === null) throw error;
      return false;
    }
  };
}
