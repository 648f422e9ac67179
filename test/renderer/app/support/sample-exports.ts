import type {
  ExportManifest,
  ExportRequest,
  FinishedExport,
  MonthManifest,
  PastExport,
  PastMonth,
} from '../../../../shared/contract/exports.ts';

const PRICE_LIST: ExportRequest = {
  dataset: 'price-list',
  filters: {},
  format: 'csv',
  profile: 'excel',
  language: 'nl',
};

export function requestOf(changed: Partial<ExportRequest> = {}): ExportRequest {
  return { ...PRICE_LIST, ...changed };
}

function manifestOf(changed: Partial<ExportManifest> = {}): ExportManifest {
  return {
    request: PRICE_LIST,
    fileName: 'prijslijst.csv',
    columns: ['sku', 'title'],
    account: 'demo',
    user: 'eva@demo.example',
    asOf: '2026-11-21T11:58:00Z',
    place: null,
    period: null,
    filters: [],
    rows: 2400,
    total: 2400,
    shortfall: null,
    sums: {},
    bytes: 90_000,
    sha256: 'ab12'.repeat(16),
    ...changed,
  };
}

/** A file in a folder of the PC. */
export function savedExport(changed: Partial<ExportManifest> = {}): FinishedExport {
  const manifest = manifestOf(changed);
  return { id: 7, manifest, path: `/home/eva/${manifest.fileName}`, download: null };
}

/** A file that the browser downloads. */
export function downloadedExport(changed: Partial<ExportManifest> = {}): FinishedExport {
  return { id: 7, manifest: manifestOf(changed), path: null, download: '/downloads/7' };
}

export function pastExport(id: number, changed: Partial<ExportManifest> = {}): PastExport {
  const manifest = manifestOf(changed);
  return { id, manifest, path: `/home/eva/${manifest.fileName}`, canBeCompared: true };
}

export function pastMonth(id: number, changed: Partial<MonthManifest> = {}): PastMonth {
  const manifest: MonthManifest = {
    request: { month: '2026-10', locationId: null, format: 'csv', profile: 'excel', language: 'nl' },
    fileName: 'maandpakket_2026-10_csv.zip',
    ...{ account: 'demo', user: 'eva@demo.example', asOf: '2026-11-21T11:58:00Z', place: null },
    period: { from: '2026-10-01', to: '2026-10-31' },
    ...{ isComplete: true, isOver: true, unknown: [], failedChecks: 0 },
    members: [
      { fileName: 'journaal_2026-10.csv', dataset: 'journal', rows: 34, isComplete: true },
      { fileName: 'betalingen_2026-10.csv', dataset: 'payments', rows: 412, isComplete: true },
    ],
    ...{ bytes: 90_000, sha256: 'ab12'.repeat(16) },
    ...changed,
  };
  return { id, manifest, path: `/home/eva/${manifest.fileName}` };
}
