import { basename } from 'node:path';
import { readMe } from '../../shared/contract/auth.ts';
import type { Exporter } from '../exports/exporter.ts';
import type { SessionKeeper } from '../session/session-keeper.ts';
import type { BridgeCalls } from './bridge-calls.ts';
import { BridgeError } from './bridge-error.ts';
import { createFinishedExports } from './finished-exports.ts';
import type { Host } from './host.ts';

/** In whose name an export reads. */
export type ExportCaller = Parameters<Exporter['run']>[1];

export interface ExportCallsDeps {
  readonly host: Host;
  readonly session: SessionKeeper;
  readonly exporter: Exporter;
  /** The user behind a token, with the rights of this moment; null when the token is not valid. */
  readonly callerOf: (token: string) => Promise<ExportCaller | null>;
}

type ExportCalls = Pick<BridgeCalls, 'exportDataset' | 'openExport' | 'revealExport'>;

export function exportCalls({ host, session, exporter, callerOf }: ExportCallsDeps): ExportCalls {
  const finished = createFinishedExports();

  async function signedInCaller(): Promise<ExportCaller> {
    // A call through the keeper first: it brings a token that has expired back to life.
    const answer = await session.request({ method: readMe.method, path: readMe.path });
    const token = session.token();
    const caller = token === null ? null : await callerOf(token);
    if (!caller) throw new BridgeError('refused', 'Sign in to save a file.', answer.status);
    return caller;
  }

  return {
    async exportDataset(request) {
      const caller = await signedInCaller();
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
