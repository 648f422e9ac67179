import { readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { constants } from 'node:os';
import { dirname, resolve } from 'node:path';
import { Value } from 'typebox/value';
import type { CalendarDate } from '../../shared/calendar.ts';
import type { ExportManifest, ExportProgress } from '../../shared/contract/exports.ts';
import { LedgerChanges, type Ledgers } from '../../shared/contract/ledgers.ts';
import type { Period } from '../../shared/periods.ts';
import { formatUnknownNote } from '../../shared/unknown-figures.ts';
import type { Clock } from '../base/clock.ts';
import { toPrintable } from '../base/printable.ts';
import { type ExportOrigin, withExportOrigin } from '../compose/export.ts';
import { HelpRequested } from '../config/command-line.ts';
import { ConfigError, type ConfigSources, getSources } from '../config/config.ts';
import { fillPart, findTarget, replaceFile, translateDiskErrors } from '../exports/atomic-file.ts';
import { ExportError } from '../exports/export-error.ts';
import { describeCommandFailure } from '../startup/failure-report.ts';
import { stopOnSignals } from '../startup/shutdown.ts';
import { type DatasetCommand, type ExportCommand, type PackageCommand, readExportCommand } from './export-options.ts';
import { createProgressLine, type ProgressOutput } from './terminal-output.ts';

export interface ExportDeps {
  readonly sources: ConfigSources;
  /** Relative file names start here. */
  readonly workingFolder: string;
  /** Its pauses keep the process alive. */
  readonly clock: Clock;
  /** Aborted by the signal that ends the command. */
  readonly signal: AbortSignal;
  /** Returns whether the text could be printed: the reader may be gone, or the disk full. */
  readonly print: (text: string) => Promise<boolean>;
  /** Output for messages to the user. */
  readonly messages: ProgressOutput;
}

const SIGNAL_STATUS_BASE = 128;

/** Saves one file, or one package, and returns the exit status. Tilldesk may run meanwhile. */
export async function runExport(deps: ExportDeps): Promise<number> {
  try {
    const command = readExportCommand(deps.sources.argv, deps.clock.now());
    return await save(command, deps);
  } catch (error) {
    if (!(error instanceof HelpRequested)) return logFailure(error, deps);
    await deps.print(error.message);
    return 0;
  }
}

async function save(command: ExportCommand, deps: ExportDeps): Promise<number> {
  const { sources, workingFolder, clock, signal, messages } = deps;
  const notify = printTo(messages);
  if (command.note !== null) notify(command.note);
  const line = createProgressLine(messages, clock.now);
  const { source } = command;
  const ledgers = command.ledgers === null ? null : readLedgersFile(resolve(workingFolder, command.ledgers));
  const originRequest = { source, sources, ledgers, clock, signal, notify };
  try {
    const outcome = await withExportOrigin(originRequest, (origin) =>
      runExportCommand(command, { ...origin, workingFolder, show: line.show, signal }),
    );
    line.end();
    formatWarnings(outcome).forEach(notify);
    const isReported = await deps.print(outcome.path);
    if (!isReported) notify(`The file was saved, but its path could not be printed: ${outcome.path}`);
    return getOutcomeStatus(outcome, isReported);
  } finally {
    line.end();
  }
}

/** A message may contain names of a platform, such as one of a payment method. */
function printTo(messages: ProgressOutput): (text: string) => void {
  return (text) => messages.write(`${toPrintable(text)}\n`);
}

function logFailure(error: unknown, { signal: { aborted, reason }, messages }: ExportDeps): number {
  const notify = printTo(messages);
  if (error instanceof ExportError && aborted) {
    notify('The export was stopped; it left no file.');
    return SIGNAL_STATUS_BASE + constants.signals[reason as NodeJS.Signals];
  }
  if (error instanceof ExportError) {
    notify(formatFailure(error));
    return getFailureStatus(error);
  }
  const { lines, exitStatus } = describeCommandFailure(error);
  // These are printable, and a stack has several lines.
  messages.write(`${lines.join('\n')}\n`);
  return exitStatus;
}

export interface SaveDeps extends ExportOrigin {
  /** Absolute; relative paths start here. */
  readonly workingFolder: string;
  readonly show: (progress: ExportProgress, name?: string) => void;
  /** Aborting it ends the export and leaves nothing behind. */
  readonly signal: AbortSignal;
}

/** Runs the export. Throws `ExportError`, and `ConfigError` for a wrong target. */
export function runExportCommand(command: ExportCommand, deps: SaveDeps): Promise<ExportOutcome> {
  const saving = command.kind === 'package' ? savePackage(command, deps) : saveDataset(command, deps);
  return adviseLedgers(command, saving);
}

async function saveDataset(
  { request, out, hasManifest }: DatasetCommand,
  { exporter, caller, show, signal, workingFolder }: SaveDeps,
): Promise<ExportOutcome> {
  const suggested = await exporter.suggestFileName(request, caller, signal);
  const targetPath = resolve(workingFolder, out ?? suggested);
  await assertTarget(targetPath);
  if (hasManifest) await assertTarget(getManifestPath(targetPath));
  const onProgress = (progress: ExportProgress) => show(progress);
  const { path, manifest } = await exporter.run({ request, caller, targetPath, onProgress, signal });
  const { copyOf, asOf } = manifest;
  return {
    path,
    faults: manifest.shortfall === null ? [] : [manifest.shortfall.message],
    notes: [
      ...(copyOf === undefined
        ? []
        : [`${copyOf} cannot be reached: the file is a copy as of ${asOf}, and its name says so.`]),
      ...listUnknownNotes([manifest]),
      ...listPeriodNotes(manifest.period, getDay(manifest)),
    ],
    manifestProblem: hasManifest ? await writeManifest(path, manifest) : null,
  };
}

/** Writes the manifest beside its file. Returns why it could not be written; `null` if it was. */
async function writeManifest(path: string, manifest: ExportManifest): Promise<string | null> {
  async function* text() {
    yield `${JSON.stringify(manifest, null, 2)}\n`;
  }
  try {
    await replaceFile(getManifestPath(path), (part, mode) => fillPart(part, text(), () => {}, { mode }));
    return null;
  } catch (error) {
    if (error instanceof ExportError) return error.message;
    throw error;
  }
}

async function savePackage(
  { request, out }: PackageCommand,
  { packages, caller, show, signal, workingFolder }: SaveDeps,
): Promise<ExportOutcome> {
  const { place, fileName: suggested } = await packages.plan(request, caller, signal);
  const targetPath = resolve(workingFolder, out ?? suggested);
  await assertTarget(targetPath);
  const onProgress = (fileName: string, progress: ExportProgress) => show(progress, fileName);
  const { path, manifest } = await packages.write({ request, caller, place, targetPath, onProgress, signal });
  return {
    path,
    faults: [
      ...(manifest.heldStill ? [] : ['The figures of the report changed twice while the files were read.']),
      ...manifest.members.flatMap(({ fileName, shortfall }) =>
        shortfall === null ? [] : [`${fileName}: ${shortfall.message}`],
      ),
    ],
    notes: [...listUnknownNotes(manifest.members), ...listPeriodNotes(manifest.period, getDay(manifest))],
    manifestProblem: null,
  };
}

/** The day on which the figures were read. */
function getDay({ asOf }: { readonly asOf: string }): CalendarDate {
  return asOf.slice(0, 10);
}

/** Exit statuses; scheduled tasks depend on them. */
const EXPORT_STATUS = {
  ...{ whole: 0, failed: 1, mistaken: 2, incomplete: 3, notBookable: 4 },
  /** The file is whole, but something that belongs to it is missing. */
  unaccompanied: 5,
} as const;

/** What was written. */
export interface ExportOutcome {
  readonly path: string;
  /** Why the file is incomplete; empty if it is complete. */
  readonly faults: readonly string[];
  readonly notes: readonly string[];
  /** Why there is no manifest beside it; `null` if there is one, or none was requested. */
  readonly manifestProblem: string | null;
}

/** The messages about a file that was written. */
export function formatWarnings({ faults, notes, manifestProblem }: ExportOutcome): readonly string[] {
  return [
    ...(faults.length === 0 ? [] : ['The export is INCOMPLETE, and its name says so:']),
    ...faults.map((fault) => `- ${fault}`),
    ...notes,
    ...(manifestProblem === null ? [] : [`The file was saved, but not its manifest. ${manifestProblem}`]),
  ];
}

/** `isReported`: whether the path of the file could be printed. */
export function getOutcomeStatus({ faults, manifestProblem }: ExportOutcome, isReported: boolean): number {
  if (faults.length > 0) return EXPORT_STATUS.incomplete;
  return isReported && manifestProblem === null ? EXPORT_STATUS.whole : EXPORT_STATUS.unaccompanied;
}

export function getFailureStatus({ code }: ExportError): number {
  if (code === 'invalid_request') return EXPORT_STATUS.mistaken;
  return code === 'not_bookable' ? EXPORT_STATUS.notBookable : EXPORT_STATUS.failed;
}

/** The message as a full sentence. */
export function formatFailure({ code, message }: ExportError): string {
  return code === 'invalid_request' ? `This cannot be exported: ${message}.` : message;
}

/** Throws `ConfigError` for a path that the user must change, `ExportError` for an error of the disk. */
export async function assertTarget(path: string): Promise<void> {
  const folder = dirname(path);
  try {
    await translateDiskErrors(stat(folder));
    await findTarget(path);
  } catch (error) {
    if (!(error instanceof ExportError)) throw error;
    if (error.reason === 'no-folder') {
      throw new ConfigError(
        `There is no folder ${folder} to save the file in: create it, or choose another file with --out.`,
        { cause: error },
      );
    }
    if (error.reason === 'bad-name') {
      throw new ConfigError(`${error.message} Choose another file than ${path} with --out.`, { cause: error });
    }
    throw error;
  }
}

function getManifestPath(path: string): string {
  return `${path}.manifest.json`;
}

const ADVICE =
  '--base-url does not give the ledger accounts that were chosen in the window: give a file of them with --ledgers.';

/** Adds advice to the refusal of a journal that a service cannot book. */
async function adviseLedgers<Result>(
  { source, ledgers }: Pick<ExportCommand, 'source' | 'ledgers'>,
  work: Promise<Result>,
): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    const isRefused = error instanceof ExportError && error.code === 'not_bookable';
    if (!isRefused || source.kind !== 'service' || ledgers !== null) throw error;
    throw new ExportError(error.code, `${error.message} ${ADVICE}`, { cause: error });
  }
}

/** What the files lack because the platform does not know it. */
function listUnknownNotes(manifests: readonly Pick<ExportManifest, 'unknown'>[]): readonly string[] {
  const names = new Set(manifests.flatMap(({ unknown = [] }) => unknown));
  const note = formatUnknownNote([...names], 'en');
  return note === null ? [] : [note];
}

/** Notes on figures that were read on `today`; `period` is null for figures without one. */
export function listPeriodNotes(period: Period | null, today: CalendarDate): readonly string[] {
  if (period === null || period.to < today) return [];
  return [`The figures of this period can still change: its last day, ${period.to}, is not over.`];
}

/** The ledger accounts in a JSON file `{code: account}`, at an absolute path. Throws `ConfigError`. */
export function readLedgersFile(path: string): Ledgers {
  let accounts: unknown;
  try {
    accounts = JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw new ConfigError(`--ledgers: ${path} cannot be read as JSON.`, { cause });
  }
  const changes = { accounts };
  if (!Value.Check(LedgerChanges, changes)) {
    throw new ConfigError(`--ledgers takes a file such as {"payment:pin": "1200"}; ${path} holds something else.`);
  }
  // An empty account counts as none.
  return Object.fromEntries(Object.entries(changes.accounts).filter(([, account]) => account !== ''));
}

/** Unlike with the system's clock, pauses keep the process alive. */
const clock: Clock = {
  now: () => Date.now(),
  after(delayMs, task) {
    const timer = setTimeout(task, delayMs);
    return () => clearTimeout(timer);
  },
};

async function main(): Promise<number> {
  const { stdout, stderr, env } = process;
  // Without a listener, a failure to print would end the process; `print` reports it.
  stdout.on('error', () => {});
  stderr.on('error', () => {});
  const stop = new AbortController();
  stopOnSignals((signal) => stop.abort(signal));
  return runExport({
    sources: getSources(process.argv.slice(2)),
    // The folder in which npm was called; it runs every command in the project's folder.
    workingFolder: env.INIT_CWD || process.cwd(),
    clock,
    signal: stop.signal,
    print: (text) => new Promise((resolve) => void stdout.write(`${text}\n`, (error) => resolve(!error))),
    messages: { isTerminal: stderr.isTTY, write: (text) => void stderr.write(text) },
  });
}

if (import.meta.main) process.exitCode = await main();
