import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A temporary file in which a tool leaves its report as JSON. */
export interface ReportFile<Report> {
  readonly path: string;
  /** The report, null when the tool left none. Removes the file. */
  take(): Report | null;
}

export function createReportFile<Report>(): ReportFile<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'tilldesk-report-'));
  const path = join(folder, 'report.json');
  return {
    path,
    take() {
      const report = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
      rmSync(folder, { recursive: true });
      return report;
    },
  };
}
