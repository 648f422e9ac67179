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
import { fillPart, findTarget, onDisk, replaceFile } from './atomic-file.ts';
import { ExportError, expectNotCancelled, translatingFailures } from './export-error.ts';
import { recordedUser } from './export-history.ts';
import { wrapExportPlatform } from './export-platform.ts';
import type { DoneExport, Exporter } from './exporter.ts';
import { fileNameOf, incompletePath } from './file-names.ts';
import { contentsName, type PackageManifest, packageContents } from './package-contents.ts';
import { findPackageLocation, monthPeriod, type PackageLocation, packageFileName } from './package-request.ts';
import { type ExportContext, readCompany } from './select-export.ts';
import { MAX_MANIFEST_TEXT } from './write-export.ts';
import { zipStream } from './zip.ts';

interface PackageContext extends ExportContext {
  readonly exporter: Pick<Exporter, 'write' | 'recordPackage'>;
  /** Absolute path of a folder in which nobody else can change what this user makes; made where it does not exist. */
  readonly temporaryFolder: string;
}

export interface PackageJob {
  readonly request: MonthRequest;
  readonly caller: Caller;
  /** The location that is asked for; null for all. */
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

/** Windows lets a file go some time after it was closed. */
const RETRIES = 5;

export interface DonePackage {
  readonly path: string;
  readonly manifest: PackageManifest;
  /** What the history has of it. */
  readonly record: MonthManifest;
}

export interface RecordedPackage extends DonePackage {
  /** In the history; null where it is not, or not yet. */
  readonly id: number | null;
}

/** `plan`, `make` and `write` throw `ExportError`, also for a month or location that there is not, and end when the signal is given. */
export interface MonthPackages {
  /** The location that is asked for, and a name for the file. */
  plan(request: MonthRequest, caller: Caller, signal: AbortSignal): Promise<MonthPlan>;
  /** Writes a package that does not come into the history. */
  make(job: PackageJob): Promise<DonePackage>;
  write(job: PackageJob): Promise<RecordedPackage>;
  /** Reads the report of a package again. `not_comparable` says why it cannot, and what to do. */
  compare(manifest: MonthManifest, caller: Caller, signal: AbortSignal): Promise<ExportComparison>;
}

export interface MonthPlan extends Pick<PackageJob, 'place'> {
  readonly fileName: string;
}

/** Repeats calls that fail in a passing way. */
export function createMonthPackages(context: PackageContext): MonthPackages {
  const contextUntil = (signal: AbortSignal) => {
    return { ...context, platform: wrapExportPlatform(context.platform, context.clock, signal) };
  };

  return {
    async plan(request, caller, signal) {
      const { platform, clock } = contextUntil(signal);
      const place = await findPackageLocation(platform, caller, request.locationId);
      return { place, fileName: packageFileName(request, titleOf(place, caller), getDateAt(clock.now())) };
    },
    make: (job) => writeMonthPackage(contextUntil(job.signal), job),
    async write(job) {
      const done = await writeMonthPackage(contextUntil(job.signal), job);
      return { ...done, id: await context.exporter.recordPackage(job.caller, done.path, done.record) };
    },
    compare: (manifest, caller, signal) => comparePackage(contextUntil(signal), manifest, caller),
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

/** Writes a month as one zip, whole or not at all. Throws `ExportError`. Figures that moved are read once more. */
async function writeMonthPackage(context: PackageContext, job: PackageJob): Promise<DonePackage> {
  const period = monthPeriod(job.request.month);
  if (period === null) throw new ExportError('invalid_request', `there is no month ${job.request.month}`);
  const { path } = await findTarget(job.targetPath);
  await onDisk(access(dirname(path), constants.W_OK));
  const folder = await onDisk(makeFolder(context.temporaryFolder));
  try {
    const asked = { ...job, period };
    const first = await readPackage(context, asked, join(folder, 'first'));
    const reading = first.heldStill ? first : await readPackage(context, asked, join(folder, 'again'));
    return await pack(context, job, manifestOf(context, asked, reading), reading);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: RETRIES });
  }
}

/** Not beside the package: others who can write to that folder could replace the files by links. */
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
  const zip = zipStream(formatTimestamp(clock.now()).slice(0, LOCAL_TIME_CHARS), async (entries) => {
    entries.addText(contentsName(language), packageContents(manifest, MANIFEST_NAME));
    for (const { path, manifest: member } of files) {
      await entries.addStream(member.fileName, contentOf(path));
    }
    entries.addText(MANIFEST_NAME, `${JSON.stringify(manifest, null, 2)}\n`);
  });
  const digest = createHash('sha256');
  const onBytes = (chunk: Uint8Array) => {
    expectNotCancelled(signal);
    digest.update(chunk);
  };
  const fill = (part: string, mode: number | null) => fillPart(part, zip, onBytes, { mode });
  const pathOf = (_filled: unknown, asked: string) => (manifest.isComplete ? asked : incompletePath(asked));
  const { filled, path } = await replaceFile(targetPath, fill, { pathOf });
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

/** The bytes of a file, never of what a link at its path leads to; Windows has no such flag. */
async function* contentOf(path: string): AsyncGenerator<Uint8Array> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    yield* file.createReadStream({ autoClose: false });
  } finally {
    await file.close();
  }
}

function manifestOf(
  { clock }: PackageContext,
  { request, caller, place, period }: PeriodPackage,
  { report, company, heldStill, files }: PackageReading,
): PackageManifest {
  const members = files.map(({ manifest }) => manifest);
  return {
    request,
    account: caller.account,
    company,
    user: recordedUser(caller) === null ? null : caller.email,
    period,
    isOver: getDateAt(clock.now()) > period.to,
    place: titleOf(place, caller),
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

async function readPackage(context: PackageContext, asked: PeriodPackage, folder: string): Promise<PackageReading> {
  await mkdir(folder);
  const before = await readReport(context, asked);
  const files: DoneExport[] = [];
  for (const { fileName, request } of packageMembers(asked, getDateAt(context.clock.now()))) {
    const { caller, signal } = asked;
    const targetPath = join(folder, fileName);
    const onProgress = (progress: ExportProgress) => asked.onProgress(fileName, progress);
    files.push(
      await context.exporter.write({ request, caller, targetPath, onProgress, signal, hasContentDigest: true }),
    );
  }
  const report = await readReport(context, asked);
  const { name: company } = await translatingFailures(readCompany(context, asked.caller, asked.request.language));
  return { company, files, report, heldStill: isDeepStrictEqual(withoutMoment(before), withoutMoment(report)) };
}

function readReport(
  { platform }: PackageContext,
  { caller, request, period }: Pick<PeriodPackage, 'caller' | 'request' | 'period'>,
): Promise<FinancialReport> {
  const location = request.locationId === null ? {} : { location_id: [request.locationId] };
  return translatingFailures(platform.readReport(caller, 'financial', { ...period, ...location }));
}

function withoutMoment<Figures extends { readonly generated_at: string }>({
  generated_at: _moment,
  ...figures
}: Figures): object {
  return figures;
}

/**
 * The same for the same figures, in whatever order their names come. Invoices that are paid later move what is not paid now,
 * and the checks of it: they leave the month as it was.
 */
function digestFigures({ not_paid_now: _open, checks: _checks, ...lasting }: FinancialReport): string {
  const sortNames = (_name: string, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value;
  return createHash('sha256')
    .update(JSON.stringify(withoutMoment(lasting), sortNames))
    .digest('hex');
}

export interface PackageMember {
  readonly fileName: string;
  readonly request: ExportRequest;
}

/**
 * The journal first: one that cannot be booked ends it early. Files are named in the language of the request, such as
 * `financieel-rapport_2026-10_utrecht.pdf`, so that those of several months and locations can lie together.
 */
function packageMembers(
  { request, caller, period, place }: PeriodPackage,
  today: CalendarDate,
): readonly PackageMember[] {
  const { month, format, profile, language, locationId } = request;
  const location = locationId === null ? {} : { location_id: String(locationId) };
  const title = titleOf(place, caller);
  const member = (
    dataset: ExportRequest['dataset'],
    { form = format, ...asked }: Partial<Pick<ExportRequest, 'filters' | 'columns'>> & { form?: ExportFormat } = {},
  ): PackageMember => ({
    fileName: fileNameOf([DECLARATIONS[dataset].fileName[language], month, ...(title === null ? [] : [title])], form),
    request: {
      ...{ dataset, filters: { ...period, ...location }, format: form, language },
      ...(form === 'csv' && profile && { profile }),
      ...asked,
    },
  });
  const lastDay = today < period.to ? today : period.to;
  return [
    member('journal'),
    // What imports it reads CSV alone.
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

/** With the day on which one was paid since the end of the month, and the number of the customer instead of the name. */
const INVOICE_COLUMNS = [
  ...['order_number', 'date_purchased', 'age', 'value_wt', 'value_ex_wt'],
  ...['paid_since', 'customer_id', 'shop'],
];

/** The location that the package is of; null for all. */
function titleOf(place: PackageLocation | null, { lockedLocation }: Caller): string | null {
  const title = place?.title ?? lockedLocation?.title ?? null;
  return title === null ? null : shortenText(title, MAX_MANIFEST_TEXT);
}
