import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type CalendarDate, formatTimestamp, getDateAt } from '../../shared/calendar.ts';
import type {
  ExportComparison,
  ExportFormat,
  ExportProgress,
  ExportRequest,
  MonthManifest,
  MonthRequest,
} from '../../shared/contract/exports.ts';
import type { FinancialReport } from '../../shared/contract/financial-report.ts';
import { DECLARATIONS } from '../../shared/datasets/declarations.ts';
import { shortenText } from '../../shared/paper-text.ts';
import { MIN_DATE, type Period } from '../../shared/periods.ts';
import type { Caller } from '../base/caller.ts';
import { fillPart, findTarget, replaceFile, translateDiskErrors } from './atomic-file.ts';
import { assertNotCancelled, ExportError, translateFailures } from './export-error.ts';
import { getRecordedUser } from './export-history.ts';
import { wrapExportPlatform } from './export-platform.ts';
import type { DoneExport, Exporter } from './exporter.ts';
import { createFileName, getIncompletePath } from './file-names.ts';
import { createPackageContents, getContentsName, type PackageManifest } from './package-contents.ts';
import { createPackageFileName, findPackageLocation, getMonthPeriod, type PackageLocation } from './package-request.ts';
import { type ExportContext, readCompany } from './select-export.ts';
import { MAX_MANIFEST_TEXT } from './write-export.ts';
import { createZipStream } from './zip.ts';

interface PackageContext extends ExportContext {
  readonly exporter: Pick<Exporter, 'write' | 'recordPackage'>;
  /** Absolute path of a folder that only this user can change. It need not exist. */
  readonly temporaryFolder: string;
}

export interface PackageJob {
  readonly request: MonthRequest;
  readonly caller: Caller;
  /** The requested location; `null` for all. */
  readonly place: PackageLocation | null;
  /** Absolute; a package that lacks something gets another name in the same folder. */
  readonly targetPath: string;
  /** Called with the file that is being written and its progress. */
  readonly onProgress: (fileName: string, progress: ExportProgress) => void;
  /** Aborting it ends everything and leaves nothing behind. */
  readonly signal: AbortSignal;
}

interface PeriodPackage extends PackageJob {
  readonly period: Period;
}

/** In the zip beside the files, for programs. */
const MANIFEST_NAME = 'manifest.json';

/** Windows may release a file some time after it was closed. */
const RETRIES = 5;

export interface DonePackage {
  readonly path: string;
  readonly manifest: PackageManifest;
  /** Its entry in the history. */
  readonly record: MonthManifest;
}

export interface RecordedPackage extends DonePackage {
  /** Id in the history; `null` if it is not there, or not yet. */
  readonly id: number | null;
}

/**
 * `plan`, `make` and `write` throw `ExportError`, also for a month or location that does not exist, and end when the
 * signal is aborted.
 */
export interface MonthPackages {
  /** The requested location, and a name for the file. */
  plan(request: MonthRequest, caller: Caller, signal: AbortSignal): Promise<MonthPlan>;
  /** Writes a package without adding it to the history. */
  make(job: PackageJob): Promise<DonePackage>;
  write(job: PackageJob): Promise<RecordedPackage>;
  /** Reads the report of a package again. `not_comparable` says why it cannot, and what to do. */
  compare(manifest: MonthManifest, caller: Caller, signal: AbortSignal): Promise<ExportComparison>;
}

export interface MonthPlan extends Pick<PackageJob, 'place'> {
  readonly fileName: string;
}

/** Repeats calls after temporary failures. */
export function createMonthPackages(context: PackageContext): MonthPackages {
  const createContext = (signal: AbortSignal) => {
    return { ...context, platform: wrapExportPlatform(context.platform, context.clock, signal) };
  };

  return {
    async plan(request, caller, signal) {
      const { platform, clock } = createContext(signal);
      const place = await findPackageLocation(platform, caller, request.locationId);
      return { place, fileName: createPackageFileName(request, getTitle(place, caller), getDateAt(clock.now())) };
    },
    make: (job) => writeMonthPackage(createContext(job.signal), job),
    async write(job) {
      const done = await writeMonthPackage(createContext(job.signal), job);
      return { ...done, id: await context.exporter.recordPackage(job.caller, done.path, done.record) };
    },
    compare: (manifest, caller, signal) => comparePackage(createContext(signal), manifest, caller),
  };
}

async function comparePackage(
  context: PackageContext,
  { request, period, figuresSha256, lockedLocationId }: MonthManifest,
  caller: Caller,
): Promise<ExportComparison> {
  if (figuresSha256 === undefined || lockedLocationId !== (caller.lockedLocation?.id ?? null)) {
    const message =
      'This package was made by an older version, or with other rights. Make it again to compare it later.';
    throw new ExportError('not_comparable', message);
  }
  const report = await readReport(context, { caller, request, period });
  return {
    isUnchanged: digestFigures(report) === figuresSha256,
    asOf: report.generated_at,
    ...{ changed: [], changedCount: 0, added: [], addedCount: 0, removed: [], removedCount: 0 },
  };
}

/** Writes a month as one zip, whole or not at all. Throws `ExportError`. Figures that changed are read once more. */
async function writeMonthPackage(context: PackageContext, job: PackageJob): Promise<DonePackage> {
  const period = getMonthPeriod(job.request.month);
  if (period === null) throw new ExportError('invalid_request', `there is no month ${job.request.month}`);
  const { path } = await findTarget(job.targetPath);
  await translateDiskErrors(access(dirname(path), constants.W_OK));
  const folder = await translateDiskErrors(makeFolder(context.temporaryFolder));
  try {
    const periodJob = { ...job, period };
    const first = await readPackage(context, periodJob, join(folder, 'first'));
    const reading = first.heldStill ? first : await readPackage(context, periodJob, join(folder, 'again'));
    return await pack(context, job, createManifest(context, periodJob, reading), reading);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: RETRIES });
  }
}

/** Not beside the package: others who can write to that folder could replace the files with links. */
async function makeFolder(parent: string): Promise<string> {
  await mkdir(parent, { recursive: true, mode: 0o700 });
  return mkdtemp(join(parent, 'tilldesk-package-'));
}

async function pack(
  { clock }: PackageContext,
  { caller, targetPath, signal }: PackageJob,
  manifest: PackageManifest,
  { files, report }: PackageReading,
): Promise<DonePackage> {
  const { language } = manifest.request;
  const zip = createZipStream(formatTimestamp(clock.now()).slice(0, LOCAL_TIME_CHARS), async (entries) => {
    entries.addText(getContentsName(language), createPackageContents(manifest, MANIFEST_NAME));
    for (const { path, manifest: member } of files) {
      await entries.addStream(member.fileName, readContent(path));
    }
    entries.addText(MANIFEST_NAME, `${JSON.stringify(manifest, null, 2)}\n`);
  });
  const digest = createHash('sha256');
  const onBytes = (chunk: Uint8Array) => {
    assertNotCancelled(signal);
    digest.update(chunk);
  };
  const fill = (part: string, mode: number | null) => fillPart(part, zip, onBytes, { mode });
  const pathOf = (_filled: unknown, requested: string) =>
    manifest.isComplete ? requested : getIncompletePath(requested);
  const { filled, path } = await replaceFile(targetPath, fill, { choosePath: pathOf });
  const written = { fileName: basename(path), bytes: filled.bytes, sha256: digest.digest('hex') };
  const lockedLocationId = caller.lockedLocation?.id ?? null;
  const figuresSha256 = digestFigures(report);
  return { path, manifest, record: { ...createRecord(manifest), ...written, lockedLocationId, figuresSha256 } };
}

function createRecord(
  manifest: PackageManifest,
): Omit<MonthManifest, 'fileName' | 'bytes' | 'sha256' | 'figuresSha256' | 'lockedLocationId'> {
  const { request, account, user, asOf, place, period, isComplete, isOver, checks, members } = manifest;
  return {
    ...{ request, account, user, asOf, place, period, isComplete, isOver },
    unknown: [...new Set(members.flatMap(({ unknown = [] }) => unknown))],
    members: members.map(({ fileName, rows, shortfall, contentSha256, request: { dataset } }) => ({
      ...{ fileName, rows, dataset, ...(contentSha256 && { contentSha256 }) },
      isComplete: shortfall === null,
    })),
    failedChecks: checks.filter(({ holds }) => !holds).length,
  };
}

/** Such as `2026-10-25T02:30:00`, without the offset. */
const LOCAL_TIME_CHARS = 19;

/** The bytes of a file, never of a link's target. Windows has no such flag. */
async function* readContent(path: string): AsyncGenerator<Uint8Array> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    yield* file.createReadStream({ autoClose: false });
  } finally {
    await file.close();
  }
}

function createManifest(
  { clock }: PackageContext,
  { request, caller, place, period }: PeriodPackage,
  { report, company, heldStill, files }: PackageReading,
): PackageManifest {
  const members = files.map(({ manifest }) => manifest);
  return {
    request,
    account: caller.account,
    company,
    user: getRecordedUser(caller) === null ? null : caller.email,
    period,
    isOver: getDateAt(clock.now()) > period.to,
    place: getTitle(place, caller),
    asOf: report.generated_at,
    heldStill,
    isComplete: heldStill && members.every(({ shortfall }) => shortfall === null),
    checks: report.checks,
    members,
  };
}

interface PackageReading {
  readonly company: string;
  readonly files: readonly DoneExport[];
  readonly report: FinancialReport;
  readonly heldStill: boolean;
}

async function readPackage(context: PackageContext, periodJob: PeriodPackage, folder: string): Promise<PackageReading> {
  await mkdir(folder);
  const before = await readReport(context, periodJob);
  const files: DoneExport[] = [];
  for (const { fileName, request } of listPackageMembers(periodJob, getDateAt(context.clock.now()))) {
    const { caller, signal } = periodJob;
    const targetPath = join(folder, fileName);
    const onProgress = (progress: ExportProgress) => periodJob.onProgress(fileName, progress);
    files.push(
      await context.exporter.write({ request, caller, targetPath, onProgress, signal, hasContentDigest: true }),
    );
  }
  const report = await readReport(context, periodJob);
  const { name: company } = await translateFailures(readCompany(context, periodJob.caller, periodJob.request.language));
  return { company, files, report, heldStill: isDeepStrictEqual(dropTimestamp(before), dropTimestamp(report)) };
}

function readReport(
  { platform }: PackageContext,
  { caller, request, period }: Pick<PeriodPackage, 'caller' | 'request' | 'period'>,
): Promise<FinancialReport> {
  const location = request.locationId === null ? {} : { location_id: [request.locationId] };
  return translateFailures(platform.readReport(caller, 'financial', { ...period, ...location }));
}

function dropTimestamp<Figures extends { readonly generated_at: string }>({
  generated_at: _moment,
  ...figures
}: Figures): object {
  return figures;
}

/**
 * Equal for equal figures, whatever the order of their names. Invoices that are paid later change what is not paid now,
 * and its checks: they are left out, because the month stays the same.
 */
function digestFigures({ not_paid_now: _open, checks: _checks, ...lasting }: FinancialReport): string {
  const sortNames = (_name: string, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value;
  return createHash('sha256')
    .update(JSON.stringify(dropTimestamp(lasting), sortNames))
    .digest('hex');
}

export interface PackageMember {
  readonly fileName: string;
  readonly request: ExportRequest;
}

/**
 * The journal comes first: one that cannot be booked ends the package early. Files are named in the language of the
 * request, such as `financieel-rapport_2026-10_utrecht.pdf`, so that files of several months and locations can be in
 * one folder.
 */
function listPackageMembers(
  { request, caller, period, place }: PeriodPackage,
  today: CalendarDate,
): readonly PackageMember[] {
  const { month, format, profile, language, locationId } = request;
  const location = locationId === null ? {} : { location_id: String(locationId) };
  const title = getTitle(place, caller);
  const member = (
    dataset: ExportRequest['dataset'],
    { form = format, ...choice }: Partial<Pick<ExportRequest, 'filters' | 'columns'>> & { form?: ExportFormat } = {},
  ): PackageMember => ({
    fileName: createFileName(
      [DECLARATIONS[dataset].fileName[language], month, ...(title === null ? [] : [title])],
      form,
    ),
    request: {
      ...{ dataset, filters: { ...period, ...location }, format: form, language },
      ...(form === 'csv' && profile && { profile }),
      ...choice,
    },
  });
  const lastDay = today < period.to ? today : period.to;
  return [
    member('journal'),
    // Programs that import it only read CSV.
    member('journal-snelstart', { form: 'csv' }),
    member('financial-report', { form: 'pdf' }),
    ...(format === 'pdf' ? [] : [member('financial-report')]),
    member('payments'),
    member('discount-orders'),
    member('open-invoices', {
      filters: { from: MIN_DATE, to: lastDay, as_of: lastDay, ...location },
      columns: INVOICE_COLUMNS,
    }),
  ];
}

/** With the day on which an invoice was paid after the month, and the number of the customer instead of the name. */
const INVOICE_COLUMNS = [
  ...['order_number', 'date_purchased', 'age', 'value_wt', 'value_ex_wt'],
  ...['paid_since', 'customer_id', 'shop'],
];

/** The location of the package; `null` for all. */
function getTitle(place: PackageLocation | null, { lockedLocation }: Caller): string | null {
  const title = place?.title ?? lockedLocation?.title ?? null;
  return title === null ? null : shortenText(title, MAX_MANIFEST_TEXT);
}
