import { basename, extname, isAbsolute } from 'node:path';
import type { EndedExport, ExportStatus } from '../../shared/contract/bridge.ts';
import {
  EXPORT_FORMATS,
  type ExportProgress,
  type ExportRequest,
  type FinishedExport,
  type FinishedMonth,
  isMonthManifest,
  type RunningExport,
} from '../../shared/contract/exports.ts';
import type { UserReference } from '../base/caller.ts';
import { ExportError } from '../exports/export-error.ts';
import type { RecordedExport } from '../exports/export-history.ts';
import type { Exporter } from '../exports/exporter.ts';
import type { MonthPackages, RecordedPackage } from '../exports/month-package.ts';
import type { ReportProgress } from '../exports/write-export.ts';
import { BridgeError, toFailure, UNEXPECTED_FAILURE } from './bridge-errors.ts';
import type { BridgeCalls } from './call-rights.ts';
import type { ExportTarget, FileView, Host } from './host.ts';
import { findSignedInCaller, requireSignedInCaller, type SignedInCallerDeps } from './signed-in-caller.ts';

export interface ExportCallsDeps extends SignedInCallerDeps {
  readonly host: Host;
  readonly exports: Pick<Exporter, 'suggestFileName' | 'run' | 'find' | 'mayFetch' | 'compare'>;
  readonly months: Pick<MonthPackages, 'plan' | 'write' | 'compare'>;
  readonly running: ReturnType<typeof createRunningExports>;
}

/** Exports as the signed-in user. Signing out cancels exports in progress: nobody could be told of their end. */
export function createExportCalls({ host, exports, months, running, ...deps }: ExportCallsDeps) {
  async function writeTo<Done>(target: ExportTarget, write: (path: string) => Promise<Done>): Promise<Done> {
    try {
      return await write(target.path);
    } catch (error) {
      await target.release();
      throw error;
    }
  }

  return {
    async exportDataset({ key, request }) {
      const caller = await requireSignedInCaller(deps);
      const run = running.begin(caller, key, request);
      try {
        const { onProgress, signal } = run;
        const write = (targetPath: string) => {
          run.onProgress(WAITING);
          return exports.run({ request, caller, targetPath, onProgress, signal });
        };
        const done = await ignoreCancellation(async () => {
          run.onProgress(WAITING);
          const fileName = await exports.suggestFileName(request, caller, signal);
          run.unlist();
          const target = await host.chooseExportTarget(fileName);
          return target && { ...(await writeTo(target, write)), download: target.download };
        });
        const file: FinishedExport | null = done && {
          ...{ id: done.id, manifest: done.manifest, path: host.getVisiblePath(done.path), download: done.download },
        };
        run.end(file && { kind: 'done', file });
        return file;
      } catch (error) {
        run.end({ kind: 'failed', failure: toFailure(error) ?? UNEXPECTED_FAILURE });
        throw error;
      }
    },
    async exportMonth({ key, request }) {
      const caller = await requireSignedInCaller(deps);
      const { signal, end } = running.beginUnlisted(caller, key);
      try {
        const done = await ignoreCancellation(async () => {
          const { fileName, place } = await months.plan(request, caller, signal);
          const target = await host.chooseExportTarget(fileName);
          const job = { request, caller, place, onProgress: () => {}, signal };
          if (target === null) return null;
          const written = await writeTo(target, (targetPath) => months.write({ ...job, targetPath }));
          return { ...written, download: target.download };
        });
        return done && toFinishedMonth(done, host.getVisiblePath(done.path), done.download);
      } finally {
        end();
      }
    },
    async readExportProgress() {
      return running.status(await requireSignedInCaller(deps));
    },
    async cancelExport({ key }) {
      running.cancel(await requireSignedInCaller(deps), key);
      return null;
    },
    async compareExport({ id }) {
      const caller = await requireSignedInCaller(deps);
      const run = running.beginUnlisted(caller);
      try {
        const past = await exports.find(caller, id);
        return past !== null && isMonthManifest(past.manifest)
          ? await months.compare(past.manifest, caller, run.signal)
          : await exports.compare(caller, id, run.signal);
      } finally {
        run.end();
      }
    },
    chooseFolder: async () => ({ path: await host.chooseFolder() }),
    async showExport({ id, where }) {
      const past = await exports.find(await requireSignedInCaller(deps), id);
      return host.showExport({ path: requireShowablePath(past, where), where });
    },
  } satisfies Partial<BridgeCalls>;
}

const WAITING: ExportProgress = { phase: 'waiting', rows: 0, total: null };

/** Returns `null` if the export was cancelled. */
async function ignoreCancellation<Done>(work: () => Promise<Done>): Promise<Done | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ExportError && error.code === 'cancelled') return null;
    throw error;
  }
}

function toFinishedMonth(
  { id, record: { fileName, isComplete, isOver, unknown } }: RecordedPackage,
  place: string | null,
  download: string | null,
): FinishedMonth {
  return { id, fileName, isComplete, isOver, unknown, path: place, download };
}

/** The user who sees an export; no other user does. */
type ExportOwner = Pick<UserReference, 'accountId' | 'userId'>;

interface ExportRun {
  /** Aborted when the export is cancelled, or its owner is no longer signed in. */
  readonly signal: AbortSignal;
  /** The export is listed from its first report. */
  readonly onProgress: ReportProgress;
  /** Removes it from the list until the next report, while the user chooses a file. */
  unlist(): void;
  /** `null` if there is nothing to report: it was cancelled, or no file was chosen. */
  end(outcome: EndedExport['outcome'] | null): void;
}

/** How long the end of an export is reported. */
const REPORT_TTL_MS = 10 * 60_000;

interface ListedExport {
  readonly key: string;
  readonly request: ExportRequest;
  progress: ExportProgress | null;
  phaseSince: number;
}

interface RunningEntry {
  readonly owner: ExportOwner;
  /** `null` if only the end of the session can cancel it. */
  readonly key: string | null;
  readonly controller: AbortController;
  readonly listed: ListedExport | null;
}

interface RememberedExport extends EndedExport {
  readonly owner: ExportOwner;
  readonly endedAt: number;
}

/** The exports of this process that are in progress. */
export function createRunningExports(now: () => number) {
  const entries = new Set<RunningEntry>();
  const waiting: (() => void)[] = [];
  let ended: readonly RememberedExport[] = [];
  const find = (owner: ExportOwner, key: string) =>
    [...entries].find((entry) => entry.key === key && isSameOwner(entry.owner, owner));

  function enter(owner: ExportOwner, key: string | null, listed: ListedExport | null) {
    if (key !== null && find(owner, key)) {
      throw new BridgeError('invalid', 'An export with this key is already in progress.');
    }
    const entry: RunningEntry = { owner, key, controller: new AbortController(), listed };
    entries.add(entry);
    const end = () => {
      entries.delete(entry);
      if (entries.size === 0) for (const resolve of waiting.splice(0)) resolve();
    };
    return { signal: entry.controller.signal, end };
  }

  function remember(outcome: RememberedExport | null): void {
    const recent = ended.filter(({ endedAt }) => now() - endedAt < REPORT_TTL_MS);
    ended = outcome ? [...recent, outcome] : recent;
  }

  function getStatus({ key, request, progress, phaseSince }: ListedExport): RunningExport[] {
    if (progress === null) return [];
    const elapsedMs = progress.phase === 'waiting' ? 0 : Math.max(0, now() - phaseSince);
    return [{ key, request, ...progress, elapsedMs }];
  }

  return {
    /** Throws `BridgeError` if the owner has one with this key already. */
    begin(owner: ExportOwner, key: string, request: ExportRequest): ExportRun {
      const listed: ListedExport = { key, request, progress: null, phaseSince: now() };
      const { signal, end } = enter(owner, key, listed);
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
        unlist() {
          listed.progress = null;
        },
      };
    },
    /**
     * Work that is never listed, and ends with the session of its owner. With a key it can be cancelled. Throws like
     * `begin`.
     */
    beginUnlisted: (owner: ExportOwner, key: string | null = null) => enter(owner, key, null),
    status(owner: ExportOwner): ExportStatus {
      remember(null);
      return {
        running: [...entries].flatMap((entry) =>
          entry.listed && isSameOwner(entry.owner, owner) ? getStatus(entry.listed) : [],
        ),
        ended: ended.flatMap(({ key, outcome, ...entry }) => (isSameOwner(entry.owner, owner) ? { key, outcome } : [])),
      };
    },
    get isIdle() {
      return entries.size === 0;
    },
    /** Resolves when nothing is in progress. */
    untilIdle: () => new Promise<void>((resolve) => (entries.size === 0 ? resolve() : waiting.push(resolve))),
    cancel: (owner: ExportOwner, key: string) => find(owner, key)?.controller.abort(),
    /** Cancels the exports of all other users, or all exports for `null`. */
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
 * The path of a recorded export. Throws `BridgeError` for an unknown export, and for a file that would not be opened as
 * its format: with another extension, the cells of a table could be run as a script.
 */
function requireShowablePath(past: RecordedExport | null, where: FileView['where']): string {
  if (past === null) throw new BridgeError('invalid', 'There is no such export in the history.');
  const { path, manifest } = past;
  if (!isAbsolute(path) || basename(path) !== manifest.fileName) {
    throw new BridgeError('failed', 'The history has a wrong path for this file: export it again.');
  }
  // In a history that another program wrote, the format could name any extension.
  const format = isMonthManifest(manifest) ? 'zip' : EXPORT_FORMATS.find((known) => known === manifest.request.format);
  if (format === undefined)
    throw new BridgeError('failed', 'The history has no known format for this file: export it again.');
  const ending = `.${format}`;
  if (where === 'program' && extname(path).toLowerCase() !== ending) {
    throw new BridgeError('invalid', `Only a file that ends in ${ending} can be opened. Show this one in its folder.`);
  }
  return path;
}

/** Whether the signed-in user may have the export or month package at a path; false if nobody is signed in. */
export function createFetchPermission(
  deps: SignedInCallerDeps & {
    readonly exports: Pick<Exporter, 'mayFetch'>;
  },
) {
  return async (path: string): Promise<boolean> => {
    const caller = await findSignedInCaller(deps);
    return caller !== null && deps.exports.mayFetch(caller, path);
  };
}
