import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { ExportProgress } from '../../shared/contract/exports.ts';
import type { FinancialReport } from '../../shared/contract/financial-report.ts';
import type { DoneExport } from './exporter.ts';
import type { PackageGround, PeriodPackage } from './package-job.ts';
import { packageMembers } from './package-members.ts';
import { translatingFailures } from './translate-failures.ts';

export interface PackageReading {
  readonly files: readonly DoneExport[];
  readonly report: FinancialReport;
  /** Whether the report was the same before and after. */
  readonly heldStill: boolean;
}

/** Writes the files of a package into `folder`, which does not exist yet, between two readings of the report. */
export async function readPackage(
  ground: PackageGround,
  asked: PeriodPackage,
  folder: string,
): Promise<PackageReading> {
  await mkdir(folder);
  const before = await readReport(ground, asked);
  const files: DoneExport[] = [];
  for (const { fileName, request } of packageMembers(asked)) {
    const { caller, signal } = asked;
    const targetPath = join(folder, fileName);
    const tell = (progress: ExportProgress) => asked.tell(fileName, progress);
    files.push(await ground.exporter.run({ request, caller, targetPath, tell, signal }));
  }
  const report = await readReport(ground, asked);
  return { files, report, heldStill: isDeepStrictEqual(figuresOf(before), figuresOf(report)) };
}

function readReport(
  { platform }: PackageGround,
  { caller, request, period }: PeriodPackage,
): Promise<FinancialReport> {
  const location = request.locationId === null ? {} : { location_id: request.locationId };
  return translatingFailures(platform.readReport(caller, 'financial', { ...period, ...location }));
}

function figuresOf({ generated_at: _moment, ...figures }: FinancialReport): object {
  return figures;
}
