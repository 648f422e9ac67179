import type { FastifyInstance } from 'fastify';
import type { ExportHistory } from '../../../shared/contract/exports.ts';
import { listExportHistory } from '../../../shared/contract/window.ts';
import type { Caller } from '../../base/caller.ts';
import { addEndpoint } from '../routes/add-endpoint.ts';

export interface ExportHistoryRoutesDeps {
  /** The latest 50 exports of the caller, or those older than `before`; newest first. */
  readonly readExportHistory: (caller: Caller, before: number | null) => Promise<ExportHistory>;
}

/** The finished exports of the signed-in user. */
export function addExportHistoryRoutes(app: FastifyInstance, { readExportHistory }: ExportHistoryRoutesDeps): void {
  addEndpoint(app, listExportHistory, ({ caller, query: { before = null } }) => readExportHistory(caller, before));
}
