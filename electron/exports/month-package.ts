import { mkdtemp, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { dateAt } from '../../shared/calendar.ts';
import { fillPart, replaceFile } from './atomic-file.ts';
import { expectNotCancelled } from './expect-not-cancelled.ts';
import { ExportError } from './export-error.ts';
import { findTarget } from './find-target.ts';
import { incompletePath } from './incomplete-name.ts';
import { monthPeriod } from './month-period.ts';
import { recordedUser } from './operator-caller.ts';
import type { PackageGround, PackageJob, PeriodPackage } from './package-job.ts';
import type { PackageManifest } from './package-manifest.ts';
import { type PackageReading, readPackage } from './package-reading.ts';
import { zipFiles } from './zip-files.ts';

/** Windows lets a file go some time after it was closed. */
const RETRIES = 5;

export interface DonePackage {
  readonly path: string;
  readonly manifest: PackageManifest;
}

/**
 * Writes a month as one zip: the report, what it is checked by, and the journal. All of it or nothing: what fails
 * throws `ExportError`, a journal that cannot be booked too. Figures that moved meanwhile are read once more.
 */
export async function writeMonthPackage(ground: PackageGround, job: PackageJob): Promise<DonePackage> {
  const period = monthPeriod(job.request.month);
  if (period === null) throw new ExportError('invalid_request', `there is no month ${job.request.month}`);
  const { path } = await findTarget(job.targetPath);
  const folder = await makeFolder(dirname(path));
  try {
    const asked = { ...job, period };
    const first = await readPackage(ground, asked, join(folder, 'first'));
    const reading = first.heldStill ? first : await readPackage(ground, asked, join(folder, 'again'));
    return await pack(ground, job, manifestOf(ground, asked, reading), reading);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: RETRIES });
  }
}

/** Beside the package, where there is room for it. */
async function makeFolder(parent: string): Promise<string> {
  try {
    return await mkdtemp(join(parent, '.tilldesk-package-'));
  } catch (cause) {
    const message = `The file was not saved: ${parent} cannot be written to.`;
    throw new ExportError('not_written', message, { cause, reason: 'no-permission' });
  }
}

async function pack(
  { clock }: PackageGround,
  { targetPath, signal }: PackageJob,
  manifest: PackageManifest,
  { files }: PackageReading,
): Promise<DonePackage> {
  const contents = [
    ...files.map(({ path: file, manifest: { fileName } }) => ({ name: fileName, content: { path: file } })),
    { name: 'manifest.json', content: { text: `${JSON.stringify(manifest, null, 2)}\n` } },
  ];
  const untilAborted = () => expectNotCancelled(signal);
  const fill = (part: string, mode: number | null) =>
    fillPart(part, zipFiles(contents, clock.now()), untilAborted, { mode });
  const pathOf = (_bytes: number, asked: string) => (manifest.isComplete ? asked : incompletePath(asked));
  const { path } = await replaceFile(targetPath, fill, { pathOf });
  return { path, manifest };
}

function manifestOf(
  { clock }: PackageGround,
  { request, caller, place, period }: PeriodPackage,
  { report, heldStill, files }: PackageReading,
): PackageManifest {
  const members = files.map(({ manifest }) => manifest);
  return {
    request,
    account: caller.account,
    user: recordedUser(caller) === null ? null : caller.email,
    period,
    isOver: dateAt(clock.now()) > period.to,
    place: place?.title ?? caller.lockedLocation?.title ?? null,
    asOf: report.generated_at,
    heldStill,
    isComplete: heldStill && members.every(({ shortfall }) => shortfall === null),
    checks: report.checks,
    members,
  };
}
