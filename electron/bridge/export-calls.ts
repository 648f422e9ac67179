import type { BridgeArgument } from '../../shared/contract/bridge.ts';
import type { FinishedExport } from '../../shared/contract/exports.ts';
import type { Caller } from '../base/caller.ts';
import { ExportError } from '../exports/export-error.ts';
import type { RecordedExports, RecordedRun } from '../exports/recorded-exports.ts';
import type { BridgeCalls } from './bridge-calls.ts';
import { failureOf, UNFORESEEN } from './bridge-failure.ts';
import type { ExportTarget, Host } from './host.ts';
import type { ExportRun, RunningExports } from './running-exports.ts';
import { showableFile } from './showable-file.ts';
import { type SignedInCallerDeps, signedInCaller } from './signed-in-caller.ts';

export interface ExportCallsDeps extends SignedInCallerDeps {
  readonly host: Host;
  readonly exports: RecordedExports;
  readonly running: RunningExports;
}

type ExportCalls = Pick<
  BridgeCalls,
  | 'exportDataset'
  | 'readExportProgress'
  | 'cancelExport'
  | 'listExportHistory'
  | 'compareExport'
  | 'showExport'
>;
type Request = BridgeArgument<'exportDataset'>['request'];

/** Exports as the signed-in user. Who signs out cancels those under way: nobody could be told how they end. */
export function exportCalls({ host, exports, running, ...deps }: ExportCallsDeps): ExportCalls {
  async function writeTo(
    target: ExportTarget,
    request: Request,
    caller: Caller,
    { tell, signal }: ExportRun,
  ) {
    try {
      tell({ phase: 'waiting', rows: 0, total: null });
      return await exports.run({ request, caller, targetPath: target.path, tell, signal });
    } catch (error) {
      await target.release();
      if (error instanceof ExportError && error.code === 'cancelled') return null;
      throw error;
    }
  }

  function finished({ id, manifest, path }: RecordedRun, { download }: ExportTarget): FinishedExport {
    return { id, manifest, path: host.placeOf(path), download };
  }

  return {
    async exportDataset({ key, request }) {
      const caller = await signedInCaller(deps);
      const run = running.begin(caller, key, request);
      try {
        const target = await host.chooseExportTarget(await exports.suggestFileName(request, caller));
        const done = target && (await writeTo(target, request, caller, run));
        const file = done && finished(done, target);
        run.end(file && { kind: 'done', file });
        return file;
      } catch (error) {
        run.end({ kind: 'failed', failure: failureOf(error) ?? UNFORESEEN });
        throw error;
      }
    },
    async readExportProgress() {
      return running.tidings(await signedInCaller(deps));
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
