import { createHash, type Hash } from 'node:crypto';
import { formatTimestamp } from '../../shared/calendar.ts';
import type {
  ExportManifest,
  ExportPhase,
  ExportProgress,
  ExportRequest,
  NamedFilter,
  Shortfall,
} from '../../shared/contract/exports.ts';
import type { DatasetColumn } from '../../shared/datasets/dataset.ts';
import { shortenText } from '../../shared/paper-text.ts';
import type { Caller } from '../base/caller.ts';
import type { AnswerAge } from '../platform/answer-age.ts';
import { PlatformError } from '../platform/platform-error.ts';
import { type FilledPart, fillPart, removePart } from './atomic-file.ts';
import { isComparable } from './compare-files.ts';
import type { ExportRow, FurtherTotals, PaperTable, Selection } from './dataset.ts';
import { assertComplete } from './drain-pages.ts';
import { assertNotCancelled, ExportError, translateFailures } from './export-error.ts';
import { createRunningSums } from './running-sums.ts';
import { type ExportContext, type SelectedExport, selectExport } from './select-export.ts';
import { WRITERS } from './writers/registry.ts';
import type { DocumentEnd, ExportDocument, Writer } from './writers/writer.ts';

export interface WrittenExport
  extends Omit<ExportManifest, 'request' | 'fileName' | 'account' | 'user' | 'lockedLocationId'>,
    FilledPart {}

/** Plain values, because it may be sent to a worker. */
export interface PartRequest {
  readonly request: ExportRequest;
  readonly caller: Caller;
  /** Path of a file that does not exist yet. */
  readonly part: string;
  /** Permissions of the file that it will replace; `null` if there is none. */
  readonly mode: number | null;
  /** Whether the manifest gets a digest of the rows, even for a file that can be read back. */
  readonly hasContentDigest?: boolean | undefined;
}

interface Course {
  readonly onProgress: ReportProgress;
  readonly signal: AbortSignal;
}

/**
 * Writes the selected rows to the part file. Rows that changed meanwhile are read once more; if that fails too,
 * `shortfall` reports it. The caller removes the part file if this throws.
 */
export function writeExport(
  context: ExportContext,
  partRequest: PartRequest,
  onProgress: ReportProgress,
  signal: AbortSignal,
): Promise<WrittenExport> {
  return translateFailures(writeRows(context, partRequest, { onProgress, signal }));
}

async function writeRows(context: ExportContext, partRequest: PartRequest, course: Course): Promise<WrittenExport> {
  const selected = await selectExport(context, partRequest.request, partRequest.caller);
  // Only paper and workbooks name the company.
  const isNamed = partRequest.request.format === 'pdf' || partRequest.request.format === 'xlsx';
  const { name: company, ...companyData } = isNamed ? await selected.readCompany() : NOT_NAMED;
  const named = { ...selected, company, ...companyData, filtersIn: await selected.readFilters() };
  course.onProgress({ phase: 'reading', rows: 0, total: null });
  const first = await writeOnce(context, partRequest, named, 'reading', course);
  if (first.shortfall?.kind !== 'moved') return first;
  await removePart(partRequest.part);
  course.onProgress({ phase: 'again', rows: 0, total: first.total });
  const second = await writeOnce(context, partRequest, named, 'again', course);
  if (second.shortfall !== null && second.rows === 0) {
    throw new ExportError('incomplete', second.shortfall.message);
  }
  return second;
}

/** CSV and JSON lines name no company. */
const NOT_NAMED = { name: '', shops: [], isDemo: false };

interface NamedExport extends SelectedExport, Pick<ExportDocument, 'company' | 'shops' | 'isDemo'> {
  readonly filtersIn: Pick<ExportManifest, 'filtersIn'>;
}

async function writeOnce(
  { clock }: ExportContext,
  partRequest: PartRequest,
  selected: NamedExport,
  phase: ExportPhase,
  { onProgress, signal }: Course,
): Promise<WrittenExport> {
  const { columns, selection, age } = selected;
  const writer = WRITERS[partRequest.request.format];
  const startedAt = formatTimestamp(clock.now());
  const document = createDocument(partRequest, selected, startedAt);
  const reading = startReading({ selection, columns, writer, phase, startedAt, age, onProgress });
  const digest = createHash('sha256');
  // Columns that were chosen by name are printed as they are.
  const end = () => ({ ...reading.end(), ...(partRequest.request.columns && { paper: null, sheets: null }) });
  const content = partRequest.hasContentDigest || !isComparable(partRequest.request) ? createHash('sha256') : null;
  const batches = content === null ? reading.batches() : digestRows(reading.batches(), columns, content);
  const chunks = writer.write(document, batches, end);
  const mode = chooseMode(columns, partRequest.mode);
  const onBytes = (chunk: Uint8Array) => {
    // Drawing a document may take long after its last row was read.
    assertNotCancelled(signal);
    digest.update(chunk);
  };
  const { bytes, file } = await fillPart(partRequest.part, chunks, onBytes, { mode });
  const { rows, total, asOf, sums, shortfall, unknown, totals } = reading.end();
  const copyOf = age()?.unreachable ?? null;
  const { place, period, compared, filters } = selection;
  const notes = { ...(unknown.length > 0 && { unknown }), ...(totals?.note && { note: totals.note }) };
  const figures = { rows, total, asOf, ...(copyOf !== null && { copyOf }), sums, shortfall, ...notes };
  const written = {
    ...{ bytes, sha256: digest.digest('hex'), file },
    ...(content !== null && { contentSha256: content.digest('hex') }),
  };
  const { filtersIn } = selected.filtersIn;
  const named = {
    ...{ place: place === null ? null : shortenText(place, MAX_MANIFEST_TEXT), filters: shortenNames(filters) },
    ...(filtersIn && { filtersIn: { nl: shortenNames(filtersIn.nl), en: shortenNames(filtersIn.en) } }),
  };
  const selecting = { period, ...(compared && { compared }), ...named };
  return { columns: columns.map(({ id }) => id), ...selecting, ...figures, ...written };
}

/** Passes the rows on. Rows that say when they were read are left out of the digest. */
async function* digestRows(
  batches: AsyncIterable<readonly ExportRow[]>,
  columns: readonly DatasetColumn[],
  content: Hash,
): AsyncGenerator<readonly ExportRow[]> {
  for await (const rows of batches) {
    const lasting = rows.filter(({ isVolatile }) => !isVolatile);
    content.update(JSON.stringify(lasting.map((row) => columns.map(({ id }) => row[id]))));
    yield rows;
  }
}

/** UTF-16 code units. The history reads many manifests at once. */
export const MAX_MANIFEST_TEXT = 500;

function shortenNames(filters: readonly NamedFilter[]): readonly NamedFilter[] {
  return filters.map((filter) => ({ ...filter, value: shortenText(filter.value, MAX_MANIFEST_TEXT) }));
}

/** Only a key without personal data reads null here: a blank column would look like unknown customers. */
function refuseHiddenPeople(columns: readonly DatasetColumn[], rows: readonly ExportRow[]): void {
  const hidden = columns.find(({ id, isPersonal }) => isPersonal && rows.some((row) => row[id] === null));
  if (!hidden) return;
  const message = `the API key reads no personal data: leave out ${hidden.id}, or use a key that does`;
  throw new ExportError('invalid_request', message);
}

const OWNER_ONLY = 0o600;

/**
 * The permissions of the file: personal data is only for the owner, whatever the permissions of the `replaced` file.
 */
function chooseMode(columns: readonly DatasetColumn[], replaced: number | null): number | null {
  if (!columns.some(({ isPersonal }) => isPersonal)) return replaced;
  return replaced === null ? OWNER_ONLY : replaced & OWNER_ONLY;
}

function createDocument(
  { request }: PartRequest,
  { dataset: { declaration }, columns, selection, company, shops, isDemo }: NamedExport,
  asOf: string,
): ExportDocument {
  const { language, profile = 'excel' } = request;
  const { place, period, day, filters, fixed = [] } = selection;
  const { title, counted, sectionColumn, isForImport } = declaration;
  const headed = columns.map((column) => ({ ...column, heading: selection.headings?.[column.id] ?? column.heading }));
  const named = { title: title[language], counted: counted?.[language] ?? null };
  const table = { ...named, language, profile, columns: headed, sectionColumn, isForImport };
  const hasChosenColumns = request.columns !== undefined && !areDefault(declaration.columns, columns);
  const hidesPeople = request.columns === undefined && declaration.columns.some(({ isPersonal }) => isPersonal);
  return { ...table, hasChosenColumns, company, shops, isDemo, hidesPeople, place, period, day, filters, fixed, asOf };
}

/** Somebody who adds personal data to the shown columns has not chosen any of these. */
function areDefault(declared: readonly DatasetColumn[], chosen: readonly DatasetColumn[]): boolean {
  const ids = new Set(chosen.map(({ id }) => id));
  return declared.every(({ id, isShown, isPersonal }) => ids.has(id) === (isShown || isPersonal));
}

export type ReportProgress = (progress: ExportProgress) => void;

export interface ReadingOptions {
  readonly selection: Selection;
  readonly columns: readonly DatasetColumn[];
  readonly writer: Writer;
  readonly phase: ExportPhase;
  /** RFC 3339, the current time. */
  readonly startedAt: string;
  /** The age of the oldest answer that came from a copy; `null` for none. */
  readonly age: () => AnswerAge | null;
  readonly onProgress: ReportProgress;
}

/** Reads the selected rows, and tracks their number, sums and shortfall. */
export function startReading(options: ReadingOptions) {
  const { selection, columns, writer, phase, age, onProgress } = options;
  const sums = createRunningSums(columns);
  let rows = 0;
  let total: number | null = null;
  let asOf = options.startedAt;
  let shortfall: Shortfall | null = null;
  let unknown: readonly string[] = [];
  let paper: readonly PaperTable[] | null = null;
  let sheets: readonly PaperTable[] | null = null;
  let summaries: readonly PaperTable[] = [];
  let totals: FurtherTotals | null = null;
  let isAtEnd = false;

  /** The rows, to be read once. Ends early if some cannot be read, which `end` reports. */
  async function* batches(): AsyncGenerator<readonly ExportRow[]> {
    try {
      for await (const batch of selection.read()) {
        rows += batch.rows.length;
        total = batch.total;
        asOf = batch.asOf ?? asOf;
        unknown = batch.unknown ?? unknown;
        paper = batch.paper ?? null;
        sheets = batch.sheets ?? paper;
        summaries = batch.summaries ?? [];
        totals = batch.totals ?? null;
        refuseTooMany(writer, Math.max(rows, batch.total ?? 0));
        refuseHiddenPeople(columns, batch.rows);
        sums.add(batch.rows);
        if (batch.rows.length > 0) yield batch.rows;
        onProgress({ phase, rows, total });
      }
      if (total !== null) assertComplete(rows, total);
    } catch (error) {
      shortfall = toShortfall(error, rows);
      if (shortfall === null) throw error;
    }
    isAtEnd = true;
  }

  /** Throws unless `batches` was read to its end: a writer that skips rows would make a short file unnoticed. */
  function end(): DocumentEnd & { readonly total: number | null } {
    if (!isAtEnd) throw new Error('not all rows were read');
    const { fetchedAt } = age() ?? { fetchedAt: Number.POSITIVE_INFINITY };
    const oldest = fetchedAt < Date.parse(asOf) ? formatTimestamp(fetchedAt) : asOf;
    const notKnown = [...new Set([...unknown, ...sums.listUnknown()])];
    return {
      rows,
      total,
      asOf: oldest,
      sums: sums.read(),
      shortfall,
      unknown: notKnown,
      paper,
      sheets,
      summaries,
      totals,
    };
  }

  return { batches, end };
}

/** `null` for an error that is not a lack of rows, and for a platform that failed before it gave any. */
function toShortfall(error: unknown, rows: number): Shortfall | null {
  if (error instanceof ExportError && error.code === 'incomplete') {
    return { kind: 'moved', message: error.message };
  }
  if (error instanceof PlatformError && rows > 0) return { kind: 'failed', message: error.message };
  return null;
}

/** Throws `ExportError` `too_many_rows` for more rows than the format holds. */
export function refuseTooMany({ extension, maxRows }: Writer, rows: number): void {
  if (maxRows === null || rows <= maxRows) return;
  const format = extension.toUpperCase();
  const message = `${format} holds at most ${maxRows} rows, and there are ${rows} or more. Choose CSV or fewer rows.`;
  throw new ExportError('too_many_rows', message, { excess: { rows, maxRows } });
}
