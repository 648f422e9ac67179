import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Caller } from '../../../electron/base/caller.ts';
import type { Platform, ReportKind, ReportQuery } from '../../../electron/platform/platform.ts';
import type { ExportRequest } from '../../../shared/contract/exports.ts';
import type { FinancialReport } from '../../../shared/contract/financial-report.ts';
import type { Ledgers } from '../../../shared/contract/ledgers.ts';
import { parseCsv } from '../../support/parse-csv.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { exampleReport } from '../shared/report-of-figures.ts';
import { CALLER, exporterOver } from './export-platform.ts';

/** Ledger accounts for everything in the example report, and the daybook. */
export const LEDGERS: Ledgers = {
  'payment:cash': '1000',
  'payment:pin': '1210',
  'revenue:8010': '8010',
  'revenue:8020': '8020',
  'vat:1': '1500',
  'vat:2': '1510',
  differences: '4950',
  receivables: '1300',
  gift_cards: '1650',
  tips: '1660',
  daybook: '90',
};

const DAY: ExportRequest = {
  dataset: 'journal',
  filters: { from: '2026-10-01' },
  format: 'csv',
  profile: 'excel',
  language: 'nl',
};
/** An exporter over one report and these ledger accounts, with a record of the calls to the platform. */
export function journalExporter(report: FinancialReport = exampleReport(), ledgers: Ledgers = LEDGERS) {
  const asked: ReportQuery[] = [];
  const readReport = async (_caller: Caller, _kind: ReportKind, query: ReportQuery) => {
    asked.push(query);
    return { ...report, ...query };
  };
  const exporter = exporterOver({ readReport: readReport as Platform['readReport'] }, ledgers);
  const targetPath = join(temporaryFolder(), 'journal.csv');

  async function save(request: Partial<ExportRequest> = {}, caller = CALLER) {
    const { signal } = new AbortController();
    const job = { request: { ...DAY, ...request }, caller, targetPath, onProgress: () => undefined, signal };
    const { manifest } = await exporter.run(job);
    const [header = [], ...cells] = parseCsv(readFileSync(targetPath, 'utf8').replace(/^\uFEFF/, ''));
    return { manifest, header: header.join('|'), lines: cells.map((line) => line.join('|')) };
  }

  return {
    asked,
    save,
    suggest: (request: Partial<ExportRequest> = {}) =>
      exporter.suggestFileName({ ...DAY, ...request }, CALLER, new AbortController().signal),
    hasFile: () => existsSync(targetPath),
  };
}
