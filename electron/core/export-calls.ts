import { basename } from 'node:path';
import type { Exporter } from '../exports/exporter.ts';
import type { BridgeCalls } from './bridge-calls.ts';
import { createFinishedExports } from './finished-exports.ts';
import type { Host } from './host.ts';
import { type SignedInCallerDeps, signedInCaller } from './signed-in-caller.ts';

export interface ExportCallsDeps extends SignedInCallerDeps {
  readonly host: Host;
  readonly exporter: Exporter;
}

type ExportCalls = Pick<BridgeCalls, 'exportDataset' | 'openExport' | 'revealExport'>;

export function exportCalls({ host, exporter, ...deps }: ExportCallsDeps): ExportCalls {
  const finished = createFinishedExports();

  return {
    async exportDataset(request) {
      const caller = await signedInCaller(deps);
      const suggested = await exporter.suggestFileName(request, caller);
      const target = await host.chooseExportTarget(suggested);
      if (!target) return null;
      const { rows, bytes } = await exporter.run(request, caller, target.path);
      const { path, download } = target;
      const id = finished.remember(path);
      if (download !== null) return { id, fileName: suggested, rows, bytes, path: null, download };
      return { id, fileName: basename(path), rows, bytes, path, download };
    },
    async openExport({ id }) {
      await host.openFile(finished.pathOf(id));
      return null;
    },
    async revealExport({ id }) {
      await host.revealFile(finished.pathOf(id));
      return null;
    },
  };
}
