import type { DatasetName, ExportProgress, RunningExport } from '../../shared/contract/exports.ts';
import type { TellProgress } from '../exports/reading.ts';
import { BridgeError } from './bridge-error.ts';

/** By whom an export is known: nobody is told of those of another. */
export interface ExportOwner {
  readonly account: string;
  readonly email: string;
}

export interface ExportRun {
  /** Given when the export is cancelled, or its owner is not signed in any more. */
  readonly signal: AbortSignal;
  /** The export is listed from the first time on. */
  readonly tell: TellProgress;
  end(): void;
}

/** The exports of this process that are under way. */
export interface RunningExports {
  /** Throws `BridgeError` where the owner has one under this key. */
  begin(owner: ExportOwner, key: string, dataset: DatasetName): ExportRun;
  /** Work that is never listed, and ends with the session of its owner. */
  beginUnlisted(owner: ExportOwner): Omit<ExportRun, 'tell'>;
  /** Oldest first. */
  list(owner: ExportOwner): RunningExport[];
  cancel(owner: ExportOwner, key: string): void;
  /** Cancels those of everybody else, or with null all. */
  keepOnly(owner: ExportOwner | null): void;
}

interface Listed {
  readonly key: string;
  readonly dataset: DatasetName;
  progress: ExportProgress | null;
  phaseSince: number;
}

interface Entry {
  readonly owner: ExportOwner;
  readonly controller: AbortController;
  readonly listed: Listed | null;
}

export function createRunningExports(now: () => number): RunningExports {
  const entries = new Set<Entry>();
  const find = (owner: ExportOwner, key: string) =>
    [...entries].find(({ listed, ...entry }) => listed?.key === key && isSame(entry.owner, owner));

  function enter(owner: ExportOwner, listed: Listed | null): Omit<ExportRun, 'tell'> {
    const entry: Entry = { owner, controller: new AbortController(), listed };
    entries.add(entry);
    return { signal: entry.controller.signal, end: () => void entries.delete(entry) };
  }

  function shown({ key, dataset, progress, phaseSince }: Listed): RunningExport[] {
    if (progress === null) return [];
    const elapsedMs = progress.phase === 'waiting' ? 0 : Math.max(0, now() - phaseSince);
    return [{ key, dataset, ...progress, elapsedMs }];
  }

  return {
    begin(owner, key, dataset) {
      if (find(owner, key))
        throw new BridgeError('invalid', 'An export under this key is under way already.');
      const listed: Listed = { key, dataset, progress: null, phaseSince: now() };
      return {
        ...enter(owner, listed),
        tell(progress) {
          if (progress.phase !== listed.progress?.phase) listed.phaseSince = now();
          listed.progress = progress;
        },
      };
    },
    beginUnlisted: (owner) => enter(owner, null),
    list: (owner) =>
      [...entries].flatMap((entry) =>
        entry.listed && isSame(entry.owner, owner) ? shown(entry.listed) : [],
      ),
    cancel: (owner, key) => find(owner, key)?.controller.abort(),
    keepOnly(owner) {
      for (const entry of entries) {
        if (owner === null || !isSame(entry.owner, owner)) entry.controller.abort();
      }
    },
  };
}

function isSame(one: ExportOwner, other: ExportOwner): boolean {
  return one.account === other.account && one.email === other.email;
}
