import { tmpdir } from 'node:os';
import { compareFiles } from '../../electron/exports/compare-files.ts';
import { NO_HISTORY } from '../../electron/exports/export-history.ts';
import { createExporter, type Exporter, type ExporterDeps } from '../../electron/exports/exporter.ts';
import type { ExportContext } from '../../electron/exports/select-export.ts';
import { writeExport } from '../../electron/exports/write-export.ts';

/**
 * Creates an exporter that writes in this thread, for a company without name and ledger accounts, and records nothing.
 */
export function createPlainExporter({
  ledgers = async () => ({}),
  companyName = async () => '',
  ...deps
}: Pick<ExportContext, 'platform' | 'clock'> & Partial<ExporterDeps>): Exporter {
  const context = { ledgers, companyName, ...deps };
  const write: ExporterDeps['work']['write'] = (...asked) => writeExport(context, ...asked);
  const work = { write, compare: compareFiles, close: () => {} };
  return createExporter({
    ...{ work, history: NO_HISTORY, temporaryFolder: tmpdir(), log: { error: () => {} } },
    ...context,
  });
}
