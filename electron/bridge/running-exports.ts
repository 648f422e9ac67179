import type { EndedExport, ExportTidings } from '../../shared/contract/bridge.ts';
import type { ExportProgress, ExportRequest, RunningExport } from '../../shared/contract/exports.ts';
import type { UserReference } from '../base/caller.ts';
import type { TellProgress } from '../exports/reading.ts';
import { BridgeError } from './bridge-error.ts';

/** By whom an export is known: nobody is told of those of another. */
export type ExportOwner = Pick<UserReference, 'accountId' | 'userId'>;

export interface ExportRun {
  /** Given when the export is cancelled, or its owner is not signed in any more. */
  readonly signal: AbortSignal;
  /** The export is listed from the first time on. */
  readonly tell: TellProgress;
  /** Null where there is nothing to tell: it was cancelled, or no file was chosen. */
  end(outcome: EndedExport['outcome'] | null): void;
}

/** How long it is told that an export has ended. */
const TOLD_FOR_MS = 10 * 60_000;

/** The exports of this process that are under way. */
export interface RunningExports {
  /** Throws `BridgeError` where the owner has one under this key. */
  begin(owner: ExportOwner, key: string, request: ExportRequest): ExportRun;
  /** Work that is never listed, and ends with the session of its owner. */
  beginUnlisted(owner: ExportOwner): Pick<ExportRun, 'signal'> & { end(): void };
  tidings(owner: ExportOwner): ExportTidings;
  cancel(owner: ExportOwner, key: string): void;
  /** Cancels those of everybody else, or with null all. */
  keepOnly(owner: ExportOwner | null): void;
}

interface Listed {
  readonly key: string;
  readonly request: ExportRequest;
  progress: ExportProgress | null;
  phaseSince: number;
}

interface Entry {
  readonly owner: ExportOwner;
  readonly controller: AbortController;
  readonly listed: Listed | null;
}

interface Ended extends EndedExport {
  readonly owner: ExportOwner;
  readonly endedAt: number;
}

export function createRunningExports(now: () => number): RunningExports {
  const entries = new Set<Entry>();
  let ended: readonly Ended[] = [];
  const find = (owner: ExportOwner, key: string) =>
    [...entries].find(({ listed, ...entry }) => listed?.key === key && isSame(entry.owner, owner));

  function enter(owner: ExportOwner, listed: Listed | null) {
    const entry: Entry = { owner, controller: new AbortController(), listed };
    entries.add(entry);
    return { signal: entry.controller.signal, end: () => void entries.delete(entry) };
  }

  function remember(outcome: Ended | null): void {
    const tellable = ended.filter(({ endedAt }) => now() - endedAt < TOLD_FOR_MS);
    ended = outcome ? [...tellable, outcome] : tellable;
  }

  function shown({ key, request, progress, phaseSince }: Listed): RunningExport[] {
    if (progress === null) return [];
    const elapsedMs = progress.phase === 'waiting' ? 0 : Math.max(0, now() - phaseSince);
    return [{ key, request, ...progress, elapsedMs }];
  }

  return {
    begin(owner, key, request) {
      if (find(owner, key))
        throw new BridgeError('invalid', 'An export under this key is under way already.');
      const listed: Listed = { key, request, progress: null, phaseSince: now() };
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
    tidings(owner) {
      remember(null);
      return {
        running: [...entries].flatMap((entry) =>
          entry.listed && isSame(entry.owner, owner) ? shown(entry.listed) : [],
        ),
        ended: ended.flatMap(({ key, outcome, ...entry }) =>
          isSame(entry.owner, owner) ? { key, outcome } : [],
        ),
      };
    },
    cancel: (owner, key) => find(owner, key)?.controller.abort(),
    keepOnly(owner) {
      for (const entry of entries) {
        if (owner === null || !isSame(entry.owner, owner)) entry.controller.abort();
      }
    },
  };
}

function isSame(one: ExportOwner, other: ExportOwner): boolean {
  return one.accountId === other.accountId && one.userId === other.userId;
}
