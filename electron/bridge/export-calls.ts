import { basename, extname, isAbsolute } from 'node:path';
import type { EndedExport, ExportStatus } from '../../shared/contract/bridge.ts';
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
  readonly running: ReturnType<typeof createRunningExports>;
}

/** Exports as the signed-in user. Signing out cancels those under way: their end could not be reported to anybody. */
export function exportCalls({ host, exports, running, ...deps }: ExportCallsDeps) {
  async function writeTo(target: ExportTarget, request: ExportRequest, caller: Caller, run: ExportRun) {
    const { onProgress, signal } = run;
    try {
      onProgress({ phase: 'waiting', rows: 0, total: null });
      return await exports.run({ request, caller, targetPath: target.path, onProgress, signal });
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
  } satisfies Partial<BridgeCalls>;
}

/** The user who sees an export; no other user does. */
type ExportOwner = Pick<UserReference, 'accountId' | 'userId'>;

interface ExportRun {
  /** Aborted when the export is cancelled, or its owner is not signed in any more. */
  readonly signal: AbortSignal;
  /** The export is listed from the first report on. */
  readonly onProgress: ReportProgress;
  /** Null where there is nothing to report: it was cancelled, or no file was chosen. */
  end(outcome: EndedExport['outcome'] | null): void;
}

/** How long the end of an export is reported. */
const REPORTED_FOR_MS = 10 * 60_000;

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

/** The exports of this process that are under way. */
export function createRunningExports(now: () => number) {
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
    const recent = ended.filter(({ endedAt }) => now() - endedAt < REPORTED_FOR_MS);
    ended = outcome ? [...recent, outcome] : recent;
  }

  function statusOf({ key, request, progress, phaseSince }: ListedExport): RunningExport[] {
    if (progress === null) return [];
    const elapsedMs = progress.phase === 'waiting' ? 0 : Math.max(0, now() - phaseSince);
    return [{ key, request, ...progress, elapsedMs }];
  }

  return {
    /** Throws `BridgeError` where the owner has one under this key. */
    begin(owner: ExportOwner, key: string, request: ExportRequest): ExportRun {
      if (find(owner, key)) throw new BridgeError('invalid', 'An export under this key is under way already.');
      const listed: ListedExport = { key, request, progress: null, phaseSince: now() };
      const { signal, end } = enter(owner, listed);
      return {
        signal,
        end(outcome) {
          end();
          remember(outcome && { owner, key, outcome, endedAt: now() });
        },
        onProgress(progress) {
          if (progress.phase !== listed.progress?.phase) listed.phaseSince = now();
          listed.progress = progress;
        },
      };
    },
    /** Work that is never listed, and ends with the session of its owner. */
    beginUnlisted: (owner: ExportOwner) => enter(owner, null),
    status(owner: ExportOwner): ExportStatus {
      remember(null);
      return {
        running: [...entries].flatMap((entry) =>
          entry.listed && isSameOwner(entry.owner, owner) ? statusOf(entry.listed) : [],
        ),
        ended: ended.flatMap(({ key, outcome, ...entry }) => (isSameOwner(entry.owner, owner) ? { key, outcome } : [])),
      };
    },
    cancel: (owner: ExportOwner, key: string) => find(owner, key)?.controller.abort(),
    /** Cancels those of all other users, or with null all. */
    keepOnly(owner: ExportOwner | null): void {
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
 * open as its format: under another ending, the cells of a table could be run as a script.
 */
function showableFile(past: RecordedExport | null, where: FileView['where']): string {
  if (past === null) throw new BridgeError('invalid', 'This export is not known.');
  const { path, manifest } = past;
  if (!isAbsolute(path) || basename(path) !== manifest.fileName) {
    throw new BridgeError('failed', 'The history has a wrong path for this file.');
  }
  // In a history that another program has written, the format could name any ending.
  const format = EXPORT_FORMATS.find((known) => known === manifest.request.format);
  if (format === undefined) throw new BridgeError('failed', 'The history has no known format for this file.');
  const ending = `.${format}`;
  if (where === 'program' && extname(path).toLowerCase() !== ending) {
    throw new BridgeError('invalid', `Only a file that ends in ${ending} is opened; show it in its folder.`);
  }
  return path;
}

/** Whether the signed-in user may have the export at a path; false where nobody is signed in. */
export function fetchPermission(deps: SignedInCallerDeps & { readonly exports: Pick<RecordedExports, 'mayFetch'> }) {
  return async (path: string): Promise<boolean> => {
    try {
      return await deps.exports.mayFetch(await signedInCaller(deps), path);
    } catch (error) {
      // An unexpected error is thrown; any other one means that there is no caller.
      if (failureOf(error) === null) throw error;
      return false;
    }
  };
}
