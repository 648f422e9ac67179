import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { access, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, parse, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isDeepStrictEqual } from 'node:util';
import { formatTimestamp, getDateAt } from '../../../shared/calendar.ts';
import {
  type ExportRequest,
  isMonthManifest,
  type MonthManifest,
  type ScheduledFacts,
} from '../../../shared/contract/exports.ts';
import type { ScheduledWork } from '../../../shared/contract/schedules.ts';
import { MIN_DATE, type Period } from '../../../shared/periods.ts';
import type { Caller } from '../../base/caller.ts';
import type { PlacedFile, StoredRun, StoredSchedule } from '../../base/stored-schedules.ts';
import { fillPart, replaceFile, translateDiskErrors } from '../atomic-file.ts';
import { isComparable } from '../compare-files.ts';
import { SOURCES } from '../datasets/registry.ts';
import { assertNotCancelled, ExportError, translateFailures } from '../export-error.ts';
import { wrapExportPlatform } from '../export-platform.ts';
import type { Exporter, ExportWork } from '../exporter.ts';
import { createFileName } from '../file-names.ts';
import type { MonthPackages } from '../month-package.ts';
import { type ExportContext, readCompany } from '../select-export.ts';

export interface ScheduledFilesDeps extends ExportContext {
  readonly exporter: Pick<Exporter, 'write' | 'suggestFileName'>;
  readonly months: Pick<MonthPackages, 'plan' | 'make'>;
  readonly work: Pick<ExportWork, 'compare'>;
  /** Absolute path of a folder that only this user can change. It need not exist. */
  readonly temporaryFolder: string;
}

/** What one run works on, for the user of its schedule. */
interface RunJob {
  readonly schedule: StoredSchedule;
  readonly run: StoredRun;
  readonly caller: Caller;
  readonly signal: AbortSignal;
}

/** Makes the files of scheduled exports and moves them into place. Throws `ExportError`. */
export function createScheduledFiles({ exporter, months, work, temporaryFolder, ...context }: ScheduledFilesDeps) {
  const { clock } = context;

  /** Makes the file in a separate folder, which is removed after `use`. */
  async function withFile<Result>(job: RunJob, use: (file: PlacedFile) => Promise<Result>): Promise<Result> {
    await translateDiskErrors(mkdir(temporaryFolder, { recursive: true, mode: 0o700 }));
    await removeLeftFolders(temporaryFolder);
    const folder = await translateDiskErrors(mkdtemp(join(temporaryFolder, FOLDER_START)));
    try {
      return await use(await write(job, folder));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  async function write(job: RunJob, folder: string): Promise<PlacedFile> {
    const { schedule, run, caller, signal } = job;
    const { work: scheduled } = schedule.form;
    if (scheduled.kind === 'dataset') {
      const request = setPeriod(scheduled.request, run.period);
      const targetPath = join(folder, await chooseName(job, null, request.format));
      return exporter.write({ request, caller, targetPath, onProgress: () => {}, signal });
    }
    const month = (run.period?.from ?? getDateAt(run.dueAt)).slice(0, 'YYYY-MM'.length);
    const request = { month, ...scheduled.request };
    const { place } = await months.plan(request, caller, signal);
    const targetPath = join(folder, await chooseName(job, place?.title ?? null, 'zip'));
    const made = await months.make({ request, caller, place, targetPath, onProgress: () => {}, signal });
    return { path: made.path, manifest: made.record };
  }

  /** Such as `maandpakket_de-linde_2026-10.zip`: what it is, whose, and of which days. */
  async function chooseName({ schedule, run, caller, signal }: RunJob, place: string | null, extension: string) {
    const { name, work: scheduled } = schedule.form;
    const platform = wrapExportPlatform(context.platform, clock, signal);
    const company = await translateFailures(readCompany({ ...context, platform }, caller, scheduled.request.language));
    const location = place ?? caller.lockedLocation?.title ?? null;
    return createFileName(
      [name, company.name, ...(location === null ? [] : [location]), ...listDays(scheduled, run)],
      extension,
    );
  }

  /** How a file differs from an earlier one of the same period; `null` if that one is gone, changed or elsewhere. */
  async function findChanges(
    { form }: StoredSchedule,
    earlier: PlacedFile,
    made: PlacedFile,
    signal: AbortSignal,
  ): Promise<FoundChanges | null> {
    const [was, is] = [earlier.manifest, made.manifest];
    const isFromForm = dirname(earlier.path) === resolve(form.folder) && was.scheduled?.name === form.name;
    if (!isFromForm || !(await isInPlace(earlier))) return null;
    const from = { fileName: was.fileName, counts: null };
    if (isMonthManifest(was) || isMonthManifest(is)) {
      const isUnchanged = isMonthManifest(was) && isMonthManifest(is) && isSameMonth(was, is);
      return { isUnchanged, changes: from };
    }
    const isSameForm = isDeepStrictEqual([was.request, was.columns], [is.request, is.columns]);
    if (isSameForm && isComparable(was.request)) {
      const {
        isUnchanged,
        changedCount: changed,
        addedCount: added,
        removedCount: removed,
      } = await work.compare({ manifest: was, before: earlier.path, after: made.path }, signal);
      return { isUnchanged, changes: { ...from, counts: { changed, added, removed } } };
    }
    return { isUnchanged: isSameForm && was.contentSha256 === is.contentSha256, changes: from };
  }

  return {
    withFile,
    findChanges,
    isInPlace,
    /** The path of the file in the folder of the schedule, with the time in its name if the plain name is taken. */
    choosePath: ({ form: { folder } }: StoredSchedule, { path }: PlacedFile) =>
      findFreePath(join(folder, basename(path)), formatTimestamp(clock.now())),
    place: placeFile,
    /** Throws `ExportError` for work that is impossible with what the caller may read now. */
    async assertPossible(scheduled: ScheduledWork, caller: Caller, signal: AbortSignal): Promise<void> {
      const today = getDateAt(clock.now());
      const period = { from: today, to: today };
      if (scheduled.kind === 'month') {
        await months.plan({ ...scheduled.request, month: today.slice(0, 'YYYY-MM'.length) }, caller, signal);
        return;
      }
      assertMovablePeriod(scheduled);
      await exporter.suggestFileName(setPeriod(scheduled.request, scheduled.period && period), caller, signal);
    },
  };
}

const FOLDER_START = 'tilldesk-scheduled-';

/** Removes what killed programs left behind. Only one file is made at a time. */
async function removeLeftFolders(parent: string): Promise<void> {
  const left = (await translateDiskErrors(readdir(parent))).filter((name) => name.startsWith(FOLDER_START));
  await Promise.allSettled(left.map((name) => rm(join(parent, name), { recursive: true, force: true })));
}

interface FoundChanges {
  readonly isUnchanged: boolean;
  readonly changes: NonNullable<ScheduledFacts['changes']>;
}

function isSameMonth(was: MonthManifest, is: MonthManifest): boolean {
  const named = ({ request, members }: MonthManifest) => [
    request,
    members.map(({ fileName, contentSha256 }) => [fileName, contentSha256]),
  ];
  return was.figuresSha256 === is.figuresSha256 && isDeepStrictEqual(named(was), named(is));
}

/** Throws `ExportError` if the days of the work cannot move with its period. */
function assertMovablePeriod({ request, period }: Extract<ScheduledWork, { kind: 'dataset' }>): void {
  const { required = [], properties } = SOURCES[request.dataset].filters;
  if (period === null && required.length > 0) throw new ExportError('invalid_request', 'this export needs a period');
  if (period !== 'yesterday' && 'date' in properties) {
    throw new ExportError('invalid_request', 'this export covers one day: its period must be yesterday');
  }
  const { from = MIN_DATE } = request.filters;
  if (selectsOpenInvoices(request) && from !== MIN_DATE) {
    throw new ExportError('invalid_request', 'invoices of one age cannot be exported for a moving period');
  }
}

/** Copies a finished file to `path`, which must be free, without ever showing part of it there. */
async function placeFile({ path: from }: PlacedFile, path: string, signal: AbortSignal): Promise<void> {
  const { mode } = await translateDiskErrors(stat(from));
  const onBytes = () => assertNotCancelled(signal);
  const fill = (part: string) => fillPart(part, createReadStream(from), onBytes, { mode: mode & PERMISSIONS });
  const pathOf = (_filled: unknown, requested: string) => {
    if (!existsSync(requested)) return requested;
    throw new ExportError('not_written', `The file was not saved: another file has appeared at ${requested}.`, {
      reason: 'in-use',
    });
  };
  await replaceFile(path, fill, { choosePath: pathOf });
}

const PERMISSIONS = 0o777;

/** Whether the file is there with the bytes that its manifest describes. Throws `ExportError` if its folder is gone. */
async function isInPlace({ path, manifest }: PlacedFile): Promise<boolean> {
  await translateDiskErrors(access(dirname(path)));
  if (!existsSync(path)) return false;
  const digest = createHash('sha256');
  await translateDiskErrors(pipeline(createReadStream(path), digest));
  const found = digest.digest('hex');
  return found === manifest.sha256;
}

/** `…_2026-11-01_0630.zip` if the plain name is taken. */
function findFreePath(path: string, now: string): string {
  const { dir, name, ext } = parse(path);
  const timed = `${name}_${now.slice(0, 'YYYY-MM-DD'.length)}_${now.slice('YYYY-MM-DDT'.length, 'YYYY-MM-DDTHH:MM'.length).replace(':', '')}`;
  for (let number = 0; ; number += 1) {
    const candidate = join(dir, `${[name, timed][number] ?? `${timed}_${number}`}${ext}`);
    if (!existsSync(candidate)) return candidate;
  }
}

/** The month of a package, the days of a period, or the due day for data without a period. */
function listDays(work: ScheduledWork, { period, dueAt }: StoredRun): readonly string[] {
  if (period === null) return [getDateAt(dueAt)];
  if (work.kind === 'month') return [period.from.slice(0, 'YYYY-MM'.length)];
  return period.from === period.to ? [period.from] : [period.from, period.to];
}

/** Filters that name days. In a schedule they only say which of them the period replaces. */
const DAY_FILTERS = ['from', 'to', 'date', 'as_of'] as const;

/** The request for the days of a period, or for the current state. Open invoices are those at the end of the period. */
function setPeriod(request: ExportRequest, period: Period | null): ExportRequest {
  const { required = [] }: { readonly required?: readonly string[] } = SOURCES[request.dataset].filters;
  const others = Object.entries(request.filters).filter(([name]) => !DAY_FILTERS.some((day) => day === name));
  const isAsked = (name: (typeof DAY_FILTERS)[number]) => name in request.filters || required.includes(name);
  const days = period && {
    ...(isAsked('from') && period),
    ...(isAsked('date') && { date: period.to }),
    ...(isAsked('as_of') && { as_of: period.to }),
    ...(selectsOpenInvoices(request) && { from: MIN_DATE, to: period.to, as_of: period.to }),
  };
  return { ...request, filters: { ...Object.fromEntries(others), ...days } };
}

/** Invoices stay open however long ago they were sold. */
export function selectsOpenInvoices({ dataset }: Pick<ExportRequest, 'dataset'>): boolean {
  return dataset === 'open-invoices' || dataset === 'debtors';
}

/** Whether the file has everything that was requested. */
export function isWhole({ manifest }: PlacedFile): boolean {
  return isMonthManifest(manifest) ? manifest.isComplete : manifest.shortfall === null;
}
